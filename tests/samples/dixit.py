"""The sample of Dixit for tests that run over every game."""

from random import Random

from engine.games.dixit import rules
from engine.games.dixit.moves import Decoy, Tell, Vote
from engine.games.dixit.view import Stage, View
from engine.seat import Seat
from images.deck_reader import open_deck
from tests import canaries
from tests.samples.sample import Sample, make_up_word


def _move(view: View, rng: Random) -> Tell | Decoy | Vote:
    card = rng.choice(view.choices)
    match view.stage:
        case Stage.TELL:
            return Tell(card=card, clue=f"{make_up_word(rng)} {make_up_word(rng)}")
        case Stage.DECOY:
            return Decoy(card=card)
    return Vote(card=card)


def _hidden(state: rules.State, seat: Seat | None) -> tuple[str, ...]:
    """List the texts of cards before the reveal, and the IDs of cards that the seat cannot see."""
    revealed = {card for done in state.rounds for card in done.cards}
    seen = {*revealed, *state.candidates}
    if seat is not None:
        seen |= _held(state, seat)
        if not state.second and len(state.stock) == len(state.hands):  # phase 2: hands changed
            before = Seat((seat + 2) % 4)  # who plays on with the stream that this seat had
            seen |= {*_held(state, before), *state.stock[before]}
    secrets: list[str] = []
    for card in open_deck(str(canaries.FOLDER)).cards.values():
        if card.id not in revealed:
            secrets += (card.title, *card.caption.split(), *card.echoes)
        if card.id not in seen:
            secrets += (card.id, card.tags[-1])
    return tuple(secrets)


def _held(state: rules.State, seat: Seat) -> set[str]:
    """List the cards of a seat, with the one that it has on the table."""
    return {*state.hands[seat], *filter(None, state.cards[seat : seat + 1])}


_DECK = {"deck": str(canaries.FOLDER)}

SAMPLE = Sample(
    definition=rules.Dixit,
    material=canaries.material(),
    variants=(
        {**_DECK, "rounds": "4"},
        {**_DECK, "rounds": "6", "hand": "6", "dealing": "static", "clue_length": "30"},
        {**_DECK, "rules": "boxed", "hand": "3", "players": "5"},
        {**_DECK, "rules": "boxed", "hand": "2", "players": "3", "rounds": "3", "phases": "1"},
    ),
    move=_move,
    hidden=_hidden,
    faulty=(
        Tell(card="nowhere", clue="clue"),
        Tell(card="nowhere", clue=""),
        Decoy(card="nowhere"),
        Vote(card="nowhere"),
    ),
    withheld=lambda view: view.stage is not Stage.VOTE,
    short={"rounds": "1", "phases": "1"},
    explained={"rounds": "8"},
    pictures=True,
)
