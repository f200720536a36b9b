"""A match of Undercover as a page."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from engine.games.html_parts import (
    Child,
    build_secret,
    build_standing,
    build_table,
    build_table_row,
    build_timeline,
    tag,
)
from engine.games.undercover.report import list_known_words
from engine.games.undercover.story import describe_elimination, describe_outcome
from engine.games.undercover.view import Line, Round, Stage, View
from engine.journal.transcript import Transcript
from engine.seat import Seat
from engine.wording import join_names


def build_page(transcript: Transcript) -> list[Element]:
    """Build the sections of the page."""
    view: View = transcript.view
    return [
        build_standing(*_describe_standing(view), over=view.over),
        build_timeline("The talk", _build_rounds(transcript)),
    ]


def _describe_standing(view: View) -> Iterator[Element]:
    if view.over:
        yield tag("p", tag("strong", describe_outcome(view)), class_="verdict")
    else:
        yield tag("p", f"Round {view.number} of {view.options.rounds} is being played.")
    words = list_known_words(view)
    rows = []
    for seat, name in enumerate(view.seats):
        role, out = view.roles[seat], view.find_exit_round(Seat(seat))
        cells: tuple[Child, ...] = (
            build_secret(words.get(name)),
            str(role) if role else build_secret(None),
            f"out in round {out}" if out else "living",
        )
        rows.append(build_table_row(name, cells))
    yield build_table(("Seat", "Word", "Role", ""), rows, "Seats, their words and their roles")


def _build_rounds(transcript: Transcript) -> Iterator[Element]:
    view: View = transcript.view
    for number, done in enumerate(view.rounds, 1):
        yield tag(
            "li",
            tag("h3", f"Round {number}"),
            _build_talk(view, number, done.lines, done),
            tag("p", describe_elimination(view, number)),
        )
    if not view.over:
        yield tag(
            "li",
            tag("h3", f"Round {view.number}, unfinished"),
            *_build_unfinished_round(transcript, view),
        )


def _build_unfinished_round(transcript: Transcript, view: View) -> Iterator[Element]:
    if view.lines:
        yield _build_talk(view, view.number, view.lines, None)
    if view.stage is Stage.VOTE:
        yield tag("p", "All the living vote, at once and in secret.", class_="quiet")
        if transcript.seat and (sealed := transcript.find_move(transcript.seat, 2 * view.number)):
            yield tag("p", f"Own vote, sealed until all have voted: {sealed.move.seat}.")
    elif view.speaker is not None:
        yield tag("p", f"{view.seats[view.speaker]} speaks next.", class_="quiet")


def _build_talk(view: View, number: int, lines: tuple[Line, ...], done: Round | None) -> Element:
    """Build a table of what each seat said and, in a finished round, who voted for it."""
    rows = []
    for line in lines:
        cells: list[Child] = [tag("bdi", line.text)]
        if done:
            voters = [view.seats[voter] for voter in done.list_voters(line.seat)]
            cells.append(join_names(voters) if voters else tag("i", "nobody"))
        rows.append(build_table_row(view.seats[line.seat], cells))
    columns = ("Seat", "Description", *(("Votes from",) if done else ()))
    return build_table(columns, rows, f"Round {number}: descriptions and votes")
