"""Python players of other packages: by `module:factory`, or by the name of an entry point."""

import json
import os
import sys
from asyncio import CancelledError, current_task
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import entry_points
from inspect import isawaitable
from pathlib import Path
from typing import Any

from engine.agents.questions import Questions
from engine.agents.request import request
from engine.game import Game
from engine.llm.judging import judge_move
from engine.moves import BadMove, decode, encode
from engine.options import explain_unknown
from engine.players import Player, PlayerError, SetupError, Unreadable, no_moves
from engine.text import clean

GROUP = "parlour.players"
"""The entry points that packages announce their players with."""
LONGEST = 300
"""The most characters of what a player's code says when it fails."""

type Factory = Callable[[str, str, str], Player[Any, Any]]
"""Makes a player of the game's name, the seat's name and the seed of the match."""


class Guest[View, Move]:
    """A player whose code is not ours: what goes wrong in it is a failure of its seat."""

    def __init__(
        self,
        name: str,
        factory: Factory,
        game: Game[Any, View, Move],
        seat_name: str,
        seed: str,
        calls: Path | None = None,
        made: Callable[[], int] = no_moves,
    ) -> None:
        """Take a seat.

        Args:
            name: What the player is called in messages.
            factory: Makes the player.
            game: The rules, for the moves invited.
            seat_name: The name of the seat.
            seed: The seed of the match.
            calls: The file that keeps what it is asked and answers; `None` keeps nothing.
            made: How many moves the seat has made by now.

        Raises:
            SetupError: If no player is made.
        """
        self.name = name
        self.game = game
        self.seat_name = seat_name
        self.questions = Questions(seat_name, name, calls, made)
        """What it was asked, kept."""
        try:
            with _anything_wrong(name):
                self.player = factory(game.name, seat_name, seed)
        except PlayerError as error:
            raise SetupError(f"{error} {error.private}") from None
        if not callable(getattr(self.player, "decide", None)):
            raise SetupError(f"What {name} makes is no player: it has no decide(view, complaint).")

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Pass the question on, and look at the move before anybody else does.

        Raises:
            Unreadable: If it is no move that is invited.
            PlayerError: If the player raises it, or anything else.
        """
        kinds = self.game.moves(view)
        line = request(self.game.name, self.seat_name, view, kinds, complaint)
        with self.questions.asked(line, complaint) as call:
            with _anything_wrong(self.name):
                answer: Any = self.player.decide(view, complaint)
                if isawaitable(answer):
                    answer = await answer
            try:
                move = self._plain(kinds, answer)
            except BadMove as error:
                why = f"That is no move: {error}."
                raise Unreadable(f"{self.name} gave no move.", why) from None
            try:
                call.reply = json.dumps(encode(move))
            except ValueError:  # a number that Python writes for nobody
                raise Unreadable(
                    f"{self.name} gave no move.", "That is no move: too long."
                ) from None
            call.verdict = str(judge_move(self.game, view, move))
        return move

    def close(self) -> None:
        """Tell the player that nothing more will be asked, if it wants to hear of it."""
        close = getattr(self.player, "close", None)
        if callable(close):
            with _anything_wrong(self.name):
                close()

    def _plain(self, kinds: tuple[type[Move], ...], move: object) -> Move:
        """The move as a new object of its kind; JSON as in journals will do, too."""
        data = encode(move) if type(move) in kinds else move
        plain: Move = decode(kinds, data)
        return plain


def factory(place: str) -> Factory:
    """The factory that `module:name` means; modules of the working folder are found, too.

    Raises:
        SetupError: If there is none.
    """
    module, _, name = place.partition(":")
    if not module or not name:
        raise SetupError(f"'py' takes MODULE:FACTORY, such as py:bots:make, not {place[:60]!r}.")
    here = os.getcwd()  # noqa: PTH109 - as entries of sys.path are
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        with _anything_wrong(module):
            found: Any = import_module(module)
    except PlayerError as error:
        raise SetupError(f"{error} {error.private}") from None
    return _callable(getattr(found, name, None), place)


def announced(name: str) -> Factory:
    """The factory that a package announces under that name.

    Raises:
        SetupError: With the names there are, and the nearest.
    """
    points = {point.name: point for point in entry_points(group=GROUP)}
    if not points:
        raise SetupError(f"There is no player {name[:60]!r}: no package here announces {GROUP}.")
    if name not in points:
        raise SetupError(explain_unknown("player", name, points))
    try:
        with _anything_wrong(name):
            found = points[name].load()
    except PlayerError as error:
        raise SetupError(f"{error} {error.private}") from None
    return _callable(found, name)


def _callable(found: object, place: str) -> Factory:
    if not callable(found):
        raise SetupError(f"{place} is no factory: nothing there can be called.")
    made: Factory = found
    return made


@contextmanager
def _anything_wrong(name: str) -> Iterator[None]:
    """Make a failure of a seat of whatever a stranger's code raises; it may quote a secret."""
    try:
        yield
    except Unreadable as error:
        raise Unreadable(f"{name} gave no move.", _said(error)) from error
    except PlayerError as error:
        raise PlayerError(f"{name} says that it has no move.", _said(error)) from error
    except CancelledError as error:
        task = current_task()
        if task is None or task.cancelling():  # nobody waits for the answer any more
            raise
        raise PlayerError(f"The code of {name} failed.", _said(error)) from error
    except (Exception, SystemExit) as error:  # what it raises is not ours to know
        raise PlayerError(f"The code of {name} failed.", _said(error)) from error


def _said(error: BaseException) -> str:
    """What a stranger's code has to say, as plain text."""
    if isinstance(error, PlayerError):
        return clean(f"{error} {error.private}", LONGEST)
    return clean(f"{type(error).__name__}: {error}", LONGEST)
