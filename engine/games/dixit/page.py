"""A match of Dixit as a page."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.games.dixit.card_pictures import encode_data_url
from engine.games.dixit.deck import get_card_description, get_card_title, open_deck_of
from engine.games.dixit.story import describe_outcome
from engine.games.dixit.turn_order import count_moves_before
from engine.games.dixit.view import Round, Stage, View
from engine.games.page import PageBody
from engine.joined_text import join_names
from engine.journal.transcript import Transcript
from images.deck import Deck, DeckError


def build_page(transcript: Transcript) -> PageBody:
    """Build the result and the rounds, with the cards' pictures."""
    view: View = transcript.view
    limit = view.options.round_limit
    of = f" of {limit}" if limit else ""
    _, problem = _open_deck(view)
    return PageBody(
        "engine.games.dixit/page.html",
        {
            "over": view.over,
            "standing": describe_outcome(view)
            if view.over
            else f"Round {view.number}{of} is being played.",
            "problem": problem,
            "scores": [_list_scores(view, seat) for seat in range(len(view.seats))],
            "rounds": list(_list_rounds(transcript)),
        },
    )


def _list_scores(view: View, seat: int) -> tuple[str, tuple[int, ...]]:
    """List a seat's points, and how often its clues led to each outcome."""
    outcomes = [done.outcome for done in view.rounds if done.storyteller == seat]
    counts = (outcomes.count(one) for one in ("partial", "all right", "all wrong"))
    return view.seats[seat], (view.scores[seat], *counts)


def _list_rounds(transcript: Transcript) -> Iterator[Mapping[str, Any]]:
    view: View = transcript.view
    for number, done in enumerate(view.rounds, 1):
        cards = [
            {**_describe_card(view, card), **_describe_result(view, done, card)}
            for card in done.candidates
        ]
        yield {
            "number": number,
            "teller": view.seats[done.storyteller],
            "clue": done.clue,
            "waits": None,
            "groups": [("", cards)],
            "points": _format_points(view, number, done),
        }
    if not view.over:
        yield {
            "number": view.number,
            "teller": view.seats[view.storyteller],
            "clue": view.clue,
            "waits": {
                Stage.TELL: "The storyteller chooses a card and a clue.",
                Stage.DECOY: "The listeners give their decoys.",
                Stage.VOTE: "The listeners vote.",
            }[view.stage],
            "groups": list(_list_unfinished_groups(transcript, view)),
            "points": None,
        }


def _list_unfinished_groups(
    transcript: Transcript, view: View
) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """List the cards of the current round that the viewpoint sees, by where they are."""
    if view.candidates:
        yield "On the table:", _describe_cards(view, view.candidates)
    elif view.card is not None:
        yield "Own card on the table:", [_describe_card(view, view.card)]
    if transcript.seat is not None and not view.is_storyteller:
        first = count_moves_before(view, view.seats.index(transcript.seat), view.number)
        place = first + (1 if view.stage is Stage.DECOY else 2)
        if sealed := transcript.find_move(transcript.seat, place):
            yield "Sealed until all have moved:", [_describe_card(view, sealed.move.card)]
    if view.hand:
        yield "In hand:", _describe_cards(view, view.hand)


def _describe_cards(view: View, cards: Iterable[str]) -> list[Mapping[str, Any]]:
    return [
        {**_describe_card(view, card), "notes": ["own card"] if card == view.card else []}
        for card in cards
    ]


def _open_deck(view: View) -> tuple[Deck | None, str]:
    """Open the deck if it is that of the game.

    A page is given away, and a journal from elsewhere may name any deck of this computer.

    Returns:
        The deck, or `None` and a sentence that says what is wrong.
    """
    try:
        return open_deck_of(view), ""
    except DeckError as error:
        return None, f"The pictures cannot be shown. {error}"


def _describe_card(view: View, card: str) -> Mapping[str, Any]:
    """Describe a card: its picture with an alternative text, or why it cannot be shown."""
    shown: dict[str, Any] = {"seen": "A card", "source": None, "title": None, "notes": []}
    deck, _ = _open_deck(view)
    if deck is None or card not in deck.pictures:
        return shown
    shown["seen"] = get_card_description(view, card) or "A card"
    try:
        return shown | {"source": encode_data_url(deck.get_path(card))}
    except DeckError as error:
        return shown | {"seen": str(error)}


def _describe_result(view: View, done: Round, card: str) -> Mapping[str, Any]:
    """Describe a card at the end of a round: its owner, and who voted for it."""
    seats = view.seats
    whose = seats[done.find_owner(card)]
    is_target = card == done.target
    drawn = [seats[seat] for seat in done.list_voters(card)]
    mark = "✓ " if is_target and drawn else ""
    return {
        "title": get_card_title(view, card) if _open_deck(view)[0] else card,
        "notes": [
            f"{whose}, the storyteller's card" if is_target else f"{whose}'s decoy",
            f"{mark}chosen by {join_names(drawn)}" if drawn else "chosen by nobody",
        ],
    }


def _format_points(view: View, number: int, done: Round) -> str:
    sums = view.standings[number - 1]
    return ", ".join(
        f"{name} {'+' if got else ''}{got} ({sum_})"
        for name, got, sum_ in zip(view.seats, done.points, sums, strict=True)
    )
