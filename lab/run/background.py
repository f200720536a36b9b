"""Start runs in separate processes, which continue when the app is closed."""

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.config.settings import Settings
from engine.players.process.tree import spare_process
from engine.text import clean
from files.regular import open_regular, read_bytes
from files.replacement import replace_private_file
from lab.errors import RunError

MAX_MESSAGE = 600
"""Maximum length of an error message in characters."""


@dataclass(slots=True)
class BackgroundRun:
    """A run that this process started."""

    path: Path
    """The run file; it may not exist yet."""
    process: "subprocess.Popen[bytes]"

    @property
    def is_over(self) -> bool:
        """Whether the process has ended."""
        return self.process.poll() is not None

    def explain_end(self) -> str:
        """Explain why the process ended without finishing the run; empty while it is running."""
        if self.process.poll() in (None, 0, 1, 3):  # 1: trials failed; 3: the run says why
            return ""
        try:
            lines = read_bytes(log_path(self.path)).decode("utf-8", "replace").splitlines()
        except OSError:
            lines = []
        told = [line for line in lines if line.strip()]
        why = clean(told[-1], MAX_MESSAGE) if told else ""
        return why or f"The process ended with exit code {self.process.returncode}."


def log_path(run: Path) -> Path:
    """Find the log file of a run in the background."""
    return run.with_name(f"{run.name}.log")


class Launcher:
    """Starts runs in separate processes, and keeps track of them."""

    def __init__(self, parlour: Sequence[str], settings: Settings) -> None:
        """Create a launcher.

        Args:
            parlour: The command that runs Parlour.
            settings: The settings in force, which also apply to the runs.
        """
        self.parlour = tuple(parlour)
        self._environment = {**os.environ, **settings.build_variables()}
        self.started: list[BackgroundRun] = []

    @property
    def going_on(self) -> list[BackgroundRun]:
        """The runs that this launcher has started and that still run."""
        self.started = [one for one in self.started if not one.is_over]
        return list(self.started)

    def start_run(self, arguments: Sequence[str], run: Path) -> BackgroundRun:
        """Start `parlour lab run` in a separate process.

        It has its own session, so that neither Ctrl+C nor closing the terminal ends it.

        Args:
            arguments: The arguments after `lab run`.
            run: The run file that it writes.

        Raises:
            RunError: If it cannot be started.
        """
        try:
            replace_private_file(log_path(run), "")
            log = open_regular(log_path(run), os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW)
            try:
                process = subprocess.Popen(  # noqa: S603 - our own command, no shell
                    [*self.parlour, "lab", "run", *arguments],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=log,
                    start_new_session=True,
                    env=self._environment,
                )
            finally:
                os.close(log)
        except OSError as error:
            raise RunError(f"The run could not be started: {error.strerror}.") from None
        spare_process(process.pid)
        self.started.append(BackgroundRun(run, process))
        return self.started[-1]

    def run_command(self, arguments: Sequence[str]) -> "subprocess.CompletedProcess[str]":
        """Run a command of Parlour, and wait for its end."""
        return subprocess.run(  # noqa: S603 - our own command, no shell
            [*self.parlour, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env=self._environment,
            check=False,
        )
