"""How the time to read a model's answer grows with its length, for answers made to be slow.

Each answer is doubled up to the longest that is read. The bound is on the ratio of the last two
times, which is 2 if reading is linear, and counts only where reading takes time at all.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from time import process_time

from benchmarks import create_parser
from engine.errors import Unreadable
from engine.games.decrypto.moves import Guess
from engine.llm.calls_file import MAX_REPLY_CHARS, Call
from engine.llm.reasoning import extract_reasoning
from engine.llm.reply import parse_move
from engine.llm.thoughts import extract_thoughts

LENGTHS = tuple(MAX_REPLY_CHARS // 2**n for n in (3, 2, 1, 0))
BOUND = 3.0
NEGLIGIBLE = 0.15
"""Seconds of processor time: an answer that is read faster may have any ratio."""
REPEATED = {
    "brackets": "[",
    "braces": "{",
    "objects in lists": '[{"a":',
    "keys without values": '{"a":1,',
    "JSON in strings": '{"x":"{a:[1,2,3],b:[1,2,3],", ',
    "JSON in JSON in strings": '{"answer":"{\\"answer\\":',
    "quotes": '{"',
    "single quotes": "{'",
    "curly quotes": "{“a”: “",
    "escapes": '{"\\',
    "escaped quotes": '\\"',
    "comments": '{"a":/* */',
    "open comments": "{/*",
    "code fences": "```json\n{",
    "quoted lines": "\n> {",
    "entities": "&quot;",
    "reasoning": "<think>",
    "ended reasoning": "</think>{",
    "digits": "1",
    "rows of digits": "1-2-3 ",
    "white space": " \t",
    "invisible letters": "\u200b{",
    "terminal escapes": "\x1b[",
    "numbers at the end": '{"a":1',
}
"""What each answer repeats."""
READERS: dict[str, Callable[[str], object]] = {
    "move": lambda text: parse_move((Guess,), text),
    "thoughts": lambda text: extract_thoughts(Call("s", "m", "", 1, 0, [], {}, reply=text)),
    "reasoning": extract_reasoning,
}


def main() -> int:
    """Print the times and the ratio for each answer; 1 if a bound is missed."""
    create_parser(
        __doc__,
        bounds=f"twice the length takes at most {BOUND} times as long, above {NEGLIGIBLE} s",
        takes="20 seconds",
    ).parse_args()
    missed = 0
    for name, piece in REPEATED.items():
        times = [measure((piece * length)[:length]) for length in LENGTHS]
        ratio = times[-1] / max(times[-2], 1e-6)
        slow = times[-1] > NEGLIGIBLE and ratio > BOUND
        missed += slow
        shown = ", ".join(f"{1000 * seconds:.1f}" for seconds in times)
        print(f"{name}: {shown} ms; {ratio:.1f} times the time for twice the length")
    chars = ", ".join(f"{length:,}" for length in LENGTHS)
    print(f"answers of {chars} characters; bound {BOUND} for those above {NEGLIGIBLE} s")
    return int(missed > 0)


def measure(text: str) -> float:
    """Seconds of processor time to read an answer in every way; the best of three."""
    return min(_read(text) for _ in range(3))


def _read(text: str) -> float:
    started = process_time()
    for read in READERS.values():
        with suppress(Unreadable):
            read(text)
    return process_time() - started


if __name__ == "__main__":
    sys.exit(main())
