"""Remove from what is published where, by whom and with which secrets it was made.

A SPEC may hold the whole command line of a program, and an error or an option the path of a file.
What remains is the name of the program or file.
"""

import os
import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from socket import gethostname
from typing import Any
from urllib.parse import urlsplit

from engine.config.server_presets import PRESETS
from engine.errors import SetupError
from engine.players.process.command import get_program_name, split_command
from engine.players.spec import PROGRAMS, LineupError, Spec, parse_spec

PLACE = re.compile(r"(?:~|/|\.{1,2}/|[A-Za-z]:[/\\]|\\\\|file:)")
"""Matches the beginning of a path that is not the name of a file in the working folder."""
PATHS = re.compile(
    r"(?<![\w/\\.~])(?!(?<=:)//)(?:file://)?(?:~\w*|\.{1,2}|[A-Za-z]:)?(?:[/\\]+[\w.@%+~=-]+){2,}[/\\]?"
    r"|(?<!\w)~\w*[/\\][\w.@%+~=-]+"
)
"""Matches paths in a text: at least two names, so that `and/or` and `</b>` stay."""
HOME = re.compile(r"(?:/home|/Users|[A-Za-z]:[/\\]Users)[/\\][^/\\]+[/\\]?|~\w*[/\\]?")
"""Matches somebody's home folder, whose last name is that of a person."""
SHORTEST_WORD = 4
"""Minimum length of an argument of a program that is removed from a text."""
NO_PERSON = frozenset({"root", "user", "localhost"})
"""Names of users and computers that identify nobody."""
OWN_SERVER = "own server"
"""Shown in place of the name of a server that belongs to no hosting service."""


@lru_cache(maxsize=4096)
def redact_spec(text: str) -> str:
    """Write a SPEC without command line, folders and people."""
    try:
        spec = parse_spec(text)
    except LineupError:  # edited by hand, or of an old version
        return "unknown"
    match spec.kind:
        case "exec":
            return f"exec:{_name_program(spec.argument)}"
        case "py" | "script" | "player":
            return f"{spec.kind}:{redact_path(spec.argument)}"
        case _:
            settings = tuple((name, str(redact_value(one))) for name, one in spec.settings)
            return str(Spec(spec.kind, str(redact_value(spec.argument)), settings))


def redact_path(path: str) -> str:
    """Write the last name of a path of any system; of a home folder, none."""
    if not path or HOME.fullmatch(path):
        return path and "~"
    return re.split(r"[/\\]", path.rstrip("/\\"))[-1] or "folder"


def redact_value(value: Any) -> Any:  # noqa: ANN401 - an option may have any value
    """Write the value of an option or setting; of a path, only the last name."""
    if isinstance(value, str):
        return redact_path(value) if PLACE.match(value) else value
    if isinstance(value, list | tuple):
        return [redact_value(one) for one in value]
    if isinstance(value, Mapping):
        return {name: redact_value(one) for name, one in value.items()}
    return value


def redact_text(text: str, specs: Mapping[str, str]) -> str:
    """Write an error or the like without SPECs, paths, and the names of this user and computer.

    Args:
        text: The text.
        specs: By name of each player: the SPEC, which the text may quote.
    """
    for name, spec in sorted(specs.items(), key=lambda pair: -len(pair[1])):
        for secret in _list_secrets(spec):
            text = text.replace(secret, name)
    for spec in specs.values():
        for word in _list_arguments(spec):
            text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "…", text)
    for folder in (os.getcwd(), str(Path.home())):  # noqa: PTH109 - as it is written in errors
        if len(folder) > 1:
            text = text.replace(folder, "~")
    text = PATHS.sub(lambda found: redact_path(found[0]), text)
    for word, instead in _list_own_names():
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", instead, text)
    return text


def redact_server(address: str) -> str:
    """Write the name of a model's server; only that of a hosting service stays."""
    return address if not address or _find_host(address) in _list_services() else OWN_SERVER


def redact_computers(names: Iterable[str]) -> dict[str, str]:
    """Number computers in the order in which they come."""
    known = dict.fromkeys(name for name in names if name)
    return {"": ""} | {name: f"computer {number}" for number, name in enumerate(known, 1)}


def _name_program(command: str) -> str:
    try:
        return redact_path(get_program_name(command)) or "program"  # also of another system
    except SetupError:
        return "program"


def _list_secrets(text: str) -> list[str]:
    """List how a text may quote a SPEC whose argument is a command line or a file."""
    kind, _, argument = text.partition(":")
    if kind.strip().lower() not in PROGRAMS | {"script"} or not argument.strip():
        return []
    plain = argument.strip()
    return [text, text.strip(), repr(plain)[1:-1], plain]


@lru_cache(maxsize=4096)
def _list_arguments(text: str) -> tuple[str, ...]:
    """List the arguments of a program in a SPEC, the values of its options by themselves, too."""
    kind, _, argument = text.partition(":")
    if kind.strip().lower() != "exec":
        return ()
    try:
        words = split_command(argument)
    except SetupError:
        return ()
    name = _name_program(argument)
    found = {part for word in words[1:] for part in (word, *word.split("="), *word.split())}
    kept = (one for one in found if len(one) >= SHORTEST_WORD and redact_path(one) != name)
    return tuple(sorted(kept, key=len, reverse=True))


@cache
def _list_own_names() -> tuple[tuple[str, str], ...]:
    """List the names of this user and this computer, and what stands in their place."""
    users = {os.environ.get("USER", ""), os.environ.get("LOGNAME", ""), Path.home().name}
    hosts = {gethostname(), gethostname().partition(".")[0]}
    pairs = (*((one, "USER") for one in users), *((one, "HOST") for one in hosts))
    return tuple(
        sorted(pair for pair in pairs if len(pair[0]) > 2 and pair[0].lower() not in NO_PERSON)
    )


@cache
def _list_services() -> frozenset[str]:
    """List the hosts of hosting services."""
    return frozenset(_find_host(one.url) for one in PRESETS.values() if one.key_name)


def _find_host(address: str) -> str:
    return urlsplit(address if "//" in address else f"//{address}").hostname or ""
