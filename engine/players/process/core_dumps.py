"""Keep keys and secrets in memory out of core dumps."""

import resource

from engine.players.process.tree import find_prctl

SET_DUMPABLE = 4
"""The option of prctl(2) that decides whether a process may be dumped, or looked into."""


def forbid_core_dumps() -> None:
    """Let neither the system nor another process of this user write or read our memory.

    Programs that are started later may be looked into, but leave core dumps only if they raise
    their own limit. On other systems than Linux only the limit is set.
    """
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, most))
    prctl = find_prctl()
    if prctl is not None:  # a pipe that takes core dumps ignores the limit
        prctl(SET_DUMPABLE, 0, 0, 0, 0)
