"""Default implementations of a game's optional parts, built from its views, moves and fields."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import pairwise
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    TypeAliasType,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from engine.game import Seat
from engine.games.question_types import (
    Answers,
    Choice,
    Dialogue,
    Highlights,
    MoveForm,
    Poll,
    PositionQuestion,
    Question,
    QuestionGroup,
    ShownBefore,
)
from engine.llm.prompt import ReadPrompt, SentPrompt, UnknownPrompt
from engine.move_json import BadMove, decode_move, encode_move, get_type_adapter
from engine.player_protocol import Player
from engine.text import clean, describe_winners, split_seat_codes
from engine.transcript_from_journal import Transcript, build_provenance_columns

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from engine.games.baselines import Explanation
    from images.deck import Deck

LINE = 1_000
"""Maximum length of a line in characters."""
UNTOLD = frozenset({"awaited", "options", "seat"})
"""Fields of a view that are not part of the game's state: its seat, whose turn it is, the
options."""
TAKEN = UNTOLD | {"game", "journal", "moves", "score", "seats", "seed", "usage", "views"}
"""Keys that exports set themselves; a report derived from a view leaves them out."""
BLANKS: tuple[object, ...] = (None, "", [], {})
"""Values that say nothing in a report."""


def read_prompt(prompt: SentPrompt, decks: "Sequence[Deck]") -> ReadPrompt:
    """Refuse every prompt.

    Raises:
        UnknownPrompt: Always.
    """
    raise UnknownPrompt


def build_dialogue[Move](
    view: Any,  # noqa: ANN401
    names: tuple[str, ...],
    kinds: tuple[type[Move], ...],
    narrate: Callable[[Any, Any], list[str]] | None = None,
    shown: ShownBefore | None = None,
) -> Dialogue[Move]:
    """List what is new to the seat, and ask for each field of a move by its name.

    Args:
        view: The view of the seat.
        names: The names of the players.
        kinds: The kinds of move.
        narrate: Narrates the match in the game's own words, which may leave out what only this seat
            knows; `None` narrates the fields of the view.
        shown: What the person has been shown; by default nothing. Fields that differ from an
            onlooker's are listed, too, unless they hold a text or a number that is narrated to this
            seat alone.
    """
    shown = shown or ShownBefore()
    tell = narrate or _narrate_fields
    everything = tell(None, view)
    common = [] if shown.public is None else tell(None, shown.public)
    private = [line for line in everything if line not in common]
    told = [*everything] if shown.is_erased else tell(shown.last, view)
    if narrate is not None:
        known = [] if shown.last is None or shown.is_erased else _narrate_fields(None, shown.last)
        told += [
            line
            for line, value in _list_changed_values(shown.public, view)
            if line not in known and not any(_has_value(one, value) for one in private)
        ]
    return Dialogue(tuple(told), "Make your move.", tuple(map(_build_form, kinds)))


def create_random_player(seat: Seat, seed: str) -> Player[Any, Any]:
    """A player of the moves that the view draws."""
    from engine.games.baselines import SeededPlayer

    return SeededPlayer(seat, seed)


def explain_move(
    space: str,
    seat: Seat,
    seed: str,
    view: object,
    move: object,
    **settings: object,
) -> "tuple[Explanation, ...]":
    """Explain nothing."""
    return ()


def narrate(before: object, after: object) -> list[str]:
    """Write one line for each changed field of the view, or for each item added to it."""
    return _narrate_fields(before, after)


def list_new_lines(
    list_lines: Callable[[Any], Iterable[str]],
    before: object,
    after: object,
    build_report: Callable[[Any], dict[str, Any]],
) -> list[str]:
    """List the lines of a view that an earlier view did not have yet.

    Args:
        list_lines: Lists all lines of a view.
        before: The view that was narrated last; `None` if none was.
        after: A later view.
        build_report: Builds the result, for a last line that says who has won, and why.
    """

    def list_all_lines(view: object) -> Iterator[str]:
        if view is None:
            return
        yield from list_lines(view)
        report = build_report(view)
        if report["outcome"] is not None:
            end = describe_winners(report["outcome"])
            yield f"{end}: {report['reason']}." if report["reason"] else f"{end}."

    old, new = [*list_all_lines(before)], [*list_all_lines(after)]
    return new[_count_same(old, new) :]


def build_report(view: object) -> dict[str, Any]:
    """Return the fields of the view."""
    whole: dict[str, Any] = get_type_adapter(type(view)).dump_python(view, mode="json")
    return {name: value for name, value in whole.items() if name not in TAKEN}


def build_filled_report(view: object) -> dict[str, Any]:
    """Return the fields of the view that are not empty, as others belong to another phase."""
    return {name: value for name, value in build_report(view).items() if value not in BLANKS}


def build_rows(transcript: Transcript) -> list[dict[str, Any]]:
    """Build one row for each move: turn, seat, player, kind, fields of the move, and provenance."""
    moves = [(one, next(iter(encode_move(one.move).items()))) for one in transcript.moves]
    own = dict.fromkeys(name for _, (_, values) in moves for name in values)
    return [
        {"turn": one.turn + 1, "seat": one.entry.seat, "player": one.player, "move": kind}
        | {name: _format_value(values[name]) if name in values else None for name in own}
        | build_provenance_columns(one)
        for one, (kind, values) in moves
    ]


def describe_turn_events() -> dict[str, str]:
    """Declare no events."""
    return {}


def find_turn_events(turn: object) -> dict[str, bool]:
    """Find no events."""
    return {}


def find_given_words(view: object) -> dict[str, tuple[str, ...]]:
    """Return nothing: no seat is given a word."""
    return {}


def find_highlights(
    view: object,
    told: Sequence[str] = (),
    seats: Sequence[str] = (),
) -> Highlights:
    """Use the last line of the narration as the decisive moment."""
    return Highlights(tuple(part for line in told[-1:] for part in split_seat_codes(line, seats)))


def list_questions() -> tuple[PositionQuestion | QuestionGroup, ...]:
    """Return no questions."""
    return ()


def build_page(
    transcript: Transcript,
    narrate: Callable[[Any, Any], list[str]] = narrate,
) -> "list[Element]":
    """Build the score, once there is one, and the narration."""
    from engine.games.html_parts import tag  # pages are seldom written

    told = [
        line
        for before, after in pairwise((None, *transcript.views))
        for line in narrate(before, after)
    ]
    if sealed := transcript.describe_sealed():
        told.append(sealed)
    story = tag("section", tag("h2", "What happened"), *(tag("p", line) for line in told))
    if transcript.score is None:
        return [story]
    rows = (
        tag("tr", tag("th", seat.capitalize(), scope="row"), tag("td", f"{points:g}"))
        for seat, points in transcript.score.items()
    )
    table = tag("table", tag("tbody", *rows))
    return [tag("section", tag("h2", "Result"), table), story]


def build_poll(view: object) -> Poll | None:
    """Return no poll."""
    return None


def must_withhold(view: object, thought: str, views: Sequence[object]) -> bool:
    """Withhold every thought until the end, because any of them may name a secret."""
    return True


def read_move[Move](kind: type[Move], answers: Answers) -> Move:
    """Read a move from a person's answers, one for each field.

    Raises:
        BadMove: If a field does not accept an answer; the message is for the person.
    """
    pairs = zip(_list_types(kind).items(), answers, strict=True)
    values = {name: _read_value(answer, type_) for (name, type_), answer in pairs}
    move: Move = decode_move((kind,), {kind.__name__: values})
    return move


def _list_types(kind: type[Any]) -> dict[str, Any]:
    """Find the type of each field of a kind of move."""
    hints = get_type_hints(kind)
    return {field.name: _unwrap(hints[field.name]) for field in fields(kind)}


def _build_form[Move](kind: type[Move]) -> MoveForm[Move]:
    """Build a question for each field of a kind of move."""
    questions = tuple(_build_question(name, one) for name, one in _list_types(kind).items())

    def build_move(answers: Answers) -> Move:
        return read_move(kind, answers)

    label = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", kind.__name__).capitalize()
    return MoveForm(label, questions, build_move)


def _unwrap(type_: Any) -> Any:  # noqa: ANN401
    """Find the type behind aliases, notes and `| None`."""
    while True:
        if isinstance(type_, TypeAliasType):
            type_ = type_.__value__
        elif get_origin(type_) is Annotated:
            type_ = get_args(type_)[0]
        elif get_origin(type_) in (Union, UnionType):
            inner = [one for one in get_args(type_) if one is not NoneType]
            if len(inner) != 1:
                return type_
            (type_,) = inner
        else:
            return type_


def _build_question(name: str, type_: Any) -> Question:  # noqa: ANN401
    """Ask for a value: as a numbered choice if the type has few values, else as text."""
    values = _list_values(type_)
    choices = tuple(
        Choice(number, json.dumps(value, default=lambda one: one.value), _format_value(value))
        for number, value in enumerate(values, 1)
    )
    several = " (commas between)" if get_origin(type_) in (tuple, list, set, frozenset) else ""

    def find_fault(answers: Answers) -> str | None:
        try:
            _read_value(answers[-1], type_)
        except BadMove as error:
            return str(error)
        return None

    return Question(name.replace("_", " ").capitalize() + several, choices, find_fault)


def _list_values(type_: Any) -> tuple[Any, ...]:  # noqa: ANN401
    """List the values of a type with few values; empty for other types."""
    if get_origin(type_) is Literal:
        return get_args(type_)
    if type_ is bool:
        return True, False
    return tuple(type_) if isinstance(type_, type) and issubclass(type_, Enum) else ()


def _read_value(answer: str, type_: Any) -> Any:  # noqa: ANN401
    """Read an answer as the JSON value of a field.

    Raises:
        BadMove: If it is not such a value.
    """
    if type_ is str:
        return answer
    if get_origin(type_) in (tuple, list, set, frozenset):
        inner = _unwrap(get_args(type_)[0])
        parts = re.split(r"[\s,;]+" if inner is int else r"\s*[,;]\s*", answer.strip(" ,;"))
        return [_read_value(part, inner) for part in parts if part]
    if answer in _list_values(type_):
        return answer
    try:
        return int(answer) if type_ is int else json.loads(answer)
    except ValueError:
        raise BadMove("Type a whole number." if type_ is int else "Type it as JSON.") from None


def _narrate_fields(before: object, after: object) -> list[str]:
    return [line for line, _ in _list_changed_values(before, after)]


def _has_value(line: str, value: object) -> bool:
    """Whether a line has a text or a number as words of its own."""
    is_told = isinstance(value, str | int) and not isinstance(value, bool)
    return is_told and re.search(rf"(?<!\w){re.escape(str(value))}(?!\w)", line) is not None


def _list_changed_values(before: Any, after: Any) -> Iterator[tuple[str, object]]:  # noqa: ANN401
    """Write a line for each changed field or added item, and yield it with the value."""
    for field in fields(after):
        if field.name in UNTOLD:
            continue
        name = field.name.replace("_", " ").capitalize()
        new = getattr(after, field.name)
        old = None if before is None else getattr(before, field.name)
        if new == old:
            continue
        if isinstance(new, tuple):
            for item in new[_count_same(old or (), new) :]:
                yield _build_sentence(name, item), item
        elif new is not None and new != "" and not (before is None and new is False):
            yield _build_sentence(name, new), new


def _build_sentence(name: str, value: object) -> str:
    """Write a line about a field of the view, with one full stop at its end."""
    line = clean(f"{name}: {_format_value(value)}", LINE - 1)
    return line if line.endswith(".") else f"{line}."


def _count_same(old: Sequence[object], new: Sequence[object]) -> int:
    """Count the common items at the start of two sequences."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(old), len(new)))


def _format_value(value: Any) -> str:  # noqa: ANN401, PLR0911 - a return for each type of value
    """Format a value: `yes`, `giver`, `pear, plum`, `word pear, seat 1`; `-` for `None`."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return value.name.lower().replace("_", " ")
    if is_dataclass(value):
        named = ((field.name, getattr(value, field.name)) for field in fields(value))
        return ", ".join(f"{name.replace('_', ' ')} {_format_value(one)}" for name, one in named)
    if isinstance(value, dict):
        return ", ".join(
            f"{_format_value(name)} {_format_value(one)}" for name, one in value.items()
        )
    if isinstance(value, tuple | list | set | frozenset):
        return ", ".join(map(_format_value, value))
    return str(value)
