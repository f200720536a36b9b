"""The folders of data and of word-vector spaces; find and open a space by name."""

import os
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_data_path

from words.space_format import SUFFIX, SpaceError

if TYPE_CHECKING:
    from words.space import Space

BUILTIN_SPACES = ("word2vec", "glove")
"""The names of the spaces that come with Parlour and play as the paper's baselines."""
EMBEDDED_SPACES = (*BUILTIN_SPACES, "webster")
"""The names of all spaces that come with Parlour."""
ASSOCIATIONS = "associations"
"""Named among the spaces of Parlour's own player, the lists of what people think of count, too."""


def parse_spaces(text: str) -> tuple[str, ...]:
    """Parse names of spaces such as `word2vec+glove`."""
    return tuple(dict.fromkeys(part.strip() for part in text.split("+") if part.strip()))


def parse_listeners(text: str) -> tuple[tuple[str, ...], bool]:
    """Parse what Parlour's own player listens with, such as `word2vec+associations`.

    Returns:
        The names of the spaces, all that come with Parlour if none is named, and whether
        associations count: if they are named, or nothing is.
    """
    named = parse_spaces(text)
    spaces = tuple(name for name in named if name != ASSOCIATIONS)
    return spaces or EMBEDDED_SPACES, not named or ASSOCIATIONS in named


def data_folder() -> Path:
    """The folder for saved games, imported spaces and choices.

    It is `PARLOUR_DATA`, or by default the platform's data folder.

    Raises:
        SpaceError: If `PARLOUR_DATA` names the home folder of an unknown user.
    """
    chosen = os.environ.get("PARLOUR_DATA")
    try:
        return Path(chosen).expanduser() if chosen else user_data_path("parlour")
    except RuntimeError:
        raise SpaceError(f"PARLOUR_DATA: there is no such home folder, {chosen!r}.") from None


def imported_folder() -> Path:
    """The folder of imported spaces."""
    return data_folder() / "vectors"


def list_spaces() -> dict[str, Path]:
    """The files of all spaces by name: the built-in ones, then the imported ones in order."""
    builtin = {name: _builtin_file(name) for name in EMBEDDED_SPACES}
    imported = {
        path.name.removesuffix(SUFFIX): path for path in imported_folder().glob(f"[!.]*{SUFFIX}")
    }
    return builtin | {name: imported[name] for name in sorted(imported) if name not in builtin}


@cache
def _builtin_file(name: str) -> Path:
    return Path(__file__).parent / "vectors" / f"{name}{SUFFIX}"


def find_space(name: str) -> Path:
    """Find the file of a space.

    Raises:
        SpaceError: If there is no space of that name; the message lists the spaces.
    """
    if name in EMBEDDED_SPACES:  # needed in every headless game, so do not list the folder
        return _builtin_file(name)
    known = list_spaces()
    if name in known:
        return known[name]
    close = get_close_matches(name, known, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    raise SpaceError(f"There is no space named {name!r}; there are {', '.join(known)}.{hint}")


def open_space(name: str) -> "Space":
    """Open a space by name; the same space is opened only once.

    Raises:
        SpaceError: If there is no space of that name, or its file is damaged.
    """
    return _open(find_space(name))


@cache
def _open(path: Path) -> "Space":
    from words.space import Space  # it imports numpy, which the first frame must not wait for

    return Space.open(path)
