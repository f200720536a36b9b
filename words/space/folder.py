"""Find spaces by name among the built-in and the imported ones."""

from difflib import get_close_matches
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from words.space.errors import SpaceError
from words.space.names import ASSOCIATIONS, EMBEDDED_SPACES, parse_spaces

SUFFIX = ".space"
"""The ending of a space's file name."""


def list_spaces(imported: Path) -> dict[str, Path]:
    """The files of all spaces by name: the built-in ones, then the imported ones in order.

    Args:
        imported: The folder of imported spaces.
    """
    builtin = {name: _get_builtin_file(name) for name in EMBEDDED_SPACES}
    return builtin | {name: imported / f"{name}{SUFFIX}" for name in list_imported_spaces(imported)}


def list_imported_spaces(imported: Path) -> list[str]:
    """List the names of the imported spaces, in order."""
    found = {path.name.removesuffix(SUFFIX) for path in imported.glob(f"[!.]*{SUFFIX}")}
    return sorted(found - set(EMBEDDED_SPACES))


@cache
def _get_builtin_file(name: str) -> Path:
    return Path(__file__).parent.parent / "vectors" / f"{name}{SUFFIX}"


def find_space(name: str, imported: Path) -> Path:
    """Find the file of a space.

    Args:
        name: Its name.
        imported: The folder of imported spaces.

    Raises:
        SpaceError: If there is no space of that name; the message lists the spaces.
    """
    if name in EMBEDDED_SPACES:  # needed in every headless game, so do not list the folder
        return _get_builtin_file(name)
    known = list_spaces(imported)
    if name in known:
        return known[name]
    close = get_close_matches(name, known, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    raise SpaceError(f"There is no space named {name!r}; there are {', '.join(known)}.{hint}")


def build_reference(name: str, imported: Path) -> str:
    """Build the reference by which players open a space, wherever imported spaces are kept.

    Returns:
        The name of a built-in space, or the URI of the file of an imported one.

    Raises:
        SpaceError: If there is no space of that name; the message lists the spaces.
    """
    return name if name in EMBEDDED_SPACES else find_space(name, imported).absolute().as_uri()


def build_references(text: str, imported: Path) -> str:
    """Replace the names of spaces by references, in a text such as `word2vec+mine+associations`.

    Raises:
        SpaceError: If there is no space of one of the names.
    """
    names = parse_spaces(text)
    return "+".join(n if n == ASSOCIATIONS else build_reference(n, imported) for n in names)


def find_referred(reference: str) -> Path:
    """Find the file of the space that a reference means.

    Raises:
        SpaceError: If it is neither a built-in space nor the URI of a file.
    """
    if reference in EMBEDDED_SPACES:
        return _get_builtin_file(reference)
    parts = urlsplit(reference)
    if parts.scheme != "file":
        raise SpaceError(f"There is no built-in space named {reference!r}.")
    return Path(unquote(parts.path))


def get_space_name(reference: str) -> str:
    """Return the name of the space that a reference means, as people know it.

    Raises:
        SpaceError: If it is neither a built-in space nor the URI of a file.
    """
    return find_referred(reference).name.removesuffix(SUFFIX)
