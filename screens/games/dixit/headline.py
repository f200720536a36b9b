"""What matters most in Dixit: the clue, the cards on the table, and how it stands."""

from textual.content import Content

from engine.games.dixit.view import Stage, View
from screens.games.dixit.faces import face, short_names
from screens.games.dixit.reveal import decided, revealed, verdict
from screens.games.dixit.standing import rest_of
from screens.games.ui import Headline, SeatNames
from screens.widgets.card_row import CardItem


def build_headline(view: View, names: SeatNames) -> Headline:
    """The clue of this round, or what came of the last; in the end who has won."""
    labels = short_names(names)
    when = f"Round {view.number}{rest_of(view.options, view.phase)}"
    score = "   ".join(f"{n} {points}" for n, points in zip(labels, view.scores, strict=True))
    teller = labels[view.storyteller]
    last = view.rounds[-1] if view.rounds and view.clue is None else None
    cards = tuple(revealed(view, last, labels)) if last else _lying(view, labels)
    marked = last.candidates.index(last.target) if last else None
    if view.over:
        won = decided(view, labels)
        return Headline(when, won, (won.partition(" with ")[0],), score, None, cards, marked)
    if view.stage is Stage.TELL:
        looks = f"{teller} looks for a card and a clue."
        now = f"{verdict(last, labels)} {looks}" if last else looks
        return Headline(when, now, (last.clue,) if last else (looks,), score, None, cards, marked)
    now = (
        f"{teller} has told. The others lay a card face down."
        if view.stage is Stage.DECOY
        else f"Which card is {teller}'s?"
    )
    return Headline(when, now, (view.clue or "",), score, None, cards)


def _lying(view: View, names: tuple[str, ...]) -> tuple[CardItem, ...]:
    """The cards of this round: open ones by number, others face down by whose they are."""
    if view.candidates:
        return tuple(
            face(view, card, Content.styled(f"{number}", "bold"))
            for number, card in enumerate(view.candidates, 1)
        )
    if view.clue is None:
        return ()
    return tuple(
        CardItem(None, beneath=(Content.styled(name, "$muted"),), empty=seat != view.storyteller)
        for seat, name in enumerate(names)
    )
