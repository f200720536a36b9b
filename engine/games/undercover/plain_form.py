"""What a person is told and asked in Undercover without screens."""

from collections.abc import Iterator

from engine.games.plain_form import Choice, MoveForm, PlainForm, Question, ShownBefore
from engine.games.undercover.moves import Accuse, Describe, Move
from engine.games.undercover.story import describe_different_words
from engine.games.undercover.view import View, find_line_fault
from engine.quotation import quote_line
from engine.seat import Seat

LINE_AUDIENCE = "Everybody hears it at once, and it stays beside your name for the whole game."
VOTE_AUDIENCE = (
    "Your vote stays hidden until all who are still in the game have voted. Then everybody sees it."
)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def build_plain_form(
    view: View, names: tuple[str, ...], shown: ShownBefore | None = None
) -> PlainForm[Move]:
    """Ask the speaker for a description, and every living seat for a vote."""
    facts = tuple(_list_facts(view, names))
    if Describe in view.asked:
        request = "Describe your word in one sentence, without saying it."
        return PlainForm(facts, request, (_build_description(view),))
    request = "Who has a different word? Whoever gets the most votes is out."
    return PlainForm(facts, request, (_build_vote(view, names),))


def _build_description(view: View) -> MoveForm[Move]:
    question = Question(
        "Your description", find_fault=lambda answers: find_line_fault(view, answers[-1])
    )
    return MoveForm(
        "Describe your word",
        (question,),
        lambda answers: Describe(line=answers[0]),
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
        lambda answers: Accuse(seat=answers[0]),
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
    if view.number == 1:
        yield describe_different_words(view.options)
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
