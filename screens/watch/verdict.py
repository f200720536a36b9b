"""What the audience said beside what was right, and how often it was right by now."""

from collections.abc import Mapping
from typing import Any

from textual.content import Content

from engine.game import Seat
from engine.poll import Right
from screens.games.ui import SeatNames
from screens.watch.tally import Ballot, Hits, judge
from screens.widgets.lines import Lines, centred

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

    def lines(self, width: int) -> list[Content]:
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
