"""DixitBench and the Arena as experiments: who sees what, what is stored, what is told."""

from collections import Counter
from pathlib import Path

import pandas as pd
import pytest

from engine.games.dixit.item import ItemView, build_prompt, describe_card
from images.deck import open_deck
from lab.dixit.arena import measure_outcomes, score_players
from lab.dixit.bench import (
    TIERS,
    build_items,
    open_bench,
    order_candidates,
    read_clues,
    write_bench,
)
from lab.dixit.frames import read_answers, read_rounds
from lab.dixit.similarity import compare_cards, read_matrix
from lab.errors import BenchError, ExperimentError
from lab.experiment import Experiment
from lab.experiments import read_experiment
from lab.plan import plan_trials
from lab.report import Report
from lab.report_page import Page
from lab.report_tables import to_latex, to_markdown, write_csv_files
from lab.sitting import Sitting, run_experiment
from lab.tables import Run

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
tiers = ["easy", "hard"]
strategies = ["direct", "entailment"]
players = ["one", "two", "three"]
"""


def test_the_bench_is_what_its_note_says() -> None:
    bench = open_bench()
    deck = bench.open_deck()
    assert len(bench.items) == 252
    assert Counter(item.tier for item in bench.items) == {"easy": 84, "medium": 84, "hard": 84}
    clues = list(bench.clues.values())
    assert len(set(clues)) == 84
    assert all(1 <= len(clue.split()) <= 4 for clue in clues)
    captions = {card.caption.casefold() for card in deck.cards.values()}
    titles = {card.title.casefold() for card in deck.cards.values()}
    assert not {clue.casefold() for clue in clues} & (captions | titles)
    assert list(bench.items) == build_items(bench.similarity, bench.clues)
    ranked = {tier.name: (tier.first, tier.last) for tier in TIERS}
    for item in bench.items:
        first, last = ranked[item.tier]
        others = bench.similarity.loc[item.target].drop(item.target)
        ranks = others.rank(ascending=False, method="first")
        assert len(set(item.cards)) == 6
        assert all(first <= ranks[card] <= last for card in item.distractors)
    pd.testing.assert_frame_equal(
        compare_cards(deck, "word2vec"), bench.similarity, atol=2e-6, check_names=False
    )


def test_a_bench_of_another_matrix(tmp_path: Path) -> None:
    deck, bench = open_deck(), open_bench()
    matrix = tmp_path / "matrix.csv"
    bench.similarity.to_csv(matrix)
    clues = dict(list(bench.clues.items())[:3])
    made = write_bench(tmp_path / "own", deck, clues, read_matrix(matrix, list(deck.cards)))
    assert (len(made.items), made.hash != bench.hash) == (9, True)
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
    trials = [trial.content for trial in plan_trials(six)]
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
        (('tiers = ["easy", "hard"]', 'tiers = ["esay"]'), "easy"),
        (('["p3", "p4"]]', '["p3"]]'), "each seat"),
        (('players = ["one", "two", "three"]', 'players = ["four"]'), "four"),
    ],
)
def test_a_mistake_names_the_key(change: tuple[str, str], why: str) -> None:
    with pytest.raises(ExperimentError, match=why):
        Experiment.parse(EXPERIMENT.replace(*change))


@pytest.fixture(scope="module")
def run_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import asyncio

    path = tmp_path_factory.mktemp("runs") / "small.run"
    experiment = Experiment.parse(EXPERIMENT)
    asyncio.run(run_experiment(path, experiment, EXPERIMENT, Sitting()))
    return path


def test_rounds_and_answers_of_a_run(run_path: Path) -> None:
    with Run(run_path) as run:
        rounds, answers = read_rounds(run), read_answers(run)
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
    assert set(answers.loc[answers["player"] == "one", "shown"]) == {"tags and themes"}


def test_the_report_has_every_table_in_every_format(run_path: Path, tmp_path: Path) -> None:
    with Run(run_path) as run:
        report = Report(run)
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
    assert {"arena.csv", "bench.csv", "items.csv", "correlation.csv", "scores.csv"} <= files
    assert page.count("<desc>") >= 4
    assert 'src="data:image/webp' in page
    assert "img-src data:" in page
