"""Files that earlier Parlours wrote: games, calls, decks, vectors and settings keep working."""

import csv
import json
import shutil
from dataclasses import replace
from io import StringIO
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from engine.app_and_model_settings import load_settings
from engine.comet.beliefs import Beliefs, TabooBeliefs, restore_beliefs
from engine.comet.metrics import measure_seat
from engine.games.catalog import find
from engine.games.taboo.moves import Say
from engine.journal_reader import JournalError, Record, read_record
from engine.move_json import get_type_adapter
from engine.moves_with_calls import build_call_log
from engine.options import parse_options
from engine.player_specs import parse_spec
from engine.seat import Seat
from engine.session import Session
from engine.transcript_from_journal import load_game, replay_match
from engine.trusted_settings import list_settings_files
from engine.undercover_beliefs_from_journal import read_belief_game
from images.deck_check import open_deck
from lab import open_run
from lab.dixit.round_and_answer_tables import read_rounds
from lab.errors import ExperimentError
from lab.experiment import Experiment
from lab.experiments import read_experiment
from lab.live_board import BoardReader
from lab.plan import plan_trials
from lab.report_groups_and_statistics import Report
from lab.run_file import RunFile
from screens.inspector.beliefs import render_beliefs
from screens.last_setup_and_player_history import load_last_setup, name_seats
from tui import preferences
from tui.command_line import run
from words.space_file_format_and_folders import list_spaces
from words.space_reader_and_writer import open_space

FIXTURES = Path(__file__).parent / "fixtures"
OLD = (FIXTURES / "v0.1", FIXTURES / "comet")
HOME = "/at/home"
"""What stands in the files for the folder they lie in."""
CALLS = ".calls.jsonl"
JOURNALS = sorted(
    file.stem for folder in OLD for file in folder.glob("*.jsonl") if not file.name.endswith(CALLS)
)
FINISHED = {
    "decrypto-finished",
    "decrypto-people",
    "decrypto-program",
    "dixit-finished",
    "taboo-branched",
    "taboo-comet",
    "taboo-finished",
    "taboo-vectors",
    "undercover-comet",
    "undercover-finished",
    "undercover-models",
}
every_journal = pytest.mark.parametrize("name", JOURNALS)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the old files, in which the person works."""
    folder = tmp_path / "home"
    for old in OLD:
        shutil.copytree(old, folder, dirs_exist_ok=True)
    for file in (*folder.glob("*.jsonl"), *folder.glob("views/*")):
        text = file.read_text(encoding="utf-8").replace(HOME, str(folder))
        file.write_text(text, encoding="utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PARLOUR_DATA", str(folder / "data"))
    for name in ("PARLOUR_THEME", "PARLOUR_TIMEOUT"):  # `run` sets them; restored afterwards
        monkeypatch.delenv(name, raising=False)
    return folder


def journal(name: str) -> Record:
    return read_record(Path(f"{name}.jsonl"))


def views(record: Record) -> dict[str, list[dict[str, Any]]]:
    """The views of a match as JSON: an onlooker's by turn, and each seat's first and last."""
    game = load_game(find(record.header.game), record)
    seen: dict[Seat | None, list[dict[str, Any]]] = {}
    turn = -1
    for match in replay_match(record, game):
        if match.turn > turn:
            turn = match.turn
            for seat in (*match.seats, None):
                view = match.view(seat)
                plain = get_type_adapter(type(view)).dump_python(view, mode="json")
                seen.setdefault(seat, []).append(plain)
    return {
        "onlooker" if seat is None else game.seats[seat]: of_seat
        if seat is None
        else [of_seat[0], of_seat[-1]]
        for seat, of_seat in seen.items()
    }


@every_journal
def test_an_old_journal_replays_to_the_same_views(name: str) -> None:
    assert views(journal(name)) == json.loads(Path(f"views/{name}.json").read_text())


@every_journal
@pytest.mark.parametrize("arguments", [(), ("--format", "json"), ("--format", "html")])
def test_an_old_journal_is_shown(
    name: str, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(("show", f"{name}.jsonl", *arguments)) == 0
    shown, _ = capsys.readouterr()
    assert len(shown) > 200
    if "json" in arguments:
        told = json.loads(shown)
        assert told["over"] == (name in FINISHED)
        assert told["views"] == views(journal(name))["onlooker"]


@every_journal
def test_the_table_of_an_old_journal_has_the_columns_and_values_it_had(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(("show", f"{name}.jsonl", "--format", "csv")) == 0
    shown = list(csv.DictReader(StringIO(capsys.readouterr().out)))
    before = list(csv.DictReader(StringIO(Path(f"views/{name}.csv").read_text())))
    assert [{key: row[key] for key in old} for row, old in zip(shown, before, strict=True)] == (
        before
    )


@every_journal
def test_the_calls_of_an_old_journal_are_shown(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(("show", f"{name}.jsonl", "--calls", "--format", "json")) == 0
    told = json.loads(capsys.readouterr().out)
    seats = journal(name).header.seats
    kept = Path(f"{name}{CALLS}")
    lines = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    asked = [call for move in told["moves"] for call in move["calls"]]
    lines = lines[: len(asked)]  # an unfinished match has calls for moves that are not made yet
    asked.sort(key=itemgetter("seat"))  # those of simultaneous moves are mixed in the file
    lines.sort(key=itemgetter("seat"))
    assert [{key: call[key] for key in old} for call, old in zip(asked, lines, strict=True)] == (
        lines
    )
    assert bool(asked) == any(
        spec.startswith(("llm:", "comet:", "exec:")) for spec in seats.values()
    )
    vectors = [spec for spec in seats.values() if spec in ("word2vec", "glove", "vectors:tiny")]
    assert any(move["compared"] for move in told["moves"]) or not vectors


@pytest.mark.parametrize("name", sorted(set(JOURNALS) - FINISHED))
def test_an_old_journal_is_resumed_to_its_end(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = journal(name)
    old = [(move.seat, dict(move.move)) for move in before.moves]
    session = Session.resume(before.path)
    for seat, spec in session.specs.items():
        if spec.kind == "llm":  # there is no server here
            session.reseat(seat, parse_spec("word2vec"))
    session.close()
    assert run(("resume", f"{name}.jsonl", "--json")) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["game"] == before.header.game
    after = journal(name)
    assert [(move.seat, dict(move.move)) for move in after.moves][: len(old)] == old
    assert len(after.moves) > len(old)
    assert not after.torn
    seen = json.loads(Path(f"views/{name}.json").read_text())["onlooker"]
    assert views(after)["onlooker"][: len(seen)] == seen


@pytest.mark.parametrize("name", ["taboo-unfinished", "dixit-finished"])
def test_an_old_journal_is_branched(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    branch = ("branch", f"{name}.jsonl", "--at", "1", "--journal", "new.jsonl", "--json")
    assert run(branch) == 0
    assert json.loads(capsys.readouterr().out)["branched"]["moves"] == 1


def test_old_journals_tell_how_their_moves_came_about() -> None:
    people = journal("decrypto-people")
    assert [move.provenance for move in people.moves].count("own") == 7
    assert people.moves[5].provenance == "edited"
    assert people.moves[6].provenance == "stand-in"
    assert people.table_open
    assert people.players["decoder"] == "glove"
    assert Session.from_record(people).usage["interceptor"].tokens_in == 100
    branched = journal("taboo-branched")
    assert branched.header.branched is not None
    assert branched.header.branched.moves == 2
    assert [move.provenance for move in branched.moves][:3] == ["copied", "copied", "own"]
    used = [move.usage for move in journal("undercover-models").moves if move.usage]
    assert all(one.calls and one.tokens_in for one in used)


def test_old_beliefs_are_read_shown_measured_and_gone_on_with() -> None:
    calls = Path(f"undercover-comet{CALLS}")
    first = restore_beliefs(calls, "p1", 1, Beliefs.decode)
    assert first is not None
    (said,) = first.metaphors
    assert (said.method, said.line[:16]) == ("structural", "In the orchestra")
    assert [heard.speaker for heard in first.heard] == ["p2", "p3"]
    record = journal("undercover-comet")
    game = read_belief_game(record)
    assert game is not None
    shares = measure_seat(game, "p1")
    assert (shares["oiaa"].of, shares["siaa"].of, shares["iisc"].of) == (4, 2, 1)
    for name, shown in (("undercover-comet", "Who has the same word"), ("taboo-comet", "suspects")):
        call_log = build_call_log(journal(name), find(journal(name).header.game))
        specs = list(map(parse_spec, call_log.record.players.values()))
        names = name_seats(tuple(call_log.record.players), specs, call_log.definition)
        logged = next(one for one in reversed(call_log.moves) if one.calls)
        lines = [line.plain for line in render_beliefs(call_log, logged, names, 76)]
        assert any(shown in line for line in lines)
    suspected = restore_beliefs(Path(f"taboo-comet{CALLS}"), "defender", 1, TabooBeliefs.decode)
    assert suspected is not None
    assert "mesa" in suspected.turns[0].suspects


def test_old_settings_have_the_same_values(capsys: pytest.CaptureFixture[str]) -> None:
    assert list_settings_files()[0].exists()
    assert load_settings({}).theme == "light"
    assert not load_settings({}).models  # of a folder that is not trusted
    assert run(("trust", "parlour.toml")) == 0
    settings = load_settings({})
    assert (settings.theme, settings.idle, settings.images, settings.timeout) == (
        "light",
        45,
        "half",
        30,
    )
    tables = {name: table.model_dump(exclude_unset=True) for name, table in settings.models.items()}
    assert tables == {
        "mini": {
            "preset": "openai",
            "model": "gpt-4o-mini",
            "price_in": 0.15,
            "price_out": 0.6,
        },
        "llama": {
            "preset": "openrouter",
            "model": "meta-llama/llama-3.3-70b-instruct",
            "reasoning_effort": "low",
        },
        "here": {
            "base_url": "http://localhost:8080/v1",
            "timeout": 300,
            "max_tokens": 2000,
            "temperature": "server",
            "structured": "json",
            "vision": False,
            "extra_headers": {"X-Team": "parlour"},
            "extra_body": {"top_k": 20},
        },
    }
    assert run(("config", "show")) == 0
    assert "parlour.toml" in capsys.readouterr().out


def test_the_old_set_up_and_choices_are_remembered() -> None:
    setup = load_last_setup()
    assert setup is not None
    assert (setup.game, dict(setup.options)) == ("dixit", {"rounds": "6", "clue_length": "80"})
    assert dict(setup.seats) == {
        "p1": "human:Ada",
        "p2": "llm:mini",
        "p3": "vectors:tiny",
        "p4": "random",
    }
    assert preferences.recall_choice("theme") == "parlour-light"
    assert preferences.recall_choice("images") == "half"


def test_an_old_deck_and_old_vectors_are_read() -> None:
    deck = open_deck("deck")
    assert len(deck.cards) == 30
    assert deck.fingerprint == journal("dixit-finished").header.material["fingerprint"]
    assert "tiny" in list_spaces()
    space = open_space("tiny")
    assert (len(space), space.width) == (240, 8)


def test_an_old_run_is_read_though_its_experiment_would_be_refused_today() -> None:
    path = Path("loose.run")
    experiment, text = read_experiment("loose.run")
    assert (experiment.games, experiment.limits.at_once) == (2, 4)
    with RunFile(path) as run_file:
        assert {trial.key for trial in plan_trials(experiment)} == run_file.read_keys()
    assert BoardReader(path).read().status.counts.done == 2
    with open_run("loose.run") as opened:
        assert opened.experiment == experiment
        assert len(opened.games()) == 2
        assert len(read_rounds(opened)) == 8  # p1 told in both games, and has no column of votes
        assert Report(opened).title == "loose"
    with pytest.raises(ExperimentError, match=r"x: games: it is a whole number, not 2\.0\."):
        Experiment.parse(text, "x")


# Hints that were legal before version 2 of the rule on forms of words.

WRITTEN_BY_0_1: dict[str, tuple[dict[str, Any], tuple[str, ...], list[tuple[str, Any]]]] = {
    "decrypto": (
        {"keywords": ["sun", "ball", "animal", "key"]},
        ("encoder", "decoder", "interceptor"),
        [("encoder", {"Hint": {"words": ["sunflower", "football", "keyboard"]}})],
    ),
    "undercover": (
        {"pair": ["sun", "flower"]},
        ("p1", "p2", "p3"),
        [("p1", {"Describe": {"line": "A sunflower likes it."}})],
    ),
    "taboo": (
        {"target": "sun"},
        ("attacker", "defender"),
        [
            ("attacker", {"Say": {"line": "Do you grow a sunflower?"}}),
            ("defender", {"Say": {"line": "Sunflowers, yes."}}),
        ],
    ),
}


def write_old(name: str, **material: object) -> Path:
    """Write a journal as Parlour 0.1 did, with hints that are compounds with the secret word."""
    definition = find(name)
    given = {"seats": "3", "undercover": "1", "order": "fixed"} if name == "undercover" else {}
    options = parse_options(definition.options_type, given).model_dump()
    drawn, seats, moves = WRITTEN_BY_0_1[name]
    header = {
        "parlour": 1,
        "game": name,
        "seed": "a",
        "options": options,
        "version": "0.1.0",
        "material": {**drawn, **material},
        "seats": dict.fromkeys(seats, "random"),
        "created": "2026-01-01T00:00:00.000+00:00",
    }
    details = {"time": "2026-01-01T00:00:01.000+00:00", "seconds": 1.0, "attempts": 1}
    entries = [{"seat": seat, "move": move, **details} for seat, move in moves]
    path = Path(f"old-{name}.jsonl")
    path.write_text("".join(json.dumps(line) + "\n" for line in (header, *entries)))
    return path


@pytest.mark.parametrize("name", WRITTEN_BY_0_1)
def test_a_compound_was_legal_and_stays_it_in_an_old_game(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_old(name)
    before = Session.from_record(read_record(path))
    assert before.match.awaits  # in Taboo, no line has decided the game
    assert before.match.view(None).word_rules == 1
    assert run(("resume", str(path), "--json")) == 0
    assert json.loads(capsys.readouterr().out)["game"] == name
    assert run(("branch", str(path), "--at", "1", "--journal", "new.jsonl", "--json")) == 0
    assert load_game(find(name), read_record(Path("new.jsonl"))).word_rules == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["decrypto", "undercover"])
def test_a_compound_is_illegal_in_a_game_of_today(name: str) -> None:
    with pytest.raises(JournalError, match="could not make this move"):
        Session.from_record(read_record(write_old(name, word_rules=2)))


def test_a_compound_decides_a_game_of_taboo_of_today() -> None:
    record = read_record(write_old("taboo", word_rules=2))
    with pytest.raises(JournalError, match="line 2"):
        Session.from_record(record)
    own = replace(record, entries=())
    match = Session.from_record(own).match
    match.submit(Seat(0), Say(line="Do you garden?"))
    match.submit(Seat(1), Say(line="Sunflowers, yes."))
    assert match.view(None).outcome.reason == "said"
