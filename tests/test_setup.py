"""New game: who is here, which game fits, its rules, and the details of researchers."""

from collections.abc import Mapping
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from rich.cells import cell_len
from textual import events
from textual.pilot import Pilot
from textual.widgets import Button, Input, Select, Static

from engine.config.settings import load_settings
from engine.config.start import load_start
from engine.games.catalog import CATALOG
from engine.players.machine_names import STRENGTHS
from engine.players.spec import ARGUMENTS, Spec, parse_spec
from engine.table_sizes import list_sizes
from screens.curtain import Curtain
from screens.games.undercover.forms import SpeakerForm
from screens.home import HomeScreen
from screens.setup.company import Company, NameField
from screens.setup.details import DetailsScreen
from screens.setup.game_choice import GameChoice
from screens.setup.game_tile import Fit, GameTile
from screens.setup.option_row import OptionRow
from screens.setup.purpose import WATCH
from screens.setup.rules import RulesDialog, RulesLine, offer_options
from screens.setup.screen import SetupScreen, create_first_setup
from screens.setup.seat_row import KINDS, SeatRow
from screens.setup.settings_dialog import SeatSettingsDialog, SettingRow
from screens.setup.setup import Setup
from screens.table.screen import TableScreen
from screens.widgets.even_text import EvenText
from screens.widgets.yes_no import YesNo
from tests.looking import Opened, appears, frame, in_front, until
from tests.spies import Spies
from tui.app import ParlourApp
from tui.home import create_home
from words.space.writer import write_space

PEOPLE = {"encoder": "human:Ada", "decoder": "human:Ben", "interceptor": "pragmatic"}
SMALL, USUAL, LARGE = (60, 20), (80, 24), (200, 60)


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


def open_form(setup: Setup | None = None, **more: Any) -> Opened[Setup | None]:
    offered = setup or create_first_setup("decrypto")
    return Opened(lambda: SetupScreen(offered, load_settings(), **more))


async def find_setup(pilot: Pilot[Any]) -> Setup:
    """Wait for the set-up that the form is dismissed with."""
    app = pilot.app
    assert isinstance(app, Opened)
    await until(pilot, lambda: app.answers)
    (setup,) = app.answers
    assert isinstance(setup, Setup)
    return setup


async def start(pilot: Pilot[Any]) -> Setup:
    """Start, and give what was agreed on."""
    await pilot.press("f5")
    return await find_setup(pilot)


async def add_people(pilot: Pilot[Any], *names: str) -> None:
    """Type these names, with Enter after each."""
    await until(pilot, lambda: isinstance(pilot.app.focused, NameField))
    for name in names:
        await pilot.press(*name, "enter")
        await pilot.pause()


def labels(app: Opened[Any] | ParlourApp) -> list[str]:
    return list(app.screen.query_one(Company).labels)


def told(app: Opened[Any], game: str) -> str:
    fit = app.screen.query_one(f"#game-{game}", GameTile).fit
    assert fit is not None
    return fit.describe()


def chosen(app: Opened[Any]) -> str:
    return app.screen.query_one(GameChoice).game


def start_label(app: Opened[Any]) -> str:
    return str(app.screen.query_one("#start", Button).label)


def message(app: Opened[Any]) -> str:
    return str(app.screen.query_one("#message", Static).content)


def meaning(app: Opened[Any]) -> str:
    """What a dialog says of the option with the focus, or what is wrong."""
    return str(app.screen.query_one("#means", Static).content)


def rules(app: Opened[Any]) -> str:
    return app.screen.query_one(RulesLine).words


# People first.


async def test_four_names_lead_to_the_first_description_with_few_keys() -> None:
    """From Home, by the defaults: at most 12 keys beside the names, and 30 seconds of work."""
    app, keys, begun = ParlourApp(lambda: create_home(load_start())), 0, process_time()

    async with app.run_test(size=USUAL) as pilot:

        async def press(key: str) -> None:
            nonlocal keys
            keys += 1
            await pilot.press(key)
            await pilot.pause()

        await in_front(pilot, HomeScreen)
        await press("n")
        await in_front(pilot, SetupScreen)
        await until(pilot, lambda: isinstance(app.focused, NameField))
        for name in ("Ada", "Ben", "Cleo", "Dan"):
            await pilot.press(*name)
            await press("enter")
        await press("enter")
        await until(pilot, lambda: isinstance(app.focused, GameChoice))
        await appears(pilot, "White: Ada and Cleo · Black: Ben and Dan")
        for _ in range(2):  # past Decrypto and Dixit, which four can play, too
            await press("right")
        await appears(pilot, "1 undercover · 10 rounds · all words")
        await press("enter")
        await appears(pilot, "Start: Ada, Ben, Cleo, Dan")
        await until(pilot, lambda: isinstance(app.focused, Button))
        await press("enter")
        await in_front(pilot, Curtain)
        await press("enter")
        await in_front(pilot, SpeakerForm)
    assert keys <= 12
    assert process_time() - begun < 30


async def test_games_that_fit_are_lit_and_others_say_what_they_need() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await until(pilot, lambda: isinstance(app.focused, NameField))
        assert all(told(app, game) == "" for game in CATALOG)
        await add_people(pilot, "Ada")
        assert told(app, "taboo") == "needs 1 more"
        await add_people(pilot, "Ben")
        assert told(app, "taboo") == "2 ✓"
        assert chosen(app) == "taboo"
        assert told(app, "undercover") == "needs 1 more"
        await add_people(pilot, "Cleo", "Dan")
        assert (told(app, "undercover"), told(app, "taboo")) == ("4 ✓", "2 too many")
        assert "4 ✓" in frame(app)
        assert app.screen.query_one("#game-taboo").has_class("-unfit")
        assert not app.screen.query_one("#game-undercover").has_class("-unfit")


async def test_a_game_that_needs_more_seats_named_machines() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, "Ada", "Ben")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.focused, GameChoice))
        await pilot.press("left")
        await appears(pilot, "A machine can join: Iris.")
        assert start_label(app) == "Add a machine"
        await pilot.press("enter")
        await appears(pilot, "Start: Ada, Ben, Iris")
        assert isinstance(app.focused, Button)
        assert app.answers == []
        await pilot.press("enter")
        setup = await find_setup(pilot)
    assert setup == Setup(
        "undercover",
        {"p1": "human:Ada", "p2": "human:Ben", "p3": "pragmatic:Iris"},
        {"players": "3"},
    )


async def test_machines_that_are_too_many_are_left_out() -> None:
    app = open_form(Setup("decrypto", {**PEOPLE, "interceptor": "pragmatic:Iris"}))
    async with app.run_test(size=USUAL) as pilot:
        await until(pilot, lambda: isinstance(app.focused, Button))
        app.screen.query_one(GameChoice).focus()
        await pilot.press("left")
        await appears(pilot, "Taboo is for 2 players, and 3 are here: leave out Iris?")
        await pilot.press("enter")
        await appears(pilot, "Start: Ada, Ben")
        await pilot.press("enter")
        assert (await find_setup(pilot)).seats == {
            "attacker": "human:Ada",
            "defender": "human:Ben",
        }


async def test_people_who_are_too_many_start_nothing() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, "Ada", "Ben", "Cleo")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.focused, GameChoice))
        await pilot.press("left", "enter", "f5")
        await until(pilot, lambda: "choose another game" in message(app))
        assert message(app) == "✗ Take somebody out, or choose another game."
        assert frame(app).count("1 too many") == 1, "how many is said once"
        assert app.screen.query_one("#game-taboo", GameTile).refused
        assert isinstance(app.focused, GameChoice)
        assert app.answers == []
        assert labels(app) == ["Ada", "Ben", "Cleo"]


async def test_those_who_played_last_are_offered_again_with_one_key() -> None:
    setup = Setup("undercover", {f"p{n}": f"human:{name}" for n, name in enumerate("ABCD", 1)})
    offered = Setup("undercover", setup.seats, {"players": "4", "rounds": "5"})
    app = open_form(offered)
    async with app.run_test(size=USUAL) as pilot:
        await appears(pilot, "Start: A, B, C, D")
        await appears(pilot, "1 undercover · 5 rounds · all words")
        await pilot.press("enter")
        assert await find_setup(pilot) == Setup(
            "undercover", setup.seats, {"rounds": "5", "players": "4"}
        )


async def test_a_name_is_typed_wherever_the_focus_is() -> None:
    """Otherwise Enter would start without whom somebody has just typed."""
    seats = {"attacker": "human:Ada", "defender": "human:Ben"}
    app = open_form(Setup("taboo", seats))
    async with app.run_test(size=USUAL) as pilot:
        await until(pilot, lambda: isinstance(app.focused, Button))
        await pilot.press(*"Eve", "enter")
        await until(pilot, lambda: labels(app) == ["Ada", "Ben", "Eve"])
        assert isinstance(app.focused, NameField)
        assert app.answers == []
        await pilot.press("down", "down", "x", "y", "enter")
        await until(pilot, lambda: labels(app) == ["Ada", "Ben", "Eve", "xy"])


async def test_a_key_held_since_home_types_no_name_beside_the_last_company(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("screens.widgets.key_guard.ARM_AFTER", 3600.0)
    app = open_form(Setup("taboo", {"attacker": "human:Ada", "defender": "human:Ben"}))
    async with app.run_test(size=USUAL) as pilot:
        await until(pilot, lambda: isinstance(app.focused, Button))
        await pilot.press(*"nnnn")
        assert app.screen.query_one(NameField).value == ""
        await pilot.press("E")
        assert app.screen.query_one(NameField).value == "E"


async def test_known_names_are_suggested_and_completed() -> None:
    app = open_form(people=("Eleanor", "Ben", "Finn"))
    async with app.run_test(size=USUAL) as pilot:
        await appears(pilot, "+ Eleanor  + Ben  + Finn  + a machine")
        await pilot.press(*"ele")
        await pilot.pause(0.1)
        await pilot.press("right", "enter")
        await until(pilot, lambda: labels(app) == ["Eleanor"])
        await until(pilot, lambda: "+ Eleanor" not in frame(app))
        await pilot.press("right", "right", "enter")  # the second of those who are left
        await until(pilot, lambda: labels(app) == ["Eleanor", "Finn"])
        await pilot.press("right", "enter")
        await until(pilot, lambda: labels(app) == ["Eleanor", "Finn", "Iris"])


async def test_the_arrows_mark_somebody_whom_keys_take_out_or_move() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, "Ada", "Ben", "Cleo")
        await pilot.press("left", "left", "shift+left")  # Ben
        await until(pilot, lambda: labels(app) == ["Ben", "Ada", "Cleo"])
        await pilot.press("right", "backspace")  # Ada
        await until(pilot, lambda: labels(app) == ["Ben", "Cleo"])
        await pilot.press(*"Dan", "enter")
        await until(pilot, lambda: labels(app) == ["Ben", "Cleo", "Dan"])
        await pilot.press("backspace", "backspace", "backspace", "backspace")
        await until(pilot, lambda: labels(app) == [])


async def test_a_click_on_a_chip_takes_somebody_out() -> None:
    app = open_form(people=("Eve",))
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, "Ada", "Ben")
        lines = frame(app).split("\n")
        row = next(n for n, line in enumerate(lines) if "● Ada" in line)
        await pilot.click(offset=(lines[row].index("Ada"), row))
        await until(pilot, lambda: labels(app) == ["Ben"])
        lines = frame(app).split("\n")
        row = next(n for n, line in enumerate(lines) if "+ Eve" in line)
        await pilot.click(offset=(lines[row].index("Eve"), row))
        await until(pilot, lambda: labels(app) == ["Ben", "Eve"])


async def test_m_and_plus_add_machines_with_names_and_styles() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, "Otto")
        await pilot.press("plus")
        await until(pilot, lambda: labels(app) == ["Otto", "Iris"])
        await pilot.press("down", "m")
        await until(pilot, lambda: labels(app) == ["Otto", "Iris", "Mabel"])
        await appears(pilot, "□ Mabel, gentle")
        await appears(pilot, "● Otto")
        setup = await start(pilot)
    assert list(setup.seats.values()) == [
        "human:Otto",
        "pragmatic:Iris",
        "pragmatic:Mabel,strength=2",
    ]


async def test_a_chip_says_what_plays_in_place_of_a_machine_that_does_not_know_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Spies, "name", "spies")
    monkeypatch.setitem(CATALOG, "spies", Spies)
    app = open_form(Setup("taboo", {"attacker": "human:Ada", "defender": "pragmatic:Iris"}, {}, ""))
    async with app.run_test(size=(100, 40)) as pilot:
        await until(pilot, lambda: "Iris, steady machine" in frame(app))
        choice = app.screen.query_one(GameChoice)
        choice.choose("spies")
        choice.post_message(GameChoice.Changed())
        await until(pilot, lambda: "Iris, as random" in frame(app))


async def test_names_with_m_can_be_typed() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, "Mia", "m", "C++")
        assert labels(app) == ["Mia", "m", "C++"]


ODD_NAMES = ("A", "x" * 40, "[b]Eve[/b]", "🦊", "שרה", "Zoë", "$primary")


@pytest.mark.parametrize("size", [SMALL, USUAL, LARGE])
async def test_odd_names_are_shown_literally_and_fit(size: tuple[int, int]) -> None:
    app = open_form()
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.focused, NameField))
        for name in ODD_NAMES:
            app.post_message(events.Paste(name))  # a pilot types no emoji
            await until(pilot, lambda: app.screen.query_one(NameField).value)
            await pilot.press("enter")
            await pilot.pause()
        expected = [name[:24] for name in ODD_NAMES]
        assert labels(app) == expected
        await appears(pilot, "[b]Eve[/b]")
        label = start_label(app)
        assert label == "Start with 7 players"
        button = app.screen.query_one("#start", Button)
        assert app.screen.region.contains_region(button.region)
        assert cell_len(label) <= button.content_size.width
        setup = await start(pilot)
    assert list(setup.seats.values()) == [f"human:{name}" for name in expected]


def type_at_once(app: Opened[Any] | ParlourApp, text: str) -> None:
    """Send keys faster than the app takes them: `⏎` is Enter."""
    for letter in text:
        name = {"⏎": "enter", "+": "plus"}.get(letter, letter)
        key = events.Key(name, None if letter == "⏎" else letter)
        app.post_message(key)


@pytest.mark.parametrize("size", [SMALL, USUAL])
async def test_no_letter_is_lost_or_misplaced_however_fast_names_are_typed(
    size: tuple[int, int],
) -> None:
    """On a busy computer New game takes seconds to open, and people type on."""
    app = ParlourApp(lambda: create_home(load_start()))
    async with app.run_test(size=size) as pilot:
        await in_front(pilot, HomeScreen)
        type_at_once(app, "nAda⏎Ben⏎Quinn⏎x⏎Dan")
        await in_front(pilot, SetupScreen)
        await until(pilot, lambda: app.screen.query_one(NameField).value == "Dan")
        assert labels(app) == ["Ada", "Ben", "Quinn", "x"]
        type_at_once(app, "a⏎C++⏎+")
        await until(pilot, lambda: len(labels(app)) == 7)
        assert labels(app) == ["Ada", "Ben", "Quinn", "x", "Dana", "C++", "Iris"]
        assert isinstance(app.screen, SetupScreen)


async def test_the_keys_of_the_names_are_told_as_they_are() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await appears(pilot, "type a name, Enter")
        await appears(pilot, "+ Machine")
        await appears(pilot, "Enter Add")
        assert app.screen.query_one("#start").has_class("-idle")
        await add_people(pilot, "Ada", "Ben", "Cleo")
        await appears(pilot, "Another name, or Enter to go on.")
        await appears(pilot, "Enter Games")
        assert not app.screen.query_one("#start").has_class("-idle")
        await pilot.press("D")
        await appears(pilot, "Enter adds the name.")
        await appears(pilot, "Enter Add")
        await pilot.press(*"d" * 30)
        await appears(pilot, "24 letters at most.")
        await pilot.press(*["backspace"] * 24, "left")
        await appears(pilot, "Delete takes Cleo out")
        await appears(pilot, "Del Take out")
        await pilot.press("delete")
        await until(pilot, lambda: labels(app) == ["Ada", "Ben"])


async def test_the_same_name_twice_is_two_people() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, "Ada", "ada", "x" * 24, "x" * 24)
        names = labels(app)
        assert len({name.casefold() for name in names}) == 4
        assert names[:2] == ["Ada", "ada 2"]
        await pilot.press(*"ADA")
        await appears(pilot, "Ada is already here. Enter adds ADA 3.")
        await pilot.press("enter")
        await appears(pilot, "Ada was here already: the new one is ADA 3.")
        await pilot.press("B")
        await appears(pilot, "Enter adds the name.")
        assert all(len(name) <= 24 for name in names)


async def test_names_with_commas_between_are_several_people_and_ten_are_enough() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, "Ada, Ben,,Cleo")
        assert labels(app) == ["Ada", "Ben", "Cleo"]
        await add_people(pilot, *(f"N{n}" for n in range(12)))
        assert len(labels(app)) == 10
        assert told(app, "undercover") == "10 ✓"
        await appears(pilot, "N6")


async def test_what_is_typed_counts_without_its_enter() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, "Ada")
        await appears(pilot, "Add 2 machines")
        await pilot.press(*"Ben")
        await appears(pilot, "F5 Add")  # Decrypto is shown, which two do not play
        await pilot.press("f5")
        await appears(pilot, "Start: Ada, Ben")
        assert app.screen.query_one(GameChoice).game == "taboo"
        await pilot.press(*"Cleo")
        await appears(pilot, "Add Cleo")
        await pilot.press("f5", *"Dan")
        await appears(pilot, "Start: Ada, Ben, Cleo, Dan")
        names = ["human:Ada", "human:Ben", "human:Cleo", "human:Dan"]
        assert list((await start(pilot)).seats.values()) == names


async def test_nobody_starts_nothing() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await until(pilot, lambda: isinstance(app.focused, NameField))
        for key in ("enter", "f5"):
            await pilot.press(key)
            await appears(pilot, "Nobody is here yet")
        assert isinstance(app.focused, NameField)
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.focused, NameField))
        assert app.answers == []


async def test_a_key_held_since_home_types_no_name() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await until(pilot, lambda: isinstance(app.focused, NameField))
        await pilot.press(*"nnnnnnnnn")
        await pilot.pause()
        assert len(app.screen.query_one(NameField).value) < 3


async def test_enter_held_down_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("screens.widgets.key_guard.ARM_AFTER", 3600.0)
    app = open_form(Setup("taboo", {"attacker": "human:Ada", "defender": "human:Ben"}))
    async with app.run_test(size=USUAL) as pilot:
        await until(pilot, lambda: isinstance(app.focused, Button))
        app.screen.query_one(NameField).focus()
        await pilot.press(*["enter"] * 9, "f5")
        await pilot.pause()
        assert not app.answers
        assert isinstance(app.focused, GameChoice)
        monkeypatch.setattr("screens.widgets.key_guard.ARM_AFTER", 0.0)
        app.screen.ignore_held_keys()  # type: ignore[attr-defined]
        await pilot.press("f5")
        await find_setup(pilot)


async def test_each_group_is_one_tab_stop_and_down_chooses_no_game() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, "Ada", "Ben")
        assert chosen(app) == "taboo"
        kinds = (GameChoice, RulesLine, Button, NameField)
        for keys in ("down", "tab"):
            for kind in kinds:
                await pilot.press(keys)
                await pilot.pause()
                assert isinstance(app.focused, kind)
        await pilot.press("up", "up", "up")
        assert isinstance(app.focused, GameChoice)
        assert chosen(app) == "taboo"
        await pilot.press("right")
        assert chosen(app) == "decrypto"
        await pilot.press("left")
        assert chosen(app) == "taboo"


async def test_a_game_chosen_by_hand_stays_when_somebody_comes() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, "Ada", "Ben", "Cleo", "Dan")
        await pilot.press("down", "right", "right")
        assert chosen(app) == "undercover"
        await pilot.press("up")
        await add_people(pilot, "Eve")
        assert chosen(app) == "undercover"
        await appears(pilot, "2 undercover")


async def test_play_alone_fills_the_seats_of_every_game() -> None:
    app = open_form(Setup("decrypto", {"encoder": "human:Ada"}), fill=True)
    async with app.run_test(size=USUAL) as pilot:
        await until(pilot, lambda: isinstance(app.focused, GameChoice))
        for game in (*CATALOG, "decrypto"):
            if chosen(app) != game:
                await pilot.press("right")
                await until(pilot, lambda: chosen(app) == game)  # noqa: B023
            usual = CATALOG[game].usual_seats()
            assert start_label(app) == f"Start: {', '.join(['Ada', *STRENGTHS][: len(usual)])}"
        await pilot.press("enter", "enter")
        setup = await find_setup(pilot)
    assert setup.seats == {
        "encoder": "human:Ada",
        "decoder": "pragmatic:Iris",
        "interceptor": "pragmatic:Otto,strength=4",
    }


async def test_machines_alone_are_watched() -> None:
    app = open_form(Setup("taboo", {}), fill=True)
    async with app.run_test(size=USUAL) as pilot:
        await appears(pilot, "Watch: Iris, Otto")
        await pilot.press("enter", "enter")
        assert set((await find_setup(pilot)).seats) == {"attacker", "defender"}


# What is on the screen.


@pytest.mark.parametrize("size", [SMALL, USUAL, (100, 30), LARGE])
async def test_everything_is_in_sight_at_every_size(size: tuple[int, int]) -> None:
    app = open_form(people=("Eve", "Finn"))
    async with app.run_test(size=size) as pilot:
        await add_people(pilot, "Ada", "Ben", "Cleo", "Dan")
        titles = [one.title.removeprefix("Adversarial ") for one in CATALOG.values()]
        for word in (*titles, "Who is here?", "Rules", "Start: Ada, Ben, Cleo, Dan", "4 ✓", "Dan"):
            await appears(pilot, word)
        before = [(one.id, one.region) for one in app.screen.query("*")]
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: isinstance(app.screen, RulesDialog))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen))
        await pilot.press("up", "up")
        await until(pilot, lambda: isinstance(app.focused, NameField))
        assert [(one.id, one.region) for one in app.screen.query("*")] == before, "nothing moves"


async def test_adding_people_moves_nothing() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await until(pilot, lambda: isinstance(app.focused, NameField))

        def places() -> list[object]:
            return [app.screen.query_one(one).region for one in ("#games", "RulesLine", "#places")]

        before = places()
        await add_people(pilot, *(f"Somebody {n}" for n in range(10)))
        assert places() == before


async def test_a_name_without_a_place_stays_and_says_so() -> None:
    app = open_form(people=("Eve",))
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, *(f"P{n}" for n in range(9)), "Q, R")
        field = app.screen.query_one(NameField)
        assert len(labels(app)) == 10
        await until(pilot, lambda: field.value == "R")
        await pilot.press("enter")
        await appears(pilot, "✗ 10 are here; more have no place.")
        assert field.value == "R"
        footer = frame(app).split("\n")[-1]
        assert "Add" not in footer
        assert "Machine" not in footer
        assert "a machine" not in frame(app)
        await pilot.press("backspace", "right", "enter")
        assert len(labels(app)) == 10


async def test_the_focus_and_the_choice_can_be_told_without_colour() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, "Ada", "Ben", "Cleo", "Dan")
        assert frame(app).count("◉") == 1

        def marked() -> list[str]:
            return [line for line in frame(app).split("\n") if line.lstrip().startswith("▌")]

        def filled() -> list[str]:
            strips = app.screen._compositor.render_strips()
            segments = [segment for strip in strips for segment in strip]
            return [one.text.strip() for one in segments if one.style and one.style.reverse]

        await until(pilot, lambda: any("type a name" in line for line in marked()))
        assert "Decrypto" not in filled()
        await pilot.press("down")
        await until(pilot, lambda: "Decrypto" in filled())
        assert not marked()


async def test_the_card_hangs_from_the_tile_of_the_chosen_game() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, "Ada", "Ben", "Cleo")
        await pilot.press("enter")
        for definition in CATALOG.values():
            await appears(pilot, definition.summary)
            lines = frame(app).split("\n")
            tile = app.screen.query_one(f"#game-{definition.name}").region
            above = lines[tile.bottom]
            assert above[tile.x : tile.right].strip("│╯╰ ") == ""
            assert set(above[tile.right : -1]) <= set("─╮ ")
            await pilot.press("right")
        assert lines[tile.y][tile.x] == "╭"


async def test_a_large_screen_shows_how_a_round_goes_by_the_options() -> None:
    app = open_form()
    async with app.run_test(size=LARGE) as pilot:
        await add_people(pilot, "Ada", "Ben", "Cleo")
        await appears(pilot, "The encoder alone sees a code")
        await add_people(pilot, "Dan")
        await appears(pilot, "A round has two halves, white's and then black's.")
        await appears(pilot, "F1 shows all the rules.")
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, "Ada", "Ben", "Cleo")
        assert "The encoder alone" not in frame(app)


async def test_details_say_who_is_missing_and_offer_a_machine() -> None:
    app = open_form(people=("Eve",))
    async with app.run_test(size=USUAL) as pilot:
        await pilot.press("f4")
        await until(pilot, lambda: "Nobody is here yet" in message(app))
        await add_people(pilot, "Ada", "Ben")
        await pilot.press("enter", "left")
        assert chosen(app) == "undercover"
        await pilot.press("f4")
        await until(pilot, lambda: message(app).startswith("✗ Undercover needs 1 more."))
        assert isinstance(app.focused, NameField)
        await pilot.press("enter")
        await until(pilot, lambda: labels(app) == ["Ada", "Ben", "Iris"])


async def test_only_machines_come_to_a_game_that_is_watched() -> None:
    app = open_form(Setup("taboo", {}), people=("Ada", "Ben"), fill=True, purpose=WATCH)
    async with app.run_test(size=USUAL) as pilot:
        await appears(pilot, "Watch: Iris, Otto")
        assert "+ Ada" not in frame(app)
        await pilot.press("up")
        await until(pilot, lambda: isinstance(app.focused, NameField))
        await pilot.press(*"hugo", "enter")
        await until(pilot, lambda: labels(app) == ["Iris", "Otto", "Hugo"])
        await appears(pilot, "Hugo, sharp machine")
        setup = await start(pilot)
    assert not any(spec.startswith("human") for spec in setup.seats.values())


@pytest.mark.parametrize(
    ("game", "here", "said"),
    [
        ("undercover", 4, "4 ✓"),
        ("undercover", 2, "needs 1 more"),
        ("undercover", 11, "1 too many"),
        ("taboo", 1, "needs 1 more"),
        ("dixit", 0, ""),
    ],
)
def test_a_fit_is_said_in_a_few_words(game: str, here: int, said: str) -> None:
    options: Mapping[str, str] = create_first_setup(game).options
    assert Fit(tuple(list_sizes(CATALOG[game], options)), here).describe() == said


def test_every_game_can_be_played_by_its_defaults_at_every_size() -> None:
    for game, definition in CATALOG.items():
        given = create_first_setup(game).options
        for size, options in list_sizes(definition, given).items():
            assert len(definition.parse_seats({**given, **options})) == size
    assert list(list_sizes(CATALOG["undercover"], {})) == list(range(3, 11))


# Rules.


async def open_rules(pilot: Pilot[Any]) -> RulesDialog:
    pilot.app.screen.query_one(RulesLine).focus()
    await pilot.press("enter")
    dialog = await in_front(pilot, RulesDialog)
    assert isinstance(dialog, RulesDialog)
    return dialog


def option(app: Opened[Any], name: str) -> OptionRow:
    return next(row for row in app.screen.query(OptionRow) if row.option.name == name)


async def test_rules_are_changed_in_a_dialog_and_said_in_words() -> None:
    app = open_form(Setup("decrypto", PEOPLE))
    async with app.run_test(size=USUAL) as pilot:
        await until(pilot, lambda: rules(app) == "8 rounds · 2 tokens end it")
        await open_rules(pilot)
        option(app, "rounds").query_one(Input).focus()
        await pilot.press("plus", "plus", "minus", "down", "down", "space")
        assert option(app, "rounds").text == "9"
        option(app, "play_on").query_one(YesNo).focus()
        await appears(pilot, "Play all rounds, even after the game is decided.")
        await pilot.press("y", "escape")
        await in_front(pilot, SetupScreen)
        said = "9 rounds · 2 tokens end it · not: intercept in round 1 · play all rounds"
        await until(pilot, lambda: rules(app) == said)
        await appears(pilot, "9 rounds · 2 tokens end it · 2 more rules")
        setup = await start(pilot)
    assert setup.options == {"rounds": "9", "first_round_interception": "no", "play_on": "yes"}


@pytest.mark.parametrize(
    ("game", "people", "idle"),
    [
        ("decrypto", 3, []),
        ("decrypto", 4, ["swap_roles", "first_round_interception"]),
        ("undercover", 4, ["undercover"]),  # one is all that fewer than half allows
        ("undercover", 5, []),
        ("dixit", 4, []),
        ("taboo", 2, []),
    ],
)
def test_only_rules_that_do_something_are_offered(game: str, people: int, idle: list[str]) -> None:
    definition = CATALOG[game]
    offered = offer_options(definition, list_sizes(definition, {})[people])
    names = [one.name for one in offered]
    assert names == [name for name in definition.list_options() if name not in idle]


@pytest.mark.parametrize(("people", "most"), [(5, 2), (6, 2), (7, 3), (10, 4)])
def test_a_number_is_offered_in_the_bounds_for_those_who_are_here(people: int, most: int) -> None:
    offered = offer_options(CATALOG["undercover"], {"players": str(people)})
    assert next(one.range for one in offered if one.name == "undercover") == f"1 to {most}"


async def test_a_rule_that_is_not_offered_keeps_what_was_chosen() -> None:
    app = open_form(Setup("decrypto", PEOPLE, {"swap_roles": "yes"}))
    async with app.run_test(size=USUAL) as pilot:
        app.screen.query_one(NameField).focus()
        await add_people(pilot, "Zoe")
        await open_rules(pilot)
        assert all(row.option.name != "swap_roles" for row in app.screen.query(OptionRow))
        await pilot.press("escape")
        await in_front(pilot, SetupScreen)
        setup = await start(pilot)
    assert setup.options["swap_roles"] == "yes"


@pytest.mark.parametrize("size", [SMALL, USUAL])
@pytest.mark.parametrize("game", list(CATALOG))
async def test_what_a_rule_means_is_said_whole(game: str, size: tuple[int, int]) -> None:
    app = open_form(create_first_setup(game))
    async with app.run_test(size=size) as pilot:
        await add_people(pilot, "Ada", "Ben", *["Cleo", "Dan"] * (game != "taboo"))
        await open_rules(pilot)
        means = app.screen.query_one("#means", EvenText)
        rows, room = list(app.screen.query(OptionRow)), means.content_size
        for row in rows:
            means.update(row.option.help)
            assert len(means.layout_lines(room.width)) <= room.height, row.option.name
        rows[-2].focus_field()
        await pilot.press("down")
        await until(pilot, lambda: meaning(app) == rows[-1].option.help)
        options = app.screen.query_one("#options").region
        await until(pilot, lambda: options.contains_region(rows[-1].region))
        await pilot.press("down")
        assert app.focused is app.screen.query_one("#done")


async def test_the_rules_leave_the_widths_of_other_forms_as_they_are() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, "Ada", "Ben", "Cleo")
        widths = []
        for _ in range(2):
            await pilot.press("f4")
            await in_front(pilot, DetailsScreen)
            await until(pilot, lambda: app.screen.query(Input).first().region.width)
            widths.append([one.region.width for one in app.screen.query("SeatRow Input")])
            await pilot.press("escape")
            await in_front(pilot, SetupScreen)
            await open_rules(pilot)
            await pilot.press("escape")
            await in_front(pilot, SetupScreen)
        assert widths[0] == widths[1]


async def test_numbers_stay_within_their_bounds() -> None:
    app = open_form(Setup("decrypto", PEOPLE))
    async with app.run_test(size=USUAL) as pilot:
        await open_rules(pilot)
        option(app, "tokens").query_one(Input).focus()
        await pilot.press(*["plus"] * 9)
        assert option(app, "tokens").text == "4"
        await pilot.press(*["minus"] * 9)
        assert option(app, "tokens").text == "1"


async def test_the_undercover_follow_the_players_until_they_are_edited() -> None:
    app = open_form(create_first_setup("undercover"))
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, *"ABC")
        for name, undercover in (("D", 1), ("E", 2), ("F", 2), ("G", 2), ("H", 3)):
            await add_people(pilot, name)
            await until(pilot, lambda: rules(app).startswith(f"{undercover} undercover"))  # noqa: B023
        await open_rules(pilot)
        assert "seats" not in [row.option.name for row in app.screen.query(OptionRow)]
        await pilot.press("minus", "minus", "escape")
        await in_front(pilot, SetupScreen)
        await until(pilot, lambda: rules(app).startswith("1 undercover"))
        app.screen.query_one(NameField).focus()
        await add_people(pilot, "I")
        assert rules(app).startswith("1 undercover")
        setup = await start(pilot)
    assert setup.options == {"undercover": "1", "players": "9"}


async def test_a_wrong_rule_keeps_the_dialog_and_twice_esc_leaves_the_rules() -> None:
    app = open_form(Setup("decrypto", PEOPLE))
    async with app.run_test(size=USUAL) as pilot:
        await open_rules(pilot)
        option(app, "tokens").query_one(Input).focus()
        await pilot.press("7")
        await appears(pilot, "✗ tokens must be a whole number from 1 to 4, not 7.")
        option(app, "rounds").query_one(Input).focus()
        await pilot.press("f5")
        await pilot.pause()
        assert app.focused is option(app, "tokens").query_one(Input)
        await pilot.press("escape")
        await appears(pilot, "Esc again leaves the rules as they were.")
        await pilot.press("escape")
        await in_front(pilot, SetupScreen)
        assert (await start(pilot)).options == {}


async def test_a_complaint_about_an_option_opens_the_rules_at_its_field() -> None:
    line_up = {f"p{n}": "human:X" for n in range(1, 5)}
    why = "undercover: of 4 players at most 1 can be undercover, fewer than half, not 2."
    setup = Setup("undercover", line_up, {"undercover": "2", "players": "4"})
    app = open_form(setup, complaint=why)
    async with app.run_test(size=USUAL) as pilot:
        await in_front(pilot, RulesDialog)
        await until(pilot, lambda: "at most 1 can be undercover" in meaning(app))
        await appears(pilot, "✗ Of 4 players at most 1 can be")
        await until(pilot, lambda: app.focused is option(app, "undercover").query_one(Input))
        await pilot.press("minus", "escape")
        await in_front(pilot, SetupScreen)
        assert (await start(pilot)).options == {"undercover": "1", "players": "4"}


async def test_f7_takes_back_all_changes_of_the_rules() -> None:
    setup = create_first_setup("dixit")
    line_up = {f"p{n}": "random" for n in range(1, 5)}
    app = open_form(Setup("dixit", line_up, {"rules": "boxed", "rounds": "3"}))
    async with app.run_test(size=USUAL) as pilot:
        await appears(pilot, "to 30 points · 3 rounds")
        await open_rules(pilot)
        await pilot.press("f7")
        await in_front(pilot, SetupScreen)
        await appears(pilot, "8 rounds")
        assert (await start(pilot)).options == setup.options


async def test_the_usual_answer_is_said_beside_a_yes_or_no_that_was_changed() -> None:
    app = open_form(Setup("decrypto", PEOPLE))
    async with app.run_test(size=USUAL) as pilot:
        await open_rules(pilot)
        assert "default no" not in frame(app)
        option(app, "play_on").query_one(YesNo).focus()
        await pilot.press("space")
        await appears(pilot, "default no")
        await pilot.press("space")
        await until(pilot, lambda: "default no" not in frame(app))


async def test_secret_words_are_neither_in_the_rules_nor_in_their_line() -> None:
    app = open_form(Setup("decrypto", PEOPLE))
    async with app.run_test(size=LARGE) as pilot:
        await open_rules(pilot)
        option(app, "keywords").query_one(Input).focus()
        await pilot.press(*"quarkfennel,b,c,d")
        await pilot.pause()
        assert "quarkfennel" not in frame(app)
        await pilot.press("escape")
        await in_front(pilot, SetupScreen)
        await until(pilot, lambda: "own keywords" in rules(app))
        assert "quarkfennel" not in frame(app)
        assert (await start(pilot)).options == {"keywords": "quarkfennel,b,c,d"}


async def test_own_words_in_undercover_are_not_shown() -> None:
    line_up = {f"p{n}": "random" for n in range(1, 6)}
    app = open_form(Setup("undercover", line_up, {"words": "quark,fennel"}))
    async with app.run_test(size=LARGE) as pilot:
        await appears(pilot, "2 undercover · 10 rounds · your own words")
        assert "quark" not in frame(app)


# What comes back.


async def test_a_complaint_is_literal_and_what_was_agreed_stays() -> None:
    setup = Setup("decrypto", {**PEOPLE, "decoder": "llm:m1"}, {"rounds": "5"}, "moon")
    app = open_form(setup, complaint="The server said [bold]no[/bold].")
    async with app.run_test(size=USUAL) as pilot:
        await appears(pilot, "The server said [bold]no[/bold].")
        assert await start(pilot) == setup


async def test_settings_of_other_games_are_left_out() -> None:
    line_up = {"p1": "llm:m,beliefs=yes", "p2": "human:Ada", "p3": "human:Ben"}
    app = open_form(Setup("undercover", line_up, {"players": "3"}))
    async with app.run_test(size=USUAL) as pilot:
        app.screen.query_one(GameChoice).focus()
        await pilot.press("left", "left")
        await until(pilot, lambda: chosen(app) == "decrypto")
        assert (await start(pilot)).seats["encoder"] == "llm:m"


async def test_escape_agrees_on_nothing() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await until(pilot, lambda: isinstance(app.focused, NameField))
        await pilot.press("escape")
        await until(pilot, lambda: app.answers)
    assert app.answers == [None]


async def test_a_remembered_table_of_six_is_offered_again() -> None:
    line_up = {f"p{n}": "random" for n in range(1, 7)}
    app = open_form(Setup("dixit", line_up, {"rules": "boxed", "players": "6"}))
    async with app.run_test(size=USUAL) as pilot:
        await until(pilot, lambda: isinstance(app.focused, Button))
        setup = await start(pilot)
    assert setup.seats == line_up
    assert setup.options == {"rules": "boxed", "players": "6"}


# The details of researchers.


def open_details(
    seats: Mapping[str, str], seed: str = ""
) -> Opened[tuple[Mapping[str, Spec], str] | None]:
    lineup = {seat: parse_spec(spec) for seat, spec in seats.items()}
    return Opened(lambda: DetailsScreen(CATALOG["decrypto"], lineup, seed, load_settings()))


async def finish(pilot: Pilot[Any]) -> tuple[dict[str, str], str]:
    """Press Done, and give the players and the seed."""
    app = pilot.app
    assert isinstance(app, Opened)
    await pilot.press("f5")
    await until(pilot, lambda: app.answers)
    (answer,) = app.answers
    assert answer is not None
    seats, seed = answer
    return {seat: str(spec) for seat, spec in seats.items()}, seed


def seat(app: Opened[Any], name: str) -> SeatRow:
    return next(row for row in app.screen.query(SeatRow) if row.seat == name)


async def test_details_are_one_key_away_and_their_players_come_back() -> None:
    app = open_form(Setup("decrypto", PEOPLE))
    async with app.run_test(size=USUAL) as pilot:
        await until(pilot, lambda: isinstance(app.focused, Button))
        await pilot.press("f4")
        await in_front(pilot, DetailsScreen)
        seat(app, "interceptor").seat_player(parse_spec("glove"))
        app.screen.query_one("#seed", Input).focus()
        await pilot.press(*"moon", "f5")
        await in_front(pilot, SetupScreen)
        await appears(pilot, "seed moon")
        await appears(pilot, "GloVe")
        setup = await start(pilot)
    assert setup == Setup("decrypto", {**PEOPLE, "interceptor": "glove"}, {}, "moon")


async def test_a_name_of_a_machine_is_changed_in_the_details() -> None:
    app = open_details({**PEOPLE, "interceptor": "pragmatic:Iris"})
    async with app.run_test(size=USUAL) as pilot:
        await appears(pilot, "Interceptor")
        seat(app, "interceptor").query_one(Input).value = "Hal"
        await pilot.pause()
        seats, _ = await finish(pilot)
    assert seats["interceptor"] == "pragmatic:Hal"


async def test_a_change_of_mind_about_a_seat_loses_nothing() -> None:
    app = open_details(PEOPLE)
    async with app.run_test(size=USUAL) as pilot:
        await pilot.pause()
        kind = seat(app, "encoder").query_one(Select)
        for other in ("llm", "glove"):
            kind.value = other
            await pilot.pause()
        kind.value = "human"
        await pilot.pause()
        assert (await finish(pilot))[0]["encoder"] == "human:Ada"


async def test_a_kind_is_chosen_with_keys_alone() -> None:
    app = open_details({**PEOPLE, "decoder": "human"})
    async with app.run_test(size=USUAL) as pilot:
        await pilot.pause()
        seat(app, "decoder").query_one(Select).focus()
        offered = [kind for kind in KINDS if kind != "comet"]  # which does not play Decrypto
        await pilot.press("enter", *["down"] * (1 + offered.index("random")), "enter")
        said = "One person, a player of random moves and a machine"
        await until(pilot, lambda: said in str(app.screen.query_one("#summary", Static).content))
        await appears(pilot, "One person, a player of")
        assert (await finish(pilot))[0]["decoder"] == "random"


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
    app = open_details(PEOPLE)
    async with app.run_test(size=(160, 45)) as pilot:
        await pilot.pause()
        row = seat(app, "interceptor")
        row.query_one(Select).value = kind
        await pilot.pause()
        row.query_one(Input).focus()
        await pilot.press(*typed)
        await appears(pilot, said)


async def test_a_seat_without_what_it_needs_is_not_done() -> None:
    app = open_details(PEOPLE)
    async with app.run_test(size=USUAL) as pilot:
        await pilot.pause()
        row = seat(app, "interceptor")
        row.query_one(Select).value = "llm"
        await pilot.pause()
        await pilot.press("f5")
        await appears(pilot, "✗ 'llm' needs a MODEL")
        assert app.answers == []
        row.query_one(Input).focus()
        await pilot.press(*"m1")
        assert (await finish(pilot))[0]["interceptor"] == "llm:m1"


async def test_every_kind_of_player_can_be_offered_again() -> None:
    for kind in KINDS:
        spec = f"{kind}:x" if kind in ARGUMENTS else kind
        app = open_details({**PEOPLE, "decoder": spec})
        async with app.run_test(size=USUAL) as pilot:
            await pilot.pause()
            assert seat(app, "decoder").kind == kind


async def test_a_seat_s_settings_are_chosen_in_a_dialog_and_come_out_with_the_seat() -> None:
    seats = {"encoder": "word2vec", "decoder": "llm:m,prompt=cot", "interceptor": "human"}
    app = open_details(seats)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
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
        await until(pilot, lambda: "There is no wording for decrypto '6'" in meaning(app))
        await appears(pilot, "✗ There is no wording for")
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
        assert (await finish(pilot))[0] == {
            **seats,
            "interceptor": "human:Player 3",
            "decoder": "llm:m,prompt=cot,wording=3,temperature=0.2",
        }


async def test_imported_spaces_are_listed_and_checked_in_the_dialog() -> None:
    data = load_settings().data
    for name in ("mine", "news"):
        write_space(data / "vectors" / f"{name}.space", ["a"], [[1, 0]], name=name)
    app = open_details({"encoder": "pragmatic", "decoder": "human", "interceptor": "human"})
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        form = app.screen
        seat(app, "encoder").query_one(Select).focus()
        await pilot.press("f4")
        await in_front(pilot, SeatSettingsDialog)
        row = {one.option.name: one for one in app.screen.query(SettingRow)}
        row["space"].query_one(Input).focus()
        await appears(pilot, "You have imported mine and news.")
        await pilot.press(*"newz", "f5")
        await appears(pilot, "There is no space named 'newz'")
        await pilot.press("backspace", "s", "f5")
        await until(pilot, lambda: app.screen is form)
        assert (await finish(pilot))[0]["encoder"] == "pragmatic,space=news"


async def test_a_new_game_is_played_by_those_who_are_here() -> None:
    """Nothing but names: the table opens for them, with the looks of their chips."""
    app = ParlourApp(lambda: create_home(load_start()))
    async with app.run_test(size=USUAL) as pilot:
        await in_front(pilot, HomeScreen)
        await pilot.press("n")
        await in_front(pilot, SetupScreen)
        await until(pilot, lambda: isinstance(app.focused, NameField))
        await pilot.press(*"Ada", "enter", *"Ben", "enter", "f5")
        await in_front(pilot, Curtain)
        table = next(one for one in app.screen_stack if isinstance(one, TableScreen))
        assert table.names.labels == ("Ada", "Ben")
        assert not table.names.machines
        assert len(app.query(Static)) > 0


async def test_one_machine_comes_with_each_press_and_enter_goes_on() -> None:
    app = open_form()
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, *"ABCD")
        await pilot.press("right", "enter")
        await until(pilot, lambda: len(labels(app)) == 5)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.focused, GameChoice))
        assert len(labels(app)) == 5


async def test_rules_by_which_those_here_cannot_play_keep_the_dialog() -> None:
    app = open_form(create_first_setup("undercover"))
    async with app.run_test(size=USUAL) as pilot:
        await add_people(pilot, *"ABCDE")
        await open_rules(pilot)
        option(app, "undercover").query_one(Input).focus()
        await pilot.press("3", "f5")
        await until(
            pilot, lambda: meaning(app).startswith("✗ Of 5 players at most 2 can be undercover")
        )
        await appears(pilot, "✗ Of 5 players at most 2 can be")
        assert app.focused is option(app, "undercover").query_one(Input)
        await pilot.press("minus", "minus", "f5")
        await in_front(pilot, SetupScreen)
        assert rules(app).startswith("1 undercover")


@pytest.mark.parametrize(("version", "cards"), [({}, "5"), ({"rules": "boxed"}, "7")])
async def test_a_number_whose_default_has_a_meaning_is_changed_from_that(
    version: dict[str, str], cards: str
) -> None:
    app = open_form(Setup("dixit", {f"p{n}": "human:X" for n in range(1, 5)}, version))
    async with app.run_test(size=USUAL) as pilot:
        await open_rules(pilot)
        option(app, "hand").query_one(Input).focus()
        await appears(pilot, "0 to 20")
        assert "default 4, …" not in frame(app)
        await pilot.press("plus")
        assert option(app, "hand").text == cards


async def test_who_is_missing_is_said_whole_on_narrow_tiles() -> None:
    app = open_form()
    async with app.run_test(size=(60, 20)) as pilot:
        await add_people(pilot, "A")
        await appears(pilot, "2 more")
        assert "m…" not in frame(app)
