"""Describe the beliefs that players logged with their moves, as tables for a report.

Games of Undercover show the suspected role of each player, Taboo the thoughts of each turn. Words
are only shown after the end of the game.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.comet.beliefs import AgentBeliefs, Beliefs
from engine.comet.taboo_beliefs import TabooBeliefs
from engine.games.taboo.moves import Guess, Say
from engine.games.undercover.moves import Accuse, Describe
from engine.games.undercover.view import View
from engine.quotation import quote_text
from engine.text import clean

SIGNS = {"mine": "\N{BLACK CIRCLE} mine", "other": "\N{WHITE CIRCLE} other", "undecided": "open"}
LONGEST = 160
NOT_KNOWN: Mapping[str, str] = {}
type Place = tuple[str, int]
"""A seat, and the number of its move."""
type Rows = list[tuple[str, list[str]]]
"""The rows of a table: a heading, and a cell for each move."""


def describe_beliefs(
    game: str,
    calls: Mapping[Place, Sequence[Mapping[str, Any]]],
    moves: Mapping[Place, tuple[int, object]],
    words: Mapping[str, str] = NOT_KNOWN,
) -> Iterator[Mapping[str, Any]]:
    """Describe each seat that logged beliefs for `beliefs.html`, with its moves in columns.

    Args:
        game: The name of the game.
        calls: The calls for each move, in their order.
        moves: The round or turn of each move, and the move.
        words: In Undercover, the word of each seat, once the game is over.
    """
    kind: type[AgentBeliefs] = TabooBeliefs if game == "taboo" else Beliefs
    by_seat: dict[str, dict[Place, AgentBeliefs]] = {}
    for place, some in sorted(calls.items()):
        for call in some:
            if place in moves and call.get("beliefs") and call["verdict"] == "legal":
                try:
                    by_seat.setdefault(place[0], {})[place] = kind.decode(call["beliefs"])
                except ValueError:
                    continue
    for seat, found in by_seat.items():
        made = [moves[place] for place in found]
        told = [_format_move(move) for _, move in made]
        last = list(found.values())[-1]
        if isinstance(last, TabooBeliefs):
            by_turn = {number: text for (number, _), text in zip(made, told, strict=True)}
            so = [by_turn.get(turn.number, "-") for turn in last.turns]
            rows, lists = [*_list_turns(last), ("so it", so)], []
        else:
            kept = [one for one in found.values() if isinstance(one, Beliefs)]
            rows = [*_list_sides([number for number, _ in made], kept), ("so it", told)]
            rows = [(name, [*cells, _format_truth(name, seat, words)]) for name, cells in rows]
            lists = list(_explain_last(last)) if isinstance(last, Beliefs) else []
        lost = ", ".join(f"{clean(name, 40)} {count}" for name, count in last.lost.items())
        yield {
            "seat": clean(seat, 20),
            "rows": [
                (clean(name, 40), [clean(cell, LONGEST) for cell in cells]) for name, cells in rows
            ],
            "lists": lists,
            "lost": f"Answers that could not be used: {lost}." if lost else "",
        }


def list_words(view: object) -> Mapping[str, str]:
    """Find the word of each seat in a view after the game; else empty."""
    if not isinstance(view, View) or view.words is None:
        return NOT_KNOWN
    return dict(zip(view.seats, view.words, strict=True))


def _format_truth(row: str, seat: str, words: Mapping[str, str]) -> str:
    """The last cell of a row: whether the player has the word of the seat."""
    if not row:
        return "in truth" if words else ""
    if row not in words:
        return quote_text(words[seat]) if words and row == "takes itself for" else ""
    return SIGNS["mine" if words[row] == words[seat] else "other"]


def _list_sides(rounds: Sequence[int], beliefs: Sequence[Beliefs]) -> Rows:
    """List Undercover's rows: players, then the seat's belief about its role, and its strategy."""
    names = dict.fromkeys(name for one in beliefs for name in one.players or {})
    plans = [one.find_plan(number) for one, number in zip(beliefs, rounds, strict=True)]
    return [
        ("", [f"round {number}" for number in rounds]),
        *((name, [_describe_side(one, name) for one in beliefs]) for name in names),
        ("takes itself for", [one.role or "-" for one in beliefs]),
        ("other word", [", ".join(one.guesses or ()) or "-" for one in beliefs]),
        ("strategy", [plan.strategy if plan else "-" for plan in plans]),
    ]


def _list_turns(beliefs: TabooBeliefs) -> Rows:
    """List Taboo's rows: the thoughts of an attacker or a defender in each turn."""
    rows: Rows = [
        ("", [f"turn {turn.number}" for turn in beliefs.turns]),
        ("suspects", [", ".join(turn.suspects) for turn in beliefs.turns]),
        ("leads to", [turn.focus for turn in beliefs.turns]),
        ("distracts with", [turn.distract for turn in beliefs.turns]),
    ]
    return [(name, [cell or "-" for cell in cells]) for name, cells in rows if any(cells)]


def _explain_last(beliefs: Beliefs) -> Iterator[tuple[str, list[str]]]:
    """Explain the beliefs at the last move, and list the metaphors that the seat has said."""
    lists: dict[str, Iterable[str]] = {
        "Why, at its last move": (
            clean(f"{name}: {one.side}. {one.reason}", 400)
            for name, one in (beliefs.players or {}).items()
        ),
        "Its metaphors": (
            clean(f"{own.line} ({own.method}: {own.feature}. {own.explanation})", 600)
            for own in beliefs.metaphors
        ),
    }
    for title, lines in lists.items():
        if told := list(lines):
            yield title, told


def _format_move(move: object) -> str:
    match move:
        case Describe(line=line) | Say(line=line):
            return f"says {quote_text(line)}"
        case Accuse(seat=seat):
            return f"votes for {seat}"
        case Guess(word=word):
            return f"guesses {quote_text(word)}"
    return "-"


def _describe_side(beliefs: Beliefs, name: str) -> str:
    opinion = (beliefs.players or {}).get(name)
    return SIGNS[opinion.side] if opinion else "-"
