"""The common beginning of all questions about a position of Undercover."""

from engine.comet.module import Frame
from engine.games.undercover.prompt import build_frame
from engine.games.undercover.view import View


def create_frame(view: View) -> Frame:
    """Build the common beginning of a decision's questions."""
    prompt = build_frame(view)
    return Frame(prompt.system, prompt.user, prompt.prompt_hash)
