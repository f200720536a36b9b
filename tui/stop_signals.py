"""Signals that end Parlour: the first one ends it in order, and a deadline ends what does not."""

import atexit
import gc
import os
import signal
import sys
import threading
from _thread import start_new_thread
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from time import sleep
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

from engine.agents import StoppedBySignal
from engine.agents.descendants import adopt_orphans, end_all_agents

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
STOP_SIGNALS = tuple(getattr(signal, name) for name in NAMES if hasattr(signal, name))
"""The signals that end a game as Ctrl+C does. Windows has only two of them."""
HANGUP: int = getattr(signal, "SIGHUP", signal.SIGTERM)
"""The signal that stands for a terminal that is gone."""
AGENTS_SECONDS = 0.3
"""How long agents have to end by themselves when a signal ends Parlour."""
HANGUP_SECONDS, GAME_SECONDS, COMMAND_SECONDS = 0.6, 2.5, 10.0
"""How long the orderly end may take: without a terminal, of games, and of other commands.

After that the process ends at once: every confirmed move is on disk already.
"""
type StopCallback = Callable[[int], object]
"""Ends an activity; called in the signal handler with the number of the signal."""


class Stopped(StoppedBySignal):
    """A signal ended the program; as text, a sentence that says so.

    It is no `KeyboardInterrupt`, which typer turns into the exit code 130.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        """The number of the signal."""

    @property
    def exit_code(self) -> int:
        """The exit code that shells use for a program that a signal ended."""
        return 128 + self.number

    def __str__(self) -> str:
        if self.number == signal.SIGINT:
            return "Interrupted."
        return f"Ended by {signal.Signals(self.number).name}."


def stop_exit_code(error: BaseException) -> int:
    """The exit code of a command that was interrupted."""
    return error.exit_code if isinstance(error, Stopped) else 128 + signal.SIGINT


class _StopState:
    """What the process knows of the signal that ends it."""

    def __init__(self) -> None:
        self.number = 0
        """The first signal; 0 if none has come."""
        self.callbacks: list[StopCallback] = []
        """What ends the present activity, the innermost last; without any, `Stopped` is raised."""
        self.restore_terminal: Callable[[], object] | None = None
        """Restores the modes of the terminal when the deadline has passed."""
        self.enforced = False
        """Whether a deadline ends the process: only in Parlour's own process."""
        self.exit_code: int | None = None
        """With what the process exits after a signal, once it is known."""


_state = _StopState()


def handle_stop_signals() -> None:
    """Let signals end this process: call it once, first of all.

    A signal that is ignored, as `nohup` ignores SIGHUP, stays ignored.
    """
    _state.enforced = True
    atexit.register(_skip_teardown)  # the first one that is registered runs last
    adopt_orphans()
    _install_handlers()


def ignore_further_signals() -> None:
    """Ignore signals from here on if one ends the process: Python would not outlive another."""
    if _state.number:
        for number in STOP_SIGNALS:
            signal.signal(number, signal.SIG_IGN)


def exit_process(code: int) -> NoReturn:
    """Exit; after a signal as soon as everything is closed."""
    _state.exit_code = code
    gc.freeze()  # else Python searches all objects for cycles once more: 0.2 s
    sys.exit(code)


def _skip_teardown() -> None:
    """After a signal, do not wait until Python has freed all objects: it takes 0.4 s or more."""
    if _state.number and _state.exit_code is not None:
        os._exit(_state.exit_code)


@contextmanager
def call_on_stop_signal(stop: StopCallback) -> Iterator[None]:
    """Let the first signal call `stop`, instead of raising `Stopped`; later ones do nothing."""
    before = {} if _state.enforced else _install_handlers()
    _state.callbacks.append(stop)
    try:
        yield
    finally:
        _state.callbacks.remove(stop)
        if not _state.enforced:
            _state.number = 0
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def wake_on_signals(loop: "AbstractEventLoop") -> Iterator[None]:
    """Wake an event loop at every signal; Python's handlers run only when it is awake.

    A signal that comes just before the loop begins to wait, or to another thread, would not end
    the waiting.
    """
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
    from socket import socketpair

    woken, waker = socketpair()
    with woken, waker:
        for end in (woken, waker):
            end.setblocking(False)
        before = signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
        loop.add_reader(woken, woken.recv, 4096)
        try:
            yield
        finally:
            loop.remove_reader(woken)
            signal.set_wakeup_fd(before)


def run_stoppable[T](work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a new event loop; the first signal cancels it.

    Raises:
        Stopped: If a signal came.
    """
    import asyncio

    received = 0

    async def run_until_stopped() -> T:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None

        def stop(number: int) -> None:
            nonlocal received
            received = number
            loop.call_soon_threadsafe(task.cancel)

        with wake_on_signals(loop), call_on_stop_signal(stop):
            return await work

    try:
        result = asyncio.run(run_until_stopped())
    except asyncio.CancelledError:
        if received:
            raise Stopped(received) from None
        raise
    except BaseException:
        if received:  # a failure on the way out is not why it ended
            raise Stopped(received) from None
        raise
    if received:
        raise Stopped(received)
    return result


def stop_process(number: int) -> None:
    """End the program as the signal would; for any thread."""
    if _state.callbacks:
        _begin(number)
    else:
        os.kill(os.getpid(), number)


@contextmanager
def restoring_terminal(restore: Callable[[], object]) -> Iterator[None]:
    """Call `restore` if the deadline ends the process."""
    before, _state.restore_terminal = _state.restore_terminal, restore
    try:
        yield
    finally:
        _state.restore_terminal = before


def _install_handlers() -> dict[int, Any]:
    """Install the handlers; what was there before. Only the main thread can."""
    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for number in STOP_SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, _handle)
    return before


def _handle(number: int, _frame: FrameType | None) -> None:
    if _begin(number) and not _state.callbacks:
        raise Stopped(number)


def _begin(number: int) -> bool:
    """Begin to end the program; false if it is ending already."""
    if _state.number:
        return False
    _state.number = number
    if _state.enforced:  # `Thread` takes locks, which the interrupted code may hold
        start_new_thread(_enforce_deadline, (number, bool(_state.callbacks)))
    if _state.callbacks:
        _state.callbacks[-1](number)
    return True


def _enforce_deadline(number: int, playing: bool) -> None:
    """End agents, and then the process if it still runs."""
    seconds = COMMAND_SECONDS
    if playing:
        seconds = HANGUP_SECONDS if number == HANGUP else GAME_SECONDS
    sleep(AGENTS_SECONDS)
    end_all_agents()
    sleep(seconds - AGENTS_SECONDS)
    end_all_agents()
    if _state.restore_terminal is not None:
        start_new_thread(_state.restore_terminal, ())  # it may block for ever
        sleep(0.1)
    os._exit(128 + number)
