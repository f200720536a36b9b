"""DixitBench and the Arena as experiments: who sees what, what is stored, what is told."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from engine.config.paths import get_vectors_folder
from engine.config.settings import load_settings
from engine.errors import NoAnswer, PlayerError, Unreadable
from engine.games.dixit.bench_item import (
    QUESTIONS,
    Choose,
    ItemView,
    Rate,
    build_prompt,
    describe_card,
)
from engine.llm.reply import parse_move
from engine.quotation import quote_text
from images.deck_reader import open_deck
from lab.analysis.evaluation import Report
from lab.analysis.tables import Run
from lab.errors import BenchError, ExperimentError
from lab.experiment.file import Experiment
from lab.experiment.finder import read_experiment
from lab.papers.dixitworld import charts
from lab.papers.dixitworld.arena_results import measure_outcomes, score_players
from lab.papers.dixitworld.bench_answers import read_answers
from lab.papers.dixitworld.bench_files import (
    BUILTIN,
    check_folder,
    open_bench,
    read_clues,
    write_bench,
)
from lab.papers.dixitworld.card_similarity import compare_cards
from lab.papers.dixitworld.card_similarity_file import read_matrix
from lab.papers.dixitworld.clue_readings import READINGS, read_readings
from lab.papers.dixitworld.item_drawing import build_items, order_candidates
from lab.papers.dixitworld.rounds import read_rounds
from lab.papers.dixitworld.solver_answers import VALIDATION, read_kept_answers
from lab.papers.dixitworld.solver_shares import tabulate_solvers
from lab.report.csv import collect_tables, write_csv_files
from lab.report.latex import to_latex
from lab.report.markdown import to_markdown
from lab.report.page import Page
from lab.report.section import ReportSection, build_sections
from lab.run.plan import plan_trials
from lab.run.question_gates import Gates
from lab.run.start import RunSettings, run_experiment
from lab.run.trial import Trial, TrialResources
from lab.trials.bench_item import run as run_item
from tests.rehearsing import answer_in_process

EXPERIMENT = """
name = "dixit-small"
game = "dixit"
games = 2
on_failure = "random"

[options]
rounds = 8

[players]
one = "word2vec"
two = "random"
three = "glove"

[teams]
seats = [["p1", "p2"], ["p3", "p4"]]

[bench]
tiers = ["easy", "medium"]
strategies = ["direct", "entailment"]
players = ["one", "two", "three"]
"""


def test_the_bench_is_what_its_note_says() -> None:
    bench = open_bench()
    deck = bench.open_deck()
    assert len(bench.items) == len({item.id for item in bench.items}) == 252
    assert Counter(item.tier for item in bench.items) == {"easy": 84, "medium": 84, "hard": 84}
    assert bench.hash.startswith(bench.version)
    clues = [clue for _, clue in bench.clues]
    assert len({clue.casefold() for clue in clues}) == len(clues) == 252
    captions = {card.caption.casefold() for card in deck.cards.values()}
    titles = {card.title.casefold() for card in deck.cards.values()}
    assert not {clue.casefold() for clue in clues} & (captions | titles)
    for item in bench.items:
        assert len(set(item.cards)) == 6
        assert (item.target, item.clue) in bench.clues
    of_card = Counter(Counter((item.target, item.tier) for item in bench.items).values())
    assert of_card.keys() <= {1, 2, 3, 4}  # two, but for the last that fit
    assert of_card[1] + of_card[2] > 0.85 * of_card.total()
    pd.testing.assert_frame_equal(
        compare_cards(deck, "word2vec", imported=get_vectors_folder(load_settings().data)),
        bench.similarity,
        atol=2e-6,
        check_names=False,
    )


def test_held_out_solvers_find_fewer_items_from_tier_to_tier() -> None:
    """Whoever was asked is kept with the bench; those held out chose nothing, and confirm tiers."""
    bench = open_bench()
    readings = read_readings(BUILTIN / READINGS, bench.open_deck().cards)
    kinds = Counter(one.kind for one in {one.solver: one for one in readings}.values())
    assert kinds == {"reader": 3, "machine": 10}
    answers = read_kept_answers(bench)
    solvers = tabulate_solvers(bench.items, answers)
    held = solvers[solvers["use"] == VALIDATION]
    assert set(held.index) == {
        *(f"vision model {letter}" for letter in "HIJ"),
        "glove",
        *(f"listener {n}" for n in (4, 5, 6)),
    }
    tiers = ("easy", "medium", "hard")
    readers = held.loc[[f"vision model {letter}" for letter in "HIJ"]]
    assert [int(readers[f"items_{tier}"].sum()) for tier in tiers] == [84, 84, 84]
    right = [(readers[f"share_{tier}"] * readers[f"items_{tier}"]).sum() for tier in tiers]
    assert right == pytest.approx([83, 55, 37])
    assert (readers["share_all"] < 0.75).all()  # no ceiling
    assert (readers["gap_low"] > 0.25).all()
    assert (solvers["share_easy"] > solvers["share_hard"]).all()


def test_a_bench_of_another_matrix(tmp_path: Path) -> None:
    deck, bench = open_deck(), open_bench()
    matrix = tmp_path / "matrix.csv"
    bench.similarity.to_csv(matrix)
    clues = dict(bench.clues[:12])
    clues = dict(list(clues.items())[:3])
    made = write_bench(tmp_path / "own", deck, clues, read_matrix(matrix, list(deck.cards)))
    assert (len(made.items), made.hash != bench.hash) == (9, True)
    own = tmp_path / "own"
    for folder, replace, why in ((own, False, "holds a bench"), (tmp_path, True, "no bench")):
        with pytest.raises(BenchError, match=why):
            check_folder(folder, replace=replace)
    check_folder(own, replace=True)
    check_folder(tmp_path / "new")
    item = made.items[0]
    assert order_candidates(item, "a/1") == order_candidates(item, "a/1")
    assert sorted(order_candidates(item, "a/1")) == sorted(item.cards)
    (tmp_path / "own" / "items.csv").write_text("item\n")
    with pytest.raises(BenchError, match="have changed"):
        open_bench(str(tmp_path / "own"))
    with pytest.raises(BenchError, match="parlour lab bench build"):
        open_bench(str(tmp_path / "none"))
    small = bench.similarity.iloc[:20, :20]
    with pytest.raises(BenchError, match="needs 35 cards; there are 20"):
        build_items(small, {small.index[0]: "x"})
    twice = tmp_path / "clues.csv"
    twice.write_text("card,clue\nmoon_well,Same\nwax_swan,same!\n")
    with pytest.raises(BenchError, match="have the same clue"):
        read_clues(twice, deck.cards)
    twice.write_text("card,clue\nnobody,Same\n")
    with pytest.raises(BenchError, match="no card 'nobody'"):
        read_clues(twice, deck.cards)
    twice.write_text("card,clue\n")
    with pytest.raises(BenchError, match="has no clues"):
        read_clues(twice, deck.cards)
    twice.write_text("card;clue\nmoon_well;Same\n")
    with pytest.raises(BenchError, match="between commas"):
        read_clues(twice, deck.cards)
    matrix.write_text("card,moon_well\nmoon_well,1,2,3\n")
    with pytest.raises(BenchError, match="as many cells"):
        read_matrix(matrix, ["moon_well"])
    matrix.write_bytes(b"\xff\xfe")
    with pytest.raises(BenchError, match="not UTF-8"):
        read_matrix(matrix, ["moon_well"])
    matrix.write_text("card,moon_well\nmoon_well,x\n")
    with pytest.raises(BenchError, match="no row for the card"):
        read_matrix(matrix, list(deck.cards))
    matrix.write_text("card,moon_well\nmoon_well,x\n")
    with pytest.raises(BenchError, match="without a number"):
        read_matrix(matrix, ["moon_well"])


def test_prompts_of_items_hold_clue_and_cards_alone() -> None:
    deck = open_deck()
    cards = tuple(list(deck.cards)[:6])
    view = ItemView("CANARY clue", cards, "descriptions", "", deck.fingerprint)
    for prompt in ("plain", "naive", "cot", "coached"):
        told = build_prompt(view, prompt)
        text = told.system + told.user
        assert '"CANARY clue"' in text
        for card in cards:
            assert card not in text
            assert deck.cards[card].title not in text
            assert deck.cards[card].caption not in text
            assert describe_card(deck, card) in text
    shown = build_prompt(ItemView("x", cards, "pictures", "", deck.fingerprint))
    assert [picture.label for picture in shown.pictures] == [
        f"Card {letter}" for letter in "ABCDEF"
    ]
    assert not any(describe_card(deck, card) in shown.user for card in cards)
    alone = build_prompt(ItemView("x", cards[:1], "pictures", "", deck.fingerprint))
    assert (len(alone.pictures), alone.aliases) == (1, {})


def test_every_pair_meets_and_seats_rotate() -> None:
    experiment, _ = read_experiment("dixit-arena")
    six = experiment.model_copy(
        update={"players": {f"p{n}": "random" for n in range(6)}, "games": 4}
    )
    trials = [trial.content for trial in plan_trials(six, data=load_settings().data)]
    by_deal = Counter(trial["deal"] for trial in trials)
    assert by_deal == {1: 21, 2: 21, 3: 21, 4: 21}
    seats: dict[tuple[str, ...], Counter[str]] = {}
    for trial in trials:
        names = trial["players"]
        for seat, name in names.items():
            seats.setdefault(tuple(sorted(set(names.values()))), Counter())[f"{name} {seat}"] += 1
    assert len(seats) == 21
    for pair, counted in seats.items():
        each = 4 if len(pair) == 1 else 2
        assert set(counted.values()) == {each}, pair
    assert len({trial["seed"] for trial in trials}) == 4  # the same deals for every pairing


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (('tiers = ["easy", "medium"]', 'tiers = ["esay"]'), "easy"),
        (('["p3", "p4"]]', '["p3"]]'), "each seat"),
        (('players = ["one", "two", "three"]', 'players = ["four"]'), "four"),
    ],
)
def test_a_mistake_names_the_key(change: tuple[str, str], why: str) -> None:
    with pytest.raises(ExperimentError, match=why):
        Experiment.parse(EXPERIMENT.replace(*change))


@pytest.fixture(scope="module")
def run_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "small.run"
    experiment = Experiment.parse(EXPERIMENT)
    asyncio.run(
        run_experiment(path, experiment, EXPERIMENT, RunSettings(), settings=load_settings())
    )
    return path


@pytest.fixture(scope="module")
def report(run_path: Path) -> Iterator[Report]:
    """The report of the run; its sections take seconds, and are built once."""
    with Run(run_path, data=load_settings().data) as run:
        yield Report(run)


def test_rounds_and_answers_of_a_run(report: Report) -> None:
    rounds, answers = read_rounds(report.run), read_answers(report.run)
    assert len(rounds) == 2 * 6 * 8 * 4
    assert not rounds["failed"].any()
    scores = score_players(rounds)
    assert set(scores["matches"]) == {6}
    outcomes = measure_outcomes(rounds)
    assert (outcomes[["partial", "all right", "none right"]].sum(axis=1) - 1).abs().max() < 1e-9
    told = rounds[rounds["role"] == "storyteller"]
    partial = (told["found"] > 0) & (told["found"] < 3)
    assert (told["points"] == 3 * partial).all()
    assert len(answers) == 2 * 168 * 3 * 2
    orders = answers.groupby(["item", "seed"])["candidates"].agg(
        lambda all_of: len(set(map(tuple, all_of)))
    )
    assert set(orders) == {1}  # every player and strategy sees the same order
    assert (answers["right"] == (answers["chosen"] == answers["target"])).all()
    entailment = answers[answers["strategy"] == "entailment"]
    assert all(
        row.scores[row.candidates.index(row.chosen)] == max(row.scores)
        for row in entailment.itertuples()
    )
    assert entailment.loc[entailment["player"] == "one", "tied"].any()
    assert set(answers.loc[answers["player"] == "one", "shown"]) == {"tags, themes"}


def test_the_report_has_every_table_in_every_format(report: Report, tmp_path: Path) -> None:
    page = Page(report, 1).write()
    markdown, latex = to_markdown(report), to_latex(report)
    files = {path.name for path in write_csv_files(report, tmp_path)}
    for title in (
        "Arena", "Outcomes of storytellers", "Players compared", "Leave one listener out",
        "Hand swap", "DixitBench", "Similarity of target", "Direct selection and entailment",
        "Positions of the answers", "Scores of entailment", "Variation over seeds",
        "Hardest items", "Confused cards", "DixitBench and Arena",
    ):  # fmt: skip
        assert title in page
    for text in (markdown, latex):
        assert "random, exact" in text
        assert open_bench().hash in text
    assert {"arena.csv", "bench.csv", "hardest_items.csv", "correlation.csv", "scores.csv"} <= files
    assert page.count("<desc>") >= 4
    assert 'src="data:image/webp' in page
    assert "img-src data:" in page


def test_one_name_is_one_table_with_one_unit(
    report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = collect_tables(report)
    twice = ReportSection("again", frames={"bench": tables["bench"]})
    sections = [*build_sections(report), twice]
    monkeypatch.setattr("lab.report.csv.build_sections", lambda _: sections)
    with pytest.raises(ValueError, match="Two tables are called bench"):
        collect_tables(report)
    assert {"accuracy_by_tier", "accuracy_by_position", "accuracy_by_category"} <= set(tables)
    pairs = tables["bench_players_compared"]
    assert (pairs["count"] > 0).all()
    assert (pairs["p_holm"] >= pairs["p"]).all()
    named: dict[str, float] = {}
    for table in tables.values():
        for name in set(table) - {"bench"}:
            if re.fullmatch("(accuracy|storyteller|listener|overall)(_percent)?", name):
                values = pd.to_numeric(table[name], errors="coerce").abs()
                named[name] = max(named.get(name, 0), values.max())
    for name, most in named.items():
        assert most <= (100 if name.endswith("_percent") else 1), name
    assert {"accuracy", "accuracy_percent"} <= set(named)


def test_tables_of_items_pool_neither_strategies_nor_what_was_shown(report: Report) -> None:
    tables, answers = collect_tables(report), read_answers(report.run)
    for name in ("hardest_items", "confusion", "bench", "accuracy_by_position"):
        assert {"strategy", "shown"} <= set(tables[name]), name
    hardest = tables["hardest_items"]
    for row in hardest.to_dict("records"):
        own = answers[
            (answers["item"] == row["item"])
            & (answers["strategy"] == row["strategy"])
            & (answers["shown"] == row["shown"])
        ]
        assert (row["tries"], row["right"]) == (len(own), own["right"].sum())


class StubListener:
    """Answers so many questions, and counts them."""

    def __init__(self, answers: list[object], asked: list[tuple[str, ...]]) -> None:
        self.answers = answers
        self.asked = asked

    async def decide(self, view: ItemView, complaint: str | None) -> object:  # noqa: ARG002
        """Answer, or fail."""
        self.asked.append(view.cards)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def ask_item(
    monkeypatch: pytest.MonkeyPatch,
    path: Path,
    strategy: str,
    answers: list[object],
    tries: int = 1,
) -> tuple[dict[str, Any], list[tuple[str, ...]]]:
    """Run one item with a stub in place of a model; the figures, and what was asked."""
    asked: list[tuple[str, ...]] = []
    player = StubListener(answers, asked)
    monkeypatch.setattr("lab.trials.bench_item.create_player", lambda *_: player)
    item, deck = open_bench().items[0], open_deck()
    content = {
        "seed": "s/1", "bench": "x", "deck": "", "fingerprint": deck.fingerprint, "item": item.id,
        "tier": item.tier, "clue": item.clue, "target": item.target, "tries": tries,
        "candidates": list(order_candidates(item, "s/1")), "strategy": strategy,
        "shown": "descriptions", "seats": {"listener": "llm:stub"},
    }  # fmt: skip
    outcome = asyncio.run(
        run_item(Trial("item", content), TrialResources(Gates({}, load_settings()), path))
    )
    return dict(outcome.figures), asked


def test_an_item_goes_on_where_it_was_killed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "item.jsonl"
    lost = PlayerError("no server")
    with pytest.raises(PlayerError, match="no server"):
        ask_item(
            monkeypatch,
            path,
            "entailment",
            [Rate(score=10), Rate(score=70), Rate(score=20), lost, lost, lost],
        )
    with path.open("a") as file:
        file.write('["half a li')  # the kill came while a line was written
    figures, asked = ask_item(
        monkeypatch, path, "entailment", [Rate(score=70), Rate(score=0), Rate(score=5)]
    )
    assert len(asked) == 3  # no answered card is asked again
    assert figures["scores"] == [10, 70, 20, 70, 0, 5]
    assert figures["tied"]
    assert figures["chosen"] in (figures["candidates"][1], figures["candidates"][3])


def test_an_answer_that_cannot_be_read_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    unread = Unreadable("no JSON")
    figures, _ = ask_item(monkeypatch, tmp_path / "a.jsonl", "direct", [unread])
    assert (figures["chosen"], figures["answered"], figures["right"]) == (None, False, False)
    target = open_bench().items[0].target
    figures, asked = ask_item(
        monkeypatch,
        tmp_path / "b.jsonl",
        "direct",
        [Choose(card="nobody"), Choose(card=target)],
        tries=2,
    )
    assert (figures["right"], figures["attempts"], len(asked)) == (True, 2, 2)
    scores = [
        Rate(score=1),
        Rate(score=2),
        unread,
        Rate(score=3),
        Rate.model_construct(score=101),
        Rate(score=4),
    ]
    figures, _ = ask_item(monkeypatch, tmp_path / "c.jsonl", "entailment", scores)
    assert (figures["chosen"], figures["scores"]) == (None, [1, 2, None, 3, None, 4])
    ended = [
        NoAnswer("bot ended.", hint="See x."),
        *(Rate(score=score) for score in (1, 2, 5, 6, 7)),
    ]
    figures, _ = ask_item(monkeypatch, tmp_path / "d.jsonl", "entailment", ended)
    assert (figures["chosen"], figures["scores"]) == (None, [None, 1, 2, 5, 6, 7])
    assert figures["why_unanswered"] == "bot ended."


def test_an_item_is_told_in_full_and_answered_by_the_rehearsal_server() -> None:
    deck = open_deck()
    item = open_bench().items[0]
    for shown in ("pictures", "descriptions"):
        for cards, kind in ((item.cards[:2], Choose), (item.cards[:1], Rate)):
            view = ItemView(item.clue, cards, shown, "", deck.fingerprint)
            prompt = build_prompt(view)
            assert f"The clue: {quote_text(item.clue)}" in prompt.user
            if shown == "pictures":
                assert [one.file for one in prompt.pictures] == [*map(deck.get_path, cards)]
            else:
                assert all(describe_card(deck, card) in prompt.user for card in cards)
            answer = parse_move((kind,), answer_in_process(prompt, (kind,)), prompt.aliases)
            question = QUESTIONS["direct" if kind is Choose else "entailment"]
            assert question.fault(view, answer) is None


def test_a_failed_round_is_no_zero() -> None:
    """A round with a stand-in's move is counted apart, and changes no score."""
    base = {"match": 1, "deal": 1, "phase": 1, "found": 1, "listeners": 3, "vote": "a"}
    rows = [
        {
            **base, "round": number, "seat": f"p{seat}", "player": "m", "failed": number == 2,
            "role": "storyteller" if seat == 1 else "listener", "points": 3 if number == 1 else 0,
            "right": None if seat == 1 else seat == 2,
        }
        for number in (1, 2)
        for seat in (1, 2, 3, 4)
    ]  # fmt: skip
    rounds = pd.DataFrame(rows)
    row = score_players(rounds).loc["m"]
    assert (row["storyteller"], row["failed"], row["rounds"]) == (100.0, 1, 1)
    outcomes = measure_outcomes(rounds).loc["m"]
    assert (outcomes["rounds"], outcomes["failed"], outcomes["partial"]) == (1, 1, 1.0)


def test_experiments_of_the_documentation() -> None:
    text = Path("docs/dixitworld.md").read_text("utf-8")
    blocks = [block.partition("```")[0] for block in text.split("```toml\n")[1:]]
    assert len(blocks) == 2
    arena, bench = (
        list(plan_trials(Experiment.parse(block), data=load_settings().data)) for block in blocks
    )
    assert (len(arena), len(bench)) == (4 * 6, 3 * 252 * 2 * 2)
    shown = {trial.content["asked"]: trial.content["shown"] for trial in bench}
    assert shown == {"word2vec": "pictures", "blind": "descriptions"}


def test_no_panel_cuts_a_point_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """All panels have one scale: that of the highest point of any, also of a later one."""
    drawn: list[Any] = []
    monkeypatch.setattr(charts, "to_svg", lambda *given: drawn.extend(given))
    panels = {"low": pd.DataFrame({"a": [1.0, 2.0]}), "high": pd.DataFrame({"a": [9.0, 3.0]})}
    charts.draw_panels(panels, title="t", unit="u", description="d")
    assert [axes.get_ylim()[1] >= 9 for axes in drawn[0].axes[:2]] == [True, True]
    nothing = pd.DataFrame({"a": [float("nan")]})
    charts.draw_panels({"none": nothing, **panels}, title="t", unit="u", description="d")
    assert drawn[3].axes[0].get_ylim()[1] >= 9
