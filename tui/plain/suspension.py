"""Erase private lines before Ctrl+Z stops the program, and start again when it is continued."""

import os
import signal
import threading
from asyncio import CancelledError, Task, current_task, ensure_future, get_running_loop
from collections.abc import Callable, Coroutine
from typing import Any


async def start_again_after_stops[T](
    ask: Callable[[], Coroutine[Any, Any, T]], erase: Callable[[], object]
) -> T:
    """Ask something private; after a stop by Ctrl+Z, which erases it, ask from the beginning.

    Args:
        ask: Asks, and shows private lines.
        erase: Erases them.
    """
    if not _can_be_stopped():
        return await ask()
    while True:
        asking = ensure_future(ask())
        stops = _Stops(asking, erase)
        try:
            return await asking
        except CancelledError:
            task = current_task()
            if not stops.happened or (task is not None and task.cancelling()):
                raise
        finally:
            stops.close()


def _can_be_stopped() -> bool:
    """Whether Ctrl+Z stops the program; a shell without jobs ignores it."""
    stop = getattr(signal, "SIGTSTP", None)
    if stop is None or threading.current_thread() is not threading.main_thread():
        return False
    return signal.getsignal(stop) is signal.SIG_DFL


class _Stops:
    """Handles SIGTSTP while something private is asked."""

    def __init__(self, asking: Task[Any], erase: Callable[[], object]) -> None:
        self.asking = asking
        self.erase = erase
        self.happened = False
        self._loop = get_running_loop()
        signal.signal(signal.SIGTSTP, self._note)

    def close(self) -> None:
        """Leave the signal to the system again."""
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)

    def _note(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop)

    def _stop(self) -> None:
        """Erase, stop until somebody continues the program, and ask again."""
        self.happened = not self.asking.done()
        if self.happened:
            self.erase()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._note)
        self.asking.cancel()
