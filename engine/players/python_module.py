"""Load the module of a Python player, apart from the modules of Parlour and of other seats.

A file of the user is loaded by its path, under a private name: `bots` becomes
`_player_1f0c93b7.bots`, in a package that stands for the user's folder and the seat. So a user's
`engine.py` is not ours, and modules of one name, in two folders or for two seats, share nothing.
"""

import builtins
import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import ModuleType
from typing import Any

PARLOUR = frozenset({"engine", "files", "images", "lab", "screens", "tui", "words"})
"""Our packages, which players may import by name."""
NEVER_OWN = sys.stdlib_module_names | PARLOUR
"""What an `import` in a user's module always finds elsewhere, even beside a file of that name."""

PRIVATE_NAME = re.compile(r"\b_player_[0-9a-f]{8}\.")
"""Matches the name of a package that stands for a user's folder, which says nothing to the user."""

_folders: dict[str, Path] = {}
"""The users' folders by the names of the packages that stand for them."""


def load_module(name: str, seat: str) -> ModuleType:
    """Load a module of the user, or an installed one.

    Args:
        name: A file (`bots/alice.py`), or a module of the working folder or of an installed
            package (`bots.alice`). The working folder comes first.
        seat: The seat, whose copies of the user's modules are its own.

    Raises:
        ImportError: If there is no such module.
        BaseException: Whatever the module raises while it is loaded.
    """
    if name.endswith(".py"):
        file = Path(os.path.abspath(name))  # noqa: PTH100 - a link lies where it lies
        if not file.is_file():
            raise ImportError(f"there is no file {name}")
        folder = file.parent
        while (folder / "__init__.py").is_file() and folder.parent != folder:
            folder = folder.parent  # a file of a package may import its siblings
        name = ".".join(file.relative_to(folder).with_suffix("").parts)
    else:
        folder = Path.cwd()
    package = _open_folder(folder, seat)
    if not _is_own(package, name.partition(".")[0]):
        if name.partition(".")[0] == "__main__":
            raise ImportError("there is no file __main__.py in the working folder")
        return import_module(name)
    return import_module(f"{package}.{name}")


def _open_folder(folder: Path, seat: str) -> str:
    """Return the name of the package that stands for a folder; it is made once for each seat."""
    digest = sha256(f"{seat}\0{folder}".encode(errors="surrogateescape")).hexdigest()[:8]
    name = f"_player_{digest}"
    if name not in _folders:
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(folder)]
        _folders[name] = folder
        sys.modules.setdefault(name, module_from_spec(spec))
        if _OwnFinder not in sys.meta_path:
            sys.meta_path.insert(0, _OwnFinder)
    return name


def _is_own(package: str, name: str) -> bool:
    """Whether the user's folder has a module or package of that name.

    A folder without `__init__.py` is one only if no installed package has the name, as in Python.
    """
    private = f"{package}.{name}"
    if private in sys.modules:
        return True
    spec = PathFinder.find_spec(private, [str(_folders[package])])
    return spec is not None and (spec.origin is not None or not _is_installed(name))


def _is_installed(name: str) -> bool:
    """Whether there is a module elsewhere that is more than a folder."""
    with suppress(ValueError):  # it was not imported from a file
        spec = find_spec(name)
        return spec is not None and spec.origin is not None
    return True


class _OwnFinder(PathFinder):
    """Finds the modules below the packages that stand for users' folders."""

    @classmethod
    def find_spec(
        cls,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Find a module; a source file is loaded by `_OwnLoader`."""
        package = fullname.partition(".")[0]
        if package not in _folders or package == fullname:
            return None
        spec = super().find_spec(fullname, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = _OwnLoader(spec.loader.name, spec.loader.path)
        return spec


class _OwnLoader(SourceFileLoader):
    """Loads a source file whose `import helper` finds the `helper.py` of the same folder."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the module with an `import` of its own."""
        package = module.__name__.partition(".")[0]
        own = {**vars(builtins), "__import__": partial(_import, package)}
        module.__dict__["__builtins__"] = own
        super().exec_module(module)


def _import(
    package: str,
    name: str,
    globals: Mapping[str, Any] | None = None,  # noqa: A002 - as in __import__
    locals: Mapping[str, Any] | None = None,  # noqa: A002
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """Import as a module of the user's folder: what lies there comes first."""
    top = name.partition(".")[0]
    if level or top in NEVER_OWN or not _is_own(package, top):
        return builtins.__import__(name, globals, locals, fromlist or (), level)
    private = f"{package}.{name}"
    if fromlist:
        return builtins.__import__(private, globals, locals, fromlist, 0)
    import_module(private)
    return sys.modules[f"{package}.{top}"]
