"""The errors of a model's answers without a readable move."""

from engine.errors import Unreadable


class AnswerDeclined(Unreadable):
    """The model refused to answer."""

    def __init__(self) -> None:
        super().__init__(
            "The model declined to answer.",
            "You gave no answer. This is a word game among friends, and nothing in it is meant "
            "as harm: every word is only a word to guess by.",
        )


class AnswerCutOff(Unreadable):
    """The answer was cut off."""

    def __init__(self) -> None:
        super().__init__(
            "The model's answer was cut off before its end.",
            "Your answer was cut off, as it was too long. Keep your thoughts to one sentence.",
        )


class AnswerRepeats(Unreadable):
    """The answer was cut because it repeated itself."""

    def __init__(self) -> None:
        super().__init__(
            "The model's answer repeated itself without an end, and was cut.",
            "Your answer said the same again and again, and was cut. Say each thing once.",
        )


class AnswerUnbounded(Unreadable):
    """The answer was cut as it was far longer than is needed, and nothing allows that."""

    def __init__(self) -> None:
        super().__init__(
            "The model's answer was far too long, and was cut.",
            "Your answer was far too long, and was cut. Keep your thoughts to one sentence.",
        )


class AnswerTooLong(Unreadable):
    """The answer is longer than we read."""

    def __init__(self, most: int) -> None:
        super().__init__(
            f"The model's answer is longer than {most:,} characters.",
            f"Your answer had more than {most:,} characters, and nobody reads that much.",
        )


class AnswerHoldsKey(Unreadable):
    """The answer contains an API key, which would be shown to everybody."""

    def __init__(self) -> None:
        super().__init__(
            "The model's answer holds an API key.",
            "Your answer holds an API key, and nobody may see it. Answer without it.",
        )


class AnswerEmpty(Unreadable):
    """The answer was empty."""

    empty = True

    def __init__(self, *, thinking: bool) -> None:
        """Build the error; `thinking` says that the server sent reasoning."""
        super().__init__(
            "The model's answer was empty.",
            "You thought, but said nothing: the answer itself was empty."
            if thinking
            else "Your answer was empty.",
        )


class AnswerCopied(Unreadable):
    """The answer repeats the prompt: its form, its instructions or a description."""

    def __init__(self, field: str = "") -> None:
        """Build the error; `field` is the field of the move that repeats the prompt."""
        what = f"Your {field}" if field else "Your answer"
        super().__init__(
            "The model's answer only repeats what it was told.",
            f"{what} only repeats what you were told. Put values of your own in the places of the "
            "form that stand in angle brackets.",
        )


class NoMove(Unreadable):
    """There is no move in the answer."""
