"""The views of a sample game, whose prompts are shown."""

from typing import Any

from engine.game import GameType
from engine.sample_position import build_positions
from tui.signals import run_stoppable


def find_views(definition: GameType, options: Any = None) -> dict[str, Any]:  # noqa: ANN401
    """Find a view of each role or kind of move, from the middle of a sample game."""
    found = run_stoppable(build_positions(definition, 3, options))
    return {role: positions[len(positions) // 2].view for role, positions in found.items()}
