"""Read the calls of a trial as a run file keeps them, which may come from elsewhere."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, TypeAdapter
from typing_extensions import TypedDict

from lab.errors import RunError
from lab.run.compression import decompress_lines


class CallLine(TypedDict):
    """What a line has at least; see `engine.llm.calls_file.Call`."""

    __pydantic_config__ = ConfigDict(extra="allow", strict=True)  # type: ignore[misc]  # pydantic's own way
    seat: str
    move: int
    verdict: str
    reply: str | None
    reasoning: str | None
    messages: list[dict[str, Any]]


@cache
def _get_reader() -> TypeAdapter[CallLine]:
    return TypeAdapter(CallLine)


def read_call_lines(packed: bytes | None, path: Path) -> Iterator[dict[str, Any]]:
    """Yield the calls of a trial.

    Args:
        packed: The cell of the run.
        path: The run, for errors.

    Raises:
        RunError: If the cell is damaged.
    """
    line: str | bytes
    for line in decompress_lines(packed, path).splitlines():
        try:
            if "\\u" in line:  # a lone surrogate is no text
                line = json.dumps(json.loads(line), ensure_ascii=False).encode(errors="replace")
            yield dict(_get_reader().validate_json(line))
        except (ValueError, RecursionError):
            raise RunError(f"{path} is damaged: a call of a trial cannot be read.") from None
