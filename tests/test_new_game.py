"""docs/new-game.md: its game is played by people, models, programs and scripts."""

import json
import re
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.call_log import build_call_log
from engine.config.settings import load_settings
from engine.export.format import FORMATS, export_match
from engine.game import Game
from engine.games.catalog import CATALOG
from engine.journal.reader import read_record
from engine.match import Match
from engine.seat import Seat
from engine.session import Session
from screens.forms.confirmation import ConfirmDialog
from screens.games.default_form import DeclaredForm
from screens.games.ui import load_game_ui, load_own_ui
from screens.players.seat_names import SeatNames
from screens.saved.folder import find_latest_unfinished, load_saved_games
from screens.saved.summary import SavedGame
from tests.chat_server import ChatServer, said, serving
from tests.chosen import list_variants
from tests.contract import check_game
from tests.looking import Opened, appears, frame, in_front, open_seat_form, until
from tests.new_game import DOCUMENT, SIGNALS, read_files
from tests.playthroughs import FOLDER
from tests.test_parts import load_game
from tui.command_line import run

pytestmark = pytest.mark.usefixtures("new_game")
GIVER: list[dict[str, Any]] = [
    {"Signal": {"word": "river"}},
    {"Signal": {"word": "money"}},
    {"Stop": {}},
]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def script(name: str, *moves: dict[str, Any]) -> str:
    """The SPEC of a seat that makes these moves."""
    Path(name).write_text("".join(f"{json.dumps(move)}\n" for move in moves), encoding="utf-8")
    return f"script:{name}"


def play(*arguments: str) -> int:
    return run(("play", "signals", "--seed", "1", "--journal", "game.jsonl", *arguments))


def scripts(*, right: bool) -> tuple[str, str]:
    """A line-up that gives two signals, stops, and wins or loses."""
    definition = SIGNALS.definition
    secret = definition.draw(definition.options_type(), Random("1/material")).material["secret"]
    word = secret if right else next(one for one in ("word", "play") if one != secret)
    giver, finder = script("giver", *GIVER), script("finder", {"Guess": {"word": word}})
    return f"--seat=giver={giver}", f"--seat=finder={finder}"


def test_the_page_is_complete() -> None:
    files = read_files()
    assert len(files) <= 10
    assert (FOLDER / "signals.txt").is_file()
    assert "signals" not in CATALOG or CATALOG["signals"] is SIGNALS.definition
    text = DOCUMENT.read_text(encoding="utf-8")
    table = text[text.index("| method |") :].split("\n\n")[0]
    for method in re.findall(r"`(\w+)`", table):
        assert hasattr(Game, method) or method in GENERAL, method


GENERAL = {"VectorPlayer", "list_lines", "draw_move", "FrozenModel"}
"""Other names in the table of methods."""


def test_the_game_keeps_the_contract() -> None:
    for given in list_variants(SIGNALS.definition):
        check_game(SIGNALS.definition, SIGNALS.definition.options_type(**given), matches=1)


@pytest.mark.parametrize("right", [True, False])
def test_scripts_play_headless_and_both_seats_win_or_lose(
    right: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(*scripts(right=right)) == 0
    printed = capsys.readouterr().out
    assert printed.count("won") == 2 * right
    assert printed.count("lost") == 2 * (not right)
    winners = "script giver and script finder" if right else "nobody"
    assert f"Outcome: {winners}." in printed


@pytest.mark.parametrize("format", FORMATS)
def test_every_export_has_the_moves_and_the_score(
    format: Any,  # noqa: A002
) -> None:
    assert play(*scripts(right=True)) == 0
    text = export_match(
        read_record(Path("game.jsonl")), SIGNALS.definition, None, format, data=load_settings().data
    )
    for word in ("river", "money"):
        assert word in text


def test_a_game_is_resumed_in_the_middle_of_one_seats_turns(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert play(*scripts(right=True), "--json") == 0
    whole = json.loads(capsys.readouterr().out)
    lines = Path("game.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    Path("game.jsonl").write_text("".join(lines[:3]), encoding="utf-8")
    session = Session.resume(Path("game.jsonl"), settings=load_settings())
    assert session.match.awaits == {Seat(0)}
    assert session.match.view(None).given == ("river", "money")
    session.close()
    assert run(("resume", "game.jsonl", "--json", "--read-files")) == 0
    assert json.loads(capsys.readouterr().out) == whole


def test_models_answer_with_a_move_without_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    signal = said('{"thoughts": "", "move": {"kind": "Signal", "word": "river"}}')
    stop = said('{"thoughts": "Enough.", "move": {"kind": "Stop"}}')
    with serving(ChatServer([signal, stop, said('{"thoughts": "", "word": "bank"}')])) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        assert play("--seat=giver=llm:m", "--seat=finder=llm:m") == 0
    record = read_record(Path("game.jsonl"))
    assert [move.move for move in record.moves] == [
        {"Signal": {"word": "river"}},
        {"Stop": {}},
        {"Guess": {"word": "bank"}},
    ]
    log = build_call_log(record, SIGNALS.definition, data=load_settings().data)
    assert [len(move.calls) for move in log.moves] == [1, 1, 1]
    assert not any(log.explain_move(move) for move in log.moves)


def test_a_program_makes_a_move_without_fields(tmp_path: Path) -> None:
    bot = tmp_path / "bot.sh"
    bot.write_text(
        '#!/bin/sh\nread -r line; echo \'{"Signal": {"word": "river"}}\'\n'
        "read -r line; echo '{\"Stop\": {}}'\n"
    )
    bot.chmod(0o755)
    _, finder = scripts(right=True)
    assert play("--seat=giver=exec:./bot.sh", finder) == 0
    assert [*read_record(Path("game.jsonl")).moves][1].move == {"Stop": {}}


def test_seats_that_need_a_baseline_are_refused_with_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert play("--seat=giver=random", "--seat=finder=word2vec") == 2
    assert "Signals brings no player that knows words by their vectors" in " ".join(
        capsys.readouterr().err.split()
    )
    assert not Path("game.jsonl").exists()


def test_the_view_s_own_draw_makes_random_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert play("--seat=giver=random", "--seat=finder=random", "--json") == 0
    assert json.loads(capsys.readouterr().out)["outcome"] in ("everybody", "nobody")
    begun = SIGNALS.definition.build_report(next(SIGNALS.matches(1)).view(None))
    assert begun == {"given": [], "outcome": None, "reason": None}, "nothing else is empty"


async def test_people_give_a_signal_stop_and_guess() -> None:
    game = SIGNALS.games[0]
    names = SeatNames(game.seats, ("Ada", "Ben"))
    match = next(SIGNALS.matches(1))

    async def decide(*keys: str) -> Any:
        (seat,) = match.awaits
        ui = load_game_ui("signals")
        form: Any = open_seat_form(ui, match.view(seat), names, game.fault, None)
        app = Opened(lambda: form)
        async with app.run_test(size=(80, 24)) as pilot:
            await appears(pilot, ("Ada", "Ben")[seat])
            assert form.needs_word_forms, "the view compares word forms"
            await until(pilot, lambda: form.can_judge)
            lines = [line.plain.split() for line in form.table.layout_lines(80)]
            assert (["Secret", "game"] in lines) is (seat == 0)
            assert (["Given", "river"] in lines) is bool(match.turn)
            await pilot.press(*keys)
            await in_front(pilot, ConfirmDialog)
            await pilot.press("enter")
            await until(pilot, lambda: bool(app.answers))
        match.submit(seat, app.answers[0])
        return app.answers[0]

    assert repr(await decide(*"river", "enter")) == "Signal(word='river')"
    assert repr(await decide("tab", "tab", "enter")) == "Stop()"
    assert repr(await decide("right", "right", "right", "enter")) == "Guess(word='game')"
    assert match.score == {0: 1.0, 1: 1.0}
    ui = load_game_ui("signals")
    board: Any = ui.create_board(names)
    assert type(board.parts[0].content_lines) is ui.table_lines


def test_the_catalog_finds_it() -> None:
    assert CATALOG["signals"] is SIGNALS.definition


def test_it_stands_among_the_saved_games_and_home_offers_to_resume_it() -> None:
    assert play(*scripts(right=True)) == 0
    Path("games").mkdir()
    Path("game.jsonl").rename("games/over.jsonl")
    (finished,) = load_saved_games(Path("games"))
    assert isinstance(finished, SavedGame)
    assert finished.over
    assert find_latest_unfinished(Path("games")) is None
    lines = Path("games/over.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    Path("games/begun.jsonl").write_text("".join(lines[:2]), encoding="utf-8")
    begun = find_latest_unfinished(Path("games"))
    assert begun is not None
    assert begun.path.name == "begun.jsonl"


def test_the_headline_at_the_end_says_who_has_won() -> None:
    match = next(SIGNALS.matches(1))
    ui, names = load_game_ui("signals"), SeatNames(match.game.seats, ("Ada", "Ben"))
    assert ui.build_headline(match.view(None), names).now == "Signals"
    while match.awaits:
        (seat,) = match.awaits
        match.submit(seat, match.view(seat).draw_move(Random(1)))
    won = (match.score or {})[Seat(0)]
    now = ui.build_headline(match.view(None), names).now
    assert now == ("Everybody has won." if won else "Nobody has won.")


def read_screens() -> str:
    """The screens of the page: a table, and a form with a grid."""
    text = DOCUMENT.read_text(encoding="utf-8")
    (screens,) = re.findall(r"```python\n(\"\"\"The screens of .*?)```", text, re.DOTALL)
    return str(screens)


async def test_the_screens_of_the_page_show_its_table_and_its_grid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    screens = read_screens().replace("from signals.", "from signals_screens.")
    game = load_game(tmp_path, "signals_screens", ui=screens)
    ui = load_own_ui(game)
    match: Match[Any, Any, Any] = Match(game.create(game.options_type(), {"secret": "game"}), "1")
    names = SeatNames(match.game.seats, ("Ada", "Ben"))
    kinds = {kind.__name__: kind for kind in game.move_types}
    assert type(open_seat_form(ui, match.view(Seat(0)), names, match.game.fault, None)) is (
        DeclaredForm
    )
    match.submit(Seat(0), kinds["Signal"](word="river"))
    match.submit(Seat(0), kinds["Stop"]())
    form: Any = open_seat_form(ui, match.view(Seat(1)), names, match.game.fault, None)
    app = Opened(lambda: form)
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "Ada: river")
        assert "secret word is" not in frame(app)
        await pilot.press("right", "right", "right", "enter")
        await in_front(pilot, ConfirmDialog)
        await pilot.press("enter")
        await until(pilot, lambda: bool(app.answers))
    assert repr(app.answers) == "[Guess(word='game')]"


def test_the_screens_of_the_page_keep_the_contract(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    screens = read_screens().replace("from signals.", "from signals_checked.")
    check_game(load_game(tmp_path, "signals_checked", ui=screens), matches=1)


@pytest.mark.parametrize("kind", ["signal", "stop", "guess"])
def test_the_page_says_how_to_see_what_a_model_is_asked(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run(("prompts", "show", "signals", kind))
    assert (done == 0) is (kind != "stop"), "the giver is asked for both at once"
    assert ("The giver is told a secret word" in capsys.readouterr().out) is (kind != "stop")


def test_names_that_the_page_imports_or_points_to_exist() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for path in set(re.findall(r"`((?:engine|screens|tests|tui)/[\w/]+\.\w+)`", text)):
        assert (DOCUMENT.parent.parent / path).is_file(), path
    for path, name in re.findall(r"`((?:engine|screens)/[\w/]+)\.py` has `(\w+)`", text):
        assert hasattr(import_module(path.replace("/", ".")), name), (path, name)


async def test_people_read_what_moves_do_and_fields_take() -> None:
    match = next(SIGNALS.matches(1))
    names = SeatNames(match.game.seats, ("Ada", "Ben"))
    ui = load_game_ui("signals")
    told = SIGNALS.definition.build_plain_form(match.view(Seat(0)), match.game.seats).request
    assert told == (
        "Make your move. Signal: Give a word that points at the secret. Signal: One word. "
        "Stop: Give no more signals."
    )
    form: Any = open_seat_form(ui, match.view(Seat(0)), names, match.game.fault, None)
    app = Opened(lambda: form)
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "Give a word that points at the secret.")
        await appears(pilot, "Give no more signals.")
        await appears(pilot, "One word.")
    kinds = {kind.__name__: kind for kind in match.game.move_types}
    match.submit(Seat(0), kinds["Stop"]())
    form = open_seat_form(ui, match.view(Seat(1)), names, match.game.fault, None)
    app = Opened(lambda: form)
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "Guess the secret word, which ends the match.")
