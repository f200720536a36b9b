"""The processes of agents and all that they started: how they are found and ended.

Every agent leads a process group and a session of its own. On Linux Parlour also adopts what an
agent leaves behind (`PR_SET_CHILD_SUBREAPER`), so that programs that change their session are found
too; elsewhere only the group can be ended.
"""

import os
import signal
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

SET_PDEATHSIG, SET_CHILD_SUBREAPER = 1, 36
"""Operations of prctl(2)."""
ROUNDS = 20
"""How often descendants are looked for: they may start others while they are ended."""
PROC = Path("/proc")

_running: set[int] = set()
"""The agents that run, by process ID."""
_lock = Lock()
_adopting = False


class _Status(NamedTuple):
    parent: int
    session: int
    state: str
    started: int
    """When it started: with the ID it identifies a process."""


def die_with_parent() -> None:
    """Have this process killed when Parlour ends, even by SIGKILL; to be called after a fork."""
    if (prctl := _find_prctl()) is not None:
        prctl(SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


def adopt_orphans() -> None:
    """From the first agent on, become the parent of what agents leave behind.

    Only for a process that starts sessions for nothing but agents: all others below it are ended.
    """
    global _adopting
    _adopting = True


def prepare_agents() -> None:
    """Do what has to be done before an agent starts."""
    prctl = _find_prctl()
    if _adopting and prctl is not None:
        prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def add_agent(pid: int) -> None:
    """Note that an agent runs."""
    with _lock:
        _running.add(pid)


def find_offspring(pid: int) -> dict[int, int]:
    """What an agent has started and still runs: when each process started, by its ID."""
    statuses = _read_statuses()
    return {one: statuses[one].started for one in _find_below(pid, statuses)}


def end_agent(pid: int, offspring: Mapping[int, int]) -> None:
    """End an agent and all that it started.

    Args:
        pid: The agent.
        offspring: What it had started before it ended; see `find_offspring`.
    """
    _kill_all(find_offspring(pid))
    _kill_group(pid)
    for one, started in offspring.items():
        if (status := _read_status(one)) and status.started == started:
            _kill_all((one,))
    with _lock:
        _running.discard(pid)
        last = not _running
    if last:
        _end_adopted()


def end_all_agents() -> None:
    """End all agents and all that they started."""
    with _lock:
        agents = list(_running)
    for pid in agents:
        end_agent(pid, {})
    if not agents:
        _end_adopted()


@cache
def _find_prctl() -> Any:  # noqa: ANN401
    """The function prctl(2) of Linux; `None` elsewhere."""
    if not sys.platform.startswith("linux"):
        return None
    import ctypes

    with suppress(OSError, AttributeError):
        return ctypes.CDLL(None).prctl
    return None


def _kill_group(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):  # nothing of the group is left
        os.killpg(pid, signal.SIGKILL)


def _kill_all(pids: Iterable[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def _find_below(root: int, statuses: Mapping[int, _Status]) -> set[int]:
    """The descendants of a process, as far as the chain of parents is whole."""
    found = {root}
    while more := {pid for pid, one in statuses.items() if one.parent in found} - found:
        found |= more
    return found - {root}


def _end_adopted() -> None:
    """End what agents left behind: every process below ours in a session other than ours."""
    if not _adopting or _find_prctl() is None:
        return
    own, session = os.getpid(), os.getsid(0)
    for _ in range(ROUNDS):
        statuses = _read_statuses()
        with _lock:
            if _running:  # a new agent: not to be mistaken for something left behind
                return
        below = _find_below(own, statuses)
        left = {pid for pid in below if statuses[pid].session != session}
        for pid in left:
            if statuses[pid].state == "Z" and statuses[pid].parent == own:
                with suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)
        left = {pid for pid in left if statuses[pid].state != "Z"}
        if not left:
            return
        _kill_all(left)


def _read_statuses() -> dict[int, _Status]:
    """Parent, session and state of all processes, by ID; nothing where there is no /proc."""
    found = {}
    with suppress(OSError):
        for name in os.listdir(PROC):  # noqa: PTH208 - many
            if name.isdecimal() and (status := _read_status(int(name))):
                found[int(name)] = status
    return found


def _read_status(pid: int) -> _Status | None:
    try:
        # The name of the program, in parentheses, may hold anything.
        fields = (PROC / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()
        state = fields[0].decode("ascii")
        return _Status(int(fields[1]), int(fields[3]), state, int(fields[19]))
    except (OSError, ValueError, IndexError):  # it has ended
        return None
