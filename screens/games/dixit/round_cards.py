"""The cards of a round, with what is known of them."""

from collections.abc import Collection, Sequence
from pathlib import Path

from textual.content import Content

from engine.games.dixit.deck import get_card_description, get_card_title, open_deck_to_show
from engine.games.dixit.outcome import find_winners
from engine.games.dixit.view import Round, View
from engine.joined_text import join_names
from engine.seat import Seat
from screens.players.seat_names import SeatNames
from screens.widgets.cards.card_item import CardItem
from screens.widgets.text_layout import BLANK

NO_DESCRIPTION = "nobody has said what is to be seen"
FEW = 4
"""Maximum number of cards whose captions have room for more than names."""


def create_card(
    view: View, card: str, *caption: Content, dim: bool = False, note: Content = BLANK
) -> CardItem:
    """Create a card face up, with a `caption` below it."""
    deck, _ = open_deck_to_show(view)
    path = deck.pictures.get(card, Path()) if deck else Path()
    return CardItem(path, describe_card(view, card), caption, note, dim)


def describe_card(view: View, card: str) -> str:
    """Describe what is visible on a card."""
    return get_card_description(view, card) or NO_DESCRIPTION


def count_caption_rows(count: int) -> int:
    """Count the rows below each revealed card: the mark, its owner, its voters."""
    return 3 if count <= FEW else 5


def create_revealed_cards(
    view: View, done: Round, names: SeatNames, cards: Collection[str] | None = None
) -> list[CardItem]:
    """Create the cards of a finished round, in their order on the table.

    Args:
        view: Any view that has the round.
        done: The round.
        names: The names of the players.
        cards: The cards to reveal; by default all.
    """
    shown = done.candidates if cards is None else cards
    return [
        create_card(
            view, card, *(describe_fate(done, card, names) if card in shown else ())
        )._replace(number=f"{number}")
        for number, card in enumerate(done.candidates, 1)
    ]


def describe_fate(done: Round, card: str, names: SeatNames) -> tuple[Content, ...]:
    """Describe the owner of a card, its voters, and its owner's points."""
    owner, voters = done.find_owner(card), done.list_voters(card)
    hit = card == done.target
    what = "" if len(done.cards) > FEW else "'s card" if hit else "'s decoy"
    voted = [Content.styled(names.get_label(seat), names.get_style(seat)) for seat in voters]
    gain = f"  +{len(voters)}" if voters and not hit else ""
    gains = ("", gain) if len(done.cards) > FEW else (gain, "")  # where a line has room for it
    return (
        Content.assemble(
            names.format_player(owner, style="bold" if hit else ""),
            what,
            (gains[0], "$success"),
        ),
        Content.assemble(
            ("✓ ", "$success") if hit and voters else ("fooled " if voters else "", "$muted"),
            Content(", ").join(voted) if voters else ("no vote", "$muted"),
            (gains[1], "$success"),
        ),
    )


def describe_finders(done: Round, names: Sequence[str]) -> str:
    """Describe who found the card."""
    match done.outcome:
        case "partial":
            return f"{join_names(names[seat] for seat in done.finders)} found it"
        case "all right":
            return "Everybody found it"
    return "Nobody found it"


def describe_points(done: Round, names: Sequence[str]) -> str:
    """Describe the points of a round, without those for decoys."""
    if done.outcome == "partial":
        return f"+3 for {join_names(names[seat] for seat in (*done.finders, done.storyteller))}"
    return f"{format_share(done)} for everybody but {names[done.storyteller]}"


def describe_round(done: Round, names: Sequence[str]) -> str:
    """Describe in a sentence how many found the card, and the points."""
    storyteller, found = names[done.storyteller], describe_finders(done, names)
    if done.outcome == "partial":
        each = "+3 each" if len(done.finders) > 1 else "+3"
        return f"{found}: {each}, and +3 for {storyteller}."
    return f"{found}: {format_share(done)} each, and nothing for {storyteller}."


def format_share(done: Round) -> str:
    """Format each listener's points for a clue that all or none understood, without decoys."""
    seat = next(s for s in range(len(done.cards)) if s != done.storyteller)
    return f"+{done.points[seat] - len(done.list_voters(done.cards[seat]))}"


def describe_swap(view: View, names: SeatNames) -> Content | None:
    """Say who swaps cards with whom, in the first round of the second phase."""
    options = view.options
    if options.boxed or options.phase_count < 2 or view.number - 1 != options.phase_length:
        return None
    half = len(view.seats) // 2
    pairs = [
        Content.assemble(
            names.format_player(Seat(seat)), " and ", names.format_player(Seat(seat + half))
        )
        for seat in range(half)
    ]
    return Content.assemble(pairs[0], " swap their cards, and so do ", *pairs[1:], ".")


def format_title(view: View, done: Round) -> str:
    """Format the title of the storyteller's card."""
    return f"“{get_card_title(view, done.target)}”"


def describe_winners(view: View, names: Sequence[str]) -> str:
    """Describe who wins a finished game, by name."""
    by_seat = dict(zip(view.seats, names, strict=True))
    who = [by_seat[seat] for seat in find_winners(view)]
    return f"{join_names(who)} {'wins' if len(who) == 1 else 'win'} with {max(view.scores)} points."
