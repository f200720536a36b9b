"""Beliefs of CoMet players: metrics as a table, and beliefs turn by turn for a run's page."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

import pandas as pd

from engine.comet.beliefs import AgentBeliefs, Beliefs, TabooBeliefs
from engine.comet.metrics import EXTRAS, METRICS, BeliefGame, Verdicts, balance_metric, measure_seat
from engine.games.html_parts import tag
from engine.games.taboo.view_and_moves import Guess, Say
from engine.games.undercover.view_and_moves import Accuse, Describe, View
from engine.journal_reader import JournalError
from engine.text import clean, quote_text
from engine.undercover_belief_reader import read_belief_game
from lab.measures import estimate_rate, estimate_ratio
from lab.run_tables import Run
from lab.undercover.judging import read_verdicts

ROLES = ("civilian", "undercover")
NAMES = (*METRICS, *EXTRAS)
GAMES = """
SELECT t.number, t.content FROM outcomes o JOIN trials t USING (number)
WHERE t.kind = 'match' AND o.failure = '' ORDER BY t.number
"""


def list_belief_games(
    run: Run, verdicts: Verdicts | None = None
) -> Iterator[tuple[int, dict[str, Any], BeliefGame]]:
    """Yield number, content and game of a run's finished games with logged beliefs."""
    for number, text in run.file.database.execute(GAMES).fetchall():
        content = json.loads(text)
        if content["game"] != "undercover":
            continue
        try:
            game = read_belief_game(run.record(number), run.calls_text(number), verdicts)
        except JournalError:
            continue
        if game is not None:
            yield number, content, game


def build_belief_table(run: Run) -> pd.DataFrame:
    """Build a row for each seat of each finished game of Undercover.

    Each metric has two columns, numerator `NAME_count` and denominator `NAME_of`, which is 0 if
    nothing was logged. `wr` and `draws` are those of the seat's side.
    """
    rows = []
    for number, content, game in list_belief_games(run, read_verdicts(run.file)):
        for seat, role in game.roles.items():
            shares = measure_seat(game, seat)
            rows.append(
                {
                    "trial": number,
                    "deal": content["deal"],
                    "seed": content["seed"],
                    "seat": seat,
                    "role": role,
                    "player": _find_player(content, seat),
                    "against": _find_rivals(content, game, seat),
                    **{
                        f"{name}_{part}": getattr(shares[name], part)
                        for name in NAMES
                        for part in ("count", "of")
                    },
                }
            )
    return pd.DataFrame(rows) if rows else pd.DataFrame(columns=["trial", "deal", "seed", "seat"])


def measure_players(table: pd.DataFrame) -> pd.DataFrame:
    """Measure the metrics by player, rivals and role, with intervals, and the balanced ones.

    A win counts once per game, as all seats of a side share it. Its interval is Wilson's; the other
    metrics use a bootstrap over deals, see `lab.measures.estimate_ratio`. If all deals have the
    same share, the interval is Wilson's with the number of deals.

    Returns:
        A row for each player, rivals, role and metric: `value`, `low`, `high`, `error`, `count`,
        `of` and `games`; rows of the role `balanced` only have `value` and `games`.
    """
    found = []
    if table.empty:
        return pd.DataFrame(columns=["player", "against", "role", "metric", "value"])
    for (against, player), rows in table.groupby(["against", "player"], sort=False):
        values: dict[tuple[str, str], float | None] = {}
        for role in ROLES:
            some = rows[rows["role"] == role]
            for name in NAMES:
                games = some.drop_duplicates("trial") if name in ("wr", "draws") else some
                row = _estimate(games, name)
                values[role, name] = row["value"]
                if len(games):
                    told = {"player": player, "against": against, "role": role, "metric": name}
                    found.append({**told, **row, "games": some["trial"].nunique()})
        if any(values[role, "wr"] is None for role in ROLES):
            continue  # the player has had only one role
        for name in METRICS:
            value = balance_metric(*(values[role, name] for role in ROLES))
            found.append(
                {
                    "player": player,
                    "against": against,
                    "role": "balanced",
                    "metric": name,
                    "value": value,
                    "games": rows["trial"].nunique(),
                }
            )
    return pd.DataFrame(found)


def _estimate(rows: pd.DataFrame, name: str) -> dict[str, Any]:
    known = rows[rows[f"{name}_of"] > 0] if len(rows) else rows
    if known.empty:
        return {"value": None, "count": 0, "of": 0}
    counts, occasions = known[f"{name}_count"], known[f"{name}_of"]
    if name in ("wr", "draws"):
        estimate = estimate_rate(counts)
    else:
        estimate = estimate_ratio(counts, occasions, known["deal"])
        if estimate.low is not None and estimate.low == estimate.high:
            deals = known["deal"].nunique()
            estimate = estimate_rate([estimate.low] * deals)
    return {
        "value": float(counts.sum() / occasions.sum()),
        "low": estimate.low,
        "high": estimate.high,
        "error": estimate.error,
        "count": int(counts.sum()),
        "of": int(occasions.sum()),
    }


def _find_player(content: Mapping[str, Any], seat: str) -> str | None:
    players: Mapping[str, str] = content["players"]
    return players.get(content.get("roles", {}).get(seat, seat))


def _find_rivals(content: Mapping[str, Any], game: BeliefGame, seat: str) -> str:
    """Name the players of the other side."""
    rivals: Sequence[str | None] = [
        _find_player(content, other)
        for other, role in game.roles.items()
        if role != game.roles[seat]
    ]
    return " and ".join(sorted({str(one) for one in rivals}))


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
) -> Iterator[Element]:
    """Build a table for each seat that logged beliefs, with its moves in columns.

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
            rows, more = [*_list_turns(last), ("so it", so)], []
        else:
            kept = [one for one in found.values() if isinstance(one, Beliefs)]
            rows = [*_list_sides([number for number, _ in made], kept), ("so it", told)]
            rows = [(name, [*cells, _format_truth(name, seat, words)]) for name, cells in rows]
            more = list(_explain_last(last)) if isinstance(last, Beliefs) else []
        if last.lost:
            lost = ", ".join(f"{clean(name, 40)} {count}" for name, count in last.lost.items())
            more.append(tag("p", f"Answers that could not be used: {lost}.", class_="quiet"))
        yield tag(
            "details",
            tag("summary", f"What {clean(seat, 20)} believed"),
            tag("div", tag("table", *_render_rows(rows)), class_="wide"),
            *more,
        )


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


def _render_rows(rows: Rows) -> Iterator[Element]:
    for place, (name, cells) in enumerate(rows):
        kind = "td" if place else "th"
        shown = (tag(kind, clean(cell, LONGEST)) for cell in cells)
        yield tag("tr", tag("th", clean(name, 40)), *shown)


def _explain_last(beliefs: Beliefs) -> Iterator[Element]:
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
        if items := [tag("li", line) for line in lines]:
            yield from (tag("h4", title), tag("ul", *items))


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
