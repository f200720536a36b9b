"""Write the correction that a model gets when it is asked again."""

from engine.errors import Unreadable
from engine.llm.answer_errors import NoMove


def write_correction(error: Unreadable | None, complaint: str) -> str:
    """Write the correction that a model gets when it is asked again.

    Args:
        error: Why its last answer could not be read; `None` if the move was illegal.
        complaint: The reason, in a sentence.
    """
    if error is None:
        return (
            f"That move is against the rules. {complaint} "
            f"Choose another move, and answer in the same form."
        )
    if isinstance(error, NoMove):
        return complaint
    return f"{complaint} Answer again, with the JSON object alone."
