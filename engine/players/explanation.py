"""Explain how a player that uses word vectors chose a move."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.config.paths import get_vectors_folder
from engine.game import GameType
from engine.players.seat_settings import add_model_seed
from engine.players.spec import Spec, read_vector_settings
from engine.seat import Seat
from words.space.folder import build_reference

if TYPE_CHECKING:
    from engine.games.explanation import Explanation


def explain_move(
    spec: Spec,
    definition: GameType,
    seat: Seat,
    seed: str,
    view: Any,  # noqa: ANN401
    move: Any,  # noqa: ANN401
    *,
    data: Path,
    company: Sequence[str] = (),
) -> "tuple[Explanation, ...]":
    """Explain how a player that uses word vectors chose a move; nothing for any other player.

    Args:
        spec: The player.
        definition: The game in the catalog.
        seat: The seat.
        seed: The seed of the match.
        view: The seat's view.
        move: The move.
        data: The data folder, with imported vectors.
        company: The kinds of all players when it was chosen, by seat.

    Raises:
        LineupError: If its settings are not settings of the game.
        SpaceError: If the vectors are missing or damaged.
        DeckError: If the cards are missing or have changed.
    """
    if not spec.spaces:
        return ()
    settings = read_vector_settings(spec, definition, data=data)
    seed = add_model_seed(seed, spec.settings)
    if spec.space is None:
        known = definition.know_company(seat, company)
        return definition.explain_pragmatic_move(seat, seed, view, move, **{**known, **settings})
    space = build_reference(spec.space, get_vectors_folder(data))
    return definition.explain_baseline_move(space, seat, seed, view, move, **settings)
