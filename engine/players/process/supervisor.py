"""The parent process of an agent on Linux, which ends whatever the agent leaves running.

`engine.players.process.tree.prepare_start` makes it a subreaper, so that it becomes the parent of
the agent's orphans. When the agent ends, or on SIGTERM, which the system also sends when Parlour
ends, the script kills all of them and exits with the agent's status. It imports nothing from the
project, so that it starts fast.
"""

import os
import resource
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress

SIGNALS = (signal.SIGTERM, signal.SIGCHLD)
"""The signals it waits for; they were blocked before it started, so that none is missed."""


def main(parent: int, agent: int) -> None:
    """Wait until the agent ends, or end it; end its descendants; exit with the agent's status."""
    ending = False
    status = 0
    while True:
        ending = ending or os.getppid() != parent  # the parent ended before it was watched
        if ending:
            _kill(_list_children())
        try:
            pid, ended = os.waitpid(-1, 0 if ending else os.WNOHANG)
        except ChildProcessError:  # nothing is left
            break
        if pid == agent:
            status, ending = ended, True  # its descendants might keep its pipes open
        if not pid and signal.sigwait(SIGNALS) == signal.SIGTERM:
            ending = True
    _exit_like(status)


def _list_children() -> list[int]:
    """List the child processes of this process."""
    own = os.getpid()
    with suppress(OSError), open(f"/proc/{own}/task/{own}/children", "rb") as file:  # noqa: PTH123
        return [int(pid) for pid in file.read().split()]
    names = os.listdir("/proc")  # noqa: PTH208
    return [int(name) for name in names if name.isdecimal() and _read_parent(name) == own]


def _read_parent(name: str) -> int:
    try:
        with open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123
            return int(file.read().rpartition(b")")[2].split()[1])
    except (OSError, ValueError, IndexError):
        return 0


def _kill(pids: Iterable[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def _exit_like(status: int) -> None:
    """Exit with the agent's exit code, or by the signal that ended it."""
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        os._exit(code)

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(OSError, ValueError):  # SIGKILL needs no handler
        signal.signal(-code, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [-code])
    os.kill(os.getpid(), -code)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
