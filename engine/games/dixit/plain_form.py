"""What a person is told and asked in Dixit without screens."""

from collections.abc import Iterator

from engine.count_text import format_count
from engine.games.dixit.deck import get_card_description
from engine.games.dixit.moves import Decoy, Move, Tell, Vote
from engine.games.dixit.view import View, find_clue_fault
from engine.games.plain_form import Choice, MoveForm, PlainForm, Question, ShownBefore
from engine.joined_text import format_scores

CLUE_AUDIENCE = "Everybody hears the clue at once. Nobody sees your card before all have voted."
DECOY_AUDIENCE = (
    "Your card lies face down. All cards are shuffled and shown; owners are revealed after the "
    "vote."
)
VOTE_AUDIENCE = "Your vote stays hidden until all have voted. Then everybody sees it."
UNDESCRIBED = "a card that its deck does not describe"


def build_plain_form(
    view: View, names: tuple[str, ...], shown: ShownBefore | None = None
) -> PlainForm[Move]:
    """Ask the storyteller for a card and a clue, the others for a decoy, then for a vote."""
    storyteller = names[view.storyteller]
    facts = tuple(_list_facts(view, names))
    if Tell in view.asked:
        request = "Choose a card and give a clue for it: one that some will get, but not all."
        return PlainForm(facts, request, (_build_clue(view),))
    if Decoy in view.asked:
        request = f"Play a card that others might mistake for {storyteller}'s."
        hand = Question("Your card", _list_choices(view, view.hand))
        form: MoveForm[Move] = MoveForm(
            "Play a card",
            (hand,),
            lambda answers: Decoy(card=answers[0]),
            "Play this card?",
            DECOY_AUDIENCE,
        )
        return PlainForm(facts, request, (form,))
    table = Question("Your vote", _list_choices(view, view.candidates))
    form = MoveForm(
        "Vote", (table,), lambda answers: Vote(card=answers[0]), "Send this vote?", VOTE_AUDIENCE
    )
    return PlainForm(facts, f"Which card is {storyteller}'s?", (form,))


def _build_clue(view: View) -> MoveForm[Move]:
    clue = Question("Your clue", find_fault=lambda answers: find_clue_fault(view, answers[-1]))
    return MoveForm(
        "Give a clue",
        (Question("Your card", _list_choices(view, view.hand)), clue),
        lambda answers: Tell(card=answers[0], clue=answers[1]),
        "Send this clue?",
        CLUE_AUDIENCE,
    )


def _list_choices(view: View, cards: tuple[str, ...]) -> tuple[Choice, ...]:
    """List the cards that may be chosen, with the numbers that they have among all cards."""
    return tuple(
        Choice(number, card, get_card_description(view, card) or UNDESCRIBED)
        for number, card in enumerate(cards, 1)
        if card in view.choices
    )


def _list_facts(view: View, names: tuple[str, ...]) -> Iterator[str]:
    limit = f" of {view.options.round_limit}" if view.options.round_limit else ""
    points = f" Points: {format_scores(names, view.scores)}." if view.rounds else ""
    yield f"Round {view.number}{limit}.{points}"
    if view.is_storyteller:
        yield f"You are the storyteller, with {format_count(len(view.hand), 'card')} in your hand."
        return
    yield f"{names[view.storyteller]}'s clue is “{view.clue}”."
    if view.candidates and view.card in view.candidates:
        number = view.candidates.index(view.card) + 1
        seen = get_card_description(view, view.card) or UNDESCRIBED
        yield f"Card {number} is your own: {seen}."
