"""Who sits where, as text."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.config.settings import load_settings
from engine.errors import PlayerError
from engine.games.catalog import find
from engine.games.decrypto.moves import Guess, Hint
from engine.match import Match
from engine.play import play
from engine.players.factory import create_player
from engine.players.scripted_player import read_script
from engine.players.spec import KINDS, LineupError, Spec, parse_spec
from engine.seat import Seat
from tests.samples.decrypto import SAMPLE as DECRYPTO
from tui.options.game import parse_set

ENTRY, GAME = DECRYPTO.definition, DECRYPTO.games[0]


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("human", Spec("human")),
        ("human:Ada", Spec("human", "Ada")),
        ("human: Ada Lovelace ", Spec("human", "Ada Lovelace")),
        ("HUMAN:Ada", Spec("human", "Ada")),
        (" word2vec ", Spec("word2vec")),
        ("glove", Spec("glove")),
        ("random", Spec("random")),
        ("vectors:news", Spec("vectors", "news")),
        ("llm:gpt-4o", Spec("llm", "gpt-4o")),
        ("llm:org/model:free", Spec("llm", "org/model:free")),
        ("script:~/a b.jsonl", Spec("script", "~/a b.jsonl")),
        ("script:C:\\x.jsonl", Spec("script", "C:\\x.jsonl")),
        ("human:\x1b[31mAda\u202e", Spec("human", "Ada")),
        ("human:[red]", Spec("human", "[red]")),
    ],
)
def test_a_spec_is_read(text: str, spec: Spec) -> None:
    assert parse_spec(text) == spec
    assert parse_spec(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("humna", r"There is no player 'humna'\. Did you mean 'human'\? There is: human, word2vec"),
        ("wrod2vec", "Did you mean 'word2vec'"),
        ("", "There is no player ''"),
        (":x", "There is no player ':x'"),
        ("llm", "'llm' needs a MODEL: llm:MODEL, a language model; llm:NAME, one that"),
        ("llm: ", "'llm' needs a MODEL"),
        ("vectors", "'vectors' needs a NAME"),
        ("script:", "'script' needs a FILE"),
        ("glove:x", r"'glove' takes nothing after a colon, not 'x'\."),
        ("random:7", "'random' takes nothing after a colon"),
        ("human:" + "x" * 25, "A name has at most 24 characters"),
        ("\x1b[31m", "There is no player ''"),
    ],
)
def test_a_spec_that_means_nothing_is_explained(text: str, why: str) -> None:
    with pytest.raises(LineupError, match=why) as caught:
        parse_spec(text)
    assert str(caught.value).isprintable()


@given(st.text(max_size=60))
def test_every_text_is_a_spec_or_a_sentence(text: str) -> None:
    for whole in (text, f"human:{text}", f"llm:{text}"):
        try:
            spec = parse_spec(whole)
        except LineupError:
            continue
        assert spec.kind in KINDS
        assert parse_spec(str(spec)) == spec


def test_people_and_machines_have_names_to_show() -> None:
    assert parse_spec("human").display_name("decoder") == "Decoder"
    assert parse_spec("human:Ada").display_name("decoder") == "Ada"
    assert parse_spec("llm:gpt-4o").display_name("decoder") == "gpt-4o"
    assert parse_spec("vectors:news").display_name("decoder") == "news"
    assert parse_spec("glove").display_name("decoder") == "GloVe"
    assert (
        parse_spec("script:/a/secret/place/moves.jsonl").display_name("x") == "script moves.jsonl"
    )
    assert parse_spec("human").is_human
    assert not parse_spec("random").is_human


def test_a_person_needs_a_keyboard() -> None:
    with pytest.raises(LineupError, match="human:Ada is a person, and there is no keyboard"):
        create_player(parse_spec("human:Ada"), ENTRY, GAME, Seat(0), "1", settings=load_settings())


def test_vectors_nobody_has_are_named() -> None:
    with pytest.raises(LineupError, match="canaryspace"):
        create_player(
            parse_spec("vectors:canaryspace"), ENTRY, GAME, Seat(0), "1", settings=load_settings()
        )


# Scripts.

LINES = [
    {"Hint": {"words": ["a", "b", "c"]}},
    {"Guess": {"code": [3, 1, 4]}},
]


def test_a_script_has_a_move_in_each_line(tmp_path: Path) -> None:
    path = tmp_path / "moves.jsonl"
    path.write_text("\n".join(map(json.dumps, LINES)) + "\n\n  \n", encoding="utf-8")
    moves = [(1, Hint(words=("a", "b", "c"))), (2, Guess(code=(3, 1, 4)))]
    assert list(read_script(path, ENTRY)) == moves


def test_a_line_separator_in_a_hint_does_not_end_the_line(tmp_path: Path) -> None:
    path = tmp_path / "moves.jsonl"
    path.write_text('{"Hint": {"words": ["a\u2028z", "b", "c"]}}\r\n', encoding="utf-8")
    assert list(read_script(path, ENTRY)) == [(1, Hint(words=("a\u2028z", "b", "c")))]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("nonsense", "line 2: not JSON"),
        ("[" * 100_000, "line 2: not JSON"),
        ("[]", "line 2: a move is an object with one key, one of Hint, Guess"),
        ('{"Hnt": {}}', "line 2: a move is one of Hint, Guess, Words, not 'Hnt'"),
        ('{"Hint": {}}', "line 2: Hint.words is missing"),
        ('{"Hint": {"words": ["a", "b"]}}', "line 2: Hint.words.3 is missing"),
        ('{"Hint": {"words": ["a", "b", 3]}}', "line 2: Hint.words.3 must be text of at most 40"),
        ('{"Hint": {"words": "abc"}}', "line 2: Hint.words must be 3 values, each text"),
        (
            '{"Guess": {"code": [1, 2, 3, 4]}}',
            "line 2: Guess.code must be 3 different values, each",
        ),
        (
            '{"Guess": {"code": [1, 2, "x"]}}',
            "line 2: Guess.code.3 must be a whole number",
        ),
        ('{"Guess": {"code": null}}', "line 2: Guess.code must be 3 different values, each"),
        ('{"Hint": {}, "Guess": {}}', "line 2: a move is an object with one key"),
    ],
)
def test_a_line_that_is_no_move_is_named(tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "moves.jsonl"
    path.write_text(json.dumps(LINES[0]) + "\n" + line + "\n", encoding="utf-8")
    with pytest.raises(LineupError) as caught:
        list(read_script(path, ENTRY))
    assert why in str(caught.value)
    assert str(caught.value).endswith(".")


def test_a_script_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    for path, why in (
        (tmp_path / "none", "No such file or directory"),
        (tmp_path, "Is a directory"),
        (binary, "it is not UTF-8 text"),
        (Path("~nobody-at-all/x"), "there is no such home folder"),
        (Path("a\0b"), "it is not UTF-8 text"),
    ):
        with pytest.raises(LineupError, match=f"cannot be read: {why}"):
            list(read_script(path, ENTRY))


async def test_a_resumed_script_skips_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "moves.jsonl"
    path.write_text("\n".join(map(json.dumps, LINES)), encoding="utf-8")
    spec = parse_spec(f"script:{path}")
    player: Any = create_player(
        spec, ENTRY, GAME, Seat(0), "1", count_moves=lambda: 1, settings=load_settings()
    )
    assert await player.decide(None, None) == Guess(code=(3, 1, 4))
    with pytest.raises(PlayerError, match="no move left"):
        await player.decide(None, None)


async def test_seats_taken_by_spec_play_a_game_through() -> None:
    match = Match(GAME, "1")
    await play(
        match,
        {
            seat: create_player(
                parse_spec("random"), ENTRY, GAME, seat, "1", settings=load_settings()
            )
            for seat in match.seats
        },
    )
    assert match.score is not None


@pytest.mark.parametrize(
    ("game", "chosen", "seats", "people", "expected"),
    [
        ("dixit", (), ("p1=human:Ada", "p2=random", "p3=glove"), 0, 3),
        ("dixit", (), [f"p{n}=random" for n in range(1, 7)], 0, 6),
        ("dixit", (), ("p1=human", "p2=random"), 0, 4),
        ("dixit", ("players=4",), ("p1=human", "p2=random", "p3=glove"), 0, 4),
        ("dixit", (), (), 3, 3),
        ("undercover", ("rounds=3",), [f"p{n}=random" for n in range(1, 4)], 0, 3),
        ("undercover", (), (), 7, 7),
        ("decrypto", (), (), 4, 4),
        ("decrypto", (), ("encoder=human",), 0, 3),
        ("taboo", (), (), 9, 2),
    ],
)
def test_whoever_names_each_seat_of_a_table_means_a_table_of_that_size(
    game: str, chosen: Sequence[str], seats: Sequence[str], people: int, expected: int
) -> None:
    definition = find(game)
    options = parse_set(definition, chosen, seats, people)
    assert len(definition.list_seats(options)) == expected
