"""`parlour doctor`: check Python, terminal, pictures, word vectors, model settings and folders."""

import locale
import os
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import get_terminal_size
from tempfile import TemporaryFile
from typing import Annotated

import typer
from rich.console import Console

from engine.config.errors import SettingsError
from engine.config.model_variables import read_environment
from engine.config.paths import get_default_data_folder, get_games_folder, get_vectors_folder
from engine.config.project_file import explain_ignored_settings
from engine.config.settings import Settings, load_settings
from engine.errors import SetupError
from engine.llm.model import Model
from engine.llm.server import Server
from engine.text import clean
from engine.version import get_parlour_version
from images.deck_reader import open_deck
from tui.output import echo
from tui.terminal.picture_choice import choose_protocol, create_pictures
from tui.terminal.probe import TerminalInfo, TerminalProbe
from tui.terminal.streams import explain_missing_terminal
from tui.usage_error import UsageError
from words.space.errors import SpaceError
from words.space.folder import build_reference, list_spaces
from words.space.names import EMBEDDED_SPACES

OLDEST_PYTHON = (3, 12)


SMALLEST_TERMINAL = (80, 24)
"""The smallest supported terminal: columns and rows."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    name: str
    found: str
    broken: bool = False
    """Whether it is needed for games and does not work."""
    note: bool = False
    """Whether it works with a limitation."""


def doctor(
    pictures: Annotated[
        bool,
        typer.Option(
            "--pictures",
            help="Print a test card in every picture protocol, to see which of them work.",
        ),
    ] = False,
) -> None:
    r"""Check Python, the terminal, pictures, word vectors, model settings and folders.

    Each line is ok, a note, or broken. API keys are never shown. Exit code 1 if something that
    every game needs is broken.

    \b
    Examples
      parlour doctor
      parlour doctor --pictures
    """
    if pictures:
        _print_test_card()
        return
    findings = list(examine())
    width = max(len(finding.name) for finding in findings)
    for finding in findings:
        sign = "broken" if finding.broken else "note" if finding.note else "ok"
        echo(f"{sign:<7} {finding.name:<{width}}  {clean(finding.found, 2000)}")
    broken = sum(finding.broken for finding in findings)
    echo(f"\n{broken} broken." if broken else "\nEverything a game needs is here.")
    if broken:
        raise typer.Exit(1)


def _print_test_card() -> None:
    if why := explain_missing_terminal():
        raise UsageError(f"Pictures need a terminal, and {why}.")
    with TerminalProbe() as probe:
        mode, _ = choose_protocol(probe.read_info(), os.environ)
    from screens.pictures.testcard import print_test_card  # noqa: PLC0415 - textual: 0.1 s

    deck = open_deck()
    print_test_card(deck.get_path(next(iter(deck.cards))), mode)


def examine() -> Iterator[Finding]:
    """Yield the findings in the order of the report."""
    yield Finding("Parlour", get_parlour_version())
    version = platform.python_version()
    yield Finding("Python", f"{version}, {sys.executable}", broken=sys.version_info < OLDEST_PYTHON)
    yield Finding("Platform", platform.platform())
    settings = None
    try:
        settings = load_settings()
    except SettingsError as error:
        yield Finding("Settings", str(error), broken=True)
    else:
        yield Finding("Settings", "readable; see: parlour config show")
    for sentence in explain_ignored_settings():
        yield Finding("Trust", sentence, note=True)
    yield from _examine_terminal(settings)
    yield from _examine_games()
    yield from _examine_vectors(settings)
    if settings is not None:
        yield from _examine_models(settings)
        yield from _examine_folders(settings.data)


def _examine_terminal(settings: Settings | None) -> Iterator[Finding]:
    if why := explain_missing_terminal():
        yield Finding("Terminal", f"{why}: games run headless", note=True)
    else:
        size = get_terminal_size()
        small = size.columns < SMALLEST_TERMINAL[0] or size.lines < SMALLEST_TERMINAL[1]
        rest = (
            f"; at least {SMALLEST_TERMINAL[0]} x {SMALLEST_TERMINAL[1]} is needed" if small else ""
        )
        term = os.environ.get("TERM") or "TERM is not set"
        yield Finding("Terminal", f"{term}, {size.columns} x {size.lines}{rest}", note=small)
    colours = Console().color_system or "none"
    plain = "; NO_COLOR is set" if os.environ.get("NO_COLOR") else ""
    yield Finding("Colours", f"{colours}{plain}")
    encoding = (sys.stdout.encoding or locale.getencoding()).lower()
    unicode = encoding.replace("-", "").startswith("utf")
    yield Finding("Unicode", f"{'yes' if unicode else 'no'}, {encoding}", note=not unicode)
    images = settings.images if settings else None
    data = settings.data if settings else get_default_data_folder()
    for name, found in examine_pictures(images, data):
        yield Finding(name, found)


def _examine_games() -> Iterator[Finding]:
    from engine.games.catalog import list_faulty_games, list_games  # noqa: PLC0415 - the games: 0.2 s

    yield Finding("Games", ", ".join(list_games()))
    for name, fault in list_faulty_games().items():
        yield Finding(f"Game {name}", fault, note=True)
    from screens.games.ui import list_screen_faults  # noqa: PLC0415 - textual: 0.1 s

    for name, fault in list_screen_faults().items():
        yield Finding(f"Game {name}", fault, note=True)


def _examine_vectors(settings: Settings | None) -> Iterator[Finding]:
    from words.space.reader import open_space  # noqa: PLC0415 - numpy: 30 ms

    for name in EMBEDDED_SPACES:
        try:
            space = open_space(name)
            space.verify()
        except (SpaceError, OSError) as error:
            yield Finding(f"Vectors {name}", str(error), broken=True)
        else:
            yield Finding(f"Vectors {name}", f"{len(space):,} words of {space.width} numbers")
    if settings is None:
        return
    for name, path in list_spaces(get_vectors_folder(settings.data)).items():
        if name not in EMBEDDED_SPACES:
            yield _examine_imported(name, path)


def _examine_imported(name: str, path: Path) -> Finding:
    from words.space.reader import open_space  # noqa: PLC0415 - numpy: 30 ms

    try:
        space = open_space(build_reference(name, path.parent))
    except (SpaceError, OSError) as error:
        return Finding(f"Vectors {name}", str(error), note=True)
    return Finding(f"Vectors {name}", f"{len(space):,} words of {space.width} numbers, {path}")


def _examine_models(settings: Settings) -> Iterator[Finding]:
    try:
        known = read_environment()
        key = "set" if known.get("OPENAI_API_KEY", "").strip() else "not set"
        yield Finding("Model key", f"OPENAI_API_KEY is {key}")
        server = Server.from_environment(known, settings.timeout)
    except SetupError as error:
        yield Finding("Models", str(error), note=True)
    else:
        where = "OPENAI_BASE_URL" if known.get("OPENAI_BASE_URL", "").strip() else "the default"
        yield Finding("Models", f"{server.host} ({where}), {server.timeout:g} s for an answer")
    for name in settings.models:
        try:
            model = Model.find(name, settings=settings)
        except SetupError as error:
            yield Finding(f"llm:{name}", str(error), note=True)
        else:
            yield Finding(f"llm:{name}", f"{model.name} on {model.server.host}")


def _examine_folders(data: Path) -> Iterator[Finding]:
    for name, folder in (
        ("Data", data),
        ("Games", get_games_folder(data)),
        ("Imports", get_vectors_folder(data)),
    ):
        why = explain_unwritable(folder)
        yield Finding(f"{name} folder", f"{folder}{': ' + why if why else ''}", broken=bool(why))
    from screens.saved.folder import list_journals  # noqa: PLC0415 - textual: 0.1 s

    yield Finding("Journals", f"{len(list_journals(get_games_folder(data)))} kept")


def explain_unwritable(folder: Path) -> str | None:
    """Explain why `folder`, or its nearest existing parent, is not writable; `None` if it is."""
    there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    try:
        with TemporaryFile(dir=there):
            return None
    except OSError as error:
        return f"it cannot be written to: {error.strerror}"


def examine_pictures(images: str | None, data: Path) -> Iterator[tuple[str, str]]:
    """Ask the terminal, if there is one; yield the name and text of each finding.

    Args:
        images: The setting: a protocol's name, or `auto`.
        data: The data folder, with the last choice.
    """
    with TerminalProbe() as probe:
        info = probe.read_info()
    yield "Terminal says", describe_terminal(info)
    if info.tmux is not None:
        tmux = info.tmux
        yield (
            "tmux says",
            f"version {tmux.version or 'unknown'}, in {tmux.outer or 'an unknown terminal'} with "
            f"{', '.join(tmux.features) or 'no features'}, "
            f"passthrough {'on' if tmux.passthrough else 'off'}",
        )
    pictures = create_pictures(info, images, data)
    yield (
        "Images",
        f"{pictures.protocol.label}. {pictures.reason} See them: parlour doctor --pictures",
    )
    if pictures.protocol is not pictures.best:
        yield "Images (auto)", f"{pictures.best.label}. {pictures.best_reason}"


def describe_terminal(info: TerminalInfo) -> str:
    """Describe the terminal's answers in a line."""
    if not info.asked:
        return "nothing: there is none, or none that can be asked"
    if not info.attributes:
        return f"nothing within {info.seconds:.1f} s"
    width, height = info.cell or (0, 0)
    cell = f"cells of {width} x {height} pixels" if info.cell else "cell size unknown"
    attributes = ", ".join(map(str, info.attributes))
    colours = f", {info.colours} colours for Sixel" if info.colours else ""
    return (
        f"{info.name or 'no name'}, {cell}{colours}, attributes {attributes}, "
        f"in {info.seconds * 1000:.0f} ms"
    )
