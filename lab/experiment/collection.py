"""Collections: experiments that are run one after the other, such as all of a paper.

A collection is a TOML file that names experiments; each is a run of its own, so that any can be
continued, reported and compared alone.
"""

import tomllib
from pathlib import Path
from typing import Self

from pydantic import Field, ValidationError

from engine.text import clean
from engine.validation import explain_mistake
from files.regular import read_text
from lab.errors import ExperimentError
from lab.experiment.examples import list_examples
from lab.experiment.finder import find_experiment
from lab.experiment.sections import Section
from lab.experiment.toml_errors import explain_syntax
from lab.run.database import is_database
from lab.run.folder import find_run, get_default_run_path

FOLDER = Path(__file__).parent / "collections"
"""The built-in collections."""


class Collection(Section):
    """A collection of experiments."""

    name: str
    title: str
    experiments: tuple[str, ...] = Field(min_length=1)
    """Names of built-in experiments, or files beside the collection."""

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a collection from a file.

        Raises:
            ExperimentError: If it cannot be read, or is wrong.
        """
        data: dict[str, object] = {}
        try:
            text = read_text(path)
            data = tomllib.loads(text)
            return cls.model_validate(data)
        except OSError as error:
            raise ExperimentError(f"{path} cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise ExperimentError(f"{path} is not UTF-8 text.") from None
        except tomllib.TOMLDecodeError as error:
            raise ExperimentError(f"{path}: {explain_syntax(text, error)}") from None
        except RecursionError:
            raise ExperimentError(f"{path}: it is nested too deep.") from None
        except ValidationError as error:
            raise ExperimentError(f"{path}: {explain_mistake(cls, error, data)}") from None

    def find_experiments(self, beside: Path) -> list[Path]:
        """Find the files of its experiments.

        Args:
            beside: The folder of the collection.

        Raises:
            ExperimentError: If there is no such experiment.
        """
        return [self._find_experiment(beside, one) for one in self.experiments]

    def _find_experiment(self, beside: Path, name: str) -> Path:
        """Find an experiment beside the collection, or a built-in one; no other file is read."""
        path = beside / name
        if Path(name).name == name and path.is_file() and not path.is_symlink():
            return path
        if name in list_examples():
            return find_experiment(name)
        raise ExperimentError(
            f"{self.name}: experiments: there is no experiment {clean(name, 60)!r} beside the "
            "collection, and no built-in one of that name."
        )


def list_collections() -> dict[str, str]:
    """List the built-in collections by name, each with its title."""
    return {path.stem: Collection.read(path).title for path in sorted(FOLDER.glob("*.toml"))}


def find_collection(text: str) -> tuple[Collection, Path] | None:
    """Find a collection by its name or its file; `None` if it is none.

    Returns:
        The collection, and the folder of its file.

    Raises:
        ExperimentError: If it is wrong.
    """
    path = Path(text).expanduser()
    if not path.is_file():
        path = FOLDER / f"{text}.toml"
        if "/" in text or not path.is_file():
            return None
    elif is_database(path) or not _names_experiments(path):
        return None
    return Collection.read(path), path.parent


def _names_experiments(path: Path) -> bool:
    try:
        return "experiments" in tomllib.loads(read_text(path))
    except (OSError, ValueError, RecursionError):
        return False  # what is wrong with it is told where it is read as an experiment


def expand_runs(names: list[str], data: Path, *, must_exist: bool) -> list[Path]:
    """Expand the names of collections to those of their runs that exist.

    Args:
        names: Runs by path or name, and collections.
        data: The data folder.
        must_exist: Whether a collection without any run is an error.

    Raises:
        RunError: If there is no such run.
        ExperimentError: If a collection is wrong.
    """
    found: list[Path] = []
    for name in names:
        collected = find_collection(name)
        if collected is None:
            found.append(find_run(name, data=data))
            continue
        collection, beside = collected
        files = collection.find_experiments(beside)
        own = [get_default_run_path(path.stem, data) for path in files]
        there = [path for path in own if path.is_file()]
        if must_exist and not there:
            raise ExperimentError(
                f"{collection.name} has no runs yet. Start them: parlour lab run {name}"
            )
        found += there
    return list(dict.fromkeys(found))
