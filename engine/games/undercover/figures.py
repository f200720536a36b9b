"""The figures of a match of Undercover and of its rounds."""

from engine.figure import Figure


def describe_figures() -> dict[str, Figure]:
    """Describe the columns of experiments."""
    return {
        "words": Figure(meaning="The word of each seat."),
        "roles": Figure(meaning="The role of each seat."),
        "lines": Figure(meaning="Turns: what was said, in the order of speaking."),
        "votes": Figure(meaning="Turns: the vote of each seat."),
        "out": Figure(meaning="Turns: the seat that was voted out; empty if nobody was."),
    }
