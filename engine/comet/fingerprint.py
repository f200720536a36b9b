"""Describe what an agent's decisions depend on: its prompts, temperatures and pool."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from engine.comet.attacker import ATTACKER
from engine.comet.belief_mapper import BELIEF_MAPPER
from engine.comet.defender import DEFENDER
from engine.comet.feature_extractor import FEATURE_EXTRACTOR
from engine.comet.metaphor_generator import FEATURE_CHOOSER, METAPHOR_WRITER
from engine.comet.metaphor_reasoner import METAPHOR_REASONERS
from engine.comet.metaphor_screening import METAPHOR_SCREEN
from engine.comet.module import Module
from engine.comet.pool import Pool
from engine.comet.self_monitor import SELF_MONITOR
from engine.comet.settings import (
    COMET_TEMPERATURES,
    create_comet_settings,
    find_temperature,
)
from engine.comet.speaker import SPEAKER
from engine.comet.strategy_planner import STRATEGY_PLANNER
from engine.comet.voter import VOTER
from engine.game import GameType


def describe_agent(game: GameType, values: Mapping[str, Any]) -> dict[str, Any]:
    """Describe what an agent's decisions depend on: its prompts, temperatures and pool.

    Raises:
        PoolError: If the pool cannot be read.
    """
    settings = create_comet_settings(game, values)
    texts = "\n".join(f"{one.name}\n{one.task}\n{one.form}" for one in MODULES)
    found: dict[str, Any] = {"prompt_hash": sha256(texts.encode()).hexdigest()[:16]}
    for sort in COMET_TEMPERATURES:
        warmth = find_temperature(settings, sort, values.get("temperature"))
        found[f"temperature_{sort}"] = warmth
    if path := settings.locate_pool():
        pool = Pool.read(path)
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
