"""How long a match can be by its rules: what a plan's range of calls stands on."""

import asyncio
from random import Random
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.dry_run import Meter, play_in_place
from engine.game import GameType
from engine.games.catalog import find
from engine.match import Match
from engine.options import parse_options
from engine.players.spec import parse_spec

CASES = [
    ("decrypto", {}),
    ("decrypto", {"rounds": "1"}),
    ("decrypto", {"tokens": "3", "rounds": "5"}),
    ("decrypto", {"play_on": "yes", "rounds": "4"}),
    ("decrypto", {"players": "4"}),
    ("decrypto", {"players": "6", "rounds": "2"}),
    ("taboo", {}),
    ("taboo", {"turns": "1", "slip": "lose"}),
    ("undercover", {"rounds": "6"}),
    ("undercover", {"players": "7", "rounds": "4"}),
    ("undercover", {"players": "3"}),
    ("dixit", {"rounds": "4"}),
    ("dixit", {"rules": "boxed"}),
    ("dixit", {"players": "3"}),
    ("dixit", {"players": "6", "rounds": "8"}),
]


@pytest.mark.parametrize(("name", "given"), CASES)
def test_no_match_is_shorter_or_longer_than_its_rules_allow(
    name: str, given: dict[str, str]
) -> None:
    definition = find(name)
    options = parse_options(definition.options_type, given)
    bounds = definition.bound_turns(options)
    assert bounds is not None
    shortest, longest = bounds
    lengths = [count_turns(definition, options, seed) for seed in map(str, range(12))]
    assert shortest <= min(lengths) <= max(lengths) <= longest


def test_the_shortest_matches_are_played() -> None:
    """Two wrong guesses, a word said at once, both undercover players or all but one civilian."""
    for name, given, wanted in [
        ("decrypto", {}, 4),
        ("decrypto", {"tokens": "1"}, 2),
        ("decrypto", {"play_on": "yes", "rounds": "3"}, 6),
        ("undercover", {"players": "3"}, 4),
        ("undercover", {}, 11),
        ("dixit", {"rounds": "2"}, 6),
    ]:
        definition = find(name)
        options = parse_options(definition.options_type, given)
        bounds = definition.bound_turns(options)
        assert bounds is not None
        assert bounds[0] == wanted
        assert any(count_turns(definition, options, str(seed)) == wanted for seed in range(60)), (
            name
        )


def test_the_calls_of_a_model_are_those_of_the_shortest_and_the_longest_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An interceptor may end it after two of six rounds, and is asked three times at most."""
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    definition, meter = find("decrypto"), Meter(load_settings())
    options = parse_options(definition.options_type, {"rounds": "6"})
    team = {"encoder": parse_spec("word2vec"), "decoder": parse_spec("word2vec")}
    lineup = {**team, "interceptor": parse_spec("llm:random")}
    session = asyncio.run(play_in_place(definition, options, lineup, "s", meter))
    assert meter.usage.least.calls == 2
    assert meter.usage.expected.calls == session.match.turn / 2
    assert meter.usage.most.calls == 3 * 6


def count_turns(definition: GameType, options: Any, seed: str) -> int:
    """The turns of a match of random moves."""
    match, rng = Match(definition.draw(options, Random(seed)), seed), Random(seed)
    while match.awaits:
        seat = min(match.awaits)
        match.submit(seat, match.view(seat).draw_move(rng))
    return match.turn
