"""Addresses and keys of models in environment variables and in `.env`, each with its origin."""

import os
from collections.abc import Iterator, Mapping

from engine.config.errors import SettingsError
from engine.config.paths import DOTENV
from engine.config.project_file import read_dotenv
from engine.errors import SetupError


class Variables(Mapping[str, str]):
    """Environment variables and those of `.env`, each with its origin."""

    def __init__(self, process: Mapping[str, str], file: Mapping[str, str]) -> None:
        """Combine the variables of the process with those of the file, which it overrides."""
        self._process = process
        self._all = {**file, **process}

    def __getitem__(self, name: str) -> str:
        """Return the value of a variable."""
        return self._all[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over all names."""
        return iter(self._all)

    def __len__(self) -> int:
        """Return the number of variables."""
        return len(self._all)

    def describe_origin(self, name: str) -> str:
        """Name the origin of a variable for messages."""
        return "the environment" if name in self._process else str(DOTENV)


def read_environment() -> Variables:
    """Read the variables of this process and of `.env`; the process overrides the file.

    Variables of the file are not added to the environment, so that child processes do not inherit
    its keys.

    Raises:
        SetupError: If the file cannot be read; the message gives the line.
    """
    try:
        return Variables(os.environ, read_dotenv().values)
    except SettingsError as error:
        raise SetupError(str(error)) from None


def are_apart(variables: Mapping[str, str], address: str, key: str) -> bool:
    """Whether the variables of an address and of a key have different origins.

    A key is sent only to an address with the same origin, so that the author of a `.env` file
    cannot receive a key from the environment.
    """
    return (
        isinstance(variables, Variables)
        and bool(variables.get(address, "").strip())
        and bool(variables.get(key, "").strip())
        and variables.describe_origin(address) != variables.describe_origin(key)
    )
