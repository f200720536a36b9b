"""The sample of Dixit for tests that run over every game."""

from dataclasses import replace
from random import Random

from engine.game import Seat
from engine.games.dixit import (
    baseline_and_explanations,
    html_page,
    match_report,
    pragmatic,
    prompt,
    questions_for_people,
    rules,
)
from engine.games.dixit.view_and_moves import Decoy, Move, Stage, Tell, View, Vote
from images.deck_check import open_deck
from tests import canaries
from tests.samples.sample import Parts, Sample, make_up_word


def _move(view: View, rng: Random) -> Tell | Decoy | Vote:
    card = rng.choice(view.choices)
    match view.stage:
        case Stage.TELL:
            return Tell(card, f"{make_up_word(rng)} {make_up_word(rng)}")
        case Stage.DECOY:
            return Decoy(card)
    return Vote(card)


def _other(state: rules.State, seat: Seat | None, rng: Random) -> rules.State:
    """Shuffle the cards that the seat cannot see, and who played them."""
    others = [one for one in range(len(state.hands)) if one != seat]
    pool = [card for one in others for card in state.hands[one]]
    pool += [card for stock in state.stock for card in stock]
    given = [one for one in others if state.cards and state.cards[one] is not None]
    on_table = [card for one in given if (card := state.cards[one])]
    if state.candidates:
        rng.shuffle(on_table)
    else:
        pool += on_table
    rng.shuffle(pool)
    hidden = iter(pool)
    hands = tuple(
        hand if one == seat else tuple(next(hidden) for _ in hand)
        for one, hand in enumerate(state.hands)
    )
    stock = tuple(tuple(next(hidden) for _ in cards) for cards in state.stock)
    table = iter(on_table) if state.candidates else hidden
    cards = tuple(next(table) if one in given else card for one, card in enumerate(state.cards))
    second = tuple(tuple(rng.sample(cards, len(cards))) for cards in state.second)
    return replace(state, hands=hands, stock=stock, cards=cards, second=second)


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
    material=canaries.material(),
    variants=(
        {**_DECK, "rounds": "4"},
        {**_DECK, "rounds": "6", "hand": "6", "dealing": "static", "clue_length": "30"},
        {**_DECK, "rules": "boxed", "hand": "3", "players": "5"},
        {**_DECK, "rules": "boxed", "hand": "2", "players": "3", "rounds": "3", "phases": "1"},
    ),
    move=_move,
    other=_other,
    hidden=_hidden,
    faulty=(Tell("nowhere", "clue"), Tell("nowhere", ""), Decoy("nowhere"), Vote("nowhere")),
    withheld=lambda view: view.stage is not Stage.VOTE,
    short={"rounds": "1", "phases": "1"},
    explained={"rounds": "8"},
    pictures=True,
    parts=Parts[View, Move](
        prompt=prompt,
        prompt_reader=prompt,
        dialogue=questions_for_people,
        baseline=baseline_and_explanations,
        random_player=baseline_and_explanations,
        explanation=baseline_and_explanations,
        pragmatic=pragmatic,
        narration=match_report,
        report=match_report,
        rows=match_report,
        events=match_report,
        highlights=match_report,
        page=html_page,
        poll=questions_for_people,
    ),
)
