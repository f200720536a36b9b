"""What a stand-in did is no figure of the player: the rule of an experiment, in every table."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import lab
from lab.analysis.evaluation import Report
from lab.analysis.live.snapshot_reader import SnapshotReader
from lab.analysis.measure import Measure
from lab.analysis.tables import Run
from lab.papers.comet.metrics import build_belief_table, measure_players
from lab.papers.comet.sections import build_sections
from lab.papers.comparison import compare_paper
from lab.papers.dixitworld.rounds import read_rounds
from lab.report.latex import to_latex
from lab.report.markdown import to_markdown
from lab.report.page import Page
from lab.report.tables import build_tables
from lab.run.compression import compress_lines
from lab.run.store import RunFile
from lab.study.creation import create_study
from tests.test_lab_run import run as play
from tui.command_line import run as run_command

PLAYERS = """
on_failure = "random"
[players]
steady = "random"
unsteady = "py:tests.lab_player:UnsteadyPlayer"
failing = "py:tests.lab_player:FailingPlayer"
"""
DECRYPTO = f"""
name = "tokens"
game = "decrypto"
games = 4
{PLAYERS}
[options]
rounds = 2
[lineups]
seats.decoder = ["steady", "unsteady", "failing"]
fixed.encoder = "steady"
fixed.interceptor = "steady"
[[replays]]
seats.interceptor = ["unsteady"]
[[questions]]
ask = "predict-interceptor"
players = ["steady", "unsteady"]
"""
UNDERCOVER = f"""
name = "sides"
game = "undercover"
games = 4
{PLAYERS}
[options]
rounds = 1
[sides]
civilian = ["steady", "unsteady"]
undercover = ["steady", "unsteady"]
"""
DIXIT = f"""
name = "teams"
game = "dixit"
games = 2
{PLAYERS}
[options]
rounds = 4
[teams]
seats = [["p1", "p2"], ["p3", "p4"]]
"""
RULES = ("leave-out", "count", "count-as-failure")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of each experiment, in which stand-ins move for two of three players."""
    folder = tmp_path_factory.mktemp("runs")
    for text in (DECRYPTO, UNDERCOVER, DIXIT):
        play(folder / f"{text.split('"')[1]}.run", text)
    return folder


@pytest.fixture
def tokens(runs: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(runs / "tokens.run", tmp_path))


def set_rule(path: Path, rule: str) -> None:
    """Change the rule of a run, as its experiment's file can at any time."""
    with RunFile(path, writing=True) as file:
        text = file.read_fact("experiment") or ""
        text = text.partition("[report]")[0]
        file.set_facts({"experiment": f'{text}[report]\nstand_ins = "{rule}"\n'})


def tabulate(run: Run, title: str) -> dict[tuple[str, ...], dict[str, str]]:
    """The rows of a table of the report, by the cells that tell them apart."""
    table = next(one for one in build_tables(Report(run)) if one.title == title)
    cells = [dict(zip(table.heads, row, strict=True)) for row in table.rows]
    return {tuple(row.values())[: table.numbers_from]: row for row in cells}


def test_games_of_stand_ins_are_left_out_by_line_up_and_every_table_says_so(tokens: Path) -> None:
    with lab.open_run(tokens) as run:
        rows = tabulate(run, "Line-ups")
        counts = {key[0]: (row["games"], row["left out: stand-ins"]) for key, row in rows.items()}
        assert counts == {"steady": ("4", "0"), "unsteady": ("2", "2"), "failing": ("0", "4")}
        figures = {*rows["failing",].values()} - {"failing", "0", "4"}
        assert figures == {"\N{EN DASH}"}, "a line-up of which no game counts has no figures"
        told = "Of 12 games, 6 with moves of stand-ins or of the operator are left out"
        shown = {table.title: table.note for table in build_tables(Report(run))}
        for title in ("Line-ups", "Differences on the same deals"):
            assert f'{told} (stand_ins = "leave-out").' in shown[title]
        for form in (to_markdown, to_latex):
            assert form(Report(run)).count("games, 6 with moves of stand-ins") >= 3
        assert Page(Report(run)).write().count("games, 6 with moves of stand-ins") >= 3
        assert "3 line-ups on the same 4 deals" in to_markdown(Report(run))


def test_figures_beside_those_of_a_paper_say_so(tokens: Path) -> None:
    with lab.open_run(tokens) as run:
        rows = compare_paper("decrypto", [Report(run)]).rows.values()
        ours = [row for each in rows for row in each if row.finding is not None]
        assert ours
        for row in ours:
            told = " ".join(row.differences)
            assert "tokens.run: Of 12 games, 6 with moves of stand-ins" in told
            assert '(stand_ins = "leave-out")' in told


def test_what_is_about_such_games_is_left_out_with_them(tokens: Path) -> None:
    with lab.open_run(tokens) as run:
        matches = run.games(every=True)
        own = {*matches.loc[matches["stand_in_moves"] == 0, "deal"]}
        asked = run.games("question")
        told = (
            "Of 24 trials with questions, 12 about games with moves of stand-ins or of the "
            'operator are left out (stand_ins = "leave-out").'
        )
        assert own == {1, 2, 3, 4}
        assert len(asked) == 12
        assert asked.attrs["excluded"] == 12
        assert set(asked["player_decoder"]) == {"steady", "unsteady"}
        assert (asked["match_not_own"] == 0).all()
        assert (run.games("question", every=True)["match_not_own"] > 0).sum() == 12
        notes = {table.title: table.note for table in build_tables(Report(run))}
        scored = [note for title, note in notes.items() if title.startswith("Table 2")]
        assert scored
        assert all(told in note for note in scored)
        assert told in notes["Questions"]
        rows = tabulate(run, "Questions")
        failing = [row for key, row in rows.items() if "failing" in key]
        assert [row["games with stand-ins"] for row in failing] == ["4", "4"]
        assert {(row["right"], row["answers"]) for row in failing} == {("\N{EN DASH}", "0")}
        replays = run.games("replay", every=True)
        counted = run.games("replay")
        moved = (replays["stand_in_moves"].fillna(0) > 0) | (replays["match_not_own"] > 0)
        assert len(counted) == (~moved).sum() > 0
        assert {*counted["deal"]} == {1, 3}, "the new interceptor fails on the others"


def test_the_papers_rule_counts_games_as_they_were_played(tokens: Path) -> None:
    set_rule(tokens, "count")
    with lab.open_run(tokens) as run:
        rows = tabulate(run, "Line-ups")
        counts = {key[0]: (row["games"], row["with stand-ins"]) for key, row in rows.items()}
        assert counts == {"steady": ("4", "0"), "unsteady": ("4", "2"), "failing": ("4", "4")}
        assert len(run.games()) == len(run.games(every=True)) == 12
        assert 'count as they were played (stand_ins = "count").' in to_markdown(Report(run))
        assert len(run.games("question")) == 24
        assert (run.turns()["not_own"] > 0).any()


def test_failures_count_as_failed_games(tokens: Path) -> None:
    set_rule(tokens, "count-as-failure")
    with lab.open_run(tokens) as run:
        report = Report(run)
        rows = tabulate(run, "Line-ups")
        counts = {key[0]: (row["games"], row["failed: stand-ins"]) for key, row in rows.items()}
        assert counts == {"steady": ("4", "0"), "unsteady": ("4", "2"), "failing": ("4", "4")}
        shares = {key[0]: row["Share of games: failed"] for key, row in rows.items()}
        assert [one[:5] for one in shares.values()] == ["0.000", "0.500", "1.000"]
        endings = [one for one in report.measures if one.ending]
        for key, games in report.lineups.items():
            found = [one.estimate(games) for one in endings]
            assert {one.count for one in found} == {4}, "failed games are in each denominator"
            assert sum(one.value or 0 for one in found) == pytest.approx(1)
            length = Measure("rounds", "Rounds", "rounds").estimate(games)
            own = {"steady": 4, "unsteady": 2, "failing": 0}[str(key[0])]
            assert (length.count, length.value is None) == (own, own == 0)
        assert len(run.games("question")) == 12, "nobody who was asked has failed"
        assert "in the denominator of each share of games and in no mean" in to_markdown(report)


@pytest.mark.parametrize("rule", RULES)
def test_the_board_has_the_figures_of_the_report(tokens: Path, rule: str) -> None:
    set_rule(tokens, rule)
    with lab.open_run(tokens) as run:
        report = Report(run)
        expected = {
            (key[0], measure.name): measure.estimate(games).value
            for key, games in report.lineups.items()
            for measure in report.measures
        }
        tallies = {key[0]: tally for key, tally in report.tallies.items()}
    matrix = SnapshotReader(tokens).read().matrices["match"]
    found: dict[Any, Any] = {}
    for (_, row, _), cell in matrix.cells.items():
        tally = tallies[str(row)]
        assert (cell.left_out, cell.not_own) == (
            (tally.not_own, 0) if rule == "leave-out" else (0, tally.not_own)
        )
        assert cell.done == 4
        for measure in matrix.measures:
            estimate = cell.estimate(measure)
            if (row, measure.name) in expected:
                found[row, measure.name] = estimate.value if estimate else None
    assert found == {key: expected[key] for key in found}
    assert len(found) >= 4


def test_a_run_of_which_no_game_counts_has_a_report_that_says_so(tmp_path: Path) -> None:
    path = tmp_path / "none.run"
    play(path, DECRYPTO.replace('"steady", "unsteady", "failing"]', '"failing"]'))
    with lab.open_run(path) as run:
        report = Report(run)
        text = to_markdown(report)
        assert "Of 4 games, 4 with moves of stand-ins or of the operator are left out" in text
        assert "8 about games with moves of stand-ins" in text
        assert [
            (row["games"], row["left out: stand-ins"]) for row in tabulate(run, "Line-ups").values()
        ] == [("0", "4")]
        assert "4 of them with moves of stand-ins" in Page(report).write()


def test_answers_about_one_deal_have_a_share_but_no_interval(tmp_path: Path) -> None:
    path = tmp_path / "one.run"
    text = DECRYPTO.replace('"steady", "unsteady", "failing"]', '"steady"]')
    play(path, text.replace("games = 4", "games = 1"))
    with lab.open_run(path) as run:
        shown = {row["right"] for row in tabulate(run, "Questions").values()}
        counts = {row["answers"] for row in tabulate(run, "Questions").values()}
    assert "0" not in counts
    assert all(re.fullmatch(r"[01]\.\d{3}", one) for one in shown), shown


@pytest.mark.parametrize("rule", RULES)
def test_comets_figures_follow_the_rule(runs: Path, tmp_path: Path, rule: str) -> None:
    path = Path(shutil.copy(runs / "sides.run", tmp_path))
    set_rule(path, rule)
    with lab.open_run(path) as run:
        beliefs = build_belief_table(run)
        games = run.games(every=True)
        moved = {*games.loc[games["stand_in_moves"] > 0, "trial"]}
        assert moved
        if rule == "leave-out":
            assert not moved & {*beliefs["trial"]}
            assert beliefs.attrs["excluded"] == 5 * len(moved)
            return
        assert {*beliefs["trial"]} == {*games["trial"]}
        figures = measure_players(beliefs)
        rates = figures[(figures["metric"] == "wr") & (figures["role"] != "balanced")]
        assert (rates["of"] == 4).all(), "all games of a pair are in the denominator"
        failed = beliefs[beliefs["trial"].isin(moved)]
        if rule == "count-as-failure":
            assert not failed["wr_count"].any()
            assert (failed["wr_of"] == 1).all()
            others = {one for one in failed if one.endswith("_of")} - {"wr_of", "draws_of"}
            assert not failed[sorted(others)].any(axis=None)


def test_games_that_cannot_be_read_are_counted(runs: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(runs / "sides.run", tmp_path))
    with RunFile(path, writing=True) as file:
        file.database.execute(
            "UPDATE journals SET text = ? WHERE number = 1", (compress_lines("nothing\n"),)
        )
    with lab.open_run(path) as run:
        assert build_belief_table(run).attrs["unreadable"] == 1
        (section,) = build_sections(Report(run))
        assert section.note.startswith("1 game cannot be read by this version.")


@pytest.mark.parametrize("rule", RULES)
def test_rounds_of_a_tournament_follow_the_rule(runs: Path, tmp_path: Path, rule: str) -> None:
    path = Path(shutil.copy(runs / "teams.run", tmp_path))
    set_rule(path, rule)
    with lab.open_run(path) as run:
        rounds = read_rounds(run)
        moved = rounds["not_own"]
        assert 0 < moved.sum() < len(rounds)
        assert rounds["failed"].equals(moved & (rule == "leave-out"))
        zero = rule == "count-as-failure"
        assert (rounds.loc[moved, "points"] == 0).all() == zero
        assert rounds.loc[moved, "found"].isna().all() == zero
        text = to_markdown(Report(run))
        each = rounds.drop_duplicates(["match", "round"])
        told = f"Of {len(each)} rounds, {each['not_own'].sum()} have moves of stand-ins"
        assert text.count(told) >= 5
        assert f'(stand_ins = "{rule}")' in text
        assert "| failing " in text, "a player that always failed is in the table"
    study = create_study("clues", str(path), "rate", clues=50)
    clues = {one.player for one in study.items}
    assert "failing" not in clues, "a stand-in's clue is nobody's"


def test_the_commands_name_the_rule(
    tokens: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = {
        "leave-out": 'left out: moves of stand-ins, or assisted (stand_ins = "leave-out")',
        "count": 'count as they were played (stand_ins = "count")',
        "count-as-failure": 'in no mean (stand_ins = "count-as-failure")',
    }
    for rule, told in expected.items():
        set_rule(tokens, rule)
        assert run_command(["lab", "table", "games", str(tokens), "--format", "json"]) == 0
        out, err = capsys.readouterr()
        assert told in err
        rows = [json.loads(line) for line in out.splitlines()]
        assert len(rows) == (6 if rule == "leave-out" else 12)
        assert any(row["stand_in_moves"] for row in rows) is (rule != "leave-out")
        assert run_command(["lab", "compare", str(tokens), str(tokens)]) == 0
        assert f'(stand_ins = "{rule}")' in capsys.readouterr().err
    other = Path(shutil.copy(tokens, tmp_path / "other.run"))
    set_rule(other, "count")
    assert run_command(["lab", "compare", str(tokens), str(other)]) == 0
    assert "in different ways" in capsys.readouterr().err
