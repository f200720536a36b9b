"""What has to be said of a match beside its result: whose moves it holds, and what it used."""

from collections.abc import Iterable, Iterator, Mapping

from engine.amounts import spent
from engine.players import Usage
from engine.record import Branch
from engine.transcript import join_names

HOW = {
    "stand-in": "by a stand-in",
    "asked": "asked for again by the operator",
    "edited": "edited by the operator",
    "by hand": "made by the operator",
}
"""What is said of moves that are not the player's own, by their provenance; how many are copied
is said once for all seats."""


def list_caveats(
    not_own: Mapping[str, Mapping[str, int]],
    usages: Iterable[Usage],
    *,
    opened: bool,
    branched: Branch | None,
) -> Iterator[str]:
    """A sentence for each thing that somebody who counts games should know of one.

    Args:
        not_own: By seat: how many moves are not its player's own, by their provenance.
        usages: What models have used.
        opened: The table was opened.
        branched: The match that this one left.
    """
    if branched is not None:
        yield str(branched)
    for seat, counted in not_own.items():
        if how := [f"{number} {HOW[one]}" for one, number in counted.items() if one in HOW]:
            yield f"{seat.capitalize()}, moves that are not the player's own: {join_names(how)}."
    if opened:
        yield "The table was open: prompts and answers of machines could be looked at."
    if used := spent(usages):
        yield f"Used: {used}."
