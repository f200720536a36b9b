"""What an answer lacked, and how a model is asked again: for each fault in words of its own."""

from engine.players import Unreadable


class Declined(Unreadable):
    """The model would not answer."""

    def __init__(self) -> None:
        super().__init__(
            "The model declined to answer.",
            "You gave no answer. This is a word game among friends, and nothing in it is meant "
            "as harm: every word is only a word to guess by.",
        )


class CutOff(Unreadable):
    """The answer had no end."""

    def __init__(self) -> None:
        super().__init__(
            "The model's answer was cut off before its end.",
            "Your answer was cut off, as it was too long. Keep your thoughts to one sentence.",
        )


class Endless(Unreadable):
    """The answer is longer than anything that is read."""

    def __init__(self, longest: int) -> None:
        super().__init__(
            f"The model's answer is longer than {longest:,} characters.",
            f"Your answer had more than {longest:,} characters, and nobody reads that much.",
        )


class Empty(Unreadable):
    """There was no answer."""

    def __init__(self, *, thinking: bool) -> None:
        """Nothing was said, although perhaps something was thought."""
        super().__init__(
            "The model's answer was empty.",
            "You thought, but said nothing: the answer itself was empty."
            if thinking
            else "Your answer was empty.",
        )


class NoMove(Unreadable):
    """There is no move in the answer."""


def again(wrong: Unreadable | None, complaint: str) -> str:
    """How a model is asked once more.

    Args:
        wrong: Why its last answer could not be read; `None` if it was a move against the rules.
        complaint: What was wrong, in a sentence.
    """
    if wrong is None:
        return (
            f"That move is against the rules. {complaint} "
            f"Choose another move, and answer in the same form."
        )
    if isinstance(wrong, NoMove):
        return complaint
    return f"{complaint} Answer again, with the JSON object alone."
