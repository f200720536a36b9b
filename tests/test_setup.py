"""Agreeing on a game: every row of the form, and what comes out of it."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Input, Select

from engine.config.settings import load_settings
from engine.config.start import load_start
from engine.games.catalog import CATALOG
from engine.players.spec import ARGUMENTS, parse_spec
from screens.curtain import Curtain
from screens.forms.seat import SeatScreen
from screens.games.ui import load_game_ui
from screens.home import HomeScreen
from screens.setup.fold import Fold
from screens.setup.lineup import LineupChoice
from screens.setup.option import OptionRow, YesNo
from screens.setup.screen import SetupScreen, create_first_setup
from screens.setup.seat import KINDS, SeatRow
from screens.setup.settings import SeatSettingsDialog, SettingRow
from screens.setup.setup import Setup
from screens.setup.tile import GameTile
from screens.table.screen import TableScreen
from tests.looking import SIZES, Opened, appears, frame, in_front, until
from tui.app import ParlourApp
from tui.home import create_home

PEOPLE = {"encoder": "human:Player 1", "decoder": "human:Player 2", "interceptor": "pragmatic"}


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


def open_form(setup: Setup | None = None, complaint: str | None = None) -> Opened[Setup | None]:
    offered = setup or create_first_setup("decrypto")
    return Opened(lambda: SetupScreen(offered, complaint=complaint, settings=load_settings()))


async def start(pilot: Pilot[Any]) -> Setup:
    """Start, and give what was agreed on."""
    app = pilot.app
    assert isinstance(app, Opened)
    await pilot.press("f5")
    await until(pilot, lambda: app.answers)
    (setup,) = app.answers
    assert isinstance(setup, Setup)
    return setup


def unfold(app: Opened[Any]) -> None:
    """Show the rules, and each seat's kind of player."""
    for fold in app.screen.query(Fold):
        fold.open = True
    app.screen.query_one("#rules").display = True
    app.screen.query(SeatRow).remove_class("-simple")


def option(app: Opened[Any], name: str) -> OptionRow:
    unfold(app)
    return next(row for row in app.screen.query(OptionRow) if row.option.name == name)


def seat(app: Opened[Any], name: str) -> SeatRow:
    unfold(app)
    return next(row for row in app.screen.query(SeatRow) if row.seat == name)


async def test_the_first_offer_starts_with_one_key() -> None:
    app = open_form()
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "Two people and a machine; pass the keyboard when asked.")
        await pilot.press("f5")
        await until(pilot, lambda: app.answers)
    assert app.answers == [Setup("decrypto", PEOPLE)]


async def test_a_key_held_since_the_screen_before_starts_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("screens.widgets.key_guard.ARM_AFTER", 3600.0)
    app = open_form()
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "Two people and a machine")
        app.screen.query_one("#start").focus()
        await pilot.press("enter", "enter", "f5")
        await pilot.pause()
        assert not app.answers
        monkeypatch.setattr("screens.widgets.key_guard.ARM_AFTER", 0.0)
        app.screen.ignore_held_keys()  # type: ignore[attr-defined]
        await pilot.press("f5")  # a button takes no press for a moment after one
        await until(pilot, lambda: app.answers)


async def test_everything_fits_the_smallest_terminal() -> None:
    app = open_form()
    async with app.run_test(size=(80, 24)) as pilot:
        for game in CATALOG:
            await until(pilot, lambda: app.screen.query_one(f"#game-{game}").has_focus)  # noqa: B023
            await until(pilot, lambda: app.screen.setup.game == game)  # type: ignore[attr-defined]  # noqa: B023
            await until(pilot, lambda: app.screen.query(LineupChoice))
            await pilot.pause(0.1)
            shown = frame(app)
            titles = [one.title.removeprefix("Adversarial ") for one in CATALOG.values()]
            for word in (*titles, "Who plays?", "Rules", "Start", *load_game_ui(game).presets):
                assert word in shown
            assert "p1" not in shown
            assert app.screen.query_one("#form").max_scroll_y == 0
            await pilot.press("right")
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: app.screen.has_class("-emblems"))
        for unfolded in (False, True):  # Start stays on the screen, however long the form is
            app.screen.query_one("#fold-rules", Fold).open = unfolded
            await until(pilot, lambda: app.screen.query_one("#rules").display == unfolded)  # noqa: B023
            await until(pilot, lambda: app.screen.query_one("#start").region.bottom <= 29)
            # What was unfolded is in view, from its heading on.
            await until(pilot, lambda: (app.screen.query_one("#form").scroll_y > 0) == unfolded)  # noqa: B023


async def test_newcomers_reach_the_first_private_screen_with_few_keys() -> None:
    """Enter and two names lead two people and a machine from Home to the first question."""
    app, keys, names = ParlourApp(lambda: create_home(load_start())), 0, ["Ada", "Ben"]
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, HomeScreen)
        while not isinstance(app.screen, SeatScreen):
            if isinstance(app.focused, Input) and names:
                name = names.pop(0)
                await pilot.press(*name)
                keys += len(name)
            before = app.screen, app.focused
            await pilot.press("enter")
            keys += 1
            await until(pilot, lambda: (app.screen, app.focused) != before)  # noqa: B023
            await pilot.pause(0.05)
            assert keys <= 12
            if isinstance(app.screen, TableScreen):
                await in_front(pilot, Curtain)
        await appears(pilot, "Ada")
    assert keys == 12
    assert not names


async def test_names_stay_when_the_game_and_the_line_up_change() -> None:
    offered = create_first_setup("decrypto")
    app = Opened(lambda: SetupScreen(offered, people=("Ada", "Ben"), settings=load_settings()))
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "Ben")
        await pilot.press("enter", "enter", *"Adas")  # a name is typed over
        await appears(pilot, "Adas")
        app.screen.query_one("#game-undercover", GameTile).action_choose(False)
        await appears(pilot, "Two people, three machines")
        await appears(pilot, "Adas")
        app.screen.query_one("#preset-3", LineupChoice).action_choose(False)
        await appears(pilot, "Five machines; you watch")
        app.screen.query_one("#preset-0", LineupChoice).action_choose(False)
        await appears(pilot, "Five people")
        setup = await start(pilot)
    people = ("Adas", "Ben", "Player 3", "Player 4", "Player 5")
    assert list(setup.seats.values()) == [f"human:{name}" for name in people]


async def test_the_focus_the_game_and_the_line_up_can_be_told_without_colour() -> None:
    app = open_form()
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "◉ Decrypto")
        await appears(pilot, "◉ Two people against Parlour")
        assert frame(app).count("◉") == 2
        assert "┏" in frame(app)
        await pilot.press("enter", "enter")
        await until(pilot, lambda: "▌ ● Encoder" in frame(app))
        assert "┏" not in frame(app)


@pytest.mark.parametrize("size", SIZES)
async def test_start_is_in_sight_however_much_is_wrong(size: tuple[int, int]) -> None:
    options = {"rounds": "99", "tokens": "x"}
    app = open_form(Setup("decrypto", PEOPLE, options))
    async with app.run_test(size=size) as pilot:
        await pilot.press("f5")
        await appears(pilot, "rounds must be a whole number from 1 to 24, not 99.")
        button = app.screen.query_one("#start", Button)
        assert app.screen.region.contains_region(button.region)
        assert app.answers == []


async def test_names_and_options_come_out_as_they_were_typed() -> None:
    app = open_form()
    async with app.run_test(size=(80, 24)) as pilot:
        seat(app, "encoder").query_one(Input).focus()
        await pilot.press(*"[b]Ada")
        option(app, "rounds").query_one(Input).focus()
        await pilot.press("3")
        option(app, "play_on").query_one(YesNo).focus()
        await pilot.press("space")
        option(app, "reuse_hints").query_one(YesNo).focus()
        await pilot.press("y", "n")
        app.screen.query_one("#seed", Input).focus()
        await pilot.press(*"moon")
        setup = await start(pilot)
    assert setup == Setup(
        "decrypto",
        {**PEOPLE, "encoder": "human:[b]Ada"},
        {"rounds": "3", "play_on": "yes"},
        "moon",
    )


async def test_the_arrows_lead_through_the_fields_and_enter_goes_on() -> None:
    app = open_form()
    async with app.run_test(size=(80, 24)) as pilot:
        option(app, "rounds").query_one(Input).focus()
        await pilot.press("4", "enter", "3", "down")
        focused = app.focused
        assert focused is option(app, "first_round_interception").query_one(YesNo)
        await pilot.press("up", "up")
        focused = app.focused
        assert focused is option(app, "rounds").query_one(Input)
        assert (await start(pilot)).options == {"rounds": "4", "tokens": "3"}


async def test_a_wrong_option_says_what_is_allowed_where_it_stands() -> None:
    app = open_form()
    async with app.run_test(size=(80, 24)) as pilot:
        field = option(app, "tokens").query_one(Input)
        field.focus()
        field.value = "9"  # drawn before it is checked
        assert app.screen.describe_rules() == "something is wrong here"  # type: ignore[attr-defined]
        field.value = ""
        await pilot.press("7")
        await appears(pilot, "✗ tokens must be a whole number from 1 to 4, not 7.")
        app.screen.query_one("#start").focus()
        await pilot.press("f5")
        await pilot.pause()
        assert app.answers == []
        assert app.focused is option(app, "tokens").query_one(Input)
        await pilot.press("backspace")
        await until(pilot, lambda: "✗" not in frame(app))
        assert (await start(pilot)).options == {}


async def test_the_field_at_hand_is_explained() -> None:
    app = open_form()
    async with app.run_test(size=(80, 24)) as pilot:
        option(app, "tokens").query_one(Input).focus()
        await appears(pilot, "Miscommunications or interceptions that end the game.")


async def test_keywords_do_not_stand_on_the_screen() -> None:
    app = open_form()
    async with app.run_test(size=(160, 45)) as pilot:
        option(app, "keywords").query_one(Input).focus()
        await pilot.press(*"quarkfennel,b,c,d")
        await pilot.pause()
        assert "quarkfennel" not in frame(app)
        assert (await start(pilot)).options == {"keywords": "quarkfennel,b,c,d"}


@pytest.mark.parametrize(
    ("number", "line_up"), list(enumerate(load_game_ui("decrypto").presets.values()))
)
async def test_a_preset_fills_the_seats_and_keeps_names(
    number: int, line_up: dict[str, str]
) -> None:
    app = open_form(Setup("decrypto", {**PEOPLE, "encoder": "human:Ada"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.click(f"#preset-{number}")
        setup = await start(pilot)
    people = iter(["Ada", *(f"Player {n}" for n in (2, 3))])
    if line_up["encoder"] != "human":
        people = iter(["Ada"])
    assert setup.seats == {
        place: f"human:{next(people)}" if kind == "human" else kind
        for place, kind in line_up.items()
    }


async def test_a_change_of_mind_about_a_seat_loses_nothing() -> None:
    app = open_form(Setup("decrypto", {**PEOPLE, "encoder": "human:Ada"}))
    async with app.run_test(size=(80, 24)) as pilot:
        kind = seat(app, "encoder").query_one(Select)
        for other in ("llm", "glove"):
            kind.value = other
            await pilot.pause()
        kind.value = "human"
        await pilot.pause()
        assert (await start(pilot)).seats["encoder"] == "human:Ada"


async def test_a_kind_is_chosen_with_keys_alone() -> None:
    app = open_form()
    async with app.run_test(size=(80, 24)) as pilot:
        seat(app, "decoder").query_one(Select).focus()
        await pilot.press("enter", *["down"] * (1 + list(KINDS).index("random")), "enter")
        await appears(pilot, "One person, a player of random moves and a machine")
        assert (await start(pilot)).seats["decoder"] == "random"


@pytest.mark.parametrize(
    ("kind", "typed", "said"),
    [
        ("llm", "", "Give the model's name"),
        ("llm", "m1", "! There is no key for api.openai.com: set OPENAI_API_KEY"),
        ("vectors", "", "You have none yet. Import some: parlour vectors import FILE --name NAME"),
        ("vectors", "word2vek", "Did you mean word2vec?"),
        ("script", "", "Give the file with the moves"),
    ],
)
async def test_a_seat_says_what_it_lacks(kind: str, typed: str, said: str) -> None:
    app = open_form()
    async with app.run_test(size=(160, 45)) as pilot:
        row = seat(app, "interceptor")
        row.query_one(Select).value = kind
        await pilot.pause()
        row.query_one(Input).focus()
        await pilot.press(*typed)
        await appears(pilot, said)


async def test_a_seat_without_what_it_needs_does_not_start() -> None:
    app = open_form()
    async with app.run_test(size=(80, 24)) as pilot:
        row = seat(app, "interceptor")
        row.query_one(Select).value = "llm"
        await pilot.pause()
        await pilot.press("f5")
        await appears(pilot, "✗ 'llm' needs a MODEL")
        assert app.answers == []
        row.query_one(Input).focus()
        await pilot.press(*"m1")
        assert (await start(pilot)).seats["interceptor"] == "llm:m1"


async def test_every_kind_of_player_can_be_offered_again() -> None:
    for kind in KINDS:
        spec = f"{kind}:x" if kind in ARGUMENTS else kind
        app = open_form(Setup("decrypto", {**PEOPLE, "decoder": spec}))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert seat(app, "decoder").kind == kind


async def test_a_complaint_is_literal_and_what_was_agreed_stays() -> None:
    setup = Setup("decrypto", {**PEOPLE, "decoder": "llm:m1"}, {"rounds": "5"}, "moon")
    app = open_form(setup, "The server said [bold]no[/bold].")
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "The server said [bold]no[/bold].")
        assert await start(pilot) == setup


async def test_escape_agrees_on_nothing() -> None:
    app = open_form()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape")
        await until(pilot, lambda: app.answers)
    assert app.answers == [None]


# Games whose options tell how many seats there are.


async def test_an_option_that_adds_seats_adds_rows_and_takes_them_away() -> None:
    app = open_form(create_first_setup("dixit"))
    async with app.run_test(size=(100, 50)) as pilot:
        await appears(pilot, "Player 4")
        assert seats(app) == ["p1", "p2", "p3", "p4"]
        option(app, "rules").query_one(Select).value = "boxed"
        option(app, "players").query_one(Input).focus()
        await pilot.press("6")
        await until(pilot, lambda: len(seats(app)) == 6)
        assert seats(app) == ["p1", "p2", "p3", "p4", "p5", "p6"]
        await pilot.press("backspace", "9")
        await appears(pilot, "players must be a whole number from 3 to 6, not 9.")
        assert len(seats(app)) == 4, "blank for a moment, which is 4; and what is wrong adds none"
        await pilot.press("backspace", "3")
        await until(pilot, lambda: len(seats(app)) == 3)
        await pilot.press("backspace", "5")
        await until(pilot, lambda: len(seats(app)) == 5)
        setup = await start(pilot)
    assert dict(setup.options) == {"rules": "boxed", "rounds": "8", "players": "5"}
    assert list(setup.seats) == ["p1", "p2", "p3", "p4", "p5"]
    assert setup.seats["p5"] == "pragmatic"


async def test_a_remembered_table_of_six_is_offered_again() -> None:
    line_up = {f"p{n}": "random" for n in range(1, 7)}
    options = {"rules": "boxed", "players": "6"}
    app = open_form(Setup("dixit", line_up, options))
    async with app.run_test(size=(100, 50)) as pilot:
        await appears(pilot, "Player 6")
        assert (await start(pilot)).seats == line_up


async def test_another_game_brings_its_own_seats_and_options() -> None:
    app = open_form()
    async with app.run_test(size=(100, 50)) as pilot:
        await appears(pilot, "Interceptor")
        app.screen.query_one("#game-dixit", GameTile).action_choose(False)
        await appears(pilot, "Player 4")
        assert seats(app) == ["p1", "p2", "p3", "p4"]
        app.screen.query_one("#game-decrypto", GameTile).action_choose(False)
        await appears(pilot, "Interceptor")
        assert seats(app) == ["encoder", "decoder", "interceptor"]


def seats(app: Opened[Any]) -> list[str]:
    return [row.seat for row in app.screen.query(SeatRow)]


# Settings of seats.


async def test_a_seat_s_settings_are_chosen_in_a_dialog_and_come_out_with_the_seat() -> None:
    seats = {"encoder": "word2vec", "decoder": "llm:m,prompt=cot", "interceptor": "human"}
    app = open_form(Setup("decrypto", seats))
    async with app.run_test(size=(80, 24)) as pilot:
        app.screen.query_one("#fold-seats", Fold).focus()
        await appears(pilot, "Enter Open")
        await pilot.press("enter")
        await appears(pilot, "Enter Close")
        await pilot.press("enter")
        await appears(pilot, "Enter Open")
        await pilot.press("enter")
        await appears(pilot, "Enter Close")
        seat(app, "interceptor").query_one(Input).focus()
        await pilot.press("f4")  # a person has no settings
        await pilot.pause()
        assert not isinstance(app.screen, SeatSettingsDialog)
        form = app.screen
        seat(app, "decoder").query_one(Input).focus()
        await pilot.press("f4")
        await appears(pilot, "Settings of decoder: m")
        await appears(pilot, "How the model is asked")
        row = {one.option.name: one for one in app.screen.query(SettingRow)}
        assert row["prompt"].text == "cot"
        row["temperature"].query_one(Input).focus()
        await pilot.press(*"9", "f5")
        await appears(pilot, "temperature must be a number from 0 to 2")
        await pilot.press("backspace", *"0.20")
        row["wording"].query_one(Input).focus()
        await pilot.press(*"6", "f5")
        await appears(pilot, "There is no wording for decrypto '6'")
        await pilot.press("backspace", *"3", "f5")
        await until(pilot, lambda: app.screen is form)
        seat(app, "encoder").query_one(Select).focus()
        await pilot.press("f4")
        await appears(pilot, "Settings of encoder")
        await pilot.press(*"64", "escape")
        await until(pilot, lambda: app.screen is form)
        assert str(seat(app, "encoder").spec) == "word2vec"
        await appears(pilot, "3 set")
        seat(app, "encoder").seat_player(parse_spec("pragmatic"))
        await appears(pilot, "strength 3 of 5: F4")
        seat(app, "encoder").seat_player(parse_spec("word2vec"))
        app.push_screen(
            SeatSettingsDialog(
                CATALOG["decrypto"], "encoder", parse_spec("pragmatic"), data=load_settings().data
            )
        )
        await appears(pilot, "all, with associations")
        assert "names joined by +" in frame(app)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is form)
        assert (await start(pilot)).seats == {
            **seats,
            "interceptor": "human:Player 3",
            "decoder": "llm:m,prompt=cot,wording=3,temperature=0.2",
        }
