"""Who is who: names, marks and colours of players."""

import re
from collections.abc import Awaitable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.color import Color
from textual.theme import Theme

import screens
from engine.config.settings import load_settings
from engine.distinct_names import distinguish_names
from engine.players.spec import parse_spec
from engine.seat import Seat
from screens.game_flow import GameFlow
from screens.players.colours import DARK_COLOURS, LIGHT_COLOURS
from screens.players.history import (
    PLAYERS_FILE,
    PlayerHistory,
    load_player_history,
    save_player_history,
)
from screens.players.look import assign_looks, get_mark
from screens.players.marks import FILLED, HOLLOW, MARKS
from screens.players.seat_names import SeatNames
from screens.players.seat_naming import name_seats
from screens.remembered_setup import save_players
from tui.theme import BLUE, CONTRAST, DARK, LIGHT, WHITE

NAMES = SeatNames(("p1", "p2", "p3"), ("Ada", "GloVe", "GloVe"), machines=frozenset({Seat(1)}))


@pytest.mark.parametrize(
    ("theme", "colours"),
    [
        (DARK, DARK_COLOURS),
        (LIGHT, LIGHT_COLOURS),
        (BLUE, DARK_COLOURS),
        (WHITE, LIGHT_COLOURS),
        (CONTRAST, DARK_COLOURS),
    ],
)
def test_every_colour_can_be_read_as_text(theme: object, colours: tuple[str, ...]) -> None:
    grounds = [getattr(theme, name) for name in ("background", "surface", "panel")]
    for colour in colours:
        assert all(contrast(colour, ground) >= 4.5 for ground in grounds), colour
    assert len(set(colours)) == len(colours) == len(FILLED) == len(HOLLOW)
    assert len(set(MARKS)) == len(MARKS)


@pytest.mark.parametrize("theme", [DARK, LIGHT, BLUE, WHITE, CONTRAST])
def test_rings_tracks_and_borders_can_be_seen(theme: Theme) -> None:
    """Unpicked rings, empty tokens and tracks: 3:1, as the WCAG ask of what is no text."""
    grounds = [getattr(theme, name) for name in ("background", "surface")]
    drawn = {name: theme.variables[name] for name in ("outline", "muted")}
    for name, colour in {**drawn, "primary": theme.primary}.items():
        for ground in grounds:
            assert contrast(colour, ground) >= 3, name


def test_signs_are_not_drawn_in_the_colour_of_separators() -> None:
    """`$faint` has little contrast: it is for lines between parts, and for disabled buttons."""
    folder = Path(screens.__file__).parent
    for path in (*folder.rglob("*.py"), *folder.rglob("*.tcss")):
        for line in path.read_text(encoding="utf-8").splitlines():
            separates = re.search(
                r"border-(top|bottom|left|right)|hatch|--separator|:disabled", line
            )
            assert "$faint" not in line or separates, f"{path}: {line}"


def contrast(first: str, second: str) -> float:
    """The contrast of two colours, as the WCAG define it."""
    low, high = sorted(map(luminance, (first, second)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = (part / 255 for part in Color.parse(colour).rgb)
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_marks_are_one_cell_wide() -> None:
    assert [cell_len(mark) for mark in MARKS] == [1] * 20


def test_a_player_is_written_with_mark_and_name() -> None:
    assert NAMES.format_player(Seat(0)).plain == "● Ada"
    assert NAMES.format_player(Seat(2)).plain == "■ GloVe 2"
    assert NAMES.format_players([Seat(0), Seat(1)]).plain == "● Ada, △ GloVe"


def test_codes_of_seats_are_not_shown_and_roles_are() -> None:
    assert NAMES.get_full_name(Seat(0)) == "Ada"
    roles = SeatNames(("encoder", "decoder"), ("Ada", "Decoder"))
    assert [roles.get_full_name(Seat(seat)) for seat in (0, 1)] == ["Ada, encoder", "Decoder"]


def test_sentences_of_the_rules_name_the_players() -> None:
    sentence = "p3 goes out with 2 votes. p1 and p9 stay."
    assert (
        NAMES.format_sentence(sentence).plain
        == "■ GloVe 2 goes out with 2 votes. ● Ada and p9 stay."
    )
    assert (
        NAMES.format_plain_sentence(sentence) == "GloVe 2 goes out with 2 votes. Ada and p9 stay."
    )


def test_a_player_is_found_by_name_and_other_text_is_left_as_it_is() -> None:
    assert [NAMES.read_player(text) for text in ("ada", "GloVe 2", "p2", "Bob")] == [
        *("p1", "p3", "p2", "Bob"),
    ]


def test_names_are_literal_text() -> None:
    names = SeatNames(("p1",), ("[red]x[/]",))
    assert names.format_player(Seat(0)).plain == "● [red]x[/]"


@given(st.lists(st.sampled_from(["Ada", "ada", "Ada 2", "GloVe", "GloVe 2", "p1"]), max_size=10))
def test_no_two_players_have_one_name(names: list[str]) -> None:
    different = distinguish_names(names)
    assert len({name.casefold() for name in different}) == len(names)
    assert distinguish_names(different) == different


@given(
    st.lists(st.sampled_from("abcdefghijkl"), max_size=10, unique=True),
    st.dictionaries(st.sampled_from("abcdefghijkl"), st.integers(0, len(MARKS) - 1)),
)
def test_no_two_players_at_a_table_look_alike(names: list[str], known: dict[str, int]) -> None:
    machines = [name in "aceg" for name in names]
    looks = assign_looks(names, known, machines)
    shapes = {name: look % len(FILLED) for name, look in known.items()}
    assert len({look % len(FILLED) for look in looks}) == len(names)
    for name, look, machine in zip(names, looks, machines, strict=True):
        assert (get_mark(look) in HOLLOW) == machine
        if name in known and not machine and list(shapes.values()).count(shapes[name]) == 1:
            assert look % len(FILLED) == shapes[name]


@given(st.dictionaries(st.sampled_from(["ada", "iris", "glove", "x"]), st.integers(0, 19)))
def test_the_marks_of_machines_do_not_depend_on_what_is_remembered(known: dict[str, int]) -> None:
    """They would differ between the list of games, whose names are older, and a replay."""
    names, machines = ("Iris", "GloVe", "x"), (True, True, True)
    assert assign_looks(names, known, machines) == assign_looks(names, {}, machines)


def test_a_player_looks_the_same_in_the_next_game() -> None:
    save_player_history(
        PlayerHistory(("Ada", "Ben"), {"ada": 0, "ben": 1, "glove": 2}), data=load_settings().data
    )
    names = name_seats(
        ("p1", "p2", "p3"),
        [parse_spec(s) for s in ("glove", "human:Cy", "human:Ben")],
        data=load_settings().data,
    )
    assert [names.get_mark(Seat(seat)) for seat in range(3)] == ["♧", "◆", "▲"]
    assert names.machines == {0}


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"people": 3, "looks": {}}', '{"looks": {"a": "b"}}']
)
def test_a_damaged_file_is_not_used(text: str) -> None:
    path: Path = load_settings().data / PLAYERS_FILE
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert load_player_history(data=load_settings().data) == PlayerHistory()


def test_names_that_cannot_be_read_are_not_overwritten() -> None:
    save_player_history(
        PlayerHistory(("Ada", "Ben"), {"ada": 0, "ben": 1}), data=load_settings().data
    )
    path = load_settings().data / PLAYERS_FILE
    kept = path.rename(path.with_name("kept"))
    path.symlink_to(path)  # reading it fails, also for root
    assert load_player_history(data=load_settings().data) == PlayerHistory()
    names = name_seats(("attacker",), [parse_spec("human:Cy")], data=load_settings().data)
    save_players(names, ["Cy"], data=load_settings().data)
    assert path.is_symlink()
    kept.replace(path)
    assert load_player_history(data=load_settings().data).people == ("Ada", "Ben")


async def test_looks_are_kept_of_every_game_with_people() -> None:
    """Of resumed and branched games too, so that a rematch gives everybody their colour again."""

    async def leave(_: object) -> None:
        return None

    def show(*specs: str) -> Awaitable[object]:
        nothing: Any = None
        flow = GameFlow(nothing, nothing, nothing, nothing, load_settings())
        flow.show_screen = leave  # type: ignore[assignment]
        names = name_seats(
            ("attacker", "defender"),
            [parse_spec(spec) for spec in specs],
            data=load_settings().data,
        )
        match = SimpleNamespace(awaits={Seat(0)})
        session = SimpleNamespace(match=match, winners=())
        return flow.show_table(cast("Any", SimpleNamespace(session=session, names=names)))

    await show("random", "word2vec")
    assert load_player_history(data=load_settings().data) == PlayerHistory()
    await show("human:Ada", "human:Ben")
    assert load_player_history(data=load_settings().data).looks == {"ada": 0, "ben": 1}
    swapped = name_seats(
        ("attacker", "defender"),
        [parse_spec("human:Ben"), parse_spec("human:Ada")],
        data=load_settings().data,
    )
    assert swapped.looks == (1, 0)


def test_people_without_names_get_friendly_ones() -> None:
    specs = [parse_spec(spec) for spec in ("human", "human:Ada", "glove", "glove", "random")]
    names = name_seats(("p1", "p2", "p3", "p4", "p5"), specs, data=load_settings().data)
    assert names.labels == ("Player 1", "Ada", "GloVe", "GloVe 2", "Random")
