"""`parlour lab examples`: list the experiments that come with Parlour."""

from lab.experiment.examples import FOLDER, list_examples
from tui.output import echo


def examples() -> None:
    """List the experiments that come with Parlour, each with the question that it asks."""
    for name, question in list_examples().items():
        echo(f"{name}\n    {question}")
    echo(f"\nRun one by its name: parlour lab run {name}\nTheir files are in {FOLDER}")
