"""How baselines come to their moves: the cells that are marked are the move that was made."""

from collections.abc import Iterator
from itertools import permutations
from math import isfinite
from pathlib import Path
from typing import Any

import pytest

from engine.call_log import LoggedMove, build_call_log
from engine.explanation import Explanation
from engine.export.calls import calls_as_text
from engine.games.baselines import find_known_words
from engine.games.catalog import CATALOG
from engine.games.decrypto.view import Guess, Hint
from engine.games.dixit.baseline import FEWEST, MOST
from engine.games.dixit.card_vectors import TIE
from engine.games.dixit.view import Tell
from engine.games.undercover.view import Accuse
from engine.lineup import Spec
from engine.options import parse_options
from engine.play import play
from engine.record import read_record
from engine.session import Session
from engine.word_vectors import load_word_vectors
from tests.kept_games import keep_game
from tests.samples import SAMPLES


async def played(folder: Path, name: str, seed: str) -> Path:
    """A game of word2vec and glove in turn."""
    definition, path = CATALOG[name], folder / f"{name}-{seed}.jsonl"
    given = SAMPLES[name].explained
    specs = (Spec("word2vec"), Spec("glove"))
    lineup = {seat: specs[place % 2] for place, seat in enumerate(definition.seats_for(given))}
    options = parse_options(definition.options_type, given)
    session = Session.create(definition, options, lineup, seed, path=path, durable=False)
    await play(session.match, session.create_players(), before_move=session.record_move)
    session.close()
    return path


async def explained(folder: Path, name: str) -> list[tuple[LoggedMove, tuple[Explanation, ...]]]:
    """The moves of a few games, and what is told of each."""
    found = []
    for seed in ("one", "two", "three"):
        call_log = build_call_log(read_record(await played(folder, name, seed)), CATALOG[name])
        assert call_log.over
        found += [(logged, call_log.explanations(logged)) for logged in call_log.moves]
    assert found
    for _, insights in found:
        assert insights
        for insight in insights:
            assert len(insight.values) == len(insight.rows)
            assert {len(row) for row in insight.values} <= {len(insight.columns)}
            numbers = [value for row in insight.values for value in row]
            assert all(map(isfinite, numbers))
            assert insight.measure != "cosine" or all(abs(number) < 1.001 for number in numbers)
            assert all(
                row in range(len(insight.rows)) and column in range(len(insight.columns))
                for row, column in insight.chosen
            )
            assert "follows now" not in insight.note
            assert "follow now" not in insight.note
    return found


def rows_chosen(insight: Explanation) -> list[str]:
    return [insight.rows[row] for row, _ in sorted(insight.chosen)]


async def test_decrypto_assigns_each_hint_its_keyword(tmp_path: Path) -> None:
    kinds = set()
    for logged, (insight,) in await explained(tmp_path, "decrypto"):
        kinds.add((logged.seat, type(logged.move)))
        digits = tuple(column + 1 for _, column in sorted(insight.chosen))
        assert [row for row, _ in sorted(insight.chosen)] == [0, 1, 2]
        if isinstance(logged.move, Hint):
            assert insight.rows == logged.move.words
            assert digits == logged.view.code
            assert insight.columns == logged.view.keywords
            for row, column in insight.chosen:  # each hint is nearest to its own keyword
                assert max(insight.values[row]) == insight.values[row][column]
            continue
        assert isinstance(logged.move, Guess)
        assert insight.rows == logged.view.hints
        assert digits == logged.move.code
        sums = {
            code: sum(insight.values[row][digit - 1] for row, digit in enumerate(code))
            for code in permutations((1, 2, 3, 4), 3)
            if code not in logged.view.used_codes
        }
        assert sums[logged.move.code] == pytest.approx(max(sums.values()), abs=1e-9)
        if logged.seat_name == "interceptor" and logged.number > 1:
            assert insight.columns[logged.view.rounds[0].code[0] - 1].startswith(
                f"{logged.view.rounds[0].code[0]}: {logged.view.rounds[0].hints[0]}"
            )
    assert len(kinds) == 3


async def test_dixit_takes_the_nearest_card_and_a_clue_that_some_others_fit(
    tmp_path: Path,
) -> None:
    kinds = set()
    for logged, insights in await explained(tmp_path, "dixit"):
        kinds.add(type(logged.move))
        near = insights[0]
        assert len(near.rows) == len(logged.view.choices)
        ((row, column),) = near.chosen
        assert logged.view.choices[row] == logged.move.card
        assert column == 0
        if isinstance(logged.move, Tell):
            assert near.columns == (logged.move.clue,)
            rivals = insights[1]
            assert rivals.chosen == near.chosen
            assert FEWEST <= rivals.values[row][0] <= MOST
        else:
            assert near.columns == (logged.view.clue,)
            assert near.values[row][0] >= max(value for (value,) in near.values) - TIE
    assert len(kinds) == 3


async def test_undercover_says_a_near_word_and_votes_for_the_farthest(tmp_path: Path) -> None:
    odd = set()
    for logged, insights in await explained(tmp_path, "undercover"):
        if not isinstance(logged.move, Accuse):
            (said,) = rows_chosen(insights[0])
            assert said in logged.move.line
            assert insights[0].columns[0] == logged.view.word
            continue
        (insight,) = insights
        ((row, column),) = insight.chosen
        assert insight.rows[row] == logged.move.seat
        assert insight.values[row][column] == min(values[column] for values in insight.values)
        odd.add(column)
    assert 0 in odd


async def test_taboo_talks_near_the_target_and_guesses_who_leads(tmp_path: Path) -> None:
    guesses = 0
    for logged, insights in await explained(tmp_path, "taboo"):
        if logged.seat_name == "attacker":
            (insight,) = insights
            assert insight.columns == (logged.view.target,)
            assert rows_chosen(insight)
            assert all(word in logged.move.line for word in rows_chosen(insight))
        elif len(insights) == 1:
            (insight,) = insights
            guesses += 1
            assert rows_chosen(insight) == [logged.move.word] == [insight.rows[0]]
            assert insight.values[0][0] == max(row[0] for row in insight.values)
        else:
            suspected, beside = insights
            assert not suspected.chosen
            leaders = suspected.rows[:3]
            assert not [word for word in leaders if word in logged.move.line.split()]
            assert set(beside.rows) == set(
                find_known_words(load_word_vectors(logged.maker), logged.move.line)
            )
    assert guesses


@pytest.mark.parametrize(
    "name", [name for name, sample in SAMPLES.items() if sample.parts.explanation]
)
async def test_all_of_it_is_printed(name: str, tmp_path: Path) -> None:
    path = await played(tmp_path, name, "one")
    printed = calls_as_text(read_record(path), CATALOG[name])
    assert printed.count("* chosen)") >= len(read_record(path).moves)


async def test_a_move_that_the_vectors_do_not_speak_for_is_said_to_be_one(tmp_path: Path) -> None:
    """As when the vectors or the deck have changed since."""
    call_log = build_call_log(
        read_record(await played(tmp_path, "decrypto", "one")), CATALOG["decrypto"]
    )
    for logged in call_log.moves:
        if logged.seat_name == "decoder":
            others = (c for c in permutations((1, 2, 3, 4), 3) if c != logged.move.code)
            changed = Guess(next(c for c in others if c not in logged.view.used_codes))
            (insight,) = call_log.definition.explain_move(
                "glove", logged.seat, "one", logged.view, changed
            )
            assert "another code follows now" in insight.note
            assert tuple(column + 1 for _, column in sorted(insight.chosen)) == changed.code


def told(insights: tuple[Explanation, ...]) -> Iterator[str]:
    for insight in insights:
        yield insight.note


async def test_what_is_unknown_is_said(tmp_path: Path) -> None:
    """An interceptor knows nothing in the first round, and one number has no hint in the next."""
    found = [
        " ".join(told(insights))
        for logged, insights in await explained(tmp_path, "decrypto")
        if logged.seat_name == "interceptor"
    ]
    assert "Nothing is known of the keywords yet" in found[0]
    assert "so far: counts as the mean of the others" in found[1]


def test_nobody_else_compares(tmp_path: Path) -> None:
    call_log = build_call_log(read_record(keep_game(tmp_path, "whole")), CATALOG["decrypto"])
    people: list[Any] = [s for s in call_log.moves if s.maker.startswith("human")]
    assert people
    assert not any(call_log.explanations(logged) for logged in people)
