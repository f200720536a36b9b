"""Questions that people answer in Dixit, as players or as an audience.

Players are asked for a clue or a card in the text interface without screens. An audience is asked
which card the clue means. `must_withhold` says which thoughts of machines it must not see yet.
"""

from collections.abc import Iterator, Sequence

from engine.game import Seat
from engine.games.dixit.deck_and_pictures import get_card_description
from engine.games.dixit.view_and_moves import Decoy, Move, Stage, Tell, View, Vote, find_clue_fault
from engine.games.question_types import (
    Choice,
    CorrectAnswers,
    Dialogue,
    MachineAnswers,
    MoveForm,
    Poll,
    PollAnswer,
    Question,
)
from engine.text import format_count, format_scores

CLUE_AUDIENCE = "Everybody hears the clue at once. Nobody sees your card before all have voted."
DECOY_AUDIENCE = (
    "Your card lies face down. All cards are shuffled and shown; owners are revealed after the "
    "vote."
)
VOTE_AUDIENCE = "Your vote stays hidden until all have voted. Then everybody sees it."
UNDESCRIBED = "a card that its deck does not describe"


def build_dialogue(
    view: View, names: tuple[str, ...], kinds: tuple[type[Move], ...]
) -> Dialogue[Move]:
    """Ask the storyteller for a card and a clue, the others for a decoy, then for a vote."""
    storyteller = names[view.storyteller]
    facts = tuple(_list_facts(view, names))
    if Tell in kinds:
        request = "Choose a card and give a clue for it: one that some will get, but not all."
        return Dialogue(facts, request, (_build_clue(view),))
    if Decoy in kinds:
        request = f"Play a card that others might mistake for {storyteller}'s."
        hand = Question("Your card", _list_choices(view, view.hand))
        form: MoveForm[Move] = MoveForm(
            "Play a card",
            (hand,),
            lambda answers: Decoy(answers[0]),
            "Play this card?",
            DECOY_AUDIENCE,
        )
        return Dialogue(facts, request, (form,))
    table = Question("Your vote", _list_choices(view, view.candidates))
    form = MoveForm(
        "Vote", (table,), lambda answers: Vote(answers[0]), "Send this vote?", VOTE_AUDIENCE
    )
    return Dialogue(facts, f"Which card is {storyteller}'s?", (form,))


def _build_clue(view: View) -> MoveForm[Move]:
    clue = Question("Your clue", find_fault=lambda answers: find_clue_fault(view, answers[-1]))
    return MoveForm(
        "Give a clue",
        (Question("Your card", _list_choices(view, view.hand)), clue),
        lambda answers: Tell(*answers),
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


def build_poll(view: View) -> Poll | None:
    """Ask which card is the storyteller's; `None` before all cards are on the table."""
    if view.stage is not Stage.VOTE:
        return None
    numbers = range(1, len(view.candidates) + 1)
    return Poll(
        "Which card is the storyteller's?",
        tuple(PollAnswer(f"{number}") for number in numbers),
        quote=view.clue or "",
    )


def find_correct_answers(before: View, after: View) -> CorrectAnswers:
    """Find the storyteller's card among the cards on the table."""
    target = after.rounds[len(before.rounds)].target
    return (tuple(card == target for card in before.candidates),)


def read_machine_answers(before: View, after: View) -> MachineAnswers:
    """Read the votes of the listeners."""
    votes = enumerate(after.rounds[len(before.rounds)].votes)
    return {
        Seat(seat): (before.candidates.index(vote),) for seat, vote in votes if vote is not None
    }


def must_withhold(view: View, thought: str, views: Sequence[View]) -> bool:
    """Withhold the thoughts of a seat that chooses a card of its hand, as they describe its hand.

    Thoughts about a vote describe the cards on the table, which are revealed after the vote.
    """
    return view.stage is not Stage.VOTE
