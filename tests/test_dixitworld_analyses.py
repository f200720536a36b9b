"""The page of the analyses: its examples run, and it names every function and column there is."""

import doctest
import inspect
import re
from pathlib import Path

from lab.papers.dixitworld import (
    arena_results,
    bench_accuracy,
    calibration,
    clue_ratings,
    confusions,
    correlation,
    maximum_points,
    normalisation,
    position_bias,
    published_consistency,
    random_play,
    round_points,
)
from lab.papers.dixitworld.input_tables import ANSWERS, RATINGS, ROUNDS
from lab.statistics import agreement

PAGE = Path("docs/dixitworld-analyses.md").read_text("utf-8")
MODULES = (
    agreement,
    bench_accuracy,
    arena_results,
    calibration,
    random_play,
    confusions,
    published_consistency,
    correlation,
    maximum_points,
    normalisation,
    round_points,
    position_bias,
    clue_ratings,
)
PARTS = {
    "centre_clarity",
    "describe_cards",
    "index_rows",
    "count_positions",
    "describe_outcome",
}
"""Steps of other functions, and what makes their tables."""


def test_the_examples_run() -> None:
    code = "\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
    flags = doctest.NORMALIZE_WHITESPACE
    test = doctest.DocTestParser().get_doctest(code, {}, "analyses", None, 0)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=flags).run(test, out=told.append)
    assert not told, "".join(told)
    assert len(test.examples) > 60


def test_every_function_has_an_example() -> None:
    missing = [
        f"{module.__name__}.{name}"
        for module in MODULES
        for name, value in inspect.getmembers(module, inspect.isfunction)
        if value.__module__ == module.__name__ and not name.startswith("_") and name not in PARTS
        if f"{name}(" not in PAGE
    ]
    assert not missing


def test_the_columns_are_those_of_the_code() -> None:
    for columns in (ANSWERS, ROUNDS, RATINGS):
        rows = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in columns.items())
        assert rows in PAGE
