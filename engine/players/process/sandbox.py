"""Run players' programs in a bubblewrap sandbox, if the user wants them isolated.

`isolate_command` builds the `bwrap` command, which hides home folders, Parlour's own folders, other
processes and, unless it is allowed, the network. A program can read the system, its own folder, and
the files among its arguments; `engine.players.process.hidden_files` hides games and runs in these.
"""

import os
import pwd
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from subprocess import DEVNULL, PIPE, run
from typing import TYPE_CHECKING, NamedTuple

from engine.config.child_environment import build_environment
from engine.config.paths import get_user_file
from engine.errors import SetupError
from engine.players.process.hidden_files import (
    GAME_ENDINGS,
    JOURNAL_ENDING,
    WRITABLE,
    Hidden,
    Mounts,
)
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
MOST_LINKS = 40
"""Maximum number of symbolic links that are followed to a program."""


class Needed(NamedTuple):
    """A folder or file that a program needs besides the system."""

    path: Path
    search: bool = True
    """Whether it may hold games and runs, as an installation does not."""


def isolate_command(
    words: Sequence[str], name: str, calls: Path | None, settings: "Settings"
) -> list[str]:
    """Build the command that starts a program, isolated if the user wants it.

    Args:
        words: The program and its arguments.
        name: The name of the program in messages.
        calls: The calls file beside the journal; `None` if there is none.
        settings: The settings in force, which also name further files to hide.

    Raises:
        SetupError: If it cannot be isolated, or could still read hidden files.
    """
    level = settings.isolation
    if level == "no":
        return list(words)
    bubblewrap = _find_bubblewrap(shutil.which("bwrap"))
    hidden = _list_hidden(settings, calls and calls.parent)
    needed = _list_needed(words, hidden)
    for one in needed:
        _check_needed(one.path, name, hidden)
    mounts = Mounts(hidden)
    for folder in filter(Path.is_dir, map(Path, SYSTEM)):
        mounts.cover_system(folder)
    for one in needed:
        if one.path.is_dir():
            mounts.show_folder(one.path, search=one.search)
        else:
            mounts.show_file(one.path)
    here = os.getcwd()  # noqa: PTH109 - as the program would see it
    return [
        bubblewrap,
        *_list_base_options(network=level == "net"),
        *mounts.options,
        *("--dir", here, "--chdir", here, *mounts.list_remounts(), "--remount-ro", "/", "--"),
        *words,
    ]


def explain_no_isolation() -> str:
    """Explain why programs cannot be isolated here; empty if they can."""
    try:
        _find_bubblewrap(shutil.which("bwrap"))
    except SetupError as error:
        return str(error)
    return ""


def refuse_isolation(spec: str, settings: "Settings") -> None:
    """Refuse a player that runs inside Parlour if isolation is on.

    Raises:
        SetupError: If isolation is on.
    """
    if settings.isolate in {"yes", "net"}:
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
        *("--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev", "--tmpfs", WRITABLE),
        *("--setenv", "HOME", WRITABLE, "--setenv", "TMPDIR", WRITABLE),
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


def _list_hidden(settings: "Settings", journals: Path | None) -> Hidden:
    """List what programs must not see: homes, Parlour's own folders, and what is of this game."""
    homes = [Path.home()]
    with suppress(KeyError):  # the user has no entry
        homes.append(Path(pwd.getpwuid(os.getuid()).pw_dir))
    secrets = [path.resolve() for path in settings.hidden]
    games = {path for path in secrets if path.is_dir()} | (
        {journals.resolve()} if journals else set()
    )
    own = (settings.data, get_user_file().parent)
    folders = dict.fromkeys((*(folder.resolve() for folder in (*homes, *own)), *sorted(games)))
    files = tuple(path for path in secrets if path not in games)
    return Hidden(tuple(folders), frozenset(games), files)


def _list_needed(words: Sequence[str], hidden: Hidden) -> list[Needed]:
    """List what a program needs, outer folders first, as inner ones are shown over them."""
    found: dict[Path, bool] = {}
    for one in _find_needed(words, hidden):
        found[one.path] = found.get(one.path, False) or one.search
    ordered = sorted(found.items(), key=lambda item: len(item[0].parts))
    return [Needed(path, search) for path, search in ordered]


def _find_needed(words: Sequence[str], hidden: Hidden) -> Iterator[Needed]:
    """Yield the program's own folder, that of its script, and what its arguments name."""
    program = Path(os.path.abspath(shutil.which(words[0]) or words[0]))  # noqa: PTH100 - links
    for _ in range(MOST_LINKS):
        if not _is_system(program) or hidden.lies_inside(program.resolve()):
            yield _find_installation(program.parent, hidden)
        if not program.is_symlink():
            break
        program = Path(os.path.abspath(program.parent / program.readlink()))  # noqa: PTH100
    if "-m" in words[1:]:  # a Python module in the working folder
        yield Needed(Path.cwd())
    script_seen = False
    for word in words[1:]:
        path = Path(os.path.abspath(word))  # noqa: PTH100 - the path by which it is opened
        with suppress(OSError, ValueError):  # not a path
            if path.is_dir():
                yield Needed(path)
            elif path.is_file():
                yield Needed(path if script_seen else path.parent)
                script_seen = True


def _find_installation(folder: Path, hidden: Hidden) -> Needed:
    """Find the installation of a program in a folder `bin`, if it contains nothing to hide.

    Version managers such as pyenv keep wrappers in `shims`, beside the versions they start.
    """
    whole = folder.parent
    if folder.name == "shims" or (folder.name == "bin" and (whole / "lib").is_dir()):
        resolved = whole.resolve()
        if not any(one.is_relative_to(resolved) for one in (*hidden.folders, *hidden.files)):
            return Needed(whole, search=False)
    return Needed(folder)


def _is_system(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in SYSTEM)


def _check_needed(path: Path, name: str, hidden: Hidden) -> None:
    """Refuse a folder or file that would expose hidden files to a program.

    Raises:
        SetupError: If it would expose them.
    """
    resolved, (home, *rest) = path.resolve(), hidden.folders
    if home.is_relative_to(resolved):
        raise SetupError(
            f"--isolate: {name} could read your home folder, because what it needs lies in "
            f"{path}; put that into a folder of its own."
        )
    if resolved in rest and resolved not in hidden.games:
        raise SetupError(
            f"--isolate: {name} could read games or settings, because what it needs lies in "
            f"Parlour's own folder {path}; put that into another folder."
        )
    if resolved in hidden.files or (
        resolved.parent in hidden.games and resolved.name.endswith((*GAME_ENDINGS, JOURNAL_ENDING))
    ):
        raise SetupError(
            f"--isolate: {name} could read what is hidden from it, because its command names "
            f"{path}; leave that out."
        )
