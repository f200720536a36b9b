"""Time from a key to the next painted screen, while two people play Decrypto against a baseline.

The real app runs in a pseudo-terminal: Ada gives hints, Ben guesses, word2vec intercepts, for all
rounds. Two times are measured: from Space at the curtain to the private screen, and from Enter at
the confirmation of the last guess to the round summary.
"""

import sys
from itertools import islice
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from benchmarks.terminal import PYTHON, Terminal
from screens.key_guard import MIN_SHOWN
from words.word_lists import hint_corpus

BOUND = 50
"""Milliseconds, at the median."""
GAMES, ROUNDS = 2, 16
SCREEN = {
    "curtain": "Pass the keyboard",
    "encoder": "Give a hint for each digit",
    "decoder": "Which keyword does each hint mean?",
    "interceptor": "Which number does each hint belong to?",
    "hints confirmed": "Send these hints?",
    "guess confirmed": "Send this guess?",
    "summary": "the code was",
}
"""Words by which a screen is known once it is written."""
KEYWORDS = ("ocean", "violin", "garden", "winter")
LISTEN = MIN_SHOWN + 0.15
"""Seconds until a fresh screen hears keys, and has finished all it does after its first paint."""
REACH = 0.2
"""Seconds between Enter in one field and the first letter in the next."""
SPACE, ENTER = " ", "\r"

type Samples = dict[str, list[float]]
"""Seconds by which way was timed."""


def main() -> int:
    """Print the median of each way; 1 if one misses the bound."""
    samples: Samples = {
        "curtain to encoder's screen": [],
        "curtain to decoder's screen": [],
        "confirmation to round summary": [],
    }
    for game in range(GAMES):
        play(f"latency/{game}", samples)
    for way, seconds in samples.items():
        slowest = quantiles(seconds, n=10)[-1]
        print(
            f"{way}: {1000 * median(seconds):.0f} ms (median of {len(seconds)}; "
            f"9 of 10 within {1000 * slowest:.0f} ms; bound {BOUND})"
        )
    return int(any(1000 * median(seconds) > BOUND for seconds in samples.values()))


def play(seed: str, samples: Samples) -> None:
    """Play one game from its first curtain to its last summary."""
    command = [str(Path(PYTHON).with_name("parlour")), "play", "decrypto", "--seed", seed]
    for seat in ("encoder=human:Ada", "decoder=human:Ben", "interceptor=word2vec"):
        command += ["--seat", seat]
    for option in (f"rounds={ROUNDS}", "play_on=yes", f"keywords={','.join(KEYWORDS)}"):
        command += ["--set", option]
    # No form of a keyword begins as none of them does.
    words = iter([word for word in hint_corpus() if word[0] not in "ovgw"][::7])
    with (
        TemporaryDirectory() as folder,
        Terminal(command, env={"PARLOUR_DATA": folder}) as terminal,
    ):
        for _ in range(ROUNDS):
            terminal.expect(SCREEN["curtain"])
            way = samples["curtain to encoder's screen"]
            way.append(time_key(terminal, SPACE, SCREEN["encoder"]))
            terminal.settle(LISTEN)
            for word in islice(words, 3):
                terminal.settle(REACH)
                terminal.press(word)
                terminal.expect(word)
                terminal.press(ENTER)
            terminal.expect(SCREEN["hints confirmed"])
            terminal.settle(LISTEN)
            terminal.press(ENTER)
            terminal.expect(SCREEN["curtain"])
            way = samples["curtain to decoder's screen"]
            way.append(time_key(terminal, SPACE, SCREEN["decoder"]))
            terminal.settle(LISTEN)
            terminal.press(f"123{ENTER}")
            terminal.expect(SCREEN["guess confirmed"])
            way = samples["confirmation to round summary"]
            way.append(time_key(terminal, ENTER, SCREEN["summary"]))
            terminal.settle(LISTEN)
            terminal.press(ENTER)


def time_key(terminal: Terminal, key: str, text: str) -> float:
    """Seconds from pressing `key` until `text` is written, once the screen in front is at rest."""
    terminal.settle(LISTEN)
    pressed = terminal.press(key)
    return terminal.expect(text) - pressed


if __name__ == "__main__":
    sys.exit(main())
