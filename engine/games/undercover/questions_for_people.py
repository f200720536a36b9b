"""Questions that people answer in Undercover, as players or as an audience.

Players are asked for a description or a vote in the text interface without screens. An audience is
asked who is undercover. `must_withhold` says which thoughts of machines it must not see yet.
"""

from collections.abc import Iterator, Sequence

from engine.game import Seat
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
from engine.games.undercover.view_and_moves import (
    Accuse,
    Describe,
    Move,
    Role,
    Stage,
    View,
    find_line_fault,
)
from engine.text import quote_line
from engine.word_forms import match_in_line

LINE_AUDIENCE = "Everybody hears it at once, and it stays beside your name for the whole game."
VOTE_AUDIENCE = (
    "Your vote stays hidden until all who are still in the game have voted. Then everybody sees it."
)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def build_dialogue(
    view: View, names: tuple[str, ...], kinds: tuple[type[Move], ...]
) -> Dialogue[Move]:
    """Ask the speaker for a description, and every living seat for a vote."""
    facts = tuple(_list_facts(view, names))
    if Describe in kinds:
        request = "Describe your word in one sentence, without saying it."
        return Dialogue(facts, request, (_build_description(view),))
    request = "Who has a different word? Whoever gets most votes is out."
    return Dialogue(facts, request, (_build_vote(view, names),))


def _build_description(view: View) -> MoveForm[Move]:
    question = Question(
        "Your description", find_fault=lambda answers: find_line_fault(view, answers[-1])
    )
    return MoveForm(
        "Describe your word",
        (question,),
        lambda answers: Describe(answers[0]),
        "Say this?",
        LINE_AUDIENCE,
    )


def _build_vote(view: View, names: tuple[str, ...]) -> MoveForm[Move]:
    choices = tuple(
        Choice(seat + 1, view.seats[seat], f"{names[seat]}{_list_statements(view, seat)}")
        for seat in view.suspects
    )
    return MoveForm(
        "Vote",
        (Question("Your vote", choices),),
        lambda answers: Accuse(answers[0]),
        "Send this vote?",
        VOTE_AUDIENCE,
    )


def _list_statements(view: View, seat: Seat) -> str:
    """List everything a seat has said, to be printed after its name."""
    said = [quote_line(line.text) for line in view.said if line.seat == seat]
    out = "" if seat in view.living else " (out)"
    return f"{out}: {', then '.join(said)}" if said else out


def _list_facts(view: View, names: tuple[str, ...]) -> Iterator[str]:
    assert view.seat is not None
    yield f"Round {view.number} of {view.options.rounds}. Your word is “{view.word}”."
    if view.speaker != view.seat:
        return  # the candidates stand with their descriptions
    order = len(view.lines)
    if order == len(view.order) - 1:
        yield "You speak last in this round."
    else:
        place = ORDINALS[order] if order < len(ORDINALS) else f"number {order + 1}"
        yield f"You speak {place} of {len(view.order)}."
    for seat in map(Seat, range(len(names))):
        if seat != view.seat and (said := _list_statements(view, seat)):
            yield f"{names[seat]}{said}"
    if own := _list_statements(view, view.seat):
        yield f"You{own}"


def build_poll(view: View) -> Poll | None:
    """Ask who is undercover; `None` before everybody has spoken."""
    if view.stage is not Stage.VOTE:
        return None
    said = {line.seat: line.text for line in view.lines}
    return Poll(
        "Who is undercover?",
        tuple(PollAnswer(view.seats[seat], said[seat]) for seat in view.living),
    )


def find_correct_answers(before: View, after: View) -> CorrectAnswers:
    """Find which seats that are still in the game are undercover, as far as roles are open."""
    roles = [after.roles[seat] for seat in before.living]
    return (tuple(None if role is None else role is Role.UNDERCOVER for role in roles),)


def read_machine_answers(before: View, after: View) -> MachineAnswers:
    """Read the votes of the seats."""
    votes = after.rounds[len(before.rounds)].votes
    living = before.living
    return {
        seat: (living.index(vote) if vote in living else None,)
        for seat in living
        if (vote := votes[seat]) is not None
    }


def must_withhold(view: View, thought: str, views: Sequence[View]) -> bool:
    """Withhold a thought that names one of the secret words in any form."""
    return any(seat.word is not None and match_in_line(thought, seat.word) for seat in views)
