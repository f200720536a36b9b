"""The curtain tells public moves, once they are on disk, and never a secret."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.content import Content
from textual.pilot import Pilot

from engine.config.settings import load_settings
from engine.games.catalog import CATALOG
from engine.games.taboo.moves import Say
from engine.games.undercover.moves import Describe
from engine.journal.reader import read_record
from engine.journal.writer import JournalWriteError
from engine.match import Match, MoveDetails
from engine.players.spec import Spec
from engine.seat import Seat
from engine.session import Session
from images.deck_reader import open_deck
from screens.curtain import LOOK_AWAY, Curtain
from screens.dialogs.failure import FailureDialog
from screens.dialogs.leave import LeaveDialog
from screens.forms.seat_form import SeatForm
from screens.games.taboo.forms import AttackerForm
from screens.games.ui import load_game_ui
from screens.games.undercover.discussion import Discussion
from screens.games.undercover.forms import SpeakerForm
from screens.players.seat_names import SeatNames
from screens.table.round_summary import RoundSummary
from screens.table.screen import TableScreen
from screens.widgets.move_news import News, PublicMove
from tests.canaries import FOLDER
from tests.looking import Opened, appears, frame, in_front, until

PEOPLE = ("Ada", "Ben", "Cleo", "Dan", "Eve")
KEYWORDS = ("zygomorph", "quincunx", "vexillum", "ophicleide")
OPTIONS: dict[str, dict[str, Any]] = {
    "decrypto": {"keywords": ",".join(KEYWORDS), "rounds": 1},
    "dixit": {"rules": "boxed", "rounds": "1", "deck": str(FOLDER)},
    "undercover": {"words": "zygomorph,quincunx", "rounds": 1},
    "taboo": {"word": "zygomorph", "turns": 2},
}
LOW = (80, 16)
"""A screen on which nothing is in large letters, which no test can read."""


def create_session(game: str, folder: Path) -> Session:
    definition = CATALOG[game]
    options = definition.options_type(**OPTIONS[game])
    seats = definition.list_seats(options)
    lineup = {seat: Spec("human", name) for seat, name in zip(seats, PEOPLE, strict=False)}
    path = folder / "game.jsonl"
    return Session.create(definition, options, lineup, "moon", path=path, settings=load_settings())


def list_secrets(session: Session) -> list[str]:
    """List the words that no curtain may show: of the match, or all that is said of cards."""
    if session.definition.name == "dixit":
        cards = open_deck(str(FOLDER)).cards
        return [word for card in cards.values() for word in (card.title, *card.tags[2:])]
    return [*KEYWORDS]


def find_texts(move: Any) -> list[str]:
    """List what a move of a journal says to everybody."""
    ((kind, values),) = move.move.items()
    names = {"Hint": "words", "Tell": "clue", "Describe": "line", "Say": "line"}
    said = values[names[kind]] if kind in names else ()
    return [said] if isinstance(said, str) else [*said]


def join_lines(text: str) -> str:
    """Join the lines of the curtain's panel."""
    return " ".join(text.replace("│", " ").replace("\u2573", " ").split())


@pytest.mark.parametrize("game", OPTIONS)
async def test_every_public_move_is_told_and_no_secret(game: str, tmp_path: Path) -> None:
    session, rng, told = create_session(game, tmp_path), Random(2), 0
    secrets, path = list_secrets(session), tmp_path / "game.jsonl"
    before: Any = None
    app: Opened[Any] = Opened(lambda: TableScreen(session))
    async with app.run_test(size=LOW) as pilot:
        while not app.answers:
            await pilot.pause()
            screen: Any = app.screen
            match screen:
                case Curtain():
                    await appears(pilot, "Everyone else, look away.")
                    shown = join_lines(frame(app))
                    assert not [word for word in secrets if word.casefold() in shown.casefold()]
                    moves = read_record(path).moves
                    expected = find_texts(moves[-1]) if moves else []
                    if not isinstance(before, RoundSummary):
                        for text in expected:
                            assert f"“{text}”" in shown
                            told += 1
                    for seat in session.match.sealed:
                        assert PEOPLE[seat] in shown
                    screen.dismiss(True)
                case SeatForm():
                    screen.dismiss(screen.view.draw_move(rng))
                case RoundSummary():
                    if isinstance(screen.reveal, Discussion):
                        await appears(pilot, "Everybody has spoken. Talk!")
                        await appears(pilot, "Vote: pass to Ada")
                        shown = frame(app)
                        assert all(line.text[:20] in shown for line in screen.reveal.view.lines)
                        assert not [word for word in secrets if word in shown]
                    screen.dismiss(None)
                case _:
                    continue
            before = screen
            await until(pilot, lambda: app.screen is not before)  # noqa: B023
    assert told > 0


async def test_what_is_not_on_disk_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = create_session("taboo", tmp_path)
    write = session.record_move
    full = [True]

    def record_move(*arguments: Any) -> None:
        if full[0]:
            raise JournalWriteError("The disk is full.")
        write(*arguments)

    monkeypatch.setattr(session, "record_move", record_move)
    app: Opened[Any] = Opened(lambda: TableScreen(session))
    async with app.run_test(size=LOW) as pilot:
        (await in_front(pilot, Curtain)).dismiss(True)
        form: Any = await in_front(pilot, AttackerForm)
        form.dismiss(Say(line="plover"))
        await in_front(pilot, FailureDialog)
        assert "plover" not in frame(app)
        full[0] = False
        await pilot.press("enter")
        curtain = await in_front(pilot, Curtain)
        await appears(pilot, "“plover”")
        assert curtain.query_one(News)
        assert "plover" in (tmp_path / "game.jsonl").read_text(encoding="utf-8")


async def answer(pilot: Pilot[Any], move: Any) -> None:
    """Open the curtain, and send a move."""
    (await in_front(pilot, Curtain)).dismiss(True)
    (await in_front(pilot, SpeakerForm)).dismiss(move)


async def test_machines_that_spoke_between_two_people_are_told() -> None:
    definition = CATALOG["undercover"]
    options = definition.options_type(words="ocean,river", order="fixed")
    kinds = ("human", "random", "random", "human", "random")
    lineup = {f"p{n}": Spec(kind, "") for n, kind in enumerate(kinds, 1)}
    session = Session.create(definition, options, lineup, "moon", settings=load_settings())
    app: Opened[Any] = Opened(lambda: TableScreen(session))
    async with app.run_test(size=LOW) as pilot:
        await answer(pilot, Describe(line="it is wet"))
        curtain = await in_front(pilot, Curtain)
        await until(pilot, lambda: len(session.match.view(None).lines) == 3)
        await until(pilot, lambda: "says" in frame(app))
        said = [move.texts[0] for move in curtain.news]
        assert said == [line.text for line in session.match.view(None).lines]


@pytest.mark.usefixtures("new_game")
def test_a_game_of_its_own_is_told_by_its_narration() -> None:
    definition = CATALOG["signals"]
    game = definition.draw(definition.options_type(), Random(1))
    match: Match[Any, Any, Any] = Match(game, "moon")
    before = match.view(None)
    for seat in sorted(match.awaits):
        match.submit(seat, match.view(seat).draw_move(Random(1)))
    names = SeatNames(game.seats, ("Ada", "Ben"))
    news = load_game_ui("signals").list_news(before, match.view(None), names)
    told = definition.narrate(before, match.view(None))
    assert [move.title.plain for move in news] == [names.format_plain_sentence(t) for t in told]
    assert told


async def test_the_timer_of_the_discussion_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("screens.games.undercover.discussion.monotonic", lambda: now[0])
    definition = CATALOG["undercover"]
    game = definition.draw(definition.options_type(words="ocean,river"), Random(1))
    match: Match[Any, Any, Any] = Match(game, "moon")
    while match.view(None).speaker is not None:
        (seat,) = match.awaits
        match.submit(Seat(seat), Describe(line=f"line of {seat}"))
    discussion = Discussion(match.view(None), SeatNames(game.seats, PEOPLE))
    app: Opened[Any] = Opened(lambda: RoundSummary(discussion, "Vote"))
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "T sets a timer.")
        await pilot.press("t", "t")
        await appears(pilot, "2:00 to talk")
        now[0] = 119.5
        discussion.tick()
        await appears(pilot, "0:01 to talk")
        now[0] = 121.0
        discussion.tick()
        await appears(pilot, "Time is up: vote.")
        assert discussion.ticking is None
        await pilot.press("enter")
        await until(pilot, lambda: app.answers)


@pytest.mark.parametrize("size", [(80, 16), (60, 20), (80, 24), (80, 29), (100, 30), (200, 60)])
@pytest.mark.parametrize(
    "person",
    [
        "Ben of a name of forty letters, decoder",
        SeatNames(("decoder",), ("Ben",)).get_full_name(Seat(0)),
        SeatNames(("p1",), ("Ben",)).get_full_name(Seat(0)),
        SeatNames(("decoder",), ("Bartholomäus " * 3,)).get_full_name(Seat(0)),
    ],
)
async def test_the_button_of_a_curtain_is_never_cut_off(size: tuple[int, int], person: str) -> None:
    news = [
        PublicMove(Content("Ada says"), ("a line of some words " * 3,)),
        PublicMove(Content("Ada gives three hints"), ("a", "bc", "a longer hint")),
    ]
    for notice in ("", "The operator has opened the table for everybody to see. " * 2):
        for shown in ([], news[1:], news):
            done = Content("Ben guessed.")
            await check_button(Curtain(person, news=shown, notice=notice, done=done), size)


async def check_button(curtain: Curtain, size: tuple[int, int]) -> None:
    """Check that the button and what stands above it are whole."""
    async with Opened(lambda: curtain).run_test(size=size) as pilot:
        await in_front(pilot, Curtain)
        await pilot.pause()
        button, room = curtain.query_one("#lift"), curtain.query_one("#curtain").content_region
        assert button.region.height == 3
        assert room.contains_region(button.region)
        assert LOOK_AWAY in frame(pilot.app)
        assert curtain.notice or not curtain.news or curtain.query_one("#news").size.height > 2


async def test_only_a_game_without_a_move_is_said_not_to_be_kept(tmp_path: Path) -> None:
    session = create_session("taboo", tmp_path)
    session.keeps_unplayed = False
    app: Opened[Any] = Opened(lambda: TableScreen(session))
    async with app.run_test(size=LOW) as pilot:
        await in_front(pilot, Curtain)
        for moves, said in ((0, "this game is not kept"), (1, "Every move so far is saved")):
            session.totals.moves["attacker"] = moves
            dialog = LeaveDialog()
            app.push_screen(dialog)
            await in_front(pilot, LeaveDialog)
            assert said in dialog.text
            dialog.dismiss(False)
            await in_front(pilot, Curtain)
        session.totals.moves["attacker"] = 0


@pytest.mark.parametrize("game", ["decrypto", "undercover", "taboo"])
async def test_the_last_public_move_is_told_again_when_a_game_is_resumed(
    game: str, tmp_path: Path
) -> None:
    session = create_session(game, tmp_path)
    (seat,) = session.match.awaits
    move = session.match.view(seat).draw_move(Random(1))
    session.record_move(seat, move, MoveDetails(1.0, 1))
    session.close()
    (entry,) = read_record(tmp_path / "game.jsonl").moves
    resumed = Session.resume(tmp_path / "game.jsonl", settings=load_settings())
    app: Opened[Any] = Opened(lambda: TableScreen(resumed))
    async with app.run_test(size=LOW) as pilot:
        curtain = await in_front(pilot, Curtain)
        told = [text for one in curtain.news for text in one.texts]
        assert told == find_texts(entry)
        assert not [word for word in list_secrets(session) if word in frame(app)]
        resumed.close()


def test_what_a_finished_round_has_revealed_is_not_told_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(OPTIONS, "decrypto", {**OPTIONS["decrypto"], "rounds": 2})
    session = create_session("decrypto", tmp_path)
    for _ in range(2):
        for seat in sorted(session.match.awaits):
            move = session.match.view(seat).draw_move(Random(1))
            session.record_move(seat, move, MoveDetails(1.0, 1))
            session.match.submit(seat, move)
    session.close()
    resumed = Session.resume(tmp_path / "game.jsonl", settings=load_settings())
    assert TableScreen(resumed).update_news() == []
    resumed.close()
