"""Read `--budget`."""

from engine.llm.budget import Budget


def read_budget(text: str | None) -> "Budget | None":
    """Read `--budget`.

    Raises:
        OptionError: If it is not an amount.
    """
    if text is None:
        return None
    return Budget.parse(text)
