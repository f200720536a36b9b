"""A match of Dixit as a page."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from engine.games.dixit.deck import get_card_description, get_card_title, open_deck_to_show
from engine.games.dixit.pictures import encode_data_url
from engine.games.dixit.report import count_moves_before
from engine.games.dixit.story import describe_outcome
from engine.games.dixit.view import Round, Stage, View
from engine.games.html_parts import (
    Child,
    build_standing,
    build_table,
    build_table_row,
    build_timeline,
    tag,
)
from engine.journal.transcript import Transcript
from engine.wording import join_names
from images.deck import DeckError


def build_page(transcript: Transcript) -> list[Element]:
    """Build the sections of the page."""
    view: View = transcript.view
    return [
        build_standing(*_describe_standing(view), over=view.over),
        build_timeline("Rounds", _build_rounds(transcript)),
    ]


def _describe_standing(view: View) -> Iterator[Element]:
    if view.over:
        yield tag("p", tag("strong", describe_outcome(view)), class_="verdict")
    else:
        limit = view.options.round_limit
        of = f" of {limit}" if limit else ""
        yield tag("p", f"Round {view.number}{of} is being played.")
    _, problem = open_deck_to_show(view)
    if problem:
        yield tag("p", problem, class_="quiet")
    yield build_table(
        ("Seat", "Points", "Some found it", "All", "Nobody"),
        (_build_score_row(view, seat) for seat in range(len(view.seats))),
        "Points, and what became of each storyteller's clues",
    )


def _build_score_row(view: View, seat: int) -> Element:
    outcomes = [done.outcome for done in view.rounds if done.storyteller == seat]
    counts = (outcomes.count(one) for one in ("partial", "all right", "all wrong"))
    return build_table_row(view.seats[seat], map(str, (view.scores[seat], *counts)))


def _build_rounds(transcript: Transcript) -> Iterator[Element]:
    view: View = transcript.view
    for number, done in enumerate(view.rounds, 1):
        yield tag(
            "li",
            _build_round_head(number, view, done.storyteller, done.clue),
            tag(
                "ul",
                *(
                    _build_card(view, card, *_build_card_result(view, done, card))
                    for card in done.candidates
                ),
            ),
            _build_points(view, number, done),
            class_="cards",
        )
    if not view.over:
        yield tag("li", *_build_unfinished_round(transcript, view), class_="cards")


def _build_round_head(number: int, view: View, teller: int, clue: str | None) -> Element:
    said: Child = tag("bdi", f"“{clue}”") if clue is not None else None
    says = " says " if clue is not None else " tells"
    return tag("h3", f"Round {number}: {view.seats[teller]}{says}", said)


def _build_card_result(view: View, done: Round, card: str) -> Iterator[Element]:
    """Build lines about a card: its owner, and who voted for it."""
    seats = view.seats
    yield tag("strong", tag("bdi", get_card_title(view, card)))
    whose = seats[done.find_owner(card)]
    is_target = card == done.target
    yield tag("span", f"{whose}, the storyteller's card" if is_target else f"{whose}'s decoy")
    drawn = [seats[seat] for seat in done.list_voters(card)]
    mark = "✓ " if is_target and drawn else ""
    yield tag("span", f"{mark}chosen by {join_names(drawn)}" if drawn else "chosen by nobody")


def _build_card(view: View, card: str, *below: Element) -> Element:
    """Build a picture with a description as its alternative text, and lines below."""
    seen = get_card_description(view, card) or "A card"
    deck, _ = open_deck_to_show(view)
    if deck is None or card not in deck.pictures:
        return tag("li", tag("i", seen), *below, class_="card")
    try:
        source = encode_data_url(deck.get_path(card))
    except DeckError as error:
        return tag("li", tag("i", str(error)), *below, class_="card")
    picture = tag("img", src=source, alt=seen, width="305", height="460")
    return tag("li", picture, *below, class_="card")


def _build_points(view: View, number: int, done: Round) -> Element:
    sums = view.standings[number - 1]
    changes = (
        f"{name} {'+' if got else ''}{got} ({sum_})"
        for name, got, sum_ in zip(view.seats, done.points, sums, strict=True)
    )
    return tag("p", "Points: ", ", ".join(changes), class_="quiet")


def _build_unfinished_round(transcript: Transcript, view: View) -> Iterator[Element]:
    yield _build_round_head(view.number, view, view.storyteller, view.clue)
    waits = {
        Stage.TELL: "The storyteller chooses a card and a clue.",
        Stage.DECOY: "The listeners give their decoys.",
        Stage.VOTE: "The listeners vote.",
    }[view.stage]
    yield tag("p", waits, class_="quiet")
    if view.candidates:
        yield tag("p", "On the table:")
        yield tag(
            "ul",
            *(_build_card(view, card, *_build_own_mark(view, card)) for card in view.candidates),
        )
    elif view.card is not None:
        yield tag("p", "Own card on the table:")
        yield tag("ul", _build_card(view, view.card))
    if transcript.seat is not None and not view.is_storyteller:
        first = count_moves_before(view, view.seats.index(transcript.seat), view.number)
        place = first + (1 if view.stage is Stage.DECOY else 2)
        if sealed := transcript.find_move(transcript.seat, place):
            yield tag("p", "Sealed until all have moved:")
            yield tag("ul", _build_card(view, sealed.move.card))
    if view.hand:
        yield tag("p", "In hand:")
        yield tag("ul", *(_build_card(view, card) for card in view.hand))


def _build_own_mark(view: View, card: str) -> Iterator[Element]:
    if card == view.card:
        yield tag("span", "own card")
