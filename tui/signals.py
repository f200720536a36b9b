"""Handle the signals that end Parlour: SIGINT, SIGTERM, SIGHUP and SIGQUIT.

The first signal ends what is going on in order. If that takes too long, a timer ends the agents
and then the process.
"""

import atexit
import gc
import os
import signal
import sys
import threading
from _thread import start_new_thread
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from socket import socketpair
from time import sleep
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

from engine.players.process.tree import adopt_orphans, end_all_agents
from engine.players.signal_error import StoppedBySignal

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
STOP_SIGNALS = tuple(getattr(signal, name) for name in NAMES if hasattr(signal, name))
"""The signals that end a game, like Ctrl+C. Windows has only two of them."""
HANGUP: int = getattr(signal, "SIGHUP", signal.SIGTERM)
"""The signal for a lost terminal."""
AGENTS_SECONDS = 0.3
"""Seconds agents have to end by themselves when a signal ends Parlour."""
HANGUP_SECONDS, GAME_SECONDS, COMMAND_SECONDS = 0.6, 2.5, 10.0
"""Maximum seconds for the orderly end: without a terminal, for games, and for other commands.

After that the process ends at once, as every confirmed move is on disk.
"""
type StopCallback = Callable[[int], object]
"""Ends an activity; called in the signal handler with the number of the signal."""


class Stopped(StoppedBySignal):
    """A signal has ended the program; the message says so.

    It is not a `KeyboardInterrupt`, which typer turns into the exit code 130.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        """The number of the signal."""

    @property
    def exit_code(self) -> int:
        """The exit code that shells use for a program ended by a signal."""
        return 128 + self.number

    def __str__(self) -> str:
        if self.number == signal.SIGINT:
            return "Interrupted."
        return f"Ended by {signal.Signals(self.number).name}."


def find_exit_code(error: BaseException) -> int:
    """Find the exit code of an interrupted command."""
    return error.exit_code if isinstance(error, Stopped) else 128 + signal.SIGINT


class _StopState:
    """The state of the process after a signal."""

    def __init__(self) -> None:
        self.number = 0
        """The number of the first signal; 0 if there was none."""
        self.callbacks: list[StopCallback] = []
        """Callbacks that end the current activity, innermost last; if empty, raise `Stopped`."""
        self.restore_terminal: Callable[[], object] | None = None
        """Restores the modes of the terminal when the deadline has passed."""
        self.enforced = False
        """Whether a deadline ends the process; only in Parlour's own process."""
        self.exit_code: int | None = None
        """The exit code after a signal, once it is known."""


_state = _StopState()


def handle_stop_signals() -> None:
    """Install the signal handlers; call this once, before anything else.

    Ignored signals, such as SIGHUP under `nohup`, stay ignored.
    """
    _state.enforced = True
    atexit.register(_skip_teardown)  # the first one that is registered runs last
    adopt_orphans()
    _install_handlers()


def find_stop_code() -> int | None:
    """Find the exit code of the signal that is ending the process; `None` if there is none."""
    return 128 + _state.number if _state.number else None


def ignore_further_signals() -> None:
    """Ignore further signals if one is ending the process, which another would kill."""
    if _state.number:
        for number in STOP_SIGNALS:
            signal.signal(number, signal.SIG_IGN)


def exit_process(code: int) -> NoReturn:
    """Exit; after a signal, as soon as everything is closed."""
    _state.exit_code = code
    gc.freeze()  # otherwise Python would search all objects for cycles, which takes 0.2 s
    sys.exit(code)


def _skip_teardown() -> None:
    """Skip the freeing of all objects after a signal, which takes 0.4 s or more."""
    if _state.number and _state.exit_code is not None:
        os._exit(_state.exit_code)


@contextmanager
def call_on_stop_signal(stop: StopCallback) -> Iterator[None]:
    """Make the first signal call `stop` instead of raising `Stopped`; later ones do nothing."""
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
    """Wake an event loop at every signal, as Python's handlers run only when it is awake.

    Otherwise a signal just before the loop begins to wait, or to another thread, would not wake it.
    """
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
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
    import asyncio  # noqa: PLC0415 - 16 ms, which no help waits for

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
        if received:  # a later failure is not the reason why it ended
            raise Stopped(received) from None
        raise
    if received:
        raise Stopped(received)
    return result


def stop_process(number: int) -> None:
    """End the program like the signal; callable from any thread."""
    if _state.callbacks:
        _begin(number)
    else:
        os.kill(os.getpid(), number)


@contextmanager
def restore_terminal_after(restore: Callable[[], object]) -> Iterator[None]:
    """Call `restore` if the deadline ends the process."""
    before, _state.restore_terminal = _state.restore_terminal, restore
    try:
        yield
    finally:
        _state.restore_terminal = before


def _install_handlers() -> dict[int, Any]:
    """Install the handlers, and return the old ones; only in the main thread."""
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
    """Begin to end the program; return false if it is already ending."""
    if _state.number:
        return False
    _state.number = number
    if _state.enforced:  # `Thread` takes locks, which the interrupted code may hold
        start_new_thread(_enforce_deadline, (number, bool(_state.callbacks)))
    if _state.callbacks:
        _state.callbacks[-1](number)
    return True


def _enforce_deadline(number: int, playing: bool) -> None:
    """End agents, then the process if it is still running."""
    seconds = COMMAND_SECONDS
    if playing:
        seconds = HANGUP_SECONDS if number == HANGUP else GAME_SECONDS
    sleep(AGENTS_SECONDS)
    end_all_agents()
    sleep(seconds - AGENTS_SECONDS)
    end_all_agents()
    if _state.restore_terminal is not None:
        start_new_thread(_state.restore_terminal, ())  # it may block forever
        sleep(0.1)
    os._exit(128 + number)
