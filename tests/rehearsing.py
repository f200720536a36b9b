"""The mock model server in a process of its own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

PARLOUR = (sys.executable, "-c", "from tui.main import main; main()")


@contextmanager
def rehearsing(*arguments: str) -> Iterator[str]:
    """`parlour rehearse` on a free port; gives the base URL."""
    with subprocess.Popen(
        (*PARLOUR, "rehearse", "--port", "0", *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.terminate()
