"""Decrypto in two teams at the table: no frame shows a team's keywords or code to anybody else."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.config.settings import load_settings
from engine.games.catalog import CATALOG
from engine.games.decrypto.roles import Role
from engine.games.decrypto.story import format_code
from engine.players.spec import Spec
from engine.session import Session
from screens.curtain import Curtain
from screens.forms.seat_form import SeatForm
from screens.games.decrypto.reveal import DecryptoReveal
from screens.games.decrypto.words_reveal import WordsReveal
from screens.result import ResultScreen
from screens.table.round_summary import RoundSummary
from screens.table.screen import TableScreen
from tests.looking import Opened, appears, frame, in_front, until

WHITE = ("zygomorph", "quincunx", "vexillum", "ophicleide")
BLACK = ("wyvern", "jackdaw", "phlegm", "sphinx")
PEOPLE = ("Ada", "Ben", "Cleo", "Dan")
DECRYPTO = CATALOG["decrypto"]


def create_session(folder: Path, **options: Any) -> Session:
    given = {"players": 4, "rounds": 2, "keywords": ",".join((*WHITE, *BLACK)), **options}
    chosen = DECRYPTO.options_type(**given)
    seats = DECRYPTO.list_seats(chosen)
    lineup = {seat: Spec("human", name) for seat, name in zip(seats, PEOPLE, strict=True)}
    path = folder / "game.jsonl"
    return Session.create(DECRYPTO, chosen, lineup, "moon", path=path, settings=load_settings())


def list_secrets(session: Session, screen: Any) -> list[str]:
    """List what a screen may not show: keywords and codes of whoever is not in front of it."""
    match = session.match
    if not match.awaits:
        return []
    if not isinstance(screen, SeatForm):
        return [*WHITE, *BLACK]
    own = screen.seat % 2
    rival = (WHITE, BLACK)[1 - own]
    view = match.view(screen.seat)
    encoder = view.find_seat(Role.ENCODER)
    code = match.view(encoder).code
    known = view.tied or screen.seat == encoder or code is None
    return [*rival, *(() if known else (f"Code {format_code(code)}",))]


@pytest.mark.parametrize(("size", "seed"), [((80, 24), 1), ((100, 30), 2), ((60, 20), 3)])
async def test_no_frame_shows_a_team_the_secrets_of_the_other(
    tmp_path: Path, size: tuple[int, int], seed: int
) -> None:
    session, rng = create_session(tmp_path), Random(seed)
    app: Opened[Any] = Opened(lambda: TableScreen(session))
    seen: set[str] = set()
    async with app.run_test(size=size) as pilot:
        while not app.answers:
            screen: Any = app.screen
            if isinstance(screen, TableScreen):
                await pilot.pause()
                continue
            await until(pilot, lambda: frame(app).strip())
            shown = frame(app).casefold()
            leaks = [one for one in list_secrets(session, screen) if one.casefold() in shown]
            assert not leaks, f"{type(screen).__name__} shows {leaks}"
            seen.add(type(screen).__name__)
            if isinstance(screen, RoundSummary):
                seen.add(type(screen.reveal).__name__)
                screen.dismiss(None)
            elif isinstance(screen, SeatForm):
                screen.dismiss(screen.view.draw_move(rng))
            elif isinstance(screen, Curtain):
                screen.dismiss(True)
            await until(pilot, lambda: app.screen is not screen)  # noqa: B023
    assert {"Curtain", "EncoderForm", "GuesserForm", "DecryptoReveal"} <= seen


async def test_a_tie_is_played_to_its_reveal_at_the_table(tmp_path: Path) -> None:
    session = create_session(tmp_path, rounds=1)
    app: Opened[Any] = Opened(lambda: TableScreen(session))
    async with app.run_test(size=(80, 24)) as pilot:
        while not (isinstance(app.screen, RoundSummary) and not session.match.awaits):
            screen: Any = app.screen
            match screen:
                case Curtain():
                    screen.dismiss(True)
                case RoundSummary():
                    screen.dismiss(None)
                case SeatForm() if screen.view.hints is not None:
                    code = session.match._state.code
                    screen.dismiss(screen.view.asked and _guess(code))
                case SeatForm():
                    screen.dismiss(screen.view.draw_move(Random(1)))
            await pilot.pause()
        assert isinstance(app.screen.reveal, WordsReveal)
        await until(pilot, lambda: WHITE[3] in frame(app))
        assert "A draw in round 1" in frame(app)


def _guess(code: Any) -> Any:
    (kind,) = (one for one in DECRYPTO.move_types if "code" in one.model_fields)
    return kind(code=code)


async def test_the_result_heads_each_team_with_its_players(tmp_path: Path) -> None:
    session, rng = create_session(tmp_path), Random(1)
    while session.match.awaits:
        for seat in sorted(session.match.awaits):
            session.match.submit(seat, session.match.view(seat).draw_move(rng))
    app: Opened[Any] = Opened(lambda: ResultScreen(session))
    async with app.run_test(size=(100, 60)) as pilot:
        await in_front(pilot, ResultScreen)
        await until(pilot, lambda: "White   ● Ada, ■ Cleo" in frame(app))
        assert "Black   ▲ Ben, ◆ Dan" in frame(app)
        for width, height in ((80, 24), (200, 60), (100, 60)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
        await until(pilot, lambda: "White   ● Ada, ■ Cleo" in frame(app))


def shows_interception(screen: Any) -> bool:
    """Whether a screen reveals a round in which somebody intercepted."""
    reveal: Any = screen.reveal if isinstance(screen, RoundSummary) else None
    return isinstance(reveal, DecryptoReveal) and reveal.done.interceptor is not None


async def play_to(pilot: Pilot[Any], app: Opened[Any], wanted: Callable[[Any], bool]) -> Any:
    """Play random moves until a wanted screen shows."""
    rng = Random(7)
    while not (wanted(screen := app.screen) and frame(app).strip()):
        match screen:
            case Curtain():
                screen.dismiss(True)
            case RoundSummary():
                screen.dismiss(None)
            case SeatForm():
                screen.dismiss(screen.view.draw_move(rng))
        await pilot.pause()
    return screen


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30)])
async def test_the_reveal_says_who_decodes_and_who_intercepts(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    session = create_session(tmp_path, tokens=4, rounds=4)
    app: Opened[Any] = Opened(lambda: TableScreen(session))
    async with app.run_test(size=size) as pilot:
        summary = await play_to(pilot, app, shows_interception)
        for role, verb in ((Role.DECODER, "decodes"), (Role.INTERCEPTOR, "intercepts")):
            name = PEOPLE[summary.reveal.find_seat(role)]
            # On the smallest screen names stay whole, and the verb has no room.
            told = rf"\S {name}\s" if size == (60, 20) else rf"\S {name} {verb}"
            await until(pilot, lambda: re.search(told, frame(app)))  # noqa: B023


async def test_an_interceptor_sees_the_codes_of_the_other_team(tmp_path: Path) -> None:
    session = create_session(tmp_path, tokens=4, rounds=4)
    app: Opened[Any] = Opened(lambda: TableScreen(session))
    async with app.run_test(size=(100, 30)) as pilot:
        form = await play_to(
            pilot,
            app,
            lambda one: isinstance(one, SeatForm) and one.view.role is Role.INTERCEPTOR,
        )
        (done,) = form.view.rounds
        await appears(pilot, f"Codes of {form.view.team.capitalize()}")
        assert f"1  {format_code(done.code)}" in frame(app)
