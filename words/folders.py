"""Where spaces of word vectors lie, and which there are."""

import os
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_data_path

from words.layout import SUFFIX, SpaceError

if TYPE_CHECKING:
    from words.space import Space

EMBEDDED = ("word2vec", "glove")
"""Names of the spaces that come with the program."""


def data_folder() -> Path:
    """The folder for what is kept: `PARLOUR_DATA`, else the platform's place for such data.

    Raises:
        SpaceError: If `PARLOUR_DATA` begins with the home folder of nobody.
    """
    chosen = os.environ.get("PARLOUR_DATA")
    try:
        return Path(chosen).expanduser() if chosen else user_data_path("parlour")
    except RuntimeError:
        raise SpaceError(f"PARLOUR_DATA: there is no such home folder, {chosen!r}.") from None


def imported_folder() -> Path:
    """The folder of the spaces that users imported."""
    return data_folder() / "vectors"


def spaces() -> dict[str, Path]:
    """All spaces by name: the embedded ones first, then the imported ones by alphabet."""
    embedded = {name: _embedded(name) for name in EMBEDDED}
    imported = {
        path.name.removesuffix(SUFFIX): path for path in imported_folder().glob(f"[!.]*{SUFFIX}")
    }
    return embedded | {name: imported[name] for name in sorted(imported) if name not in embedded}


def _embedded(name: str) -> Path:
    return Path(__file__).parent / "vectors" / f"{name}{SUFFIX}"


def find_space(name: str) -> Path:
    """Find the file of a space.

    Raises:
        SpaceError: There is none of that name; the message says which there are.
    """
    if name in EMBEDDED:  # asked for in every headless game, and needs no look at the disk
        return _embedded(name)
    known = spaces()
    if name in known:
        return known[name]
    close = get_close_matches(name, known, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    raise SpaceError(f"There is no space named {name!r}; there are {', '.join(known)}.{hint}")


def open_space(name: str) -> "Space":
    """Open a space by name, once for the whole program.

    Raises:
        SpaceError: There is none of that name, or its file is damaged.
    """
    return _open(find_space(name))


@cache
def _open(path: Path) -> "Space":
    from words.space import Space  # imports numpy, which the first frame must not wait for

    return Space.open(path)
