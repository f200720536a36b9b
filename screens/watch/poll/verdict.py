"""The audience's answers in a poll, each marked right or wrong."""

from textual.content import Content

from engine.games.audience_poll import CorrectAnswers
from screens.players.seat_names import SeatNames
from screens.watch.poll.score import judge_answer
from screens.watch.poll.tally import PollResult
from screens.widgets.lines import Lines
from screens.widgets.text_layout import centre_text


class PollVerdict(Lines):
    """The audience's answers, each marked right or wrong, and the score of all polls."""

    DEFAULT_CSS = "PollVerdict { width: 100%; }"

    def __init__(
        self, result: PollResult, right: CorrectAnswers, score: Content, names: SeatNames
    ) -> None:
        """Judge the `result` of a poll.

        Args:
            result: What the audience answered.
            right: The right answers, as far as they are known.
            score: The score including this poll.
            names: Who sits where: answers may be seats.
        """
        super().__init__()
        self.names = names
        self.result = result
        self.right = right
        self.score = score

    def layout_lines(self, width: int) -> list[Content]:
        """The answers, then the score."""
        topics = range(len(self.result.poll.topics))
        answers = Content("   ").join(filter(None, map(self.render_topic, topics)))
        line = Content.assemble(("The audience  ", "$muted"), answers)
        return [*centre_text(line, width), *centre_text(self.score, width)]

    def render_topic(self, topic: int) -> Content | None:
        """Render the answer to one topic; `None` if nobody raised a hand."""
        poll, tally, right = self.result.poll, self.result.tally, self.right[topic]
        if not tally.hands[topic]:
            return None
        about = Content.styled(f"{poll.topics[topic]} ", "$muted") if poll.topics[topic] else ""
        majority = tally.find_majority(topic)
        if majority is None:
            answer = Content.styled("undecided", "bold")
        else:
            count, total = tally.count_hands(topic)[majority], len(tally.hands[topic])
            hands = f" ({count} of {total} hands)" if len(poll.topics) == 1 else ""
            label = self.names.format_sentence(poll.answers[majority].label).stylize_before("bold")
            answer = Content.assemble(label, (hands, "$muted"))
        judged = judge_answer(right, majority)
        if judged is None:
            return Content.assemble(
                about, answer, ("; who was right is shown at the end", "$muted")
            )
        if judged:
            return Content.assemble(about, answer, ("  ✓ right", "$success"))
        labels = [one.label for one, is_right in zip(poll.answers, right, strict=True) if is_right]
        solution = self.names.format_sentence("wrong" if None in right else " or ".join(labels))
        return Content.assemble(
            about, answer, ("  ✗ ", "$error"), solution.stylize_before("$error")
        )
