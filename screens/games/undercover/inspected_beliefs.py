"""What a player of Undercover believed, for the inspector.

A table of players and turns, with the truth after the game, and the reasons at one move.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content

from engine.call_log import CallLog, LoggedMove, find_deciding_call
from engine.comet.beliefs import Beliefs, HeardStatement, Plan
from engine.games.undercover.belief_values import Side
from engine.games.undercover.moves import Accuse, Describe
from engine.games.undercover.view import View
from engine.journal.replay import load_game, restore_match
from engine.llm.invented_turns import cut_to_turn
from engine.llm.json_scanner import NestedTooDeep, find_values, unwrap_json
from engine.quotation import quote_text
from engine.seat import Seat
from engine.text import clean
from screens.inspector.facts import render_fact
from screens.inspector.safe_text import render_note
from screens.players.seat_names import SeatNames
from screens.widgets.text_layout import BLANK, lay_out_row

SIDES = {
    "mine": ("● mine", "$success"),
    "other": ("○ other", "$error"),
    "undecided": ("· open", "$muted"),
}
"""By side: its mark and colour in a cell; the marks are distinct without colour."""
ROLES = {"civilian": "a civilian", "undercover": "undercover"}
LABEL, COLUMN = 12, 12
"""Cells of the names on the left, and of a turn."""
MAX_TEXT = 400


@dataclass(frozen=True, slots=True)
class Turn:
    """A move, with the beliefs at that time."""

    title: str
    beliefs: Beliefs
    logged: LoggedMove


@dataclass(frozen=True, slots=True)
class Truth:
    """The ground truth for the seat whose beliefs are shown; known after the game."""

    word: str
    role: str
    sides: Mapping[str, Side]
    """By name of each other seat: whose word it has."""


def render_beliefs(
    call_log: CallLog, logged: LoggedMove, names: SeatNames, width: int
) -> Iterator[Content]:
    """Render the beliefs of a move's player turn by turn, and the reasons at this move."""
    turns = list(_list_turns(call_log, logged))
    if not turns:
        yield from render_note("Its logged beliefs cannot be read.", width)
        return
    players = {
        seat: names.format_player(Seat(place), style="")
        for place, seat in enumerate(call_log.record.players)
    }
    truth = _find_truth(call_log, logged)
    view: View = logged.view
    about = f"Its word was {quote_text(view.word)}" if view.word else "Its word is not known"
    told = f"{about}; it was {ROLES[truth.role]}." if truth else f"{about}."
    yield BLANK
    yield from render_note(told, width)
    yield from _render_table(turns, players, truth, width)
    yield BLANK
    yield from _render_reasons(turns[-1], players, width)


def _find_truth(call_log: CallLog, logged: LoggedMove) -> Truth | None:
    """Find the ground truth, which the seat did not know; `None` during the game."""
    if not call_log.over:
        return None
    game = load_game(call_log.definition, call_log.record)
    view: View = restore_match(call_log.record, game).view(None)
    if view.words is None:
        return None
    words = dict(zip(view.seats, view.words, strict=True))
    roles = dict(zip(view.seats, view.roles, strict=True))
    own = words[logged.seat_name]
    sides: dict[str, Side] = {
        name: "mine" if word == own else "other" for name, word in words.items()
    }
    return Truth(own, str(roles[logged.seat_name]), sides)


def _list_turns(call_log: CallLog, logged: LoggedMove) -> Iterator[Turn]:
    """Yield the moves of the seat up to this one that have logged beliefs."""
    for other in call_log.moves:
        if other.seat_name != logged.seat_name or other.number > logged.number:
            continue
        call = find_deciding_call(other)
        if call is None or call.beliefs is None:
            continue
        try:
            beliefs = Beliefs.decode(call.beliefs)
        except ValueError:
            continue
        phase = "speak" if isinstance(other.move, Describe) else "vote"
        yield Turn(f"{other.view.number} {phase}", beliefs, other)


def _render_table(
    turns: Sequence[Turn], players: Mapping[str, Content], truth: Truth | None, width: int
) -> Iterator[Content]:
    """Render players in rows and turns in columns, truth last; the last turns if not all fit."""
    label = _measure_label(players, width)
    fit = max((width - label) // COLUMN - (truth is not None), 1)
    shown = turns[-fit:]
    yield BLANK
    some = f"   the last {len(shown)} of {len(turns)} turns" if len(shown) < len(turns) else ""
    title = Content.assemble(("Who has the same word", "bold $primary"), (some, "$muted"))
    yield title.truncate(width, ellipsis=True)
    widths = (label, *(COLUMN for _ in shown), COLUMN)[: len(shown) + 1 + (truth is not None)]

    def render_line(head: Content, cells: Iterable[Content], known: Content) -> Iterator[Content]:
        yield from lay_out_row((head, *cells, known)[: len(widths)], widths)

    heads = (Content.styled(turn.title, "$muted") for turn in shown)
    yield from render_line(
        Content.styled("round", "$muted"), heads, Content.styled("in truth", "$muted")
    )
    names = dict.fromkeys(name for turn in shown for name in turn.beliefs.players or {})
    for name in names:
        cells = (_render_side(_find_side(turn, name)) for turn in shown)
        known = _render_side(truth.sides.get(name) if truth else None)
        head = players.get(name) or Content(clean(name, label))
        yield from render_line(head, cells, known)
    if not names:
        yield from render_note("It has no beliefs about the others yet.", width)
    rows: dict[str, list[str]] = {
        "own role": [turn.beliefs.role or "-" for turn in shown],
        "strategy": [plan.strategy if (plan := _plan(turn)) else "-" for turn in shown],
        "guess": [clean((turn.beliefs.guesses or ("-",))[0], 40) for turn in shown],
    }
    for name, values in rows.items():
        if set(values) == {"-"}:
            continue
        texts = (Content(_cut(value)) for value in values)
        known = Content(truth.role if truth and name == "own role" else "")
        yield from render_line(Content.styled(name, "$muted"), texts, known)


def _measure_label(players: Mapping[str, Content], width: int) -> int:
    return min(max(LABEL, *(name.cell_length + 2 for name in players.values())), width * 2 // 5)


def _plan(turn: Turn) -> Plan | None:
    return turn.beliefs.find_plan(int(turn.title.split(" ")[0]))


def _find_side(turn: Turn, name: str) -> Side | None:
    opinion = (turn.beliefs.players or {}).get(name)
    return opinion.side if opinion else None


def _render_side(side: Side | None) -> Content:
    if side is None:
        return Content.styled("-", "$muted")
    text, colour = SIDES[side]
    return Content.styled(text, colour)


def _cut(text: str) -> str:
    return text if cell_len(text) < COLUMN else f"{text[: COLUMN - 2]}…"


def _render_reasons(turn: Turn, players: Mapping[str, Content], width: int) -> Iterator[Content]:
    """Render the reasons for the move of this turn."""
    beliefs = turn.beliefs
    yield Content.styled("At this move", "bold $primary")
    match turn.logged.move:
        case Describe(line=line):
            yield from render_fact("Said", clean(quote_text(line), MAX_TEXT), width, LABEL)
        case Accuse(seat=seat):
            whom = players.get(seat) or Content(clean(seat))
            yield from render_fact("Voted for", whom.plain, width, LABEL)
    for name, told in _read_reasons(turn.logged):
        yield from render_fact(name, clean(told, MAX_TEXT), width, LABEL)
    if beliefs.role is not None:
        why = f"{beliefs.role}. {beliefs.role_reason}"
        yield from render_fact("own role", clean(why, MAX_TEXT), width, LABEL)
    if beliefs.guesses is not None:
        guesses = ", ".join(beliefs.guesses) or "no guess yet"
        yield from render_fact("Other word", clean(guesses, MAX_TEXT), width, LABEL)
    plan = _plan(turn)
    if plan is not None:
        told = f"{plan.strategy}. {plan.advice} Later: {plan.later}"
        yield from render_fact("Plan", clean(told, MAX_TEXT), width, LABEL)
    for own in beliefs.metaphors[-1:]:
        if plan is None or own.round == plan.round:
            told = f"{own.feature} ({own.method}). {own.explanation}"
            yield from render_fact("Metaphor", clean(told, MAX_TEXT), width, LABEL)
    if beliefs.lost:
        lost = ", ".join(f"{name} {count}" for name, count in beliefs.lost.items())
        yield from render_fact("Lost", f"answers that could not be used: {lost}", width, LABEL)
    yield from _render_opinions(beliefs, players, width)


def _render_opinions(
    beliefs: Beliefs, players: Mapping[str, Content], width: int
) -> Iterator[Content]:
    """Render what it thinks of the players, and how it understood their statements."""
    label = _measure_label(players, width)
    if beliefs.players:
        yield BLANK
        yield Content.styled("Why", "bold $primary")
        for name, opinion in beliefs.players.items():
            why = f"{opinion.side}. {opinion.reason}"
            who = clean((players.get(name) or Content(name)).plain, label - 2)
            yield from render_fact(who, clean(why, MAX_TEXT), width, label)
    if beliefs.heard:
        yield BLANK
        yield Content.styled("How it understood the statements", "bold $primary")
        for heard in reversed(beliefs.heard):
            speaker = (players.get(heard.speaker) or Content(heard.speaker)).plain
            who = clean(f"{heard.round} {speaker}", label - 2)
            yield from render_fact(who, _describe(heard), width, label)


REASONS = {"feature": "About", "reason": "Because"}
"""By key of the last answer: the label of its reason for the move."""


def _read_reasons(logged: LoggedMove) -> Iterator[tuple[str, str]]:
    """Read the reasons in the last answer: the feature that it describes, or a reason."""
    call = find_deciding_call(logged)
    try:
        values = find_values(unwrap_json(cut_to_turn((call.reply if call else "") or "")), "{")
    except NestedTooDeep:
        return
    found = next((one for one in reversed(values) if isinstance(one, dict)), {})
    for key, name in REASONS.items():
        if isinstance(told := found.get(key), str) and told:
            yield name, told


def _describe(heard: HeardStatement) -> str:
    found = [f"{feature.text} ({feature.kind})" for feature in heard.features]
    if heard.fits is not None:
        degree = "" if heard.degree is None else f", {heard.degree:.2f} of the evidence matches"
        found.insert(0, f"metaphor: {heard.meaning} ({heard.fits}{degree})")
    elif heard.metaphor:
        found.insert(0, "metaphor")
    return clean(f"“{heard.text}” {'; '.join(found)}", 2 * MAX_TEXT)
