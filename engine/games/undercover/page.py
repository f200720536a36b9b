"""A game of Undercover as the body of a page: how it stands, who had which word, the talk."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from engine.game import Seat
from engine.games.undercover.narration import describe_elimination, describe_outcome
from engine.games.undercover.report import list_known_words
from engine.games.undercover.view import Line, Round, Stage, View
from engine.html import Child, part
from engine.text import join_names
from engine.transcript import Transcript


def build_page(transcript: Transcript) -> list[Element]:
    """The sections of the page."""
    view: View = transcript.view
    return [
        part(
            "section",
            part("h2", "Result" if view.over else "How it stands"),
            *_build_standing(view),
            class_="standing",
        ),
        part(
            "section",
            part("h2", "The talk"),
            part("ol", *_build_rounds(transcript), class_="timeline"),
        ),
    ]


def _build_standing(view: View) -> Iterator[Element]:
    if view.over:
        yield part("p", part("strong", describe_outcome(view)), class_="verdict")
    else:
        yield part("p", f"Round {view.number} of {view.options.rounds} is being played.")
    words = list_known_words(view)
    rows = []
    for seat, name in enumerate(view.seats):
        word = part("bdi", words[name]) if name in words else part("i", "not shown")
        role, out = view.roles[seat], view.went_out(Seat(seat))
        cells: tuple[Child, ...] = (
            word,
            str(role) if role else part("i", "not shown"),
            f"out in round {out}" if out else "living",
        )
        rows.append(
            part("tr", part("th", name, scope="row"), *(part("td", cell) for cell in cells))
        )
    yield _build_table("Seats, their words and their roles", ("Seat", "Word", "Role", ""), rows)


def _build_rounds(transcript: Transcript) -> Iterator[Element]:
    view: View = transcript.view
    for number, done in enumerate(view.rounds, 1):
        yield part(
            "li",
            part("h3", f"Round {number}"),
            _build_talk(view, number, done.lines, done),
            part("p", describe_elimination(view, number)),
        )
    if view.over:
        return
    told = [part("h3", f"Round {view.number}, unfinished")]
    if view.lines:
        told.append(_build_talk(view, view.number, view.lines, None))
    if view.stage is Stage.VOTE:
        told.append(part("p", "All the living vote, at once and in secret.", class_="quiet"))
        if transcript.seat and (sealed := transcript.made(transcript.seat, 2 * view.number)):
            told.append(part("p", f"Own vote, sealed until all have voted: {sealed.move.seat}."))
    elif view.speaker is not None:
        told.append(part("p", f"{view.seats[view.speaker]} speaks next.", class_="quiet"))
    yield part("li", *told)


def _build_talk(view: View, number: int, lines: tuple[Line, ...], done: Round | None) -> Element:
    """What each seat said, and, once the round is finished, who voted for it."""
    rows = []
    for line in lines:
        cells: list[Child] = [part("bdi", line.text)]
        if done:
            voters = [view.seats[voter] for voter in done.voters(line.seat)]
            cells.append(join_names(voters) if voters else part("i", "nobody"))
        name = part("th", view.seats[line.seat], scope="row")
        rows.append(part("tr", name, *(part("td", cell) for cell in cells)))
    heads = ("Seat", "Description", *(("Votes from",) if done else ()))
    return _build_table(f"Round {number}: descriptions and votes", heads, rows)


def _build_table(caption: str, heads: tuple[str, ...], rows: list[Element]) -> Element:
    head = part("tr", *(part("th", name, scope="col") for name in heads))
    return part(
        "table",
        part("caption", caption, class_="unseen"),
        part("thead", head),
        part("tbody", *rows),
    )
