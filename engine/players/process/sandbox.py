"""Run players' programs in a bubblewrap sandbox, if the user wants them isolated.

`isolate_command` builds the `bwrap` command, which hides home folders, Parlour's own folders, other
processes and, unless it is allowed, the network. A program can read the system, its own folder, and
the files among its arguments.
"""

import os
import pwd
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from subprocess import DEVNULL, PIPE, run
from typing import TYPE_CHECKING

from engine.config.environment import build_environment
from engine.config.paths import get_user_file
from engine.errors import SetupError
from engine.text import clean

if TYPE_CHECKING:
    from engine.config.settings import Settings

SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt"),
    *("/nix/store", "/gnu/store"),
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"),
    *("/etc/localtime", "/etc/nsswitch.conf", "/etc/passwd", "/etc/group"),
    *("/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/ca-certificates", "/etc/pki/tls/certs"),
)
"""System folders that a program can read."""
NETWORK = ("/etc/hosts", "/etc/resolv.conf", "/etc/services")
"""Files that it can also read if it has network access."""
PRIVATE = "/tmp"  # noqa: S108 - in the program's own file system
"""The folder that a program can write to; a temporary one, empty at the start."""
KEPT_ENDINGS = (".jsonl", ".stderr", ".cast")
"""Endings of journals, calls files and the like, hidden even if the program is in their folder."""
MOST_LINKS = 40
"""Maximum number of symbolic links that are followed to a program."""


def isolate_command(
    words: Sequence[str], name: str, journals: Path | None, settings: "Settings"
) -> list[str]:
    """Build the command that starts a program, isolated if the user wants it.

    Args:
        words: The program and its arguments.
        name: The name of the program in messages.
        journals: The folder of the journal; `None` if there is none.
        settings: The settings in force.

    Raises:
        SetupError: If it cannot be isolated, or could still read hidden files.
    """
    if settings.isolate == "no":
        return list(words)
    bubblewrap = _find_bubblewrap(shutil.which("bwrap"))
    hidden = _list_hidden_folders(settings.data, journals)
    folders = dict.fromkeys(_list_program_folders(words, hidden))
    for folder in folders:
        _check_folder(folder, name, hidden, journals)
    here = os.getcwd()  # noqa: PTH109 - as the program would see it
    return [
        bubblewrap,
        *_list_base_options(network=settings.isolate == "net"),
        *_hide(map(Path, SYSTEM), hidden),
        *(part for folder in folders for part in _show(folder, journals)),
        *_hide(folders, hidden),
        *("--dir", here, "--chdir", here, "--remount-ro", "/", "--"),
        *words,
    ]


def refuse_isolation(spec: str, settings: "Settings") -> None:
    """Refuse a player that runs inside Parlour if isolation is on.

    Raises:
        SetupError: If isolation is on.
    """
    if settings.isolate != "no":
        raise SetupError(
            f"{spec} runs inside Parlour, and --isolate is only for programs: "
            f"play it as exec:COMMAND, or without --isolate."
        )


def _list_base_options(*, network: bool) -> list[str]:
    """Build the options that all programs share."""
    shared = (*SYSTEM, *NETWORK) if network else SYSTEM
    return [
        *("--unshare-all", *(["--share-net"] if network else []), "--die-with-parent"),
        *("--cap-drop", "ALL"),
        *(part for path in shared for part in ("--ro-bind-try", path, path)),
        *("--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev", "--tmpfs", PRIVATE),
        *("--setenv", "HOME", PRIVATE, "--setenv", "TMPDIR", PRIVATE),
    ]


@cache
def _find_bubblewrap(path: str | None) -> str:
    """Check once that bubblewrap works.

    Args:
        path: The path of `bwrap`; `None` if it is not installed.

    Raises:
        SetupError: If it does not work, or is not installed.
    """
    if path is None:
        raise SetupError(
            "--isolate needs bubblewrap (the program bwrap), which is not installed here; "
            "packages call it bubblewrap."
        )
    done = run(  # noqa: S603 - a constant command
        [path, *_list_base_options(network=False), "--", "true"],
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=PIPE,
        env=build_environment(),
        check=False,
    )
    if done.returncode:
        why = clean(done.stderr.decode(errors="replace").strip(), 200)
        raise SetupError(f"--isolate: bubblewrap cannot isolate programs here: {why}")
    return path


def _list_hidden_folders(data: Path, journals: Path | None) -> tuple[Path, ...]:
    """List the folders that programs must not read: homes, Parlour's own, and the journal's."""
    homes = [Path.home()]
    with suppress(KeyError):  # the user has no entry
        homes.append(Path(pwd.getpwuid(os.getuid()).pw_dir))
    others = (data, get_user_file().parent, *([journals] if journals else []))
    return tuple(dict.fromkeys(folder.resolve() for folder in (*homes, *others)))


def _list_program_folders(words: Sequence[str], hidden: Sequence[Path]) -> Iterator[Path]:
    """Yield the folders and files that a program needs besides the system.

    These are its own folder, that of its script, and files and folders among its arguments.
    """
    program = Path(os.path.abspath(shutil.which(words[0]) or words[0]))  # noqa: PTH100 - links
    for _ in range(MOST_LINKS):
        if not _is_system(program):
            yield _find_installation(program.parent, hidden)
        if not program.is_symlink():
            break
        program = Path(os.path.abspath(program.parent / program.readlink()))  # noqa: PTH100
    if "-m" in words[1:]:  # a Python module in the working folder
        yield Path.cwd()
    script_seen = False
    for word in words[1:]:
        path = Path(os.path.abspath(word))  # noqa: PTH100 - the path by which it is opened
        with suppress(OSError, ValueError):  # not a path
            if path.is_dir():
                yield path
            elif path.is_file():
                yield path if script_seen else path.parent
                script_seen = True


def _find_installation(folder: Path, hidden: Sequence[Path]) -> Path:
    """Find the installation of a program in a folder `bin`, if it contains nothing to hide.

    Version managers such as pyenv keep wrappers in `shims`, beside the versions they start.
    """
    whole = folder.parent
    if folder.name == "shims" or (folder.name == "bin" and (whole / "lib").is_dir()):
        resolved = whole.resolve()
        if not any(one.is_relative_to(resolved) for one in hidden):
            return whole
    return folder


def _is_system(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in SYSTEM)


def _show(folder: Path, journals: Path | None) -> Iterator[str]:
    """Yield the options that make a folder or file readable.

    In the folder of the journal, only files that exist now are shown, without journals and the
    like.
    """
    if journals is None or folder.resolve() != journals.resolve():
        yield from ("--ro-bind", str(folder), str(folder))
        return
    yield from ("--dir", str(folder))
    for entry in sorted(os.scandir(folder), key=lambda one: one.name):
        if entry.name.endswith(KEPT_ENDINGS) or entry.name == ".env":
            continue
        if entry.is_symlink():  # binding it would show its target
            yield from ("--symlink", str(Path(entry.path).readlink()), entry.path)
        elif entry.is_dir() or entry.is_file():
            yield from ("--ro-bind-try", entry.path, entry.path)


def _check_folder(folder: Path, name: str, hidden: Sequence[Path], journals: Path | None) -> None:
    """Refuse a folder that would expose hidden files to a program.

    Raises:
        SetupError: If it would expose them.
    """
    resolved, (home, *rest) = folder.resolve(), hidden
    if home.is_relative_to(resolved):
        raise SetupError(
            f"--isolate: {name} could read your home folder, because what it needs lies in "
            f"{folder}; put that into a folder of its own."
        )
    if resolved in rest and not (journals and resolved == journals.resolve()):
        raise SetupError(
            f"--isolate: {name} could read games or settings, because what it needs lies in "
            f"Parlour's own folder {folder}; put that into another folder."
        )


def _hide(folders: Iterable[Path], hidden: Sequence[Path]) -> Iterator[str]:
    """Yield the options that cover hidden folders inside of readable ones."""
    for folder in folders:
        for one in hidden:
            if folder.resolve() in one.parents and one.is_dir():
                yield from ("--tmpfs", str(folder / one.relative_to(folder.resolve())))
        if (folder / ".env").is_file():
            yield from ("--ro-bind", os.devnull, str(folder / ".env"))
