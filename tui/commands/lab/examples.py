"""`parlour lab examples`: list the experiments that come with Parlour."""

from lab.experiment.collection import list_collections
from lab.experiment.examples import FOLDER, list_examples
from tui.output import echo


def examples() -> None:
    """List the experiments that come with Parlour, each with the question that it asks."""
    for name, question in list_examples().items():
        echo(f"{name}\n    {question}")
    echo("\nCollections, which run several of them:")
    for collection, title in list_collections().items():
        echo(f"{collection}\n    {title}")
    echo(f"\nRun one by its name: parlour lab run {name}\nTheir files are in {FOLDER}")
