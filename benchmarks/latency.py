"""Time from the bytes of a key to the bytes of the next painted screen, in every game, and of F1.

The real app runs in a pseudo-terminal, and people play by keys: Enter at the curtain brings their
private screen, Enter in the form the review, Enter at the review the next curtain or the reveal.
A screen counts as painted when words that only it has are written. Reveals are shown at once
(`PARLOUR_MOTION=off`). `python -m benchmarks.latency undercover` measures one game.
"""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from benchmarks.terminal import PYTHON, Terminal
from screens.key_guard import HOLD_TIME
from words.word_lists import hint_corpus

SAMPLES = 30
"""Keys of a game."""
BOUND, HELP_BOUND = 50, 150
"""Milliseconds at the median: to the next screen, and from F1 to the help."""
READY = HOLD_TIME + 0.15
"""Seconds until a fresh screen takes a key at once, and has done all that follows its paint."""
REACH = 0.2
"""Seconds between Enter in one field and the first letter in the next."""
CURTAIN, HELP = "Everyone else, look away.", "This screen"
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
            "Give a hint for each digit": _hints,
            "Which keyword does each hint mean?": lambda _: ["1", "2", "3"],
            "Which number does each hint belong to?": lambda _: ["1", "2", "3"],
        },
        (": the code",),
        ("Send these hints?", "Send this guess?"),
    ),
    "dixit": Script(
        tuple(f"p{n}=human:{name}" for n, name in enumerate(("Ada", "Ben", "Cleo", "Dora"), 1)),
        (),
        {
            "Choose a card and give a clue.": lambda words: ["\t", next(words)],
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
        ("the votes are in",),
        ("Say this?", "Send this vote?"),
    ),
    "taboo": Script(
        ("attacker=human:Ada", "defender=human:Ben"),
        ("turns=20", "word=apple"),
        {"say your target, and do not": _line, "or use your one guess.": _line},
        ("Round", "wins"),
        ("Say this?",),
    ),
}


@dataclass
class Times:
    """Seconds from keys to screens."""

    by_way: dict[str, list[float]] = field(default_factory=dict)
    help: list[float] = field(default_factory=list)

    @property
    def all(self) -> list[float]:
        """Those of all ways to the next screen."""
        return [seconds for way in self.by_way.values() for seconds in way]


def main(games: tuple[str, ...]) -> int:
    """Print the medians of each game; 1 if one misses its bound."""
    missed = False
    print(f"load {os.getloadavg()[0]:.1f}; medians in ms, and what 9 of 10 stay within")
    for game in games or tuple(SCRIPTS):
        times = Times()
        play(game, SCRIPTS[game], times)
        ways = ", ".join(f"{way} {_ms(median(some))}" for way, some in times.by_way.items())
        print(
            f"{game}: key to next screen {_describe(times.all, BOUND)}; {ways}; "
            f"F1 {_describe(times.help, HELP_BOUND)}, first of the run {_ms(times.help[0])}",
            flush=True,
        )
        missed |= 1000 * median(times.all) > BOUND or 1000 * median(times.help) > HELP_BOUND
    return int(missed)


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f}"


def _describe(seconds: list[float], bound: int) -> str:
    most = quantiles(seconds, n=10)[-1]
    return f"{_ms(median(seconds))} ({len(seconds)} keys, {_ms(most)}, bound {bound})"


def play(game: str, script: Script, times: Times) -> None:
    """Play until there are enough samples."""
    command = [str(Path(PYTHON).with_name("parlour")), "play", game, "--seed", f"latency/{game}"]
    for seat in script.seats:
        command += ["--seat", seat]
    for option in script.options:
        command += ["--set", option]
    # No form of a keyword begins as none of them does.
    words = iter([word for word in hint_corpus() if word[0] not in "aovgw"][::7])
    with (
        TemporaryDirectory() as folder,
        Terminal(command, env={"PARLOUR_DATA": folder, "PARLOUR_MOTION": "off"}) as terminal,
    ):
        terminal.expect(CURTAIN)
        for turn in count():
            form = time_key(terminal, times, "curtain to form", ENTER, tuple(script.forms))
            if turn % 3 == 0:
                time_help(terminal, times)
            terminal.settle(READY)
            for part in script.forms[form](words):
                terminal.press(part)
                terminal.settle(REACH)
            time_key(terminal, times, "form to review", ENTER, script.reviews, wait=0.5)
            shown = (CURTAIN, *script.pages)
            page = time_key(terminal, times, "review to next", ENTER, shown)
            while page != CURTAIN:
                page = time_key(terminal, times, "page to curtain", ENTER, shown)
            if len(times.all) >= SAMPLES and len(times.help) * 3 >= SAMPLES:
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
    terminal.settle(wait)
    pressed = terminal.press(key)
    shown, seconds = terminal.expect_any(texts)
    times.by_way.setdefault(way, []).append(seconds - pressed)
    return shown


def time_help(terminal: Terminal, times: Times) -> None:
    """Open the help of the private screen in front, and close it."""
    terminal.settle(READY)
    pressed = terminal.press(F1)
    times.help.append(terminal.expect(HELP) - pressed)
    terminal.settle(READY)
    terminal.press(ESCAPE)
    terminal.settle(READY)


if __name__ == "__main__":
    sys.exit(main(tuple(sys.argv[1:])))
