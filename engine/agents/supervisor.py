"""The parent of an agent on Linux: a small process that outlives neither Parlour nor the agent.

It runs as a script, by `engine.agents.descendants.start_supervised`, which has made it a subreaper:
all that the agent starts and leaves behind becomes its child. SIGTERM, which the system also sends
it when Parlour ends, makes it kill all of them. It imports nothing of the project, to start fast.
"""

import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress

SIGNALS = (signal.SIGTERM, signal.SIGCHLD)
"""What it waits for; blocked since before it started, so that none is missed."""


def main(parent: int, agent: int) -> None:
    """Wait until the agent has ended, or end it; end all that it started; exit as it did."""
    ending = False
    status = 0
    while True:
        ending = ending or os.getppid() != parent  # it ended before the system was told to say so
        if ending:
            _kill(_list_children())
        try:
            pid, ended = os.waitpid(-1, 0 if ending else os.WNOHANG)
        except ChildProcessError:  # nothing is left
            break
        if pid == agent:
            status, ending = ended, True  # what it started might hold its pipes open
        if not pid and signal.sigwait(SIGNALS) == signal.SIGTERM:
            ending = True
    _exit_like(status)


def _list_children() -> list[int]:
    """The processes whose parent this one is."""
    own = os.getpid()
    with suppress(OSError), open(f"/proc/{own}/task/{own}/children", "rb") as file:  # noqa: PTH123
        return [int(pid) for pid in file.read().split()]
    names = os.listdir("/proc")  # noqa: PTH208
    return [int(name) for name in names if name.isdecimal() and _parent(name) == own]


def _parent(name: str) -> int:
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
    """Exit with the code of the agent, or by the signal that ended it."""
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        os._exit(code)
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(OSError, ValueError):  # SIGKILL needs no handler
        signal.signal(-code, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [-code])
    os.kill(os.getpid(), -code)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
