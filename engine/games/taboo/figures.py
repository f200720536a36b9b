"""The figures of a match of Adversarial Taboo and of its moves."""

from engine.figure import Figure


def describe_figures() -> dict[str, Figure]:
    """Describe the columns of experiments."""
    return {"target": Figure(meaning="The target word.")}
