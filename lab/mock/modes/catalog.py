"""The modes by name, and which of them a request meets."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from engine.errors import OptionError
from engine.suggestion import explain_unknown
from lab.mock.modes import answers, delivery, refusals, texts
from lab.mock.modes.mode import Mode

MODES: Mapping[str, Mode] = {
    "429": Mode("too many requests, with Retry-After", refuse=refusals.limit_rate),
    "500": Mode("the server is in trouble", refuse=refusals.fail),
    "error200": Mode("an error with status 200", refuse=refusals.fail_with_200),
    "timeout": Mode("no answer at all", refuse=refusals.say_nothing),
    "loading": Mode("503 for the first five seconds", refuse=refusals.load),
    "no-schema": Mode("400 for a JSON schema", refuse=refusals.refuse_schema),
    "tools-only": Mode(
        "400 for any response_format, tools may be called", refuse=refusals.want_tools
    ),
    "no-format": Mode("400 for any response_format or tools", refuse=refusals.refuse_format),
    "no-streaming": Mode("400 for stream", refuse=refusals.refuse_stream),
    "copycat": Mode("the form in the prompt, as it stands", answer=answers.copy_form),
    "garbage": Mode("an answer without sense", answer=answers.talk_nonsense),
    "empty": Mode("an answer without a word", answer=answers.say_no_word),
    "refusal": Mode("the model declines", answer=answers.decline),
    "truncated": Mode("the answer stops at the limit of tokens", answer=answers.stop_early),
    "endless": Mode("thoughts in ever new words, without an end", answer=answers.go_on),
    "repeats": Mode("one thought again and again, without an end", answer=answers.say_again),
    "reasoning-only": Mode("all in the reasoning, no answer", answer=answers.only_think),
    "wrong-language": Mode("texts in other languages", text=texts.change_language),
    "ansi": Mode(
        "terminal escape sequences in a good answer",
        text=texts.add_escapes,
        answer=answers.wrap_in_escapes,
    ),
    "markup": Mode("markup in a good answer", text=texts.add_markup, answer=answers.wrap_in_markup),
    "control-tokens": Mode(
        "control tokens of chat templates in a good answer",
        text=texts.add_control_tokens,
        answer=answers.wrap_in_control_tokens,
    ),
    "prose": Mode("a good answer in the midst of talk", answer=answers.wrap_in_prose),
    "invented-turns": Mode("after a good answer, turns of others", answer=answers.invent_turns),
    "duplicate-keys": Mode("each key twice, with other values", answer=answers.repeat_keys),
    "wrong-model": Mode("another model answers", answer=answers.name_another_model),
    "slow": Mode("a good answer, five seconds late", deliver=delivery.delay),
    "slow-stream": Mode("half a second for each piece", deliver=delivery.slow_down),
    "dropped": Mode("the connection breaks in the middle", deliver=delivery.drop),
    "truncated-stream": Mode("the stream ends in the middle", deliver=delivery.end_early),
}
"""The modes in the order in which they apply, if a request meets several."""


@dataclass(slots=True)
class Modes:
    """The modes of a server, each with its share of the requests."""

    shares: Mapping[str, float] = field(default_factory=dict)
    seed: str = "1"
    _met: Counter[str] = field(default_factory=Counter)

    def draw(self, request: str) -> tuple[list[Mode], Random]:
        """Draw the modes that a request meets, and a `Random` for their details.

        They depend on the request and the number of earlier requests with the same content, so
        they do not change if games are played concurrently.

        Args:
            request: The digest of the request.
        """
        rng = Random(f"{self.seed}/{request}/{self._met[request]}")
        self._met[request] += 1
        met = {name for name, share in self.shares.items() if rng.random() < share}
        return [mode for name, mode in MODES.items() if name in met], rng


def parse_modes(text: str) -> dict[str, float]:
    """Parse names of modes, separated by commas, such as `copycat=0.2,loading`.

    Returns:
        By name: the share of requests that meet the mode; 1 if none was given.

    Raises:
        OptionError: At the first unknown name, or share that is not from 0 to 1.
    """
    shares = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, equals, given = (one.strip() for one in part.partition("="))
        if name not in MODES:
            raise OptionError(explain_unknown("mode", name, MODES))
        try:
            share = float(given) if equals else 1.0
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            raise OptionError(f"The share of {name} is a number from 0 to 1, as in {name}=0.2.")
        shares[name] = share
    return shares
