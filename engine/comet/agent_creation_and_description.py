"""Create CoMet agents, list the prompts they may send, and describe what they depend on.

`create_agent` creates the agent of a seat. `list_longest_questions` lists the most prompts that a
move may need, to estimate its cost. `describe_agent` returns what identifies an agent in results:
its temperatures, and hashes of its prompts and its pool.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from engine.comet.base_agent_and_module_client import (
    Module,
    ModuleClient,
    Question,
    ReplyGame,
    get_prompt,
)
from engine.comet.belief_modules import BELIEF_MAPPER, SELF_MONITOR
from engine.comet.beliefs import TabooBeliefs
from engine.comet.move_modules import (
    FEATURE_CHOOSER,
    METAPHOR_WRITER,
    SPEAKER,
    STRATEGY_PLANNER,
    VOTER,
)
from engine.comet.pool import Pool
from engine.comet.reading_modules import FEATURE_EXTRACTOR, METAPHOR_REASONERS, METAPHOR_SCREEN
from engine.comet.taboo_agent import ATTACKER, DEFENDER, TabooAgent, ask_for_line
from engine.comet.undercover_agent import UndercoverAgent, list_undercover_questions
from engine.game import Game
from engine.llm.model_lookup import Model
from engine.llm.player import ModelPlayer
from engine.prompt import Prompt
from engine.seat import Seat
from engine.seat_settings import (
    COMET_TEMPERATURES,
    UndercoverSettings,
    create_comet_settings,
    find_temperature,
)
from engine.usage_and_budget import Budget


def create_agent(
    model: Model,
    game_name: str,
    game: Game[Any, Any, Any, Any],
    seat: Seat,
    seed: str,
    values: Mapping[str, Any],
    calls_file: Path | None,
    on_learned: Callable[[str], None],
    budget: Budget | None,
    count_moves: Callable[[], int],
) -> UndercoverAgent | TabooAgent:
    """Create the agent of a seat.

    Args:
        model: The model to ask, with the seat's settings.
        game_name: The game's name in the catalog.
        game: The rules.
        seat: The seat.
        seed: The seed of the match.
        values: The settings of the seat by name.
        calls_file: The file that every call is appended to; `None` logs none.
        on_learned: Called with a message for everybody when a server refuses a setting.
        budget: The budget that all models of the run share.
        count_moves: Counts the moves that the seat has made.

    Raises:
        SetupError: If the budget is money and the model has no price, or the pool cannot be read.
    """
    settings = create_comet_settings(game_name, values)
    replies: Any = ReplyGame(game_name, game.seats)
    player: ModelPlayer[Question, Any] = ModelPlayer(
        model, replies, get_prompt, game.seats[seat], calls_file, on_learned, budget, count_moves
    )
    client = ModuleClient(player, settings, values.get("temperature"))
    if not isinstance(settings, UndercoverSettings):
        return TabooAgent(client, game, seat, settings, calls_file, count_moves)
    pool = Pool.read(Path(settings.pool).expanduser()) if settings.pool else None
    return UndercoverAgent(client, game, seat, seed, settings, pool, calls_file, count_moves)


def list_longest_questions(view: Any, game_name: str, values: Mapping[str, Any]) -> list[Prompt]:  # noqa: ANN401
    """List the most questions that a seat asks for a move, if every first answer can be used.

    It asks most if every new statement is a metaphor, and if it answers with one.

    Args:
        view: The view of the seat.
        game_name: The game's name in the catalog.
        values: The settings of the seat by name.
    """
    settings = create_comet_settings(game_name, values)
    if not isinstance(settings, UndercoverSettings):
        return [ask_for_line(view, TabooBeliefs(), metaphors=settings.met).prompt]
    return [question.prompt for question in list_undercover_questions(view, settings)]


def describe_agent(game_name: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Describe what an agent's decisions depend on: its prompts, temperatures and pool.

    Raises:
        PoolError: If the pool cannot be read.
    """
    settings = create_comet_settings(game_name, values)
    texts = "\n".join(f"{one.name}\n{one.task}\n{one.form}" for one in MODULES)
    found: dict[str, Any] = {"prompt_hash": sha256(texts.encode()).hexdigest()[:16]}
    for sort in COMET_TEMPERATURES:
        warmth = find_temperature(settings, sort, values.get("temperature"))
        found[f"temperature_{sort}"] = warmth
    if isinstance(settings, UndercoverSettings) and settings.pool:
        pool = Pool.read(Path(settings.pool).expanduser())
        found["pool"] = sha256(pool.encode().encode()).hexdigest()[:16]
    return found


MODULES: tuple[Module[Any], ...] = (
    FEATURE_EXTRACTOR,
    METAPHOR_SCREEN,
    *METAPHOR_REASONERS.values(),
    BELIEF_MAPPER,
    SELF_MONITOR,
    STRATEGY_PLANNER,
    FEATURE_CHOOSER,
    METAPHOR_WRITER,
    SPEAKER,
    VOTER,
    ATTACKER,
    DEFENDER,
)
"""All modules, in the order in which they are asked."""
