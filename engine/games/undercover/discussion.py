"""What machines say in the discussion before a vote, from what everybody knows."""

from importlib.resources import files
from random import Random

from engine.games.prompt_sections import parse_sections
from engine.games.undercover.prompt import build_frame
from engine.games.undercover.view import Stage, View, find_sentence_fault
from engine.joined_text import join_paragraphs
from engine.prompt import Prompt
from engine.remark import REMARK_FORM
from engine.seat import Seat


def is_discussion(view: View) -> bool:
    """Whether all have spoken and nobody has been voted out, if machines talk at this table."""
    return view.options.machines_talk and view.stage is Stage.VOTE


def compose_remark(view: View, seat: Seat, rng: Random) -> str:
    """Compose a question or a doubt about another player.

    It is made of an onlooker's view, so that it cannot tell a secret.

    Args:
        view: The onlooker's view.
        seat: The seat that speaks.
        rng: Draws whom and what.
    """
    others = [line for line in view.lines if line.seat != seat]
    line = rng.choice(others)
    name, said = view.seats[line.seat], f"“{line.text}”"
    remarks = [
        f"{name}, what did you mean by {said}?",
        f"{said} would fit many words, {name}.",
        f"{name}, can you explain {said}?",
    ]
    if len(others) > 1:
        other = rng.choice([one for one in others if one.seat != line.seat])
        remarks.append(f"{said} and “{other.text}” hardly go together.")
    if view.rounds and (vote := view.rounds[-1].votes[line.seat]) is not None:
        remarks.append(f"{name}, why did you vote for {view.seats[vote]}?")
    return rng.choice(remarks)


def build_remark_prompt(view: View) -> Prompt:
    """Build the prompt that asks a model for a sentence.

    Args:
        view: The view of its seat.
    """
    frame = build_frame(view)
    file = files(__package__).joinpath("prompts", "discussion.txt")
    task = parse_sections(file.read_text(encoding="utf-8"), file.name)["ask to talk"]
    return Prompt(
        frame.system,
        join_paragraphs(frame.user, task.fill({"form": REMARK_FORM})),
        prompt_hash=frame.prompt_hash,
    )


def find_remark_fault(view: View, line: str) -> str | None:
    """Find a reason why a seat may not say a sentence in the discussion: it names its word."""
    return find_sentence_fault(view, line)
