"""The audience's answers in a poll, each marked right or wrong."""

from textual.color import Color
from textual.content import Content
from textual.geometry import Size

from engine.games.audience_poll import CorrectAnswers
from screens.players.seat_names import SeatNames
from screens.watch.poll.score import judge_answer
from screens.watch.poll.tally import PollResult
from screens.widgets.large_text import build_large_lines
from screens.widgets.letter_size import MIN_ROWS, is_hall
from screens.widgets.lines import Lines
from screens.widgets.text_layout import centre_text


class PollVerdict(Lines):
    """The audience's answers, each marked right or wrong, and the score of all polls."""

    DEFAULT_CSS = "PollVerdict { width: 100%; }"

    def __init__(
        self,
        result: PollResult,
        right: CorrectAnswers,
        score: Content,
        names: SeatNames,
        *,
        large: bool = False,
    ) -> None:
        """Judge the `result` of a poll.

        Args:
            result: What the audience answered.
            right: The right answers, as far as they are known.
            score: The score including this poll.
            names: Who sits where: answers may be seats.
            large: Whether to say in large letters who was right, without more, in a hall.
        """
        super().__init__()
        self.names = names
        self.result = result
        self.right = right
        self.score = score
        self.large = large

    @property
    def is_large(self) -> bool:
        """Whether it is in large letters."""
        return self.large and is_hall(self.app.size)

    def layout_lines(self, width: int) -> list[Content]:
        """Whether the audience was right, in large letters, or else the answers and the score."""
        if self.is_large and (drawn := self.draw_summary(width)):
            return drawn
        topics = range(len(self.result.poll.topics))
        answers = Content("   ").join(filter(None, map(self.render_topic, topics)))
        line = Content.assemble(("The audience said  ", "$muted"), answers)
        return [*centre_text(line, width), *centre_text(self.score, width)]

    def draw_summary(self, width: int) -> list[Content]:
        """Draw the first of the summaries that fits; nothing if none does."""
        summaries, style = self.summarize()
        colour = Color.parse(self.app.theme_variables[style])
        for text in summaries:
            if drawn := build_large_lines(
                self, text, colour, Size(width, MIN_ROWS), MIN_ROWS, narrow=True
            ):
                left = max(width - max(line.cell_length for line in drawn), 0) // 2
                return [line.pad_left(left) for line in drawn]
        return []

    def summarize(self) -> tuple[list[str], str]:
        """Say in a few words whether the audience was right, and in fewer; and the colour."""
        tally, answers = self.result.tally, self.result.poll.answers
        asked = [topic for topic in range(len(self.right)) if tally.hands[topic]]
        chosen = [tally.find_majority(topic) for topic in asked]
        judged = [judge_answer(self.right[topic], tally.find_majority(topic)) for topic in asked]
        if len(self.right) > 1:
            count = judged.count(True)
            style = "success" if count == len(asked) else "error" if not count else "foreground"
            return [f"The audience has {count} of {len(asked)} right"], style
        if chosen[0] is None:
            return ["The audience was undecided"], "foreground"
        label = self.names.format_plain_sentence(answers[chosen[0]].label)
        answer = f"“{label}”" if " " in label else label  # a phrase, not a player or a number
        if judged[0] is None:
            return [f"The audience said {answer}"], "foreground"
        verdict = "right" if judged[0] else "wrong"
        told = [f"The audience said {answer}: {verdict}", f"The audience was {verdict}"]
        return told, "success" if judged[0] else "error"

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
            return Content.assemble(about, answer, ("; the end shows who was right", "$muted"))
        if judged:
            sign = " ✓" if len(poll.topics) > 1 else "  ✓ right"
            return Content.assemble(about, answer, (sign, "$success"))
        if len(poll.topics) > 1:  # the reveal above says what was right
            return Content.assemble(about, answer, (" ✗", "$error"))
        labels = [one.label for one, is_right in zip(poll.answers, right, strict=True) if is_right]
        told = "wrong" if None in right else f"it was {' or '.join(labels)}"
        solution = self.names.format_sentence(told).stylize_before("$error")
        return Content.assemble(about, answer, ("  ✗ ", "$error"), solution)
