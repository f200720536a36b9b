"""Ask the process that works on a run to do something."""

from engine.config.settings import Settings
from lab.run.folder import find_run
from lab.run.status import describe_status
from lab.run.store import RunFile
from tui.output import echo
from tui.usage_error import UsageError


def send_request(settings: Settings, run: str, request: str, message: str) -> None:
    """Send a request to the process that is working on a run.

    Raises:
        UsageError: If no process is working on it.
    """
    path = find_run(run, data=settings.data)
    with RunFile(path) as run_file:
        if describe_status(run_file).over:
            raise UsageError(f"Nobody works on {path}: there is nothing to {request}.")
        run_file.send_request(request)
    echo(f"{path.name}: {message}")
