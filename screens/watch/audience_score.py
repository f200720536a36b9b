"""What the audience guessed, whether it was right, and the score so far."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from textual.content import Content

from engine.game import Seat
from engine.poll import Guesses, Poll, Right
from screens.games.ui import SeatNames
from screens.widgets.lines import Lines, centred


@dataclass(frozen=True, slots=True)
class Tally:
    """The hands that were raised."""

    answers: int
    """How many answers there are."""
    hands: tuple[tuple[int, ...], ...]
    """By topic the answers that hands were raised for, in the order in which they were."""

    @classmethod
    def of(cls, poll: Poll) -> Self:
        """Nobody has raised a hand yet."""
        return cls(len(poll.answers), ((),) * len(poll.topics))

    def raised(self, topic: int, answer: int) -> "Tally":
        """One hand more."""
        return self._changed(topic, (*self.hands[topic], answer))

    def taken_back(self, topic: int) -> "Tally":
        """Without the hand that was raised last for a topic."""
        return self._changed(topic, self.hands[topic][:-1])

    def counts(self, topic: int) -> tuple[int, ...]:
        """The hands for each answer."""
        return tuple(map(self.hands[topic].count, range(self.answers)))

    def choice(self, topic: int) -> int | None:
        """The answer with the most hands; `None` if there is no such one."""
        counts = self.counts(topic)
        first = [answer for answer, count in enumerate(counts) if count == max(counts)]
        return first[0] if any(counts) and len(first) == 1 else None

    @property
    def asked(self) -> bool:
        """Has anybody raised a hand?"""
        return any(self.hands)

    def _changed(self, topic: int, hands: tuple[int, ...]) -> "Tally":
        return replace(self, hands=(*self.hands[:topic], hands, *self.hands[topic + 1 :]))


@dataclass(frozen=True, slots=True)
class Ballot:
    """A poll in which hands were raised, and the turn that it was about."""

    before: Any
    """The onlooker's view of which was asked."""
    poll: Poll
    tally: Tally


@dataclass(frozen=True, slots=True)
class Hits:
    """How often somebody was right."""

    right: int = 0
    of: int = 0

    def and_(self, answers: Iterable[bool | None]) -> "Hits":
        """These answers, too, as far as they can be judged."""
        given = [right for right in answers if right is not None]
        return Hits(self.right + sum(given), self.of + len(given))

    def __add__(self, other: "Hits") -> "Hits":
        return Hits(self.right + other.right, self.of + other.of)

    def __str__(self) -> str:
        return f"{self.right} of {self.of}"


def judge(topic: Sequence[bool | None], answer: int | None) -> bool | None:
    """Whether an answer is right; `None` while that cannot be told.

    Args:
        topic: Whether each of the answers offered is, as far as that can be told.
        answer: The answer; `None` for one that was not offered, or none at all.
    """
    if answer is not None:
        return topic[answer]
    return None if None in topic else False


def score(
    ballots: Iterable[Ballot],
    right: Callable[[Any], Right],
    guesses: Callable[[Any], Guesses],
) -> tuple[Hits, Mapping[Seat, Hits]]:
    """How often the audience was right, and each machine that was asked the same.

    A topic counts for the audience if anybody raised a hand for it, and an undecided
    audience is not right.

    Args:
        ballots: The polls so far.
        right: What was right, of the view before the reveal.
        guesses: What machines guessed, of the same view.
    """
    audience, machines = Hits(), dict[Seat, Hits]()
    for ballot in ballots:
        topics, tally = right(ballot.before), ballot.tally
        asked = [number for number in range(len(topics)) if tally.hands[number]]
        audience = audience.and_(judge(topics[n], tally.choice(n)) for n in asked)
        for seat, answers in guesses(ballot.before).items():
            judged = (judge(topics[n], answers[n]) for n in asked)
            machines[seat] = machines.get(seat, Hits()).and_(judged)
    return audience, machines


FEW = 2
"""The most machines that are named one by one."""


class Verdict(Lines):
    """The audience's answers, each with a sign and a word, and the score of all polls."""

    DEFAULT_CSS = "Verdict { width: 100%; }"

    def __init__(self, ballot: Ballot, right: Right, told: Content) -> None:
        """Judge a `ballot` by what was `right`; `told` is the score after it."""
        super().__init__()
        self.ballot = ballot
        self.right = right
        self.told = told

    def layout_lines(self, width: int) -> list[Content]:
        """The answers, then the score."""
        topics = range(len(self.ballot.poll.topics))
        said = Content("   ").join(filter(None, map(self.answer, topics)))
        line = Content.assemble(("The audience  ", "$muted"), said)
        return [*centred(line, width), *centred(self.told, width)]

    def answer(self, topic: int) -> Content | None:
        """What was said to one topic; nothing if nobody raised a hand."""
        poll, tally, right = self.ballot.poll, self.ballot.tally, self.right[topic]
        if not tally.hands[topic]:
            return None
        about = Content.styled(f"{poll.topics[topic]} ", "$muted") if poll.topics[topic] else ""
        choice = tally.choice(topic)
        if choice is None:
            said = Content.styled("undecided", "bold")
        else:
            hands = f" ({tally.counts(topic)[choice]} of {len(tally.hands[topic])} hands)"
            shown = hands if len(poll.topics) == 1 else ""
            said = Content.assemble((poll.answers[choice].label, "bold"), (shown, "$muted"))
        judged = judge(right, choice)
        if judged is None:
            return Content.assemble(
                about, said, ("  whether that is right is told at the end", "$muted")
            )
        if judged:
            return Content.assemble(about, said, ("  ✓ right", "$success"))
        were = (
            "wrong"
            if None in right
            else " or ".join(
                answer.label
                for answer, is_right in zip(poll.answers, right, strict=True)
                if is_right
            )
        )
        return Content.assemble(about, said, (f"  ✗ {were}", "$error"))


def standing(audience: Hits, machines: Mapping[Seat, Hits], names: SeatNames) -> Content:
    """`Right answers   audience 5 of 9   glove, interceptor 3 of 9`; empty before there are any."""
    if not audience.of:
        return Content("")
    parts: list[Any] = [
        ("Right answers   audience ", "$muted"),
        (f"{audience}", "bold $primary"),
    ]
    named = {names.name(seat): found for seat, found in machines.items() if found.of}
    if len(named) > FEW:
        named = {"the machines": sum(named.values(), Hits())}
    for name, found in named.items():
        parts += [(f"   {name} ", "$muted"), (f"{found}", "bold")]
    return Content.assemble(*parts)
