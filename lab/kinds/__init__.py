"""The kinds of trial: a module each, with `async def run(trial, desk) -> Outcome`.

The runner knows none of them by name. A new kind is a new module here, and lines in `lab.plan`.

Answers of a costly trial, on disk line by line, so that a kill loses none of them.
"""

import json
import os
from importlib import import_module
from pathlib import Path
from typing import Any

from lab.desk import Desk
from lab.trial import Outcome, Trial
from words.file_access import make_private_folder


async def run_trial(trial: Trial, desk: Desk) -> Outcome:
    """Run a trial of any kind.

    Raises:
        PlayerError: If a player failed; another try may help.
        ValueError: If the trial cannot have an outcome.
    """
    outcome: Outcome = await import_module(f"lab.kinds.{trial.kind}").run(trial, desk)
    return outcome


class AnswerFile:
    """The answers so far, each under a name of its own; in memory only without a file."""

    def __init__(self, path: Path | None) -> None:
        """Read the answers that a run left behind; a line that was cut short is cut off."""
        self._path = path
        self._answers: dict[str, Any] = {}
        if path is None or not path.exists():
            return
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(path, whole)
        for line in data[:whole].splitlines():
            name, answer = json.loads(line)
            self._answers[name] = answer

    def __contains__(self, name: str) -> bool:
        return name in self._answers

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401
        return self._answers[name]

    def values(self) -> list[Any]:
        """The answers, in the order in which they came."""
        return list(self._answers.values())

    def count(self, prefix: str = "") -> int:
        """How many answers there are whose name begins like this."""
        return sum(name.startswith(prefix) for name in self._answers)

    def add(self, name: str, answer: Any) -> None:  # noqa: ANN401
        """Store an answer, on disk first."""
        if self._path is not None:
            make_private_folder(self._path.parent)
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
            file = os.open(self._path, flags, 0o600)
            try:
                os.write(file, json.dumps([name, answer]).encode() + b"\n")
            finally:
                os.close(file)
        self._answers[name] = answer
