"""Games without people: `play`, `resume` and a series, as a program would call them."""

import json
import signal
import stat
import subprocess
import sys
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from engine.games.catalog import find
from engine.journal.reader import read_record
from tests.chat_server import Answer, ChatServer, serving
from tests.scripted import CANARIES, MOVES, SEED, rounds, write_scripts
from tui.command_line import run
from tui.result import format_cell, format_ending
from tui.series.outcome_table import print_table

KEYS = ["game", "seed", "seats", "options", "outcome", "reason", "score"]
KEYS += ["decisive_round", "keywords", "rounds"]
KEYS += ["branched", "open", "not_own", "usage", "journal"]
RANDOM = [
    word for seat in ("encoder", "decoder", "interceptor") for word in ("--seat", f"{seat}=random")
]
"""Three players who need no vectors."""
PARLOUR = [sys.executable, "-c", "from tui.main import main; main()"]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data" / "games"


@pytest.fixture
def scripts(tmp_path: Path) -> list[str]:
    return write_scripts(tmp_path / "scripts")


class Did:
    """What a command did."""

    def __init__(self, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
        self.code = run(arguments)
        self.out, self.err = capsys.readouterr()
        assert "Traceback" not in self.out + self.err

    @property
    def result(self) -> dict[str, Any]:
        """The one object on stdout."""
        assert self.code == 0, self.err
        (line,) = self.out.splitlines()
        told: dict[str, Any] = json.loads(line)
        return told


def without_journal(told: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in told.items() if name != "journal"}


def test_the_result_is_one_object_with_these_keys(
    scripts: list[str], data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = Did(capsys, ("play", "decrypto", *scripts, "--json")).result
    assert list(told) == KEYS
    assert told["game"] == "decrypto"
    assert told["seed"] == SEED
    assert list(told["seats"]) == ["encoder", "decoder", "interceptor"]
    assert told["seats"]["decoder"].startswith("script:")
    assert told["options"] == {
        "players": 3,
        "swap_roles": False,
        "rounds": 8,
        "tokens": 2,
        "first_round_interception": True,
        "play_on": False,
        "keywords": ",".join(CANARIES),
        "reuse_hints": False,
        "keyword_forms": False,
        "tries": 3,
        "blank_guess": False,
        "k": 16,
    }
    assert told["outcome"] == "interceptor"
    assert told["reason"] == "miscommunication"
    assert told["score"] == {"encoder": 0.0, "decoder": 0.0, "interceptor": 1.0}
    open_ = ("hints", "decoder", "interceptor")
    assert [{key: one[key] for key in open_} for one in told["rounds"]] == rounds()
    keys = ["code", *open_, "events", "miscommunications", "interceptions"]
    assert all(list(one) == keys for one in told["rounds"])
    assert told["rounds"][-1]["miscommunications"] == 2
    assert told["decisive_round"] == len(told["rounds"])
    assert told["keywords"] == list(CANARIES)
    assert all(len(set(one["code"])) == 3 for one in told["rounds"])
    (kept,) = data.iterdir()
    assert told["journal"] == str(kept)


def test_the_story_is_an_onlooker_s_and_goes_to_stderr(
    scripts: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    did = Did(capsys, ("play", "decrypto", *scripts))
    *story, last = did.err.splitlines()
    assert not any(word in line for word in CANARIES for line in story)
    assert last.startswith("The keywords were 1 Quarkfennel")
    for one in rounds():
        assert any(all(f"“{hint}”" in line for hint in one["hints"]) for line in story)
    assert "Outcome: script interceptor.jsonl, miscommunication." in did.out
    assert ", ".join(rounds()[0]["hints"]) in did.out
    assert did.code == 0


def test_the_journal_lies_in_the_data_folder_and_its_name_tells_nothing(
    scripts: list[str], data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Did(capsys, ("play", "decrypto", *scripts))
    (kept,) = data.iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert SEED not in kept.name
    assert len(read_record(kept).moves) == len(MOVES)


def test_a_journal_may_lie_elsewhere_but_replaces_nothing(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "folder" / "game.jsonl"
    told = Did(capsys, ("play", "decrypto", *RANDOM, "--journal", str(path), "--json")).result
    assert told["journal"] == str(path)
    before = path.read_bytes()
    again = Did(capsys, ("play", "decrypto", *RANDOM, "--journal", str(path)))
    assert again.code == 2
    assert "exists already" in again.err
    assert path.read_bytes() == before
    assert not data.exists()
    Did(capsys, ("play", "decrypto", *RANDOM, "--journal", str(path.parent)))
    assert len(list(path.parent.iterdir())) == 2


def test_the_same_seed_gives_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    def played(seed: str) -> dict[str, Any]:
        return without_journal(
            Did(capsys, ("play", "decrypto", *RANDOM, "--seed", seed, "--json")).result
        )

    assert played("a") == played("a")
    assert played("a")["rounds"] != played("b")["rounds"]


def test_baselines_play_the_same_game_again_and_after_any_interruption(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = ["--seat", "encoder=word2vec", "--seat", "decoder=glove", "--seat", "interceptor=glove"]
    whole = Did(capsys, ("play", "decrypto", *seats, "--seed", "moon", "--json")).result
    again = Did(capsys, ("play", "decrypto", *seats, "--seed", "moon", "--json")).result
    assert without_journal(again) == without_journal(whole)
    kept, _ = data.iterdir()
    lines = kept.read_bytes().splitlines(keepends=True)
    for moves in range(len(lines) - 1):
        kept.write_bytes(b"".join(lines[: moves + 1]))
        resumed = Did(capsys, ("resume", str(kept), "--json")).result
        assert without_journal(resumed) == without_journal(whole)


def test_a_fresh_seed_is_told_and_deals_the_game_again(capsys: pytest.CaptureFixture[str]) -> None:
    first = Did(capsys, ("play", "decrypto", *RANDOM, "--json")).result
    other = Did(capsys, ("play", "decrypto", *RANDOM, "--json")).result
    assert first["seed"] != other["seed"]
    again = Did(capsys, ("play", "decrypto", *RANDOM, "--json", "--seed", first["seed"])).result
    assert without_journal(again) == without_journal(first)


def test_a_narrow_page_cuts_no_word(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.console.FILE_WIDTH", 60)
    did = Did(capsys, ("play", "decrypto", *RANDOM))
    assert "Round" in did.out
    assert "…" not in did.out


def test_a_series_plays_a_seed_after_the_other(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    series = ("play", "decrypto", *RANDOM, "--seed", "S", "--games", "3")
    did = Did(capsys, (*series, "--json"))
    told = [json.loads(line) for line in did.out.splitlines()]
    assert [one["seed"] for one in told] == ["S/1", "S/2", "S/3"]
    assert [one["journal"] for one in told] == [None] * 3
    assert not data.exists()
    assert did.err.splitlines()[-1] == "3 of 3 games"
    assert did.err.splitlines()[0] == (
        "These games are not saved; --journal FOLDER saves each of them."
    )
    single = Did(capsys, ("play", "decrypto", *RANDOM, "--seed", "S/2", "--json")).result
    assert without_journal(single) == without_journal(told[1])
    table = Did(capsys, series)
    assert all(f"S/{number}" in table.out for number in (1, 2, 3))
    assert "Decrypto: 3 games" in table.out


class Winner(Enum):
    """An outcome that is no text."""

    BOTH_TEAMS = 1


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "-"),
        (True, "yes"),
        (Winner.BOTH_TEAMS, "both teams"),
        ([3, 1, 4], "3-1-4"),
        (["moon", None], "moon, -"),
        ([True, False], "yes, no"),
        ({"p1": 3, "p2": None}, "p1 3, p2 -"),
        ({"p1": "p2", "p2": "p1"}, "p1 → p2, p2 → p1"),
        ([{"seat": "p1", "word": None}], "p1 -"),
        ([{"seat": "p1", "line": "I see."}, {"seat": "p2", "line": ""}], "p1: I see.\np2"),
        ([{"text": "a fish", "by": "p1", "votes": ["p2", "p3"]}], "a fish; by p1; votes p2, p3"),
        (["ice cream", "pie"], "ice cream, pie"),
        (["It is red, or green.", "Yes."], "It is red, or green.\nYes."),
    ],
)
def test_a_cell_formats_any_value(value: object, text: str) -> None:
    assert format_cell(value) == text


@pytest.mark.parametrize(
    ("outcome", "reason", "ending"),
    [
        ("draw", None, "draw"),
        (True, "limit", "yes, limit"),
        (Winner.BOTH_TEAMS, None, "both teams"),
        (None, None, "-"),
    ],
)
def test_results_are_printed_whatever_the_outcome_is(
    outcome: object,
    reason: str | None,
    ending: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    report = {"outcome": outcome, "reason": reason, "turns": []}
    print_table(find("taboo"), [{"seed": "S/1", **report}])
    _, first, *_, last = capsys.readouterr().out.splitlines()
    assert first.split() == ["S/1", *format_cell(outcome).split(), reason or "-", "0"]
    assert last.split() == [*ending.split(), "1", "100.0%"]
    monkeypatch.setattr(
        "engine.games.taboo.rules.Taboo.build_report", staticmethod(lambda _: report)
    )
    seats = (
        "--seat",
        "attacker=random",
        "--seat",
        "defender=random",
        "--set",
        "turns=1",
        "--seed",
        "1",
    )
    did = Did(capsys, ("play", "taboo", *seats))
    assert did.code == 0
    assert (f"Outcome: {ending}." in did.out) == (ending != "-")


@pytest.mark.parametrize(
    ("score", "outcome", "ending"),
    [
        ({"a": 0.5, "b": 0.5}, "draw", "draw"),
        ({"a": 2, "b": 2}, "draw", "draw with 2 points"),
        ({"a": 1, "b": 3}, "b", "lost with 1 point"),
        ({"a": 1, "b": 1}, "team", "won"),
        ({"a": 0, "b": 0}, "draw", "lost"),
        ({"a": 1, "b": 0}, "draw", "won"),
    ],
)
def test_all_draw_if_the_report_says_so_and_all_have_the_same_points(
    score: dict[str, float], outcome: str, ending: str
) -> None:
    assert format_ending(score, "a", outcome) == ending


def test_the_help_names_no_key_that_only_some_games_have(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = " ".join(Did(capsys, ("play", "--help")).out.split())
    assert "score, rounds" not in text
    assert "under a key of the game's own" in text


def test_a_series_keeps_its_journals_where_it_is_told_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "kept"
    series = ("play", "decrypto", *RANDOM, "--games", "11", "--json", "--journal")
    did = Did(capsys, (*series, str(folder)))
    told = [json.loads(line) for line in did.out.splitlines()]
    assert "not saved" not in did.err
    assert [one["journal"] for one in told] == [str(path) for path in sorted(folder.iterdir())]
    assert [read_record(Path(one["journal"])).header.seed for one in told] == [
        one["seed"] for one in told
    ]
    file = tmp_path / "file"
    file.touch()
    refused = Did(capsys, (*series, str(file)))
    assert refused.code == 2
    assert "takes a folder" in refused.err


def test_a_script_that_ends_is_a_failed_player_and_the_game_goes_on_later(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short = write_scripts(tmp_path / "scripts", MOVES[:-3])
    failed = Did(capsys, ("play", "decrypto", *short, "--json"))
    assert failed.code == 3
    assert failed.out == ""
    *_, why, how = failed.err.splitlines()
    assert why.startswith("The encoder (script:")
    assert why.endswith("failed: The script has no move left for this seat.")
    (kept,) = data.iterdir()
    assert how == f"The game is saved; resume it with: parlour resume {kept}"
    assert not any(word in failed.err for word in CANARIES)
    write_scripts(tmp_path / "scripts")
    resumed = Did(capsys, ("resume", "--json"))
    assert f"Resuming {kept}" in resumed.err
    assert [one["hints"] for one in resumed.result["rounds"]] == [r["hints"] for r in rounds()]


def test_a_player_whose_code_is_wrong_ends_the_game_with_one_sentence(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def choose_move(*_: object) -> None:
        raise KeyError(CANARIES[0])

    with monkeypatch.context() as wrong:
        wrong.setattr("engine.games.decrypto.random_player.RandomPlayer.decide", choose_move)
        failed = Did(capsys, ("play", "decrypto", *RANDOM, "--on-failure", "random"))
        series = Did(capsys, ("play", "decrypto", *RANDOM, "--games", "3"))
    line = choose_move.__code__.co_firstlineno + 1
    why = f"in Decrypto, its code raised KeyError (test_headless.py, line {line})."
    kept = next(path for path in data.iterdir() if str(path) in failed.err)
    assert failed.code == 3
    assert failed.err.splitlines()[-2:] == [
        f"The encoder (random) failed: {why}",
        f"The game is saved; resume it with: parlour resume {kept}",
    ]
    assert series.code == 3
    assert f"After 0 of 3 games: The encoder (random) failed: {why}" in series.err
    assert not any(word in failed.err + series.err for word in CANARIES)
    assert Did(capsys, ("resume", str(kept), "--json")).result["outcome"]


def test_a_refused_script_fails_without_telling_a_keyword(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hint = type(MOVES[0][1])
    wrong = [(MOVES[0][0], hint(words=(CANARIES[0], "moon", "sun"))), *MOVES]
    folder = tmp_path / "scripts"
    arguments = write_scripts(folder, wrong)
    script = folder / "encoder.jsonl"
    script.write_text(f"\n{script.read_text()}")
    did = Did(capsys, ("play", "decrypto", *arguments))
    assert did.code == 3
    assert f"Move 1 of the script is against the rules ({script}, line 2)." in did.err
    assert not any(word in did.out + did.err for word in CANARIES)


def test_resume_finishes_a_half_finished_turn(
    scripts: list[str], data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = Did(capsys, ("play", "decrypto", *scripts, "--json")).result
    (kept,) = data.iterdir()
    lines = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(b"".join(lines[:-1]) + lines[-1][:20])
    assert read_record(kept).moves[-1].seat == "decoder"
    did = Did(capsys, ("resume", str(kept), "--json"))
    assert did.result == whole
    assert "the last line was cut short" in did.err


def test_resume_shows_the_result_of_a_finished_game_and_changes_nothing(
    scripts: list[str], data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = Did(capsys, ("play", "decrypto", *scripts, "--json")).result
    (kept,) = data.iterdir()
    before = kept.read_bytes()
    did = Did(capsys, ("resume", str(kept), "--json"))
    assert did.result == whole
    assert "This game is over" in did.err
    assert kept.read_bytes() == before


def test_resume_takes_the_latest_unfinished_game_past_damaged_ones(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert Did(capsys, ("resume",)).code == 2
    Did(capsys, ("play", "decrypto", *write_scripts(tmp_path / "scripts", MOVES[:3])))
    (unfinished,) = data.iterdir()
    Did(capsys, ("play", "decrypto", *RANDOM))
    damaged = data / "damaged.jsonl"
    damaged.write_text("{}\n")
    write_scripts(tmp_path / "scripts")
    did = Did(capsys, ("resume", "--json"))
    assert did.result["journal"] == str(unfinished)
    assert f"Skipped: {damaged}, line 1" in did.err
    nothing = Did(capsys, ("resume",))
    assert nothing.code == 2
    assert "There is no unfinished game" in nothing.err


def test_resume_needs_a_terminal_where_people_sit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.kept_games import keep_game

    kept = keep_game(tmp_path, "kept", moves=2)
    before = kept.read_bytes()
    for more in ((), ("--json",)):
        did = Did(capsys, ("resume", str(kept), *more))
        assert did.code == 2
        assert "People sit at this table" in did.err
    assert kept.read_bytes() == before


def test_a_model_that_cannot_be_reached_fails_and_the_game_is_kept(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    series = ("play", "decrypto", *RANDOM[2:], "--seat", "encoder=llm:m", "--games", "2")
    did = Did(capsys, (*series, "--on-failure", "stop"))
    assert did.code == 3
    assert "After 0 of 2 games: The encoder (llm:m) failed: " in did.err
    (kept,) = [path for path in data.iterdir() if not path.name.endswith(".calls.jsonl")]
    assert f"parlour resume {kept}" in did.err


def test_an_interrupted_game_says_how_to_go_on(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chat = ChatServer([Answer(b"", hang=True)])
    with serving(chat) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        process = start("play", "decrypto", *RANDOM[2:], "--seat", "encoder=llm:m")
        assert chat.asked.wait(60)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=180)
    assert process.returncode == 130
    assert out == ""
    (kept,) = [path for path in data.iterdir() if not path.name.endswith(".calls.jsonl")]
    assert err.splitlines()[-2:] == [
        "Interrupted.",
        f"The game is saved; resume it with: parlour resume {kept}",
    ]


def test_an_interrupted_series_says_how_far_it_came() -> None:
    process = start("play", "decrypto", *RANDOM, "--games", "100000", "--json")
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=180)
    assert process.returncode == 130
    assert "of 100000 games: interrupted." in err
    assert all(json.loads(line)["outcome"] for line in out.splitlines())
    assert "Traceback" not in err


def start(*arguments: str) -> "subprocess.Popen[str]":
    """Parlour as a process of its own."""
    pipe = subprocess.PIPE
    return subprocess.Popen([*PARLOUR, *arguments], stdout=pipe, stderr=pipe, text=True)
