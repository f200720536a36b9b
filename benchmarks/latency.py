"""Time from the bytes of a key to the bytes of the next painted screen, in every game, and of F1.

The real app runs in a pseudo-terminal, and people play by keys: Enter at the curtain brings their
private screen, Enter in the form the review, Enter at the review the next curtain or the reveal.
A screen counts as painted when words that only it has are written. Reveals are shown at once
(`PARLOUR_MOTION=off`). The processor time of the app is given too: on a busy machine it says more
than the clock. `python -m benchmarks.latency undercover` measures one game.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks import create_parser
from benchmarks.terminal import PYTHON, Terminal
from screens.widgets.key_guard import READING
from words.game_words import read_hint_corpus

SAMPLES, HELP_EVERY = 30, 3
"""Keys of a game; the help is opened in every third form."""
BOUND, HELP_BOUND = 50, 150
"""Milliseconds at the median: to the next screen, and from F1 to the help."""
READY = READING + 0.15
"""Seconds until a fresh screen takes a key at once, and has done all that follows its paint."""
TRIES, PATIENCE = 4, 5.0
"""How often a key is pressed until a screen comes, and seconds to wait for it."""
REACH = 0.2
"""Seconds between Enter in one field and the first letter in the next."""
CURTAIN, RESULT, HELP = "Everyone else, look away.", "Rematch", "This screen"
ENTER, ESCAPE, F1 = "\r", "\x1b", "\x1bOP"

type Answers = Callable[[Iterator[str]], list[str]]
"""Makes what is typed into a form, part by part, of words that were not used yet."""


@dataclass(frozen=True)
class Script:
    """How a game is played by keys."""

    seats: tuple[str, ...]
    options: tuple[str, ...]
    forms: dict[str, Answers]
    """By words that only this form has: how to fill it in. Enter follows the last part."""
    pages: tuple[str, ...]
    """Words of what everybody looks at between two people."""
    reviews: tuple[str, ...] = ("Back",)


def _line(words: Iterator[str]) -> list[str]:
    return [f"{next(words)} {next(words)}"]


def _hints(words: Iterator[str]) -> list[str]:
    return [next(words) + ENTER, next(words) + ENTER, next(words)]


SCRIPTS = {
    "decrypto": Script(
        ("encoder=human:Ada", "decoder=human:Ben", "interceptor=human:Cleo"),
        ("rounds=20", "play_on=yes", "keywords=ocean,violin,garden,winter"),
        {
            "give a hint for each digit": _hints,
            "Which keyword is each hint for?": lambda _: ["1", "2", "3"],
            "Which number is each hint for?": lambda _: ["1", "2", "3"],
        },
        (": the code",),
        ("Send these hints?", "Send this guess?"),
    ),
    "dixit": Script(
        tuple(f"p{n}=human:{name}" for n, name in enumerate(("Ada", "Ben", "Cleo", "Dora"), 1)),
        (),
        {
            "Choose a card and give a clue.": lambda words: ["2", "\t", next(words)],
            "Play a card others might mistake": lambda _: ["2"],
            "Which card is ": lambda _: ["1", "2"],
        },
        ("The cards are on the table.", " said"),
        ("Send this clue?", "Play this card?", "Send this vote?"),
    ),
    "undercover": Script(
        tuple(
            f"p{n}=human:{name}" for n, name in enumerate(("Ada", "Ben", "Cleo", "Dora", "Emil"), 1)
        ),
        (),
        {
            "Describe your word in one sentence": _line,
            "Who has a different word?": lambda _: ["\x1b[B"],
        },
        ("Everybody has spoken", "the votes are in"),
        ("Say this?", "Send this vote?"),
    ),
    "taboo": Script(
        ("attacker=human:Ada", "defender=human:Ben"),
        ("turns=20", "word=apple"),
        {"say your target, and do not": _line, "the target, or guess it.": _line},
        (),
        ("Say this?",),
    ),
}


class Sample(NamedTuple):
    """From a key to the next screen."""

    seconds: float
    processor: float
    """Seconds of processor time."""


@dataclass
class Times:
    """How long it took from keys to screens."""

    by_way: dict[str, list[Sample]] = field(default_factory=dict)
    help: list[Sample] = field(default_factory=list)

    @property
    def all(self) -> list[Sample]:
        """Those of all ways to the next screen."""
        return [sample for way in self.by_way.values() for sample in way]

    @property
    def is_enough(self) -> bool:
        """Whether there are as many as are wanted."""
        return len(self.all) >= SAMPLES and len(self.help) * HELP_EVERY >= SAMPLES


def main() -> int:
    """Print the medians of each game; 1 if one misses its bound."""
    parser = create_parser(
        __doc__,
        bounds=f"at the median {BOUND} ms to the next screen, {HELP_BOUND} ms from F1 to the help",
        takes="six minutes, two for one game",
    )
    known = ", ".join(SCRIPTS)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{known}; all if left out")
    games: list[str] = parser.parse_args().games
    missed = False
    print(f"load {os.getloadavg()[0]:.1f}; medians in ms, in brackets of processor time")
    for game in games or tuple(SCRIPTS):
        times = Times()
        for number in count():
            if times.is_enough:
                break
            play(game, f"latency/{number}", SCRIPTS[game], times)
        ways = ", ".join(f"{way} {_medians(some)}" for way, some in times.by_way.items())
        print(
            f"{game}: key to next screen {_describe(times.all, BOUND)}; {ways}; "
            f"F1 {_describe(times.help, HELP_BOUND)}, first of the run {_medians(times.help[:1])}",
            flush=True,
        )
        missed |= 1000 * median(one.seconds for one in times.all) > BOUND
        missed |= 1000 * median(one.seconds for one in times.help) > HELP_BOUND
    return int(missed)


def _medians(samples: list[Sample]) -> str:
    seconds, processor = (1000 * median(column) for column in zip(*samples, strict=True))
    return f"{seconds:.0f} ({processor:.0f})"


def _describe(samples: list[Sample], bound: int) -> str:
    most = 1000 * quantiles([one.seconds for one in samples], n=10)[-1]
    return f"{_medians(samples)} of {len(samples)} keys, 9 of 10 in {most:.0f}, bound {bound}"


def play(game: str, seed: str, script: Script, times: Times) -> None:
    """Play until there are enough samples, or the game is over."""
    command = [str(Path(PYTHON).with_name("parlour")), "play", game, "--seed", seed]
    for seat in script.seats:
        command += ["--seat", seat]
    for option in script.options:
        command += ["--set", option]
    # No form of a keyword begins as none of them does.
    words = iter([word for word in read_hint_corpus() if word[0] not in "aovgw"][::7])
    with (
        TemporaryDirectory() as folder,
        Terminal(command, env={"PARLOUR_DATA": folder, "PARLOUR_MOTION": "off"}) as terminal,
    ):
        terminal.expect(CURTAIN)
        for turn in count():
            form = time_key(terminal, times, "curtain to form", ENTER, tuple(script.forms))
            if turn % HELP_EVERY == 0:
                time_help(terminal, times)
            terminal.settle(READY)
            for part in script.forms[form](words):
                terminal.press(part)
                terminal.settle(REACH)
            time_key(terminal, times, "form to review", ENTER, script.reviews, wait=0.5)
            shown = (CURTAIN, *script.pages, RESULT)
            page = time_key(terminal, times, "review to next", ENTER, shown)
            while page in script.pages:  # it may be painted again, as when its pictures are ready
                others = tuple(text for text in shown if text != page)
                page = time_key(terminal, times, "page to next", ENTER, others)
            if page == RESULT or times.is_enough:
                return


def time_key(
    terminal: Terminal,
    times: Times,
    way: str,
    key: str,
    texts: tuple[str, ...],
    wait: float = READY,
) -> str:
    """Press a key when the screen in front is at rest, and time the next screen.

    Returns:
        By which of the `texts` the next screen is known.
    """
    for _ in range(TRIES):
        terminal.settle(wait)
        with suppress(TimeoutError):  # a busy machine was not ready for the key
            shown, sample = _press(terminal, key, texts)
            times.by_way.setdefault(way, []).append(sample)
            return shown
    raise TimeoutError(f"{way}: {key!r} does nothing")


def time_help(terminal: Terminal, times: Times) -> None:
    """Open the help of the private screen in front, and close it."""
    terminal.settle(READY)
    times.help.append(_press(terminal, F1, (HELP,))[1])
    terminal.settle(READY)
    terminal.press(ESCAPE)
    terminal.settle(READY)


def _press(terminal: Terminal, key: str, texts: tuple[str, ...]) -> tuple[str, Sample]:
    used = terminal.processor_time
    pressed = terminal.press(key)
    shown, seconds = terminal.expect_any(texts, PATIENCE)
    return shown, Sample(seconds - pressed, terminal.processor_time - used)


if __name__ == "__main__":
    sys.exit(main())
