"""What CoMet players believed in a game, turn by turn, for the page of a run."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from engine.comet.beliefs import Beliefs
from engine.games.html_parts import tag
from engine.text import clean

SIGNS = {"mine": "\N{BLACK CIRCLE} mine", "other": "\N{WHITE CIRCLE} other", "undecided": "open"}
LONGEST = 160


def describe_beliefs(
    calls: Mapping[tuple[str, int], Sequence[Mapping[str, Any]]],
) -> Iterator[Element]:
    """A table for each seat that logged beliefs: players in rows, its moves in columns.

    Args:
        calls: By seat and number of the move: the calls for it, in their order.
    """
    by_seat: dict[str, dict[int, Beliefs]] = {}
    for (seat, number), some in sorted(calls.items()):
        for call in some:
            if call.get("beliefs") and call["verdict"] == "legal":
                try:
                    by_seat.setdefault(seat, {})[number] = Beliefs.decode(call["beliefs"])
                except ValueError:
                    continue
    for seat, moves in by_seat.items():
        names = dict.fromkeys(name for one in moves.values() for name in one.players or {})
        rows: list[tuple[str, list[str]]] = [
            ("whom", [f"move {number}" for number in moves]),
            *((name, [_describe_side(one, name) for one in moves.values()]) for name in names),
            ("takes itself for", [one.role or "-" for one in moves.values()]),
            ("strategy", [one.plans[-1].strategy if one.plans else "-" for one in moves.values()]),
            ("guess", [", ".join(one.guesses or ()) or "-" for one in moves.values()]),
        ]
        body = [
            tag(
                "tr",
                tag("th", clean(str(name), 40)),
                *(tag("th" if place == 0 else "td", clean(cell, LONGEST)) for cell in cells),
            )
            for place, (name, cells) in enumerate(rows)
        ]
        last = list(moves.values())[-1]
        reasons = [
            tag("li", clean(f"{name}: {opinion.side}. {opinion.reason}", 400))
            for name, opinion in (last.players or {}).items()
        ]
        metaphors = [
            tag("li", clean(f"{own.line} ({own.method}: {own.feature}. {own.explanation})", 600))
            for own in last.metaphors
        ]
        yield tag(
            "details",
            tag("summary", f"What {clean(seat, 20)} believed"),
            tag("div", tag("table", *body), class_="wide"),
            *([tag("h4", "Why, at its last move"), tag("ul", *reasons)] if reasons else []),
            *([tag("h4", "Its metaphors"), tag("ul", *metaphors)] if metaphors else []),
        )


def _describe_side(beliefs: Beliefs, name: str) -> str:
    opinion = (beliefs.players or {}).get(name)
    return SIGNS[opinion.side] if opinion else "-"
