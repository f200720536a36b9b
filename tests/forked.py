"""Commands of Parlour in processes of their own, without a start for each.

`python -m tests.forked` loads the program, reads jobs from stdin as JSON, and forks for each of
them: what a command does or remembers stays in its fork, as in a process that was just started.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from engine.games.catalog import CATALOG

SECONDS = 180
"""How long a command may take; one that waits for something is killed."""


class Ended(NamedTuple):
    """A command that has ended."""

    code: int
    """Its exit code; negative if a signal killed it."""
    output: str
    """What it printed to stdout and stderr."""


class Job(NamedTuple):
    """A command to run."""

    arguments: Sequence[str]
    folder: Path
    environment: Mapping[str, str]


def run_forked(jobs: Sequence[Job]) -> list[Ended]:
    """Run commands one after the other, each in a fork of a process that has loaded Parlour."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.forked"],
        input=json.dumps(jobs, default=str),
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=True,
        timeout=SECONDS * len(jobs),
    )
    return [Ended(*ended) for ended in json.loads(done.stdout)]


COMMANDS = ("play", "show", "branch", "resume", "vectors.nearest")
"""Commands whose modules most commands need."""


def load_parlour() -> None:
    """Import what the forks would otherwise import, each for itself."""
    for module in ("main", "command_line", "errors", *(f"commands.{name}" for name in COMMANDS)):
        import_module(f"tui.{module}")
    for definition in CATALOG.values():
        definition.list_options()


def main() -> None:
    """Run the jobs on stdin; print exit code and output of each as JSON."""
    load_parlour()
    json.dump([_run(Job(*job)) for job in json.load(sys.stdin)], sys.stdout)


def _run(job: Job) -> Ended:
    sys.stdout.flush()
    with tempfile.TemporaryFile() as output:
        child = os.fork()
        if child == 0:
            _become(job, output)
        _, status = os.waitpid(child, 0)
        output.seek(0)
        return Ended(os.waitstatus_to_exitcode(status), output.read().decode(errors="replace"))


def _become(job: Job, output: Any) -> None:
    """Run a job in this process, and end it."""
    code = 1
    try:
        signal.alarm(SECONDS)
        os.chdir(job.folder)
        os.environ.update(job.environment)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
        sys.argv = ["parlour", *job.arguments]
        from tui.main import main as parlour

        parlour()
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
    except BaseException:  # noqa: BLE001 - as the interpreter prints what nothing catches
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
