"""Explanations of baselines: the marked cells are the move that was made."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from math import isfinite
from pathlib import Path
from typing import Any

import pytest

from engine.call_log import LoggedMove, build_call_log
from engine.config.settings import load_settings
from engine.export.calls import format_calls_as_text
from engine.export.format import export_match
from engine.games.catalog import CATALOG
from engine.games.decrypto.moves import Guess, Hint
from engine.games.dixit.baseline import FEWEST, MOST, TIE
from engine.games.dixit.moves import Tell
from engine.games.explanation import Explanation
from engine.games.line_words import find_known_words
from engine.games.undercover.moves import Accuse
from engine.journal.reader import read_record
from engine.options import parse_options
from engine.play import play
from engine.players.spec import Spec
from engine.players.vectors.word_vectors import load_word_vectors
from engine.players.word_versions import list_word_versions
from engine.session import Session
from lab.run.player_settings import compare_settings, resolve_settings
from tests.kept_games import keep_game
from tests.samples import SAMPLES
from words.list_file import list_version
from words.space.names import EMBEDDED_SPACES


async def play_match(folder: Path, name: str, seed: str) -> Path:
    """A game of word2vec and glove in turn."""
    definition, path = CATALOG[name], folder / f"{name}-{seed}.jsonl"
    given = SAMPLES[name].explained
    specs = (Spec("word2vec"), Spec("glove"))
    lineup = {seat: specs[place % 2] for place, seat in enumerate(definition.parse_seats(given))}
    options = parse_options(definition.options_type, given)
    session = Session.create(
        definition, options, lineup, seed, path=path, durable=False, settings=load_settings()
    )
    await play(session.match, session.create_players(), before_move=session.record_move)
    session.close()
    return path


async def explain_moves(
    folder: Path, name: str
) -> list[tuple[LoggedMove, tuple[Explanation, ...]]]:
    """The moves of a few games, and what is told of each."""
    found = []
    for seed in ("one", "two", "three"):
        call_log = build_call_log(
            read_record(await play_match(folder, name, seed)),
            CATALOG[name],
            data=load_settings().data,
        )
        assert call_log.over
        found += [(logged, call_log.explain_move(logged)) for logged in call_log.moves]
    assert found
    for _, explanations in found:
        assert explanations
        for explanation in explanations:
            assert len(explanation.values) == len(explanation.rows)
            assert {len(row) for row in explanation.values} <= {len(explanation.columns)}
            numbers = [value for row in explanation.values for value in row]
            assert all(map(isfinite, numbers))
            assert explanation.measure != "cosine" or all(abs(number) < 1.001 for number in numbers)
            assert all(
                row in range(len(explanation.rows)) and column in range(len(explanation.columns))
                for row, column in explanation.chosen
            )
            assert "follows now" not in explanation.note
            assert "follow now" not in explanation.note
    return found


def list_chosen_rows(explanation: Explanation) -> list[str]:
    return [explanation.rows[row] for row, _ in sorted(explanation.chosen)]


async def test_decrypto_assigns_each_hint_its_keyword(tmp_path: Path) -> None:
    kinds = set()
    for logged, (explanation,) in await explain_moves(tmp_path, "decrypto"):
        kinds.add((logged.seat, type(logged.move)))
        digits = tuple(column + 1 for _, column in sorted(explanation.chosen))
        assert [row for row, _ in sorted(explanation.chosen)] == [0, 1, 2]
        if isinstance(logged.move, Hint):
            assert explanation.rows == logged.move.words
            assert digits == logged.view.code
            assert explanation.columns == logged.view.keywords
            for row, column in explanation.chosen:  # each hint is nearest to its own keyword
                assert max(explanation.values[row]) == explanation.values[row][column]
            continue
        assert isinstance(logged.move, Guess)
        assert explanation.rows == logged.view.hints
        assert digits == logged.move.code
        sums = {
            code: sum(explanation.values[row][digit - 1] for row, digit in enumerate(code))
            for code in permutations((1, 2, 3, 4), 3)
            if code not in logged.view.used_codes
        }
        assert sums[logged.move.code] == pytest.approx(max(sums.values()), abs=1e-9)
        if logged.seat_name == "interceptor" and logged.number > 1:
            assert explanation.columns[logged.view.rounds[0].code[0] - 1].startswith(
                f"{logged.view.rounds[0].code[0]}: {logged.view.rounds[0].hints[0]}"
            )
    assert len(kinds) == 3


async def test_dixit_takes_the_nearest_card_and_a_clue_that_some_others_fit(
    tmp_path: Path,
) -> None:
    kinds = set()
    for logged, explanations in await explain_moves(tmp_path, "dixit"):
        kinds.add(type(logged.move))
        near = explanations[0]
        assert len(near.rows) == len(logged.view.choices)
        ((row, column),) = near.chosen
        assert logged.view.choices[row] == logged.move.card
        assert column == 0
        if isinstance(logged.move, Tell):
            assert near.columns == (logged.move.clue,)
            rivals = explanations[1]
            assert rivals.chosen == near.chosen
            assert FEWEST <= rivals.values[row][0] <= MOST
        else:
            assert near.columns == (logged.view.clue,)
            assert near.values[row][0] >= max(value for (value,) in near.values) - TIE
    assert len(kinds) == 3


async def test_undercover_says_a_near_word_and_votes_for_the_farthest(tmp_path: Path) -> None:
    odd = set()
    for logged, explanations in await explain_moves(tmp_path, "undercover"):
        if not isinstance(logged.move, Accuse):
            (said,) = list_chosen_rows(explanations[0])
            assert said in logged.move.line
            assert explanations[0].columns[0] == logged.view.word
            continue
        (explanation,) = explanations
        ((row, column),) = explanation.chosen
        assert explanation.rows[row] == logged.move.seat
        assert explanation.values[row][column] == min(
            values[column] for values in explanation.values
        )
        odd.add(column)
    assert 0 in odd


async def test_taboo_talks_near_the_target_and_guesses_who_leads(tmp_path: Path) -> None:
    guesses = 0
    for logged, explanations in await explain_moves(tmp_path, "taboo"):
        if logged.seat_name == "attacker":
            (explanation,) = explanations
            assert explanation.columns == (logged.view.target,)
            assert list_chosen_rows(explanation)
            assert all(word in logged.move.line for word in list_chosen_rows(explanation))
        elif len(explanations) == 1:
            (explanation,) = explanations
            guesses += 1
            assert list_chosen_rows(explanation) == [logged.move.word] == [explanation.rows[0]]
            assert explanation.values[0][0] == max(row[0] for row in explanation.values)
        else:
            suspected, beside = explanations
            assert not suspected.chosen
            leaders = suspected.rows[:3]
            assert not [word for word in leaders if word in logged.move.line.split()]
            assert set(beside.rows) == set(
                find_known_words(load_word_vectors(logged.maker), logged.move.line)
            )
    assert guesses


@pytest.mark.parametrize(
    "name",
    [name for name, sample in SAMPLES.items() if sample.definition.brings("explain_baseline_move")],
)
async def test_every_explanation_is_printable_text(name: str, tmp_path: Path) -> None:
    path = await play_match(tmp_path, name, "one")
    printed = format_calls_as_text(read_record(path), CATALOG[name], data=load_settings().data)
    assert printed.count("* chosen)") >= len(read_record(path).moves)


async def test_a_move_that_does_not_follow_from_the_vectors_is_noted(tmp_path: Path) -> None:
    """As when the vectors or the deck have changed since."""
    call_log = build_call_log(
        read_record(await play_match(tmp_path, "decrypto", "one")),
        CATALOG["decrypto"],
        data=load_settings().data,
    )
    for logged in call_log.moves:
        if logged.seat_name == "decoder":
            others = (c for c in permutations((1, 2, 3, 4), 3) if c != logged.move.code)
            changed = Guess(code=next(c for c in others if c not in logged.view.used_codes))
            (explanation,) = call_log.definition.explain_baseline_move(
                "glove", logged.seat, "one", logged.view, changed
            )
            assert "another code now" in explanation.note
            assert tuple(column + 1 for _, column in sorted(explanation.chosen)) == changed.code


def join_texts(explanations: tuple[Explanation, ...]) -> Iterator[str]:
    for explanation in explanations:
        yield explanation.note


async def test_unknown_words_are_noted(tmp_path: Path) -> None:
    """An interceptor knows nothing in the first round, and one number has no hint in the next."""
    found = [
        " ".join(join_texts(explanations))
        for logged, explanations in await explain_moves(tmp_path, "decrypto")
        if logged.seat_name == "interceptor"
    ]
    assert "Nothing is known about the keywords yet" in found[0]
    assert "yet: the mean of the other numbers is used" in found[1]


def test_other_players_have_no_explanation(tmp_path: Path) -> None:
    call_log = build_call_log(
        read_record(keep_game(tmp_path, "whole")), CATALOG["decrypto"], data=load_settings().data
    )
    people: list[Any] = [s for s in call_log.moves if s.maker.startswith("human")]
    assert people
    assert not any(call_log.explain_move(logged) for logged in people)


GIVEN: dict[str, tuple[str, str, dict[str, str]]] = {
    "undercover": ("words", "zqlantern,violin", {}),
    "taboo": ("word", "zqlantern", {"attacker": "zqlantern"}),
    "decrypto": (
        "keywords",
        "zqlantern,violin,zqharbor,tiger",
        {"encoder": "zqlantern", "decoder": "zqlantern"},
    ),
}


@pytest.mark.parametrize("name", GIVEN)
def test_only_a_finished_match_says_who_did_not_know_its_word(name: str, tmp_path: Path) -> None:
    """To say it before the end would tell the table who has another word."""
    option, value, words = GIVEN[name]
    short = "turns" if name == "taboo" else "rounds"
    definition, given = CATALOG[name], {**SAMPLES[name].explained, option: value, short: "1"}
    names = definition.parse_seats(given)
    specs = (Spec("word2vec"), Spec("pragmatic", settings=(("spaces", "glove"),)))
    lineup = {seat: specs[place % 2] for place, seat in enumerate(names)}
    path = tmp_path / "game.jsonl"
    options = parse_options(definition.options_type, given)
    session = Session.create(
        definition, options, lineup, "one", path=path, durable=False, settings=load_settings()
    )

    def record_move(*made: Any) -> None:
        assert session.caveats == []
        session.record_move(*made)

    asyncio.run(play(session.match, session.create_players(), before_move=record_move))
    session.close()
    record = read_record(path)
    ends = [line for line in session.caveats if "did not know" in line]
    words = words or session.definition.build_report(session.match.view(None))["words"]
    seats = {seat.capitalize() for seat, word in words.items() if word == "zqlantern"}
    assert {line.split()[0] for line in ends} == seats
    assert all("zqlantern" in line and "violin" not in line for line in ends)
    texts = [
        export_match(record, definition, None, kind, data=load_settings().data)
        for kind in ("text", "html")
    ]
    assert all(line in text for line in ends for text in texts)
    for length in range(len(record.entries)):
        cut = replace(record, entries=record.entries[:length])
        for seat in (None, *names):
            assert "did not know" not in export_match(
                cut, definition, seat, "text", data=load_settings().data
            )
    versions = {**record.header.spaces, "word2vec": "0", "glove": "0"}
    changed = replace(record, header=replace(record.header, spaces=versions))
    assert "did not know" not in export_match(
        changed, definition, None, "text", data=load_settings().data
    )
    call_log = build_call_log(record, definition, data=load_settings().data)
    tables = [one for logged in call_log.moves for one in call_log.explain_move(logged)]
    assert any("zqlantern" in table.note for table in tables)


def test_the_own_player_names_the_lists_that_it_plays_by() -> None:
    own, some = Spec("pragmatic"), Spec("pragmatic", settings=(("spaces", "glove"),))
    own_lists = ("facts", "kinds", "mass_nouns")
    lists = {name: list_version(name) for name in ("associations", *own_lists)}
    assert all(len(version) == 8 for version in lists.values())
    spaces = set(EMBEDDED_SPACES)
    decrypto, undercover = CATALOG["decrypto"], CATALOG["undercover"]
    assert (
        list_word_versions([own], undercover, data=load_settings().data).keys()
        == spaces | lists.keys()
    )
    assert list_word_versions([own], decrypto, data=load_settings().data).keys() == spaces | {
        "associations"
    }
    assert list_word_versions([some], decrypto, data=load_settings().data).keys() == {"glove"}
    assert list_word_versions([some], undercover, data=load_settings().data).keys() == {
        "glove",
        *own_lists,
    }
    assert list_word_versions(
        [Spec("glove"), Spec("random")], undercover, data=load_settings().data
    ).keys() == {"glove"}
    found = list_word_versions([own], undercover, data=load_settings().data)
    assert {name: found[name] for name in lists} == lists
    players = resolve_settings({"own": "pragmatic"}, undercover, settings=load_settings())
    assert {name: players["own"][name] for name in lists} == lists
    before = {"own": {"spec": "pragmatic", "vectors": players["own"]["vectors"]}}
    assert compare_settings(before, players) == []
    before["own"]["facts"] = "0"
    assert compare_settings(before, players) == [
        f"Player own: facts was '0' and is {lists['facts']!r}."
    ]
