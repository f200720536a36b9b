"""Keep answers in a file while a trial runs, so that a killed run loses none of them."""

import json
from pathlib import Path
from typing import Any

from files.line_file import LineFile
from files.regular import read_bytes


class AnswerFile:
    """The answers so far, each with a unique name; only in memory if there is no file."""

    def __init__(self, path: Path | None) -> None:
        """Read the answers of an earlier run; an incomplete line is left out."""
        self._path = path
        self._answers: dict[str, Any] = {}
        if path is None or not path.exists():
            return
        data = read_bytes(path)
        for line in data[: data.rfind(b"\n") + 1].splitlines():
            name, answer = json.loads(line)
            self._answers[name] = answer

    def __contains__(self, name: str) -> bool:
        return name in self._answers

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401
        return self._answers[name]

    def read_values(self) -> list[Any]:
        """Return the answers in order of arrival."""
        return list(self._answers.values())

    def count(self, prefix: str = "") -> int:
        """Count the answers whose name has this prefix."""
        return sum(name.startswith(prefix) for name in self._answers)

    def add(self, name: str, answer: Any) -> None:  # noqa: ANN401
        """Store an answer, first on disk."""
        if self._path is not None:
            try:
                lines = LineFile.create(self._path, durable=False)
            except FileExistsError:
                lines = LineFile.open(self._path, durable=False)
            with lines:
                lines.cut_torn_line()
                lines.append(json.dumps([name, answer]).encode() + b"\n")
        self._answers[name] = answer
