"""A game of teams with nothing but the defaults: curtains, colours, the audience, words typed."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.games.catalog import CATALOG
from engine.journal.reader import read_record
from engine.players.spec import parse_spec
from engine.seat import Seat
from engine.session import Session
from screens.curtain import Curtain
from screens.forms.confirmation import ConfirmDialog
from screens.games.default_board import ViewFields
from screens.games.default_form import DeclaredForm
from screens.games.ui import load_game_ui
from screens.players.colours import COLOUR_NAMES, DARK_COLOURS
from screens.players.look import get_team_style
from screens.players.seat_names import SeatNames
from screens.table.round_summary import RoundSummary
from screens.table.screen import TableScreen
from screens.watch.end_card import EndCard
from screens.watch.presenter_settings import Presentation
from screens.watch.screen import WatchScreen
from tests.contract import check_game
from tests.looking import Opened, in_front, until
from tests.spies import WORDS, Clue, Options, Spies
from tests.test_plain import run_flow
from tui.commands.prompts.list import list_prompts

SEATS = Spies.list_seats(Options())
PEOPLE = ("Ada", "Ben", "Cleo", "Dora")


@pytest.fixture(autouse=True)
def _listed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(Spies, "name", "spies")
    monkeypatch.setitem(CATALOG, "spies", Spies)


def create_session(tmp_path: Path, *specs: str) -> Session:
    chosen = {seat: parse_spec(spec) for seat, spec in zip(SEATS, specs, strict=True)}
    return Session.create(
        *(Spies, Options(), chosen, "1"),
        settings=load_settings(),
        path=tmp_path / "game.jsonl",
    )


def sit_people(tmp_path: Path) -> Session:
    return create_session(tmp_path, *(f"human:{name}" for name in PEOPLE))


def test_it_keeps_the_contract() -> None:
    check_game(Spies, Options(), Options(turns=3), matches=2)


def test_a_seat_is_private_if_it_knows_more_than_an_onlooker(tmp_path: Path) -> None:
    match = sit_people(tmp_path).match
    assert match.is_private(Seat(0))
    match.submit(Seat(0), Clue(word="river"))
    assert not match.is_private(Seat(1))


async def test_a_curtain_is_drawn_only_beside_a_private_screen(tmp_path: Path) -> None:
    app = Opened(lambda: TableScreen(sit_people(tmp_path)))

    async def confirm() -> None:
        await in_front(pilot, ConfirmDialog)
        await pilot.press("enter")

    async with app.run_test(size=(100, 40)) as pilot:
        for place, (spymaster, operative) in enumerate((PEOPLE[:2], PEOPLE[2:])):
            curtain = await in_front(pilot, Curtain)
            assert spymaster in curtain.person
            await pilot.press("enter")
            await in_front(pilot, DeclaredForm)
            await pilot.press(*("river", "stone")[place], "enter")
            await confirm()
            curtain = await in_front(pilot, Curtain)
            assert operative in curtain.person
            await pilot.press("enter")
            for guess in (1, 2):
                form = await in_front(pilot, DeclaredForm)
                assert form.person.startswith(operative), "after a guess the same person is asked"
                await pilot.press("enter")
                await confirm()
                summary = await in_front(pilot, RoundSummary)
                assert guess == 2 or "keeps the keyboard" in summary.leads_to
                await pilot.press("enter")
        await until(pilot, lambda: app.answers == [True])


def test_the_table_shows_teams_and_their_words_in_the_colour_of_their_name() -> None:
    teams = {**Spies.list_teams(Options()), "others": ()}
    names = SeatNames(SEATS, PEOPLE, teams=teams)
    assert get_team_style(0, "red") == "$player-2"
    assert get_team_style(0, "Blue") == "$player-1"
    assert get_team_style(4, "others") == "$player-5"
    game = Spies(options=Options(), key=("red", "blue") * (len(WORDS) // 2))
    lines = ViewFields(names, game.view(game.deal(None), Seat(0))).layout_lines(80)  # type: ignore[arg-type]
    red = lines[0]
    assert red.plain.split() == ["Red", "●", "Ada,", "▲", "Ben"]
    assert [str(span.style) for span in red.spans][:2] == ["$player-2", "$player-1"]
    (row,) = [line for line in lines if "anchor" in line.plain]
    assert [row.plain[one.start : one.end] for one in row.spans if one.style == "$player-2"] == [
        "red"
    ]
    quoted = names.colour_names("Ada, anchor, blue")
    assert [quoted.plain[one.start : one.end] for one in quoted.spans] == ["Ada", "blue"]


def test_each_colour_has_its_names() -> None:
    assert len(COLOUR_NAMES) == len(DARK_COLOURS)
    words = [name for names in COLOUR_NAMES for name in names]
    assert len({*words}) == len(words)


async def test_no_reveal_waits_for_the_audience_of_a_game_without_questions(
    tmp_path: Path,
) -> None:
    session = create_session(tmp_path, *["random"] * 4)
    shown = Presentation(pace=0.05, polls=True)
    app = Opened(lambda: WatchScreen(session, shown))
    async with app.run_test(size=(100, 40)) as pilot:
        await in_front(pilot, WatchScreen)
        await pilot.press("g")
        await until(pilot, lambda: bool(app._notifications))
        (notice,) = app._notifications
        assert notice.message == "Spies has no questions to an audience."
        await in_front(pilot, EndCard)
    assert not session.match.awaits


def test_the_kinds_of_a_game_without_wordings_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    context: Any = SimpleNamespace(obj=SimpleNamespace(data=tmp_path))
    list_prompts(context, "spies")
    assert capsys.readouterr().out == "spies: clue, touch\n"


def test_the_headline_counts_what_the_game_lists(tmp_path: Path) -> None:
    session = sit_people(tmp_path)
    names, ui = SeatNames(SEATS, PEOPLE), load_game_ui("spies")
    assert ui.build_headline(session.match.view(None), names).when == "Guess 1"


def test_without_screens_choices_are_typed_as_words_and_nobody_is_fetched_for_a_second_guess(
    tmp_path: Path,
) -> None:
    text, _ = run_flow(
        sit_people(tmp_path),
        *("", "river", ""),
        *("", "Anchor", "", "2", ""),
        *("", "stone", ""),
        *("", "engine.", "", "nothing", "an", "u", "w", "garden", ""),
    )
    moves = [next(iter(move.move.values())) for move in read_record(tmp_path / "game.jsonl").moves]
    assert [one["word"] for one in moves] == [
        "river", "anchor", "candle", "stone", "engine", "garden",
    ]  # fmt: skip
    assert text.count("Press Enter.") == 4
    assert text.count("Everyone else, look away.") == 4
    assert text.count("Type a number: 1, 2") == 2
