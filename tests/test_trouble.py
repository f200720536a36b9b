"""Players that fail, and what becomes of the others."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from engine.errors import PlayerError, Unreadable
from engine.games.decrypto.moves import Guess, Hint
from engine.journal.reader import read_record
from engine.journal.replay import load_game, restore_match
from engine.journal.writer import Journal, JournalWriteError
from engine.match import Match, MoveDetails
from engine.play import ask_until_legal, play
from engine.players.scripted_player import ScriptedPlayer
from engine.seat import Seat
from engine.tries import MAX_TRIES
from tests.patience import PATIENCE
from tests.samples.decrypto import SAMPLE as DECRYPTO

GAME = DECRYPTO.game({"rounds": "2"})
HINTS = [Hint(words=("ash", "night", "gold")), Hint(words=("pane", "lamp", "bottle"))]
ENCODER, DECODER, INTERCEPTOR = map(Seat, range(3))


class Broken:
    """A player that has no move."""

    def __init__(self, message: str = "503") -> None:
        self.message = message

    async def decide(self, view: Any, complaint: str | None) -> Any:  # noqa: ARG002
        raise PlayerError(self.message)


class Slow(ScriptedPlayer[Any, Any]):
    """A player that takes a moment."""

    interrupted = 0
    asked = 0

    async def decide(self, view: Any, complaint: str | None) -> Any:
        self.asked += 1
        try:
            await asyncio.sleep(0.02)
        except asyncio.CancelledError:
            self.interrupted += 1
            raise
        return await super().decide(view, complaint)


class Thoughtful:
    """A player that never comes to an end."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.interrupted = False

    async def decide(self, view: Any, complaint: str | None) -> Any:  # noqa: ARG002
        self.asked.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.interrupted = True
            raise


def seats(encoder: Any, decoder: Any, interceptor: Any) -> dict[Seat, Any]:
    return {ENCODER: encoder, DECODER: decoder, INTERCEPTOR: interceptor}


async def test_a_failed_player_can_be_replaced_while_others_think() -> None:
    match, slow = Match(GAME, "1"), Slow([Guess(code=(1, 2, 3))] * 2)
    players = seats(ScriptedPlayer(HINTS), slow, Broken())
    heard: list[str] = []

    async def reseat(seat: Seat, error: PlayerError) -> None:
        heard.append(f"{seat}: {error}")
        players[seat] = ScriptedPlayer([Guess(code=(4, 3, 2))] * 2)

    await play(match, players, on_failure=reseat)
    assert heard == ["2: 503"]
    assert match.score is not None
    assert (slow.asked, slow.interrupted) == (2, 0)


async def test_a_player_can_simply_be_asked_again() -> None:
    class Moody(ScriptedPlayer[Any, Any]):
        calls = 0

        async def decide(self, view: Any, complaint: str | None) -> Any:
            self.calls += 1
            if self.calls % 2:
                raise PlayerError("time-out")
            return await super().decide(view, complaint)

    match, moody, heard = Match(GAME, "1"), Moody([Guess(code=(1, 2, 3))] * 2), []

    async def again(seat: Seat, error: PlayerError) -> None:
        heard.append((seat, str(error)))

    accounts: list[MoveDetails] = []
    await play(
        match,
        seats(ScriptedPlayer(HINTS), moody, ScriptedPlayer([Guess(code=(4, 3, 2))] * 2)),
        on_failure=again,
        before_move=lambda seat, _, account: accounts.append(account) if seat == DECODER else None,
    )
    assert heard == [(DECODER, "time-out")] * 2
    assert [account.attempts for account in accounts] == [1, 1]


async def test_by_default_a_failure_ends_the_match_with_its_own_error() -> None:
    slow = Thoughtful()
    with pytest.raises(PlayerError, match=r"^503$"):
        await play(Match(GAME, "1"), seats(ScriptedPlayer(HINTS), slow, Broken()))
    assert slow.interrupted


async def test_of_two_failures_the_first_is_told() -> None:
    with pytest.raises(PlayerError, match=r"^one$"):
        await play(Match(GAME, "1"), seats(ScriptedPlayer(HINTS), Broken("one"), Broken("two")))


async def test_a_mistake_in_a_player_is_not_taken_for_a_failure() -> None:
    class Buggy:
        async def decide(self, view: Any, complaint: str | None) -> Any:  # noqa: ARG002
            raise ZeroDivisionError

    heard: list[Seat] = []

    async def trouble(seat: Seat, _: PlayerError) -> None:
        heard.append(seat)

    with pytest.raises(ExceptionGroup) as caught:
        await play(
            Match(GAME, "1"),
            seats(ScriptedPlayer(HINTS), Buggy(), Thoughtful()),
            on_failure=trouble,
        )
    assert caught.group_contains(ZeroDivisionError)
    assert not heard


async def test_a_stubborn_player_is_told_what_is_wrong_and_then_given_up() -> None:
    """Those at the table hear that it failed; only its own seat hears why, as that is secret."""
    complaints: list[str | None] = []

    class Cheat:
        async def decide(self, view: Any, complaint: str | None) -> Any:
            complaints.append(complaint)
            return Hint(words=(view.keywords[0], "b", "c"))

    with pytest.raises(PlayerError) as caught:
        await play(Match(GAME, "1"), seats(Cheat(), Broken(), Broken()))
    secret = DECRYPTO.material["keywords"][0]
    assert complaints[0] is None
    assert len(complaints) == MAX_TRIES
    assert all(
        complaint and f"gives away keyword 1, “{secret}”" in complaint
        for complaint in complaints[1:]
    )
    assert str(caught.value) == f"No legal move in {MAX_TRIES} tries."
    assert secret in caught.value.private


async def test_an_unreadable_answer_is_asked_again_with_the_reason() -> None:
    complaints: list[str | None] = []

    class Mumbler:
        async def decide(self, view: Any, complaint: str | None) -> Any:  # noqa: ARG002
            complaints.append(complaint)
            if len(complaints) == 1:
                raise Unreadable("There was no JSON.")
            if len(complaints) == 2:
                return Hint(words=("", "b", "c"))
            return Hint(words=("a", "b", "c"))

    view = Match(GAME, "1").view(ENCODER)
    assert await ask_until_legal(GAME, Mumbler(), view) == (Hint(words=("a", "b", "c")), 3)
    assert complaints == [None, "There was no JSON.", "A hint needs a word: it may not be empty."]


async def test_three_unreadable_answers_are_a_failure() -> None:
    class Silent:
        async def decide(self, view: Any, complaint: str | None) -> Any:  # noqa: ARG002
            raise Unreadable("There was no JSON.")

    with pytest.raises(PlayerError) as caught:
        await ask_until_legal(GAME, Silent(), Match(GAME, "1").view(ENCODER))
    assert not isinstance(caught.value, Unreadable)
    assert caught.value.private == "There was no JSON."


async def test_a_move_of_the_wrong_kind_is_no_move() -> None:
    view = Match(GAME, "1").view(ENCODER)
    for wrong in (None, 5, "hint", Guess(code=(1, 2, 3))):
        with pytest.raises(PlayerError):
            await ask_until_legal(GAME, ScriptedPlayer([wrong] * 3), view)


async def test_a_move_that_cannot_be_written_down_is_offered_again_and_not_asked_again() -> None:
    match, failures = Match(GAME, "1"), [True, True]
    encoder = Slow(HINTS)
    heard: list[PlayerError] = []

    def moved(seat: Seat, move: Any, account: MoveDetails) -> None:  # noqa: ARG001
        assert seat in match.awaits
        if failures:
            failures.pop()
            raise JournalWriteError("disk full")

    async def trouble(seat: Seat, error: PlayerError) -> None:  # noqa: ARG001
        heard.append(error)

    guesses = [Guess(code=(1, 2, 3))] * 2
    await play(
        match,
        seats(encoder, ScriptedPlayer(guesses), ScriptedPlayer(guesses)),
        before_move=moved,
        on_failure=trouble,
    )
    assert len(heard) == 2
    assert encoder.asked == 2
    assert match.score is not None


async def test_leaving_in_the_middle_keeps_what_was_confirmed(tmp_path: Path) -> None:
    """A sealed move included, and the rest of the match can be played from the journal."""
    path, slow = tmp_path / "game", Thoughtful()
    match = Match(GAME, "1")

    def moved(seat: Seat, move: Any, account: MoveDetails) -> None:
        journal.write_move(GAME.usual_seats()[seat], move, account)

    with Journal.create(path, DECRYPTO.header({"rounds": "2"}, "1")) as journal:
        players = seats(ScriptedPlayer(HINTS), ScriptedPlayer([Guess(code=(1, 2, 3))] * 2), slow)
        task = asyncio.create_task(play(match, players, before_move=moved))
        await asyncio.wait_for(slow.asked.wait(), PATIENCE)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert slow.interrupted
    again = restore_match(read_record(path), load_game(DECRYPTO.definition, read_record(path)))
    assert again.sealed == {DECODER}
    assert again.awaits == {INTERCEPTOR}
    rest = seats(
        ScriptedPlayer(HINTS[1:]),
        ScriptedPlayer([Guess(code=(1, 2, 3))]),
        ScriptedPlayer([Guess(code=(4, 3, 2))] * 2),
    )
    await play(again, rest)
    assert again.score is not None


async def test_trouble_may_leave_and_the_others_are_let_go() -> None:
    class Leave(PlayerError):
        pass

    async def leave(seat: Seat, error: PlayerError) -> None:  # noqa: ARG001
        raise Leave("saved")

    slow = Thoughtful()
    with pytest.raises(Leave, match="saved"):
        await play(Match(GAME, "1"), seats(ScriptedPlayer(HINTS), slow, Broken()), on_failure=leave)
    assert slow.interrupted
