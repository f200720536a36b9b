"""The result of a match as data: the fields of a view."""

from typing import TYPE_CHECKING, Any

from engine.defaults.narration import UNTOLD

if TYPE_CHECKING:
    from engine.view import View

TAKEN = UNTOLD | {"game", "journal", "moves", "score", "seats", "seed", "usage", "views"}
"""Keys that exports set themselves; a report derived from a view leaves them out."""
BLANKS: tuple[object, ...] = (None, "", [], {})
"""Values that say nothing in a report."""


def build_report(view: "View[Any]", listed: str) -> dict[str, Any]:
    """Return the fields of the view that are not empty, as others belong to another phase.

    Args:
        view: Any view.
        listed: The key of the list of rounds or turns, which the result has in any case.
    """
    whole = view.model_dump(mode="json")
    report = {name: one for name, one in whole.items() if name not in TAKEN and one not in BLANKS}
    return {"outcome": None, "reason": None, listed: [], **report}
