"""Games as environments of PettingZoo: its own tests, and what Parlour promises besides."""

import json
import sys
from random import Random
from typing import Any

import pytest

from engine.errors import OptionError
from engine.games.catalog import CATALOG
from engine.match import Match
from engine.move_json import decode_move, encode_move
from engine.players.program_question import build_question
from engine.seat import Seat
from lab.interchange.legal_moves import list_legal_moves

pytest.importorskip("pettingzoo", reason="the extra pettingzoo is not installed")

from pettingzoo.test import api_test, seed_test

from lab.interchange.environment import env

ADVICE = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo.test.api_test")
"""The test advises boxes of numbers, and names with numbers, for all environments."""


def play_at_random(environment: Any, seed: int) -> dict[str, float]:
    """Play a match of random moves; return the rewards."""
    environment.reset(seed=seed)
    rewards = {}
    for agent in environment.agent_iter(10_000):
        observation, reward, terminated, _, info = environment.last()
        if terminated:
            assert "illegal" not in info
            rewards[agent] = reward
            environment.step(None)
        else:
            mask = observation["action_mask"]
            environment.step(environment.action_space(agent).sample(mask))
    assert not environment.agents
    return rewards


@ADVICE
@pytest.mark.parametrize("game", CATALOG)
def test_the_tests_of_pettingzoo_pass(game: str) -> None:
    api_test(env(game))
    seed_test(lambda: env(game))


@pytest.mark.parametrize("game", CATALOG)
def test_a_random_match_ends_with_the_result_of_the_seats(game: str) -> None:
    environment = env(game)
    rewards = play_at_random(environment, 3)
    match = environment.unwrapped.match
    assert match.score is not None
    assert rewards == {match.game.seats[seat]: one for seat, one in match.score.items()}


@pytest.mark.parametrize("game", CATALOG)
def test_an_agent_observes_what_a_program_in_its_seat_is_asked(game: str) -> None:
    environment = env(game)
    environment.reset(seed=5)
    definition = CATALOG[game]
    drawn = definition.draw(definition.options_type(), Random("5/material"))
    match: Match[Any, Any, Any] = Match(drawn, "5")
    for place, agent in enumerate(environment.possible_agents):
        view = match.view(Seat(place))
        kinds = definition.moves(drawn, view) if place in match.awaits else ()
        line = build_question(game, agent, view, kinds, None)
        assert environment.observe(agent)["text"] == line
        assert environment.observation_space(agent).contains(environment.observe(agent))


def test_sealed_moves_change_no_observation_before_the_turn_is_complete() -> None:
    environment = env("dixit")
    environment.reset(seed=1)
    environment.step(environment.action_space(environment.agent_selection).sample())
    first, *others = sorted(environment.unwrapped.match.awaits)
    assert others
    agents = environment.possible_agents
    assert environment.agent_selection == agents[first]
    before = {agent: environment.observe(agent)["text"] for agent in agents[first + 1 :]}
    infos = {agent: environment.infos[agent] for agent in before}
    environment.step(0)
    assert environment.agent_selection == agents[others[0]]
    for agent in before:
        assert environment.observe(agent)["text"] == before[agent]
        assert environment.infos[agent] == infos[agent]


def test_listed_moves_are_all_legal_ones() -> None:
    environment = env("decrypto")
    environment.reset(seed=2)
    environment.step(json.dumps({"Hint": {"words": ["sea", "night", "bread"]}}))
    agent = environment.agent_selection
    observation, _, _, _, info = environment.last()
    assert observation["action_mask"].sum() == len(info["moves"]) == 24
    match = environment.unwrapped.match
    view = match.view(min(match.awaits))
    (kind,) = view.asked
    legal = [
        {kind.__name__: {"code": [a, b, c]}}
        for a in range(6)
        for b in range(6)
        for c in range(6)
        if is_legal(view, kind, [a, b, c])
    ]
    assert sorted(map(str, info["moves"])) == sorted(map(str, legal))
    environment.step(7)
    sealed = match._sealed[Seat(environment.possible_agents.index(agent))]
    assert encode_move(sealed) == info["moves"][7]


def is_legal(view: Any, kind: type[Any], code: list[int]) -> bool:
    try:
        return view.judge(decode_move((kind,), {kind.__name__: {"code": code}})) is None
    except ValueError:
        return False


def test_no_move_is_listed_for_who_is_not_to_move_or_has_to_write() -> None:
    environment = env("decrypto")
    environment.reset(seed=2)
    assert environment.infos == {agent: {"moves": []} for agent in environment.agents}
    for agent in environment.agents:
        assert not environment.observe(agent)["action_mask"].any()
    match = environment.unwrapped.match
    assert list_legal_moves(match.view(Seat(1))) == ()


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (3, "write the move as JSON"),
        ("nothing that is a move", "JSON"),
        ('{"Hint": {"words": ["sea", "sea", "bread"]}}', "hint"),
        ('{"Code": {"code": [1, 2, 3]}}', "Hint"),
    ],
)
def test_an_illegal_move_ends_the_match_at_the_cost_of_its_agent(
    action: int | str, why: str
) -> None:
    environment = env("decrypto")
    environment.reset(seed=2)
    environment.step(action)
    assert environment.terminations == dict.fromkeys(environment.possible_agents, True)
    assert environment.rewards == {"encoder": -1.0, "decoder": 0.0, "interceptor": 0.0}
    assert why in environment.infos["encoder"]["illegal"]
    assert environment.infos["decoder"] == {"moves": []}


def test_without_a_seed_the_next_deal_is_another_one_that_follows_from_the_last_seed() -> None:
    def deal_twice() -> list[str]:
        environment = env("taboo")
        environment.reset(seed=9)
        texts = [environment.observe("attacker")["text"]]
        environment.reset()
        return [*texts, environment.observe("attacker")["text"]]

    first, second = deal_twice()
    assert first != second
    assert deal_twice() == [first, second]


def test_options_are_those_of_the_game() -> None:
    assert env("dixit", players=3, rules="boxed").possible_agents == ["p1", "p2", "p3"]
    assert env("decrypto", first_round_interception=False) is not None
    with pytest.raises(OptionError, match="rounds"):
        env("decrypto", round=3)


def test_without_pettingzoo_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "lab.interchange.environment")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'parlour\[pettingzoo\]'"):
        import lab.interchange.environment  # noqa: F401
