"""What the raters of a study do, and for how many clues."""

from lab.study.file import StudyFile

TASKS = {
    "guess": "For each clue: which card was meant?",
    "rate": "For each clue: which card was meant? How clear and creative is it?",
}


def count_clues(file: StudyFile) -> int:
    """Count the clues for each rater."""
    return len(file.study.order_for("anybody"))
