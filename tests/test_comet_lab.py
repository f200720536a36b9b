"""CoMet in the laboratory: sides dealt by role, the table of beliefs, judges."""

import json
from collections import defaultdict
from html import unescape
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import lab
from engine.comet.belief_log import CLOSING, INQUIRY
from engine.config.settings import load_settings
from engine.games.catalog import find
from engine.llm.memory import read_exchanges
from engine.llm.reply import Reply
from engine.llm.request import Request
from engine.match import Match
from engine.options import parse_options
from engine.seat import Seat
from lab.analysis.evaluation import Report
from lab.experiment.file import Experiment
from lab.mock.model_server import MockModelServer
from lab.papers.comet.claims import Claim, JudgedClaim
from lab.papers.comet.exhibits import compute_ablation
from lab.papers.comet.judge import judge_claims
from lab.papers.comet.judge_agreement import measure_agreement
from lab.papers.comet.judge_verdicts import load_verdicts, read_verdicts, store_verdicts
from lab.papers.comet.lost_answers import Losses, count_losses
from lab.papers.comet.metrics import NAMES, build_belief_table, measure_players
from lab.papers.comet.radar_charts import draw_radars, list_axes
from lab.report.page import Page
from lab.run.plan import plan_trials
from lab.run.plan_size import count_plan
from tests.rehearsing import read_content
from tests.test_lab_run import run as run_trials

SIDES = """
name = "sides"
game = "undercover"
games = 2
[options]
words = "bee,butterfly"
rounds = 2
[players]
one = "word2vec"
two = "glove"
[sides]
civilian = ["one", "two"]
undercover = ["two"]
"""


def test_players_are_seated_by_the_roles_that_the_seed_deals() -> None:
    experiment = Experiment.parse(SIDES)
    definition = find("undercover")
    options = parse_options(definition.options_type, {"words": "bee,butterfly", "rounds": "2"})
    for trial in plan_trials(experiment, data=load_settings().data):
        game = definition.create(options, {"pair": ["bee", "butterfly"], "word_rules": 3})
        match = Match(game, trial.content["seed"])
        specs = {"civilian": trial.content["players"]["civilian"], "undercover": "two"}
        known = {"one": "word2vec", "two": "glove"}
        roles = match.list_roles()
        assert trial.content["seats"] == {
            seat: known[specs[role]] for seat, role in zip(game.seats, roles, strict=True)
        }
        assert match.view(Seat(0)).roles == (None,) * 5


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (('["two"]', '["three"]'), "sides.undercover: There is no player 'three'"),
        (("[sides]", "[sides]\nexcept = [{undercover = 'two'}]"), "sides: no pair is left"),
        (("[sides]", "[lineups]\nfixed.p1 = 'one'\n[sides]"), "lineups"),
        (("[sides]", "[beliefs]\noiaa = 'round'\n[sides]"), "beliefs.oiaa"),
        (("[sides]\n", "[self_play]\nplayers = ['one']\n[sides]\n"), "one is not a comet: player"),
    ],
)
def test_a_mistake_in_sides_is_explained(change: tuple[str, str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Experiment.parse(SIDES.replace(*change))


def test_a_run_of_baselines_from_sides_to_balanced_metrics(tmp_path: Path) -> None:
    path = tmp_path / "sides.run"
    run_trials(path, SIDES)
    with lab.open_run(path) as opened:
        games = opened.games()
        assert list(games["player_civilian"].unique()) == ["one", "two"]
        beliefs = build_belief_table(opened)
        assert len(beliefs) == 5 * len(games) == 20
        assert set(beliefs["oiaa_of"]) != {0}
        assert (beliefs["fer_of"] == 0).all()  # nobody has judged
        figures = measure_players(beliefs)
        balanced = figures[figures["role"] == "balanced"]
        assert balanced["metric"].nunique() == 8
        page = Page(Report(opened)).write()
        assert "Against two" in page
        assert "others' identity assessment accuracy" in unescape(page)


def test_all_charts_have_the_same_axes_and_one_curve_is_none() -> None:
    def tell(player: str, against: str, **values: float) -> list[dict[str, object]]:
        told = {"player": player, "against": against, "role": "balanced"}
        return [{**told, "metric": name, "value": value} for name, value in values.items()]

    figures = pd.DataFrame(
        [
            *tell("a", "a", wr=0.5, oiaa=0.5),
            *tell("b", "a", wr=0.25, siaa=0.75),
            *tell("a", "b", wr=0.5),
        ]
    )
    assert list_axes(figures) == ["wr", "siaa", "oiaa"]
    (chart,) = draw_radars(figures)
    assert "a: wr 0.500, oiaa 0.500; b: wr 0.250, siaa 0.750" in chart


def test_deals_that_all_agree_still_have_an_interval() -> None:
    columns = {f"{name}_{part}": 0 for name in NAMES for part in ("count", "of")}
    told = {"role": "civilian", "player": "a", "against": "b", **columns, "ppc_count": 2}
    rows = [{**told, "trial": deal, "deal": deal, "ppc_of": 2} for deal in range(20)]
    (row,) = measure_players(pd.DataFrame(rows)).query("metric == 'ppc'").to_dict("records")
    assert (row["value"], row["count"], row["of"], row["games"]) == (1, 40, 40, 20)
    assert 0.025 ** (1 / 20) < row["low"] < 0.025 ** (1 / 40)  # worth 20 to 40 chances
    assert row["high"] == 1


def test_a_win_counts_once_a_game_and_other_shares_for_each_seat_of_a_role() -> None:
    columns = {f"{name}_{part}": 0 for name in NAMES for part in ("count", "of")}
    told = {"role": "civilian", "player": "a", "against": "b", **columns, "wr_of": 1, "siaa_of": 2}
    rows = [
        {**told, "trial": trial, "deal": trial, "wr_count": won, "siaa_count": right}
        for trial, won, right in ((0, 1, 2), (0, 1, 1), (1, 0, 0), (1, 0, 0))
    ]
    found = measure_players(pd.DataFrame(rows)).set_index("metric")
    assert found.loc["wr", ["count", "of", "games"]].tolist() == [1, 2, 2]
    assert found.loc["siaa", ["count", "of", "games"]].tolist() == [3, 8, 2]


def test_model_seeds_are_averaged_and_their_spread_is_the_error() -> None:
    """Seed 1 has 1 of 2, seed 2 has 4 of 4: the mean is 0.75 rather than 5 of 6."""
    columns = {f"{name}_{part}": 0 for name in NAMES for part in ("count", "of")}
    told = {"player": "a", "against": "b", **columns, "wr_of": 1}
    rows = [
        {**told, "role": role, "trial": trial, "deal": deal, "model_seed": seed}
        | {"oiaa_count": right, "oiaa_of": of}
        for role in ("civilian", "undercover")
        for trial, (deal, seed, right, of) in enumerate(
            [(1, 1, 0, 1), (2, 1, 1, 1), (1, 2, 2, 2), (2, 2, 2, 2)]
        )
    ]
    found = measure_players(pd.DataFrame(rows)).query("metric == 'oiaa'").set_index("role")
    for role in ("civilian", "balanced"):  # without a difference of roles, they have one value
        row = found.loc[role]
        assert (row["value"], row["error"], row["seeds"]) == (0.75, 0.25, 2)
        assert row["low"] < 0.75 < row["high"]


def test_verdicts_are_kept_with_their_judge_and_the_first_counts(tmp_path: Path) -> None:
    from lab.run.store import RunFile

    def verdict(judge: str, text: str, *, true: bool) -> JudgedClaim:
        return JudgedClaim(judge, "abc", "now", "feature", "bee", text, true)

    with RunFile(tmp_path / "x.run", writing=True) as run_file:
        store_verdicts(
            run_file, [verdict("a", "flies", true=True), verdict("a", "hums", true=True)]
        )
        said = [verdict("b", "flies", true=False), verdict("b", "hums", true=True)]
        store_verdicts(run_file, said)
        judged = load_verdicts(run_file)
        assert len(judged) == 4
        assert judged[0].prompt_hash == "abc"
        assert read_verdicts(run_file).features == {"bee: flies": True, "bee: hums": True}
        (agreement,) = measure_agreement(judged)
        assert (agreement.claims, agreement.agreed) == (2, 1)
        assert agreement.kappa == 0


async def test_word_vectors_are_a_marked_stand_in_for_a_judge() -> None:
    claims = [Claim("feature", "bee", "goes with honey"), Claim("feature", "bee", "has a motor")]
    judged = await judge_claims(claims, "word2vec", None, settings=load_settings())
    assert {one.judge for one in judged} == {"word2vec (stand-in)"}
    assert judged[0].verdict is True
    blind = await judge_claims(
        [Claim("blind", "", "It makes honey.")], "glove", None, settings=load_settings()
    )
    assert isinstance(blind[0].verdict, tuple)


async def test_a_person_judges_and_may_leave_a_claim_open() -> None:
    answers = iter(["y", "", "no", "wasp"])
    claims = [Claim("feature", "bee", text) for text in ("flies", "thinks", "swims")]
    claims.append(Claim("blind", "", "It stings."))
    judged = await judge_claims(
        claims, "human", None, lambda _: next(answers), settings=load_settings()
    )
    assert [one.verdict for one in judged] == [True, False, ("wasp",)]


def test_beliefs_of_both_games_are_tables_by_turn() -> None:
    from engine.comet.beliefs import Beliefs, Opinion, Plan
    from engine.comet.taboo_beliefs import TabooBeliefs, TabooTurn
    from engine.export.template import render_page
    from engine.games.taboo.moves import Guess
    from engine.games.undercover.moves import Accuse, Describe
    from lab.papers.comet.belief_tables import describe_beliefs

    def render(game: str, *moves: tuple[int, object, Beliefs | TabooBeliefs]) -> str:
        calls = {
            ("p1", number): [{"verdict": "legal", "beliefs": beliefs.encode()}]
            for number, (_, _, beliefs) in enumerate(moves, 1)
        }
        made = {("p1", number): (turn, move) for number, (turn, move, _) in enumerate(moves, 1)}
        words = {"p1": "bee", "p2": "wasp"} if game == "undercover" else {}
        (shown,) = describe_beliefs(game, calls, made, words)
        return render_page("lab.papers.comet/beliefs.html", beliefs=shown)

    sure = Beliefs(
        players={"p2": Opinion("other", "<b>Stings.</b>")},
        role="civilian",
        plans=(Plan(2, "reveal"),),
        lost={"voter": 1},
    )
    page = render(
        "undercover", (1, Describe(line="It hums."), Beliefs()), (2, Accuse(seat="p2"), sure)
    )
    for text in (
        "in truth",
        "bee",
        "round 1",
        "round 2",
        "○ other",
        "votes for p2",
        "&lt;b&gt;Stings",
        "voter 1",
    ):
        assert text in page
    assert page.index("<td>-</td><td>reveal</td>") > 0
    thought = TabooBeliefs((TabooTurn(1, ("tree",)), TabooTurn(2, ("tree", "leaf"))))
    page = render("taboo", (1, None, thought), (2, Guess(word="tree"), thought))
    for text in ("turn 2", "tree, leaf", "guesses"):
        assert text in page
    assert "takes itself for" not in page
    page = render("taboo", (2, Guess(word="tree"), thought))  # nothing is logged of the first turn
    assert page.count("<td>-</td><td>guesses") == 1


COT = """
name = "cot"
game = "undercover"
games = 1
[options]
words = "bee,butterfly"
rounds = 1
[players]
cot = "llm:word2vec,prompt=cot,beliefs=on"
plain = "llm:word2vec,prompt=cot"
[sides]
civilian = ["cot"]
undercover = ["plain"]
"""


def test_beliefs_are_asked_in_a_call_after_the_move_and_never_fed_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, asked = MockModelServer(), []

    async def answer(request: Request) -> Reply:
        asked.append(str(request.messages))
        body = {"model": "word2vec", "messages": request.messages, **request.settings}
        text = read_content(server, body)
        if INQUIRY in asked[-1]:
            schema = request.settings["response_format"]["json_schema"]["schema"]  # type: ignore[index]
            assert {"players", "role", "other_word"} < schema["properties"].keys()
            assert "features" not in schema["properties"]
            text = text.replace('"thoughts": "', '"thoughts": "quimblat ')
        return Reply(text, None, None, "stop", 10, 10)

    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setattr("engine.llm.player.send_request", answer)
    path = tmp_path / "cot.run"
    run_trials(path, COT.replace("rounds = 1", "rounds = 2"))
    inquiries = [text for text in asked if INQUIRY in text]
    closing = [text for text in asked if CLOSING in text]
    moves = [text for text in asked if INQUIRY not in text and CLOSING not in text]
    assert not any("quimblat" in text for text in asked)
    assert not any("belie" in text for text in moves)
    with lab.open_run(path) as opened:
        beliefs = build_belief_table(opened).set_index("player")
        calls = [json.loads(line) for line in opened.calls_text(1).splitlines()]
        first = beliefs[beliefs["trial"] == 1]
        assert {call["seat"] for call in calls if call["step"]} == set(first.loc["cot", "seat"])
        by_move = defaultdict(list)
        for call in calls:
            by_move[call["seat"], call["move"]].append(call["step"])
        last = ("", INQUIRY, CLOSING)  # what statements said is asked once, after the last move
        assert {tuple(steps) for steps in by_move.values()} == {("",), ("", INQUIRY), last}
        seats = [call["seat"] for call in calls if call["step"] == CLOSING]
        assert sorted(seats) == sorted({*first.loc["cot", "seat"]})
        assert len(closing) == len(seats)
        row = opened.games().iloc[0]
        assert row["calls"] == len(calls)
        assert sum(call["step"] == INQUIRY for call in calls) == len(inquiries)
        assert (beliefs.loc["cot", "siaa_of"] > 0).all()
        assert (beliefs.loc["cot", "oiaa_of"] > 0).any()
        assert (beliefs.loc["plain", "siaa_of"] == 0).all()
        assert (beliefs.loc["plain", "ppc_of"] > 0).any()
        assert (beliefs.loc["cot", "ppc_of"] == 0).all()
    assert len(moves) > len(inquiries) > 0
    for text in inquiries:  # each knows one of the two words, and nobody's side
        assert ("bee" in text.replace("been", "")) != ("butterfly" in text)


def test_chat_memory_holds_moves_alone(tmp_path: Path) -> None:
    path = tmp_path / "g.calls.jsonl"
    messages = [{"role": "user", "content": "Describe."}]
    call = {"seat": "p1", "verdict": "legal", "move": 1, "messages": messages}
    lines = [call | {"reply": "A", "step": ""}, call | {"reply": "B", "step": INQUIRY}]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    assert read_exchanges(path, "p1", 1) == [("Describe.", "A")]


def test_games_with_other_words_are_other_rows_and_other_deals(tmp_path: Path) -> None:
    swept = SIDES.replace('words = "bee,butterfly"', 'words = ["bee,butterfly", "cat,dog"]')
    path = tmp_path / "swept.run"
    run_trials(path, swept)
    with lab.open_run(path) as opened:
        table = build_belief_table(opened)
    assert set(table["variant"]) == {"words bee,butterfly", "words cat,dog"}
    assert table["cluster"].nunique() == 4 == 2 * table["deal"].nunique()
    figures = measure_players(table)
    wins = figures[(figures["metric"] == "wr") & (figures["role"] != "balanced")]
    assert set(wins["games"]) == {2}  # not 4
    pooled = tmp_path / "pooled.run"
    run_trials(pooled, f'{swept}[report]\npool = ["words"]\n')
    with lab.open_run(pooled) as opened:
        table = build_belief_table(opened)
    assert set(table["variant"]) == {""}
    assert table["cluster"].nunique() == 4
    wins = measure_players(table).query("metric == 'wr' and role != 'balanced'")
    assert set(wins["games"]) == {4}


def test_model_seeds_seat_sides_again_and_are_refused_where_nothing_takes_them() -> None:
    seeded = SIDES.replace("games = 2", "games = 2\nseeds = 3").replace(
        '"glove"', '"llm:word2vec,prompt=cot"'
    )
    experiment = Experiment.parse(seeded)
    data = load_settings().data
    trials = list(plan_trials(experiment, data=data))
    assert len(trials) == 2 * 2 * 3 == count_plan(experiment, data)
    assert len({trial.key for trial in trials}) == len(trials)
    for trial in trials:
        specs = set(trial.content["seats"].values())
        assert any(f"model_seed={trial.content['model_seed']}" in spec for spec in specs)
    grown = seeded.replace('one = "word2vec"', 'one = "comet:word2vec"')
    with pytest.raises(ValueError, match="seeds: self_play asks each player once"):
        Experiment.parse(grown.replace("[sides]", "[self_play]\nplayers = ['one']\n[sides]"))


def test_what_answers_lost_is_counted_once() -> None:
    def call(step: str, verdict: str = "legal", move: int = 1, **beliefs: object) -> dict[str, Any]:
        told = beliefs or None
        return {"seat": "p1", "step": step, "verdict": verdict, "move": move, "beliefs": told}

    losses = count_losses(
        [
            call("voter", lost={"voter": 1}, dropped={"belief-mapper": 2}),
            call("voter", move=2, lost={"voter": 1, "speaker": 1}, dropped={"belief-mapper": 3}),
            call(INQUIRY, "unreadable: x"),
            call(INQUIRY, dropped={INQUIRY: 1}),
            *[call(INQUIRY, "unreadable: x", move=2)] * 3,
            {**call("feature-extractor"), "seat": "p2"},
        ]
    )
    assert losses == {
        "p1": Losses({"voter": 1, "speaker": 1, INQUIRY: 1}, {"belief-mapper": 3, INQUIRY: 1})
    }


ABLATION = """
name = "ablation"
game = "undercover"
games = 2
[options]
words = "bee,butterfly"
rounds = 1
[players]
comet = "comet:word2vec"
no-met = "comet:word2vec,met=off"
no-met-fe = "comet:word2vec,met=off,fe=off"
[sides]
civilian = ["comet", "no-met"]
undercover = ["no-met", "no-met-fe"]
only = [{undercover = "no-met"}, {civilian = "no-met"}]
"""


def test_table_2_has_each_method_in_the_role_of_the_paper_and_in_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = MockModelServer()

    async def answer(request: Request) -> Reply:
        body = {"model": "word2vec", "messages": request.messages, **request.settings}
        return Reply(read_content(server, body), None, None, "stop", 10, 10)

    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setattr("engine.llm.player.send_request", answer)
    path = tmp_path / "ablation.run"
    run_trials(path, ABLATION)
    with lab.open_run(path) as opened:
        games = opened.games()
        found = {one.labels[0]: one for one in compute_ablation(Report(opened))}
    met = games[(games["player_civilian"] == "comet") & (games["player_undercover"] == "no-met")]
    assert found["CoMet"].value == (met["reason"] == "caught").mean()
    assert found["CoMet"].where == "pool built-in"
    assert found["CoMet w/o Met.&FE"].count == 2
    assert found.keys() == {
        "CoMet",
        "CoMet w/o Met.",
        "CoMet w/o Met., as civilian",
        "CoMet w/o Met.&FE",
    }
