"""Variables for models: those of this process, and beneath them those of `.env`."""

import os
from collections.abc import Iterator, Mapping

from engine.player_protocol import SetupError
from engine.settings_files import SettingsError
from engine.trust import DOTENV, read_dotenv


class Variables(Mapping[str, str]):
    """Variables of the environment and of `.env`, each with its origin."""

    def __init__(self, process: Mapping[str, str], file: Mapping[str, str]) -> None:
        """Lay the variables of this process over those of the file."""
        self._process = process
        self._all = {**file, **process}

    def __getitem__(self, name: str) -> str:
        """The value of a variable."""
        return self._all[name]

    def __iter__(self) -> Iterator[str]:
        """All names."""
        return iter(self._all)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._all)

    def origin(self, name: str) -> str:
        """Where a variable comes from, as messages say it."""
        return "the environment" if name in self._process else str(DOTENV)


def read_environment() -> Variables:
    """The variables of this process, and beneath them those of `.env`.

    Variables of the file are not put into the environment, so that no program that is
    started here inherits a key from it.

    Raises:
        SetupError: If the file cannot be read, by its line.
    """
    try:
        return Variables(os.environ, read_dotenv().values)
    except SettingsError as error:
        raise SetupError(str(error)) from None


def are_apart(variables: Mapping[str, str], address: str, key: str) -> bool:
    """Whether the variables of an address and of a key come from different places.

    A key goes only to an address that the same place names: who can write a `.env` into a folder
    must not receive the key of the environment.
    """
    return (
        isinstance(variables, Variables)
        and bool(variables.get(address, "").strip())
        and bool(variables.get(key, "").strip())
        and variables.origin(address) != variables.origin(key)
    )
