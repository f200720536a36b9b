"""A game as an environment of PettingZoo: `env("decrypto")` is an `AECEnv`.

The engine does not know it. It plays a `Match` like anything else that plays: an observation is the
view of a seat, as programs read it, and an action is a move that the view judges.
"""

import json
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

try:
    import numpy as np
    from gymnasium.spaces import Dict, MultiBinary, Space, Text
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "The environments need pettingzoo: install it with pip install 'parlour[pettingzoo]'"
    ) from error

from engine.errors import Unreadable
from engine.games.catalog import find
from engine.llm.reply import parse_move
from engine.match import IllegalMove, Match
from engine.move_json import encode_move
from engine.options import parse_options
from engine.players.program_question import build_question
from engine.seat import Seat
from lab.interchange.legal_moves import MOST_LISTED, list_legal_moves

MOST_CHARACTERS = 1_000_000
"""The longest observation; that of a long game has some ten thousand characters."""


MOST_ANSWERED = 10_000
"""The longest move that is read from a text."""


ASCII = frozenset(map(chr, range(32, 127)))
"""The characters of observations, which are JSON in ASCII."""


ILLEGAL_REWARD = -1.0
"""The reward of an agent whose illegal move ended the match."""


def env(game: str, *, render_mode: str | None = None, **options: object) -> OrderEnforcingWrapper:
    """Create the environment of a game.

    Args:
        game: The name of the game in the catalog, such as `decrypto`.
        render_mode: `ansi`, for `render` to return the narration as text.
        options: The options of the game, as `parlour play GAME --help` lists them.

    Raises:
        UnknownGame: If there is no such game.
        OptionError: If there is no such option, or its value is wrong.
    """
    return OrderEnforcingWrapper(Environment(game, render_mode=render_mode, **options))


class MoveSpace(Space):
    """The actions of an agent: the number of a listed legal move, or a move as JSON text."""

    def __init__(self, draw: Callable[[Random], int | str]) -> None:
        super().__init__()
        self._draw = draw

    def sample(self, mask: Any = None, probability: Any = None) -> int | str:  # noqa: ANN401
        """Draw a legal move of the agent's position.

        Args:
            mask: Narrows the numbers of listed moves, such as the observation's `action_mask`.
            probability: Chances of these numbers, in place of a mask.

        Returns:
            A number where moves are listed, else a text. If the agent is not to move, any number.
        """
        if probability is not None:
            return int(self.np_random.choice(len(probability), p=probability))
        allowed = np.flatnonzero(mask) if mask is not None else np.array([], int)
        if len(allowed):
            return int(self.np_random.choice(allowed))
        return self._draw(Random(int(self.np_random.integers(2**32))))

    def contains(self, x: object) -> bool:
        """Whether this may be an action; the position may refuse it."""
        if isinstance(x, str):
            return len(x) <= MOST_ANSWERED
        whole = isinstance(x, int | np.integer) and not isinstance(x, bool)
        return bool(whole and 0 <= x < MOST_LISTED)  # type: ignore[operator]

    @property
    def is_np_flattenable(self) -> bool:
        """Texts are no vectors."""
        return False


class Environment(AECEnv):
    """A match whose seats are agents.

    Turns in which several seats move are played in the order of the table: their views do not
    change before all have moved, so nobody sees another's sealed move.

    An observation has `text`, the line of JSON that programs are asked with, and
    `action_mask`, which has a 1 for each listed legal move of an agent that is to move. The moves
    themselves are `moves` of the agent's info. Where a move is written, none is listed: the
    observation has the schema of each kind of move.
    """

    def __init__(self, game: str, *, render_mode: str | None = None, **options: object) -> None:
        super().__init__()
        self.definition = find(game)
        """The game in the catalog."""
        given = {name: str(value) for name, value in options.items()}
        self.options = parse_options(self.definition.options_type, given)
        """The options of every match."""
        self.metadata = {
            "name": f"parlour_{game}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(self.definition.list_seats(self.options))
        self.observation_spaces = {agent: _create_space() for agent in self.possible_agents}
        self.action_spaces = {
            agent: MoveSpace(partial(self.draw_action, agent)) for agent in self.possible_agents
        }
        self._seeds = Random()  # until a seed is given, no deal comes again
        self._match: Match[Any, Any, Any] | None = None
        self._moves: dict[Seat, tuple[Any, ...]] = {}

    def observation_space(self, agent: str) -> Space:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    @property
    def match(self) -> Match[Any, Any, Any]:
        """The match that is played; `reset` begins one."""
        assert self._match is not None
        return self._match

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a match.

        Args:
            seed: The seed of the match: the same deal as `parlour play --seed`. Without one, deals
                follow from the last seed that was given.
            options: Ignored; the options of the game are given to `env`.
        """
        if seed is not None:
            self._seeds = Random(f"{seed}/next")
        chosen = str(seed) if seed is not None else f"{self._seeds.getrandbits(32):08x}"
        game = self.definition.draw(self.options, Random(f"{chosen}/material"))
        self._match = Match(game, chosen)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._await_next()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know."""
        seat = self._find_seat(agent)
        view = self.match.view(seat)
        kinds = self.match.game.moves(view) if seat in self.match.awaits else ()
        mask = np.zeros(MOST_LISTED, np.int8)
        mask[: len(self._moves.get(seat, ()))] = 1
        line = build_question(self.definition.name, agent, view, kinds, None)
        return {"text": line, "action_mask": mask}

    def step(self, action: int | str | None) -> None:
        """Make the move of the agent whose turn it is; an illegal one ends the match."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        seat = self._find_seat(agent)
        try:
            self.match.submit(seat, self._read_action(seat, action))
        except (IllegalMove, Unreadable) as error:
            self._end({agent: ILLEGAL_REWARD})
            why = error.private if isinstance(error, Unreadable) else ""
            self.infos[agent]["illegal"] = why or str(error)
        else:
            if self.match.score is None:
                self._await_next()
            else:
                seats = self.match.game.seats
                self._end({seats[seat]: float(one) for seat, one in self.match.score.items()})
        self._accumulate_rewards()

    def draw_action(self, agent: str, rng: Random) -> int | str:
        """Draw a legal move of an agent, as an action; any number if it is not to move."""
        seat = self._find_seat(agent)
        if self._match is None or seat not in self.match.awaits:
            return rng.randrange(MOST_LISTED)
        if listed := self._moves[seat]:
            return rng.randrange(len(listed))
        return json.dumps(encode_move(self.match.view(seat).draw_move(rng)))

    def render(self) -> str | None:
        """Return the narration of the match so far, as an onlooker hears it."""
        if self.render_mode is None:
            return None
        return "\n".join(self.definition.narrate(None, self.match.view(None)))

    def close(self) -> None:
        """Release nothing: a match has no window and no process."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _find_seat(self, agent: str) -> Seat:
        return Seat(self.possible_agents.index(agent))

    def _read_action(self, seat: Seat, action: int | str | None) -> Any:  # noqa: ANN401
        """Find the move that an action means.

        Raises:
            IllegalMove: If it is the number of no listed move.
            Unreadable: If a text is no move.
        """
        if isinstance(action, str):
            kinds = self.match.game.moves(self.match.view(seat))
            return parse_move(kinds, action[:MOST_ANSWERED], thoughts=False)
        listed = self._moves[seat]
        if action is None or not 0 <= int(action) < len(listed):
            raise IllegalMove(f"There is no listed move {action}." if listed else NOT_LISTED)
        return listed[int(action)]

    def _await_next(self) -> None:
        """Select the next seat that is awaited, and list the moves of all that are."""
        match = self.match
        self._moves = {seat: list_legal_moves(match.view(seat)) for seat in sorted(match.awaits)}
        for agent in self.agents:
            listed = self._moves.get(self._find_seat(agent), ())
            self.infos[agent] = {"moves": [encode_move(move) for move in listed]}
        self.agent_selection = match.game.seats[min(match.awaits)]

    def _end(self, rewards: dict[str, float]) -> None:
        """End the match for all agents, with these rewards and 0 for others."""
        self._moves = {}
        for agent in self.agents:
            self.rewards[agent] = rewards.get(agent, 0.0)
            self.terminations[agent] = True
            self.infos[agent] = {"moves": []}
        self.agent_selection = self.agents[0]


NOT_LISTED = "No moves are listed here: write the move as JSON."


def _create_space() -> Space:
    text = Text(MOST_CHARACTERS, min_length=1, charset=ASCII)
    return Dict({"text": text, "action_mask": MultiBinary(MOST_LISTED)})
