"""Cases whose expectations are wrong: each has to fail, or the campaign would prove nothing."""

import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tests.campaign.case import (
    KEY,
    Case,
    Ended,
    expect_end,
    expect_journals,
    expect_private,
    expect_sentence,
)
from tests.campaign.hostile_server import GUESS, answering, completion
from tests.campaign.processes import Running, build_environment, run_parlour
from tests.campaign.server import Fault, try_fault

PART = "self-check"
LINGERING = """
import os, time
if os.fork() == 0:
    os.setsid()
    os.chdir("/")
    time.sleep(60)
"""


def build_wrong_cases() -> dict[Case, str]:
    """One for each thing that may be expected, and a pattern of why it fails."""
    wrong: dict[str, tuple[str, Callable[[Path], None]]] = {
        "exit-code": ("exit code 3", _program("raise SystemExit(3)")),
        "time": ("still running", _program("import time; time.sleep(60)", seconds=0.3)),
        "traceback": ("a traceback", _program("raise ValueError", codes=(1,))),
        "says": ("does not say", _program("print('all is well')", says="failed")),
        "memory": ("took .* MB", _program("x = b'.' * 100_000_000", memory=50_000_000)),
        "escape": ("wrote the character", _program("print('\\x1b[31m')")),
        "bidi": ("wrote the character", _program("print('\\u202e')")),
        "key-printed": (
            "wrote the secret",
            _program("import os; print(os.environ['OPENAI_API_KEY'])"),
        ),
        "secret-printed": ("wrote the secret", _program("print('orchard')", secrets=("orchard",))),
        "key-in-file": ("holds the secret", lambda folder: _write(folder / "some" / "file", KEY)),
        "key-in-name": ("names a secret", lambda folder: _write(folder / KEY, "")),
        "file-outside": ("a file beside", lambda folder: _write(folder.parent / "outside", "")),
        "process-left": ("left running", _program(LINGERING)),
        "slow-case": ("took", lambda _: time.sleep(0.3)),
        "broken-case": ("is broken", lambda _: [][0]),
        "no-journal": ("0 journals", lambda folder: expect_journals(folder, at_least=1)),
        "torn-journal": ("ends in the middle", partial(_damage_journal, cut=5, add="")),
        "damaged-journal": ("a damaged journal", partial(_damage_journal, cut=0, add="[]\n")),
        "no-sentence": ("0 lines", lambda _: expect_sentence(_ended("nothing"), "")),
        "other-sentence": (
            "does not say",
            lambda _: expect_sentence(_ended("The a (m) failed: x."), "y"),
        ),
        "two-sentences": (
            "2 lines",
            lambda _: expect_sentence(_ended("The a (m) failed: x.\n" * 2), "x"),
        ),
        "long-sentence": (
            "a sentence of",
            lambda _: expect_sentence(_ended("The a (m) failed: " + "x" * 900), "x"),
        ),
        "server-plays": ("exit code 0", _fault(GUESS, "No legal move")),
        "server-fails": ("exit code 3", _fault(b"{}", "")),
        "server-sentence": ("does not say", _fault(b"{}", "No legal move")),
        "server-asked-again": ("3 requests", _fault(completion("?"), "No legal move", requests=2)),
        "server-result": ("no kettle in", _fault(GUESS, "", found="kettle")),
    }
    return {
        Case(PART, name, run, 0.2 if name == "slow-case" else 60): reason
        for name, (reason, run) in wrong.items()
    }


def find_passed(wrong: Mapping[Case, str], failures: Mapping[str, str]) -> dict[str, str]:
    """Find wrong cases that did not fail, or not for their own reason."""
    return {
        case.label: f"should fail with {reason!r}, but: {failures.get(case.label, 'no failure')}"
        for case, reason in wrong.items()
        if not re.search(reason, failures.get(case.label, "no failure"))
    }


def _program(
    code: str, seconds: float = 20, codes: Sequence[int] = (0,), **others: object
) -> Callable[[Path], None]:
    def run(folder: Path) -> None:
        command = [sys.executable, "-S", "-c", code]
        ended = Running(folder, command, build_environment(folder)).wait(seconds)
        expect_end(ended, codes, **others)  # type: ignore[arg-type]

    return run


def _fault(body: bytes, says: str, **others: Any) -> Callable[[Path], None]:
    return partial(try_fault, Fault("", answering(body), says, **others))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    expect_private(path.parent, ())


def _damage_journal(folder: Path, cut: int, add: str) -> None:
    seats = [f"--seat={seat}=random" for seat in ("attacker", "defender")]
    run_parlour(folder, "play", "taboo", *seats, "--journal", str(folder / "game.jsonl"))
    (path,) = folder.glob("*.jsonl")
    text = path.read_text()
    path.write_text(text[: len(text) - cut] + add)
    expect_journals(folder, at_least=1)


def _ended(err: str) -> Ended:
    return Ended(3, "", err, 1.0, 0, in_time=True)
