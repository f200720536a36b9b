"""The variants of the robustness experiment: other content, and the same game for a solver."""

from itertools import product
from pathlib import Path

import pytest

import lab
from engine.journal.entries import MoveEntry
from lab.analysis.evaluation import Report
from lab.experiment.finder import read_experiment
from lab.papers.comparison import compare_paper
from tests.decrypto_solver import NAMES, guess_code, let_solve
from tests.test_lab_run import run as run_trials


def write_variants(lineups: str, games: int) -> str:
    """Write the robustness experiment with other line-ups, and hints that may come again."""
    _, text = read_experiment("decrypto-wordings")
    head, _, _ = text.partition("[lineups]")
    head = head.replace("games = 32", f"games = {games}").replace("seeds = 3", "seeds = 1")
    return head.replace("rounds = 8", "rounds = 8\nreuse_hints = true") + lineups


def list_moves(path: Path) -> dict[str, list[object]]:
    """By player of the first seat: the moves of its games, by deal."""
    found: dict[str, list[object]] = {}
    with lab.open_run(path) as run:
        assert run.counts.failed == run.counts.left == 0
        for row in run.games().sort_values("deal").to_dict("records"):
            entries = run.record(row["trial"]).entries
            moves = [(one.seat, one.move) for one in entries if isinstance(one, MoveEntry)]
            found.setdefault(row["player_encoder"], []).append(moves)
    return found


def test_a_solver_plays_the_same_game_by_every_variant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All three seats read the same facts in each of the 25 prompts, and answer in its form."""
    asked = let_solve(monkeypatch)
    together = """
[lineups]
seats.encoder = ["model"]
seats.decoder = ["model"]
seats.interceptor = ["model"]
same = [["encoder", "decoder", "interceptor"]]
"""
    path = tmp_path / "solver.run"
    run_trials(path, write_variants(together, 2))
    played = list_moves(path)
    assert len(played) == 25
    first = played["model system=1 user=1"]
    assert all(games == first for games in played.values())
    for game in first:
        assert isinstance(game, list)
        known: dict[str, int] = {}
        turns = [game[place : place + 3] for place in range(0, len(game), 3)]
        for turn in turns:
            moves = dict(turn)
            hints = moves["encoder"]["Hint"]["words"]
            code = [NAMES.index(hint) + 1 for hint in hints]
            assert moves["decoder"]["Guess"]["code"] == code
            assert moves["interceptor"]["Guess"]["code"] == guess_code(hints, known)
            known |= dict(zip(hints, code, strict=True))
    assert len({*asked}) == len(asked)


def test_the_length_of_a_solver_s_games_depends_on_no_prompt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Figure 4: nobody intercepts a solver that is not overheard, whatever its prompts share."""
    let_solve(monkeypatch)
    shown = ("system=1 user=1", "system=1 user=4", "system=2 user=1", "system=5 user=3")
    names = ", ".join(f'"model {one}"' for one in shown)
    deaf = f"""
[lineups]
seats.encoder = [{names}]
seats.decoder = [{names}]
fixed.interceptor = "deaf"
"""
    text = write_variants(deaf, 2).replace(
        "[players]\n", '[players]\ndeaf = "py:tests.authors:misreader"\n'
    )
    path = tmp_path / "figure-4.run"
    run_trials(path, text)
    with lab.open_run(path) as run:
        assert run.counts_of("match") == 2 * len(list(product(shown, shown)))
        rows = compare_paper("decrypto", [Report(run)]).rows["figure-4"]
    found = [row.finding for row in rows if row.finding is not None]
    turns = {one.labels[1]: one for one in found if one.quantity == "turns"}
    assert {group: one.value for group, one in turns.items()} == dict.fromkeys(turns, 8)
    assert sum(one.count for one in turns.values()) == 32
    assert len(turns) == 4
    for group, one in turns.items():
        told = [each for each in one.differences if each.startswith("pairs of prompts")]
        assert told, group  # two of five prompts are shown, so that pairs are missing
        assert "the interceptor: deaf; the paper's is Llama3.1 70B" in one.differences
    middle = [one.value for one in found if one.quantity == "median of pairs"]
    assert middle == [8] * 4
    shares = [one for one in found if one.quantity == "distribution"]
    assert {(one.where.split(", ")[-1], one.value) for one in shares} == {("8 turns", 1)}
