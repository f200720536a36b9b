"""What a finished round tells of each of its cards: whose it was, and who voted for it."""

from collections.abc import Collection, Sequence

from textual.content import Content

from engine.games.dixit.cards import get_card_title
from engine.games.dixit.report import find_winners
from engine.games.dixit.view import Round, View
from engine.text import join_names
from screens.games.dixit.faces import face
from screens.widgets.card_row import CardItem

FEW = 4
"""The most cards that leave room beneath them for more than names."""


def beneath(count: int) -> int:
    """Rows beneath each of so many cards that are revealed: the mark, its owner, its voters."""
    return 3 if count <= FEW else 5


def revealed(
    view: View, done: Round, names: Sequence[str], cards: Collection[str] | None = None
) -> list[CardItem]:
    """The cards of a finished round as they lay on the table.

    Args:
        view: Any view that has the round.
        done: The round.
        names: What the seats are called.
        cards: Those of which all is told; all if left out.
    """
    return [
        face(
            view,
            card,
            *(
                fate(done, card, names)
                if cards is None or card in cards
                else (Content.styled(f"{number}", "$muted"),)
            ),
        )
        for number, card in enumerate(done.candidates, 1)
    ]


def fate(done: Round, card: str, names: Sequence[str]) -> tuple[Content, ...]:
    """Whose card it was, who voted for it, and what that brought its owner."""
    owner, voters = done.find_owner(card), done.list_voters(card)
    hit = card == done.target
    short = len(done.cards) > FEW
    whose = (
        names[owner] if short else f"{names[owner]}'s card" if hit else f"decoy of {names[owner]}"
    )
    drew = ", ".join(names[seat] for seat in voters) or "no vote"
    sign = "✓ " if hit and voters else ""
    gained = "" if hit or not voters else f"+{len(voters)} "
    return (
        Content.styled(whose, "bold $primary" if hit else ""),
        Content.assemble((gained, "$success"), (f"{sign}{drew}", "" if voters else "$muted")),
    )


def verdict(done: Round, names: Sequence[str]) -> str:
    """How many found it, and what that brought, in a sentence."""
    teller = names[done.storyteller]
    match done.outcome:
        case "partial":
            found = join_names(names[seat] for seat in done.right)
            each = "+3 each" if len(done.right) > 1 else "+3"
            return f"{found} found it: {each}, and +3 for {teller}."
        case "all right":
            return f"Everybody found it: {shared(done)} each, and nothing for {teller}."
    return f"Nobody found it: {shared(done)} each, and nothing for {teller}."


def shared(done: Round) -> str:
    """What each listener got for a clue too plain or too dark, decoys aside."""
    seat = next(s for s in range(len(done.cards)) if s != done.storyteller)
    return f"+{done.points[seat] - len(done.list_voters(done.cards[seat]))}"


def named(view: View, done: Round) -> str:
    """What the storyteller's card is called."""
    return f"“{get_card_title(view, done.target)}”"


def decided(view: View, names: Sequence[str]) -> str:
    """Who wins a finished game, by name."""
    called = dict(zip(view.seats, names, strict=True))
    who = [called[seat] for seat in find_winners(view)]
    return f"{join_names(who)} {'wins' if len(who) == 1 else 'win'} with {max(view.scores)} points."
