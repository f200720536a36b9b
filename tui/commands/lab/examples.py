"""`parlour lab examples`: list the experiments that come with Parlour."""

import typer

from lab.experiment.examples import FOLDER, list_examples


def examples() -> None:
    """List the experiments that come with Parlour, each with the question that it asks."""
    for name, question in list_examples().items():
        typer.echo(f"{name}\n    {question}")
    typer.echo(f"\nRun one by its name: parlour lab run {name}\nTheir files are in {FOLDER}")
