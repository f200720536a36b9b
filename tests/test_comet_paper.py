"""`parlour lab paper comet`: every table and figure from runs of models with known figures."""

import csv
import io
import json
from pathlib import Path
from typing import Any, cast

import pandas as pd
import pytest

import lab
from engine.comet.beliefs import Beliefs
from engine.comet.question_frame import create_frame
from engine.comet.strategy_planner import ask_for_plan
from engine.config.settings import load_settings
from engine.games.undercover.moves import Accuse, Describe
from engine.games.undercover.options import Options
from engine.games.undercover.rules import Undercover
from engine.games.undercover.view import Role, Stage
from engine.journal.entries import MoveEntry
from engine.match import Match
from engine.seat import Seat
from lab.analysis.evaluation import Report
from lab.experiment.collection import find_collection
from lab.experiment.file import Experiment
from lab.papers.comet.claims import JudgedClaim, list_claims
from lab.papers.comet.judge_verdicts import store_verdicts
from lab.papers.comet.metrics import build_belief_table, compare_players, list_belief_games
from lab.papers.comet.pool_growth import compare_sizes, list_metaphors, measure_growth
from lab.papers.comet.protocol import PROTOCOL, list_pairs
from lab.papers.comet.reading_accuracy import measure_readings
from lab.papers.comet.readings_section import read_metaphors, show_metaphor
from lab.papers.comparison import Comparison, Row, compare_paper
from lab.papers.presentation import to_csv, to_latex
from lab.report.csv import collect_tables, tabulate_figures
from lab.report.page import Page
from lab.report.tables import build_tables
from lab.run.plan import plan_trials
from lab.run.plan_size import count_plan
from lab.run.store import RunFile
from tests.comet_authors import find_own_word, script, trust_everybody
from tests.test_lab_run import run as run_trials
from tui.command_line import run as run_command

PAIR = ("bee", "butterfly")
SIDES = """
name = "sides"
game = "undercover"
games = 3
[options]
words = "bee,butterfly"
rounds = 1
[players]
cot = "llm:trusting,prompt=cot,beliefs=on"
comet = "comet:trusting,beliefs=on"
no-met = "comet:trusting,met=off,beliefs=on"
no-met-fe = "comet:trusting,met=off,fe=off,beliefs=on"
[sides]
civilian = ["cot", "comet", "no-met-fe"]
undercover = ["no-met"]
"""


def collect(path: Path) -> Comparison:
    with lab.open_run(path) as run:
        assert run.counts.failed == run.counts.left == 0
        return compare_paper("comet", [Report(run)])


def find_rows(comparison: Comparison, exhibit: str) -> dict[tuple[str, ...], Row]:
    """By labels and quantity: the rows with a figure of ours."""
    rows = (row for row in comparison.rows[exhibit] if row.finding is not None)
    return {(*row.finding.labels, row.quantity): row for row in rows if row.finding is not None}


def find_values(comparison: Comparison, exhibit: str) -> dict[tuple[str, ...], float | None]:
    found = find_rows(comparison, exhibit)
    return {key: row.finding.value for key, row in found.items() if row.finding is not None}


def count_unheard(path: Path, trial: int, role: str) -> tuple[int, int]:
    """Count statements of a role after which no opponent speaks, straight from a journal."""
    with lab.open_run(path) as run:
        record = run.record(trial)
        content = next(json.loads(text) for text in read_contents(run, trial))
    spoken = [
        entry.seat
        for entry in record.entries
        if isinstance(entry, MoveEntry) and "Describe" in entry.move
    ]
    assert len(spoken) == 5
    roles = [content["roles"][seat] for seat in spoken]
    own = [place for place, one in enumerate(roles) if one == role]
    safe = [place for place in own if all(one == role for one in roles[place:])]
    return len(safe), len(own)


def read_contents(run: Any, trial: int) -> list[str]:
    rows = run.file.database.execute("SELECT content FROM trials WHERE number = ?", (trial,))
    return [text for (text,) in rows]


def test_six_shares_of_models_that_trust_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of four others two have a civilian's word, and one an undercover player's.

    Whoever takes itself for a civilian is right as one and wrong as the other; a statement is safe
    if no opponent speaks after it, as the next guess of each is right.
    """
    script(monkeypatch, {"trusting": trust_everybody})
    path = tmp_path / "sides.run"
    run_trials(path, SIDES)
    unjudged = collect(path).rows["table-1"]
    fer = [row for row in unjudged if row.quantity == "FER" and row.finding is not None]
    assert {row.missing for row in fer} == {"parlour lab judge sides --by llm:MODEL --what feature"}
    undeclared = {
        row.missing for row in unjudged if row.quantity == "IISC" and row.finding is not None
    }
    assert "IISC is not known of players that declare no strategy." in undeclared
    with lab.open_run(path) as opened:
        games = [game for *_, game in list_belief_games(opened) if game is not None]
    claims = list_claims(games, ["feature"])
    assert {claim.text for claim in claims} == {"it is small"}
    with RunFile(path, writing=True) as run_file:
        store_verdicts(
            run_file,
            [JudgedClaim("a", "", "now", one.kind, one.word, one.text, True) for one in claims],
        )
    values = find_values(collect(path), "table-1")
    for method, iisc in (("CoT", None), ("CoMet", 1), ("CoMet w/o Met.&FE", 1)):
        cell = ("against CoMet w/o Met.", "civilian", method)
        expected = {"WR": 0, "OIAA": 0.5, "SIAA": 1, "FER": 1, "IISC": iisc}
        assert {name: values.get((*cell, name)) for name in expected} == expected
    for against in ("CoT", "CoMet"):
        cell = (f"against {against}", "undercover", "CoMet w/o Met.")
        expected = {"WR": 0, "OIAA": 0.25, "SIAA": 0, "FER": 1, "IISC": 1}
        assert {name: values[*cell, name] for name in expected} == expected
    with lab.open_run(path) as opened:
        compared = compare_players(build_belief_table(opened))
        trials = opened.games()
        by_civilian = trials.groupby("player_civilian", observed=True)["trial"].apply(list)
    civil = compared[compared["role"] == "civilian"].set_index(["metric", "first", "second"])
    assert civil.loc[("oiaa", "cot", "comet"), "value"] == 0
    assert civil.loc[("oiaa", "cot", "comet"), "p"] == civil.loc[("oiaa", "cot", "comet"), "p_holm"]
    assert civil.loc[("oiaa", "cot", "comet"), "count"] == 3
    assert ("iisc", "comet", "no-met-fe") in civil.index
    assert ("iisc", "cot", "comet") not in civil.index  # nobody declared strategies for cot
    for player, method in (("cot", "CoT"), ("comet", "CoMet")):
        counts = [count_unheard(path, trial, "civilian") for trial in by_civilian[player]]
        safe, said = (sum(one) for one in zip(*counts, strict=True))
        assert values["against CoMet w/o Met.", "civilian", method, "PPC"] == safe / said


def test_balanced_metrics_are_the_mean_less_the_variance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(monkeypatch, {"trusting": trust_everybody})
    text = SIDES.replace('civilian = ["cot", "comet", "no-met-fe"]', 'civilian = ["no-met"]')
    path = tmp_path / "sides.run"
    run_trials(path, text.replace("games = 3", "games = 1"))
    values = find_values(collect(path), "figure-5")
    cell = ("against CoMet w/o Met.", "CoMet w/o Met.")
    assert values[*cell, "SIAA"] == 0.5 - 0.25
    assert values[*cell, "OIAA"] == 0.375 - 0.125**2
    assert (values[*cell, "WR"], values[*cell, "IISC"]) == (0, 1)


def test_table_2_says_what_is_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a limit that civilians win, who is a civilian always wins."""
    script(monkeypatch, {"trusting": trust_everybody})
    path = tmp_path / "sides.run"
    limited = SIDES.replace("rounds = 1", 'rounds = 1\nlimit = "civilians"')
    limited = limited.replace(
        'undercover = ["no-met"]',
        'undercover = ["no-met", "comet"]\nonly = '
        '[{civilian = "comet", undercover = "no-met"}, {civilian = "no-met-fe"}]',
    )
    run_trials(path, limited.replace("games = 3", "games = 1"))
    rows = find_rows(collect(path), "table-2")
    on, off = "✓", "\N{MULTIPLICATION SIGN}"
    assert {key: row.finding.value for key, row in rows.items() if row.finding is not None} == {
        ("CoMet", on, on, on, on, on, "Win Rate"): 1,
        ("CoMet w/o Met.&FE, as civilian", off, off, on, on, on, "Win Rate"): 1,
    }
    full = rows["CoMet", on, on, on, on, on, "Win Rate"]
    assert full.published is not None
    assert full.published.value == 0.7
    table = list(csv.DictReader(io.StringIO(to_csv(collect(path)))))
    assert r"Met. $\times$, FE $\times$, BM $\surd$" in to_latex(collect(path))
    told = [row for row in table if row["exhibit"] == "Table 2" and row["published"]]
    assert len(told) == 6
    assert all(off in row["item"] for row in told[1:])


TABOO = """
name = "models"
game = "taboo"
games = 2
[options]
word = "umbrella"
turns = 2
[players]
cot = "llm:plain,prompt=cot"
naive = "llm:plain,prompt=naive"
knows = "llm:gpt-4o-2024-11-20,prompt=cot"
errs = "llm:gpt-4o-mini,prompt=naive"
comet = "comet:quiet"
sure = "comet:gpt-4o"
[lineups]
seats.attacker = ["cot", "naive"]
seats.defender = ["knows", "errs", "comet", "sure"]
"""


def say(step: str, question: str, told: dict[str, Any]) -> None:
    """Go on talking, never the same."""
    told.clear()
    told |= {"thoughts": "", "line": f"I say so {'again ' * (len(question) % 50)}now."}
    if step:
        told |= {"candidates": ["lamp"], "strategy": "continue", "suspects": []}


def guess(word: str) -> Any:
    """Guess a word, as soon as that is possible."""

    def answer(step: str, question: str, told: dict[str, Any]) -> None:
        say(step, question, told)
        if step:
            told |= {"candidates": [word], "strategy": "guess"}
        else:
            told.clear()
            told |= {"thoughts": "", "word": word}

    return answer


def test_wins_of_attackers_and_defenders_by_pair_and_by_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who knows the word wins, who errs loses, who goes on talking draws: no half points."""
    policies = {"plain": say, "quiet": say, "gpt-4o-mini": guess("lamp")}
    right = guess("umbrella")
    script(monkeypatch, {**policies, "gpt-4o-2024-11-20": right, "gpt-4o": right})
    path = tmp_path / "models.run"
    run_trials(path, TABOO)
    comparison = collect(path)
    rows = [row for row in comparison.rows["figure-4a"] if row.finding is not None]
    ends = {"knows": "defender wins", "errs": "attacker wins", "sure": "defender wins"}
    found = 0
    for row in rows:
        assert row.finding is not None
        method = row.finding.labels[1]
        player = {"CoT": "knows", "Naive": "errs"}.get(method)
        player = player or ("sure" if "defender sure" in row.item else "comet")
        assert row.finding.value == (row.quantity == ends.get(player, "draws")), row.item
        assert row.finding.count == 2
        found += 1
    assert found == 2 * 4 * 3
    values = find_values(comparison, "figure-4b")
    assert {key[:2] for key in values} == {
        ("gpt-4o-2024-11-20", "CoT"), ("gpt-4o-mini", "Naive"), ("quiet", "CoMet"),
        ("gpt-4o", "CoMet"),
    }  # fmt: skip
    assert values["gpt-4o-mini", "Naive", "loss"] == values["gpt-4o", "CoMet", "win"] == 1
    assert values["quiet", "CoMet", "draw"] == 1
    assert values["quiet", "CoMet", "loss"] == values["quiet", "CoMet", "win"] == 0
    beside = [row for row in rows_of(comparison, "figure-4b") if row.published is not None]
    assert [row.finding.labels for row in beside if row.finding] == [("gpt-4o", "CoMet")]


def rows_of(comparison: Comparison, exhibit: str) -> list[Row]:
    return [row for row in comparison.rows[exhibit] if row.finding is not None]


METAPHORS = """
name = "metaphors"
game = "undercover"
games = 60
[players]
hypothesis = "comet:sharp"
direct = "comet:flattered,reasoning=direct"
replace = "comet:shy,reasoning=replace"
decided = "comet:shy,reasoning=replace,verdict=yes-no"
[readings]
players = ["hypothesis", "direct", "replace", "decided"]
"""


def test_one_set_of_metaphors_is_read_by_all_methods(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who reads rightly is right, who takes each for its word half the time, who doubts never."""
    known = {one.text: one for one in read_metaphors("built-in")}
    assert len(known) == 40

    def sharp(_step: str, question: str, told: dict[str, Any]) -> None:
        (metaphor,) = (one for text, one in known.items() if f"{text}" in question)
        verdict = "match" if find_own_word(question) == metaphor.word else "mismatch"
        pair = {"feature": "a", "aspect": "b", "verdict": verdict, "strength": 3}
        told |= {"features": ["a"], "aspects": ["b"], "pairs": [pair]}

    def answer(fits: str) -> Any:
        return lambda _step, _question, told: told.update(fits=fits)

    policies = {"sharp": sharp, "flattered": answer("mine"), "shy": answer("undecided")}
    asked = script(monkeypatch, policies)
    path = tmp_path / "metaphors.run"
    run_trials(path, METAPHORS)
    assert len(asked) == 4 * 2 * 40
    assert len({question for _, question in asked}) == 3 * 2 * 40
    with lab.open_run(path) as run:
        table = run.games("reading")
        assert (table.groupby("asked", observed=True)["metaphor"].nunique() == 40).all()
        page = Page(Report(run)).write()
    assert "Metaphors of the common set read right" in page
    rows = [row.finding for row in rows_of(collect(path), "figure-6a")]
    values = {(one.labels[0], one.where, one.quantity): one for one in rows if one is not None}
    method = "by replacement (RR)"
    right = values["hypotheses (HR)", "player hypothesis, model sharp", "right"]
    assert (right.value, right.count, right.deals) == (1, 80, 40)
    assert values["directly (DU)", "player direct, model flattered", "right"].value == 0.5
    assert values["directly (DU)", "player direct, model flattered", "right, own word"].value == 1
    told = [one.value for key, one in values.items() if key[0] == method and key[2] == "right"]
    assert told == [0, 0.5]  # undecided is wrong, and no is right for the other word


def test_readings_are_planned_for_the_metaphors_that_there_are(tmp_path: Path) -> None:
    experiment = Experiment.parse(METAPHORS)
    data = load_settings().data
    assert count_plan(experiment, data) == 320 == len(list(plan_trials(experiment, data=data)))
    some = Experiment.parse(METAPHORS.replace("games = 60", "games = 3"))
    assert count_plan(some, data) == 24
    options = Options()
    for one in read_metaphors("built-in"):
        for word in (one.word, one.other):
            view = show_metaphor(options, one, word, said=True)
            assert (view.word, view.said[0].text) == (word, one.text)
            assert one.other not in str(view.model_dump()) or word == one.other
    lost = METAPHORS.replace("[readings]", f'[readings]\nmetaphors = "{tmp_path}/no.pool"')
    with pytest.raises(ValueError, match=r"metaphors: .*no\.pool"):
        list(plan_trials(Experiment.parse(lost), data=data))
    with pytest.raises(ValueError, match=r"readings\.players: .* is not a comet: player"):
        Experiment.parse(METAPHORS.replace('"comet:sharp"', '"random"'))


GROWTH = """
name = "growth"
game = "undercover"
games = 1
[options]
words = "bee,butterfly"
rounds = 1
[players]
clear = "comet:clear"
plain = "comet:plain"
[self_play]
players = ["clear", "plain"]
sizes = [0, 3]
evaluate = 1
batch = 1
"""


def test_metaphors_that_all_understand_succeed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A metaphor succeeds if teammates trust and nobody guesses; guessed at once, it does not."""

    def policy(words: list[str]) -> Any:
        def answer(step: str, _question: str, told: dict[str, Any]) -> None:
            if step == "strategy-planner":
                told["strategy"] = "metaphor"
            elif step == "belief-mapper":
                seats = [f"p{number}" for number in range(1, 6)]
                told["players"] = [{"seat": one, "side": "mine", "reason": ""} for one in seats]
            elif step == "feature-extractor":
                told["other_word"] = words

        return answer

    script(monkeypatch, {"clear": policy([]), "plain": policy(["cat", "bee", "butterfly"])})
    path = tmp_path / "growth.run"
    run_trials(path, GROWTH)
    values = find_values(collect(path), "figure-6b")
    assert values["clear", "0", "success"] == values["clear", "3", "success"] == 1
    assert values["clear", "0", "guessed"] == values["clear", "0 to 3", "gain"] == 0
    assert values["clear", "0", "understood"] == values["plain", "0", "understood"] == 1
    guessed, success = (values["plain", "3", name] for name in ("guessed", "success"))
    assert guessed is not None
    assert success is not None
    assert guessed + success == 1  # all are understood, so only what is guessed fails
    assert guessed > 0


def test_the_reference_fills_in_what_a_file_leaves_open() -> None:
    text = SIDES.replace('game = "undercover"', 'game = "undercover"\nprotocol = "reference"')
    given = Experiment.parse(text)
    assert given.games == 3
    assert given.options["words"] == "bee,butterfly"
    assert given.options["limit"] == "civilians"
    assert given.report.pool == ()
    assert "verdict=yes-no" in given.specs["comet"]
    assert "verdict" not in given.specs["cot"]
    assert "max_tokens=1024" in given.specs["cot"]
    assert given.beliefs is not None
    assert (given.beliefs.oiaa, given.beliefs.fer) == ("move", "feature")
    left = text.replace("games = 3\n", "").replace('words = "bee,butterfly"\n', "")
    whole = Experiment.parse(left)
    assert whole.games == 10
    assert len(list_pairs()) == 200 == len(set(whole.options["words"]))
    assert whole.report.pool == ("words",)
    assert count_plan(whole, load_settings().data) == 3 * 2000
    told = [one.reference for one in PROTOCOL.differences if one.reference]
    assert len([one for one in told if not one.startswith("as `parlour`")]) == 9
    assert whole.options["any_line"] is True


def test_the_collection_gives_every_figure_of_the_paper() -> None:
    found = find_collection("comet-paper")
    assert found is not None
    collection, beside = found
    games = {Experiment.read(path)[0].game for path in collection.find_experiments(beside)}
    assert games == {"undercover", "taboo"}


def test_every_row_says_which_experiences_a_player_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(monkeypatch, {"trusting": trust_everybody})
    path = tmp_path / "sides.run"
    text = SIDES.replace('"comet", "no-met-fe"]', '"none"]').replace("games = 3", "games = 1")
    run_trials(path, text.replace("[sides]", 'none = "comet:trusting,pool=none"\n[sides]'))
    with lab.open_run(path) as run:
        games = run.games()
        report = Report(run)
        (table,) = (one for one in build_tables(report) if one.title == "Line-ups")
        figures = tabulate_figures(report)
        meaning = run.explain_columns(["setting_pool_civilian"])["setting_pool_civilian"]
    assert games["setting_pool_civilian"].isna().tolist() == [True, False]
    assert games["setting_pool_civilian"].iloc[1] == "none"
    assert "setting_pool_undercover" not in games  # it speaks in no metaphors
    assert table.heads[:3] == ("civilian", "pool, civilian", "games")
    assert [row[:2] for row in table.rows] == [("cot", "\N{EN DASH}"), ("none", "none")]
    assert "By pool: comet built-in; none none." in table.note
    assert table.numbers_from == 2
    assert [*figures["setting_pool_civilian"].dropna().unique()] == ["none"]
    assert "experiences" in meaning


def test_tables_name_a_seat_that_never_varies_with_its_experiences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(monkeypatch, {"trusting": trust_everybody})
    path = tmp_path / "sides.run"
    text = SIDES.replace('"cot", "comet", "no-met-fe"', '"cot", "none"').replace(
        '["no-met"]', '["comet"]'
    )
    text = text.replace("rounds = 1", "rounds = 3").replace("games = 3", "games = 6")
    run_trials(path, text.replace("[sides]", 'none = "comet:trusting,pool=none"\n[sides]'))
    with lab.open_run(path) as run:
        report = Report(run)
        (table,) = (one for one in build_tables(report) if one.title == "Line-ups")
        tables = collect_tables(report)
    assert table.heads[:3] == ("civilian", "pool, civilian", "pool, undercover")
    assert [row[1:3] for row in table.rows] == [("\N{EN DASH}", "built-in"), ("none", "built-in")]
    for name in ("figures", "differences"):
        assert set(tables[name]["player_undercover"]) == {"comet"}, name
        assert set(tables[name]["setting_pool_undercover"]) == {"built-in"}, name
    differences = tables["differences"]
    assert set(differences["first"]) == {"cot"}
    assert differences["setting_pool_civilian_first"].isna().all()
    assert set(differences["setting_pool_civilian_second"]) == {"none"}


def test_losses_of_taboo_are_in_table_and_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two answers of three have no line, and a suspect that is no word is left out."""
    count = 0

    def stammer(step: str, question: str, told: dict[str, Any]) -> None:
        nonlocal count
        count += 1
        say(step, question, told)
        told["candidates"] = ["lamp", {"no": "word"}]
        if count % 3:
            del told["line"]

    script(monkeypatch, {"plain": say, "quiet": stammer})
    text = TABOO.replace('["cot", "naive"]', '["cot"]').replace(
        '["knows", "errs", "comet", "sure"]', '["comet"]'
    )
    path = tmp_path / "models.run"
    run_trials(path, text.replace("games = 2", "games = 1"))
    with lab.open_run(path) as run:
        assert run.failures()["failure"].tolist() == []
    capsys.readouterr()
    assert run_command(["lab", "table", "beliefs", str(path)]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert (row["seat"], row["player"]) == ("defender", "comet")
    assert (row["lost_answers"], row["lost_items"]) == ("4", "2")
    with lab.open_run(path) as run:
        left = next(one for one in build_tables(Report(run)) if one.title == "Left out")
    assert ("Answers of comet that could not be used", "4") in left.rows
    assert ("Items of other answers of comet", "2") in left.rows


def test_only_the_reference_tells_a_seat_its_role_and_lets_civilians_win_at_the_end() -> None:
    """Then undercover players are offered no metaphors; everybody else's role stays hidden."""
    told = Options(tell_role=True, rounds=1, limit="civilians")
    for options in (told, Options(rounds=1)):
        match = Match(Undercover(pair=PAIR, options=options), "reference")
        while match.view(None).stage is Stage.DESCRIBE:
            (speaker,) = match.awaits
            match.submit(speaker, Describe(line=f"It is number {speaker}."))
        roles = match.list_roles()
        for seat, role in enumerate(roles):
            view = match.view(Seat(seat))
            known = view.roles[seat]
            assert known == (role if options is told else None)
            assert [one for place, one in enumerate(view.roles) if place != seat] == [None] * 4
            plan = ask_for_plan(create_frame(view), Beliefs(), metaphors=True, told=known)
            offered = plan.prompt.aliases["strategy"]
            assert ("metaphor" in offered) == (known is not Role.UNDERCOVER)
            assert (f"You take yourself for: {role}." in plan.prompt.user) == (options is told)
        for voter in list(match.awaits):
            match.submit(voter, Accuse(seat="p1" if voter else "p2"))
        report = Undercover.build_report(match.view(None))
        expected = ("civilians", "rounds") if options is told else ("draw", "rounds")
        assert (report["outcome"], report["reason"]) == expected
        lines = Undercover.narrate(None, match.view(None))
        assert any("civilians win: 1 round" in line for line in lines) == (options is told)


class SelfPlay:
    """A report on two pools: metaphors said while they grow, and at three sizes to measure them."""

    @property
    def run(self) -> "SelfPlay":
        return self

    def turns(self, kind: str) -> pd.DataFrame:
        assert kind == "self_play"
        outcomes = {0: (False, 0, 0), 50: (True, 2, 0), 100: (True, 1, 1)}
        rows: list[dict[str, Any]] = [
            {"phase": "evaluate", "trial": pool, "asked": "comet", "size": size, "game": game}
            | dict(zip(("success", "understood", "guessed"), outcomes[size], strict=True))
            for pool in (1, 2)
            for size in outcomes
            for game in (1, 2)
        ]
        rows[-1] |= {"success": False, "understood": 0}  # the last game of the second pool
        all_well = {"success": True, "understood": 1, "guessed": 1}
        rows.append({**rows[0], **all_well, "phase": "learn", "game": 9})
        return pd.DataFrame(rows)


def test_growth_is_measured_in_its_own_games_and_from_the_first_size_to_the_last() -> None:
    said = list_metaphors(cast("Report", SelfPlay()))
    grown = measure_growth(said).set_index("size")
    assert grown["metaphors"].tolist() == [4, 4, 4]
    shares = {
        name: [one.value for one in grown[name]] for name in ("succeeded", "understood", "guessed")
    }
    assert shares == {
        "succeeded": [0, 1, 0.75],
        "understood": [0, 1, 0.75],
        "guessed": [0, 0, 1],
    }
    (gap,) = compare_sizes(said).to_dict("records")
    assert (gap["first"], gap["last"], gap["value"], gap["pools"]) == (0, 100, 0.75, 2)


def test_a_reading_that_never_came_is_in_no_share() -> None:
    rows = [
        {"variant": "", "asked": "comet", "deal": deal, "holds": "own", "right": right}
        for deal, right in ((1, True), (2, False), (3, None), (4, None))
    ]
    (found,) = measure_readings(pd.DataFrame(rows)).to_dict("records")
    assert (found["value"], found["count"], found["deals"]) == (0.5, 2, 2)
    assert found["other"] is None
    assert (found["own"], found["own_count"]) == (0.5, 2)
