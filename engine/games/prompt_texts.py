"""Load the template files from which the prompts for models are built.

A game's folder `prompts` has three pieces in each wording, `rules-1.txt`, `role-1.txt` and
`ask-1.txt`, and the additions of the styles, `coached.txt` and `cot.txt`. A file consists of
sections: a line `[name]`, then text in which `{gap}` is a placeholder that the game fills in. Lines
before the first section are comments. Wording 1 defines the sections and gaps of each piece.

People add wordings as folders of the same three files: `prompts/GAME/NAME/rules.txt` in the data
folder. A piece that is missing there is taken from wording 1.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import category

from engine.answer_placeholder import OWN_THOUGHTS
from engine.config.paths import get_prompts_folder
from engine.games.prompt_sections import Section, WordingError, check_sections, parse_sections
from engine.games.prompt_settings import NAME
from engine.options import list_declared_options
from engine.suggestion import explain_unknown
from engine.text import clean
from files.regular import read_bytes

if TYPE_CHECKING:
    from engine.game import GameType

PIECES = ("rules", "role", "ask")
"""What is worded: the rules; the role and its aim; the question and the form of the answer."""
WORDINGS = ("wording", *PIECES)
"""The settings that choose a wording."""
MAX_BYTES = 64_000
"""Maximum size of a file of texts in bytes."""


@dataclass(frozen=True, slots=True)
class PromptTexts:
    """The texts of the prompts of one seat."""

    style: str
    """One of `STYLES`."""
    sections: Mapping[str, Section]
    """The sections of all pieces, by name."""
    pieces: Mapping[str, tuple[str, ...]]
    """The names of the sections of each piece."""
    advice: Mapping[str, Section]
    """The additions of the style, by role or stage."""
    fingerprint: str
    """The first digits of the SHA-256 of all these texts."""

    def fill(self, section: str, **values: object) -> str:
        """Return a section with its gaps filled in."""
        return self.sections[section].fill(values)

    def get_advice(self, role: str) -> str:
        """Return the advice, or the steps of reasoning, for a role or stage; empty if none."""
        return self.advice[role].text if role in self.advice else ""

    def ask(self, section: str, form: str) -> str:
        """Build the instruction how to answer.

        Args:
            section: The section of the kind of answer.
            form: The form of the answer, with `{thoughts}` for the placeholder of thoughts.
        """
        silent = self.style == "naive"
        style = {"naive": "no thoughts", "cot": "steps"}.get(self.style, "thoughts")
        return self.fill(
            section,
            thoughts=self.sections[style].text,
            private="" if silent else self.sections["private"].text,
            form=form.replace("{thoughts}", "" if silent else OWN_THOUGHTS),
        )


def load_prompt_texts(game: "GameType", prompt: str = "", **settings: Any) -> "PromptTexts":  # noqa: ANN401
    """Load the prompt texts that a seat's settings choose, see `load_texts`.

    Raises:
        WordingError: If there is no such wording, or its file cannot be used.
    """
    if game.prompt_settings is None:
        raise WordingError(f"{game.title} keeps no texts of prompts in files.")
    usual = str(list_declared_options(game.prompt_settings)["prompt"].default)
    wording = {name: one for name, one in settings.items() if name in WORDINGS}
    return load_texts(game.package, prompt or usual, **wording)


def load_texts(
    package: str, prompt: str, wording: str = "", rules: str = "", role: str = "", ask: str = ""
) -> PromptTexts:
    """Load the texts that a seat's settings choose; `rules`, `role` and `ask` override `wording`.

    A wording is the number of a built-in one, or the folder of another, see `locate_wordings`.

    Args:
        package: The package of the game.
        prompt: The style, one of `STYLES`.
        wording: The wording of all pieces; empty for the first.
        rules: The wording of the rules.
        role: The wording of the role.
        ask: The wording of the question.

    Raises:
        WordingError: If there is no such wording, or its file cannot be used; it names the file,
            the line and what is wrong.
    """
    chosen = tuple(one or wording or "1" for one in (rules, role, ask))
    return _load_texts(package, prompt, chosen)


def get_wordings_folder(package: str, data: Path) -> Path:
    """Find the folder of user-defined wordings for a game in the data folder."""
    return get_prompts_folder(data) / package.rpartition(".")[2]


def locate_wordings(package: str, settings: Mapping[str, Any], data: Path) -> dict[str, Any]:
    """Replace the names of user-defined wordings in a seat's settings by their folders.

    Raises:
        WordingError: If there is no such wording.
    """
    located = dict(settings)
    for setting in WORDINGS:
        name = settings.get(setting)
        if name and not (name.isdigit() and name in _list_ours(package)):
            folder = get_wordings_folder(package, data) / name
            if name.isdigit() or not folder.is_dir():
                raise _build_unknown_error(package, name, list_wordings(package, data))
            located[setting] = str(folder.absolute())
    return located


def list_wordings(package: str, data: Path) -> tuple[str, ...]:
    """List the wordings of a game: built-in ones by number, then user-defined ones."""
    ours = _list_ours(package)
    try:
        own = sorted(
            path.name
            for path in get_wordings_folder(package, data).iterdir()
            if path.is_dir() and re.fullmatch(NAME, path.name) and path.name not in ours
        )
    except OSError:
        own = []
    return (*ours, *own)


@cache
def _list_ours(package: str) -> tuple[str, ...]:
    """List the numbers of the built-in wordings of a game."""
    inside = (file.name for file in files(package).joinpath("prompts").iterdir())
    return tuple(sorted(name[6:-4] for name in inside if name.startswith("rules-")))


def write_piece(texts: PromptTexts, piece: str) -> str:
    """Write one piece of these texts as a file that `parse_sections` reads."""
    return (
        "\n\n".join(f"[{name}]\n{texts.sections[name].text}" for name in texts.pieces[piece]) + "\n"
    )


@lru_cache(maxsize=256)
def _load_texts(package: str, prompt: str, chosen: tuple[str, ...]) -> PromptTexts:
    pieces = [_load_piece(package, piece, one) for piece, one in zip(PIECES, chosen, strict=True)]
    advice: Mapping[str, Section] = {}
    file = files(package).joinpath("prompts", f"{prompt}.txt")
    if file.is_file():
        advice = parse_sections(file.read_text(encoding="utf-8"), file.name)
    digest = sha256(prompt.encode())
    for group in (*pieces, advice):
        for name, section in group.items():
            digest.update(f"\n[{name}]\n{section.text}".encode())
    sections = {name: one for piece in pieces for name, one in piece.items()}
    names = {one: tuple(piece) for one, piece in zip(PIECES, pieces, strict=True)}
    return PromptTexts(prompt, sections, names, advice, digest.hexdigest()[:16])


def load_variant(package: str, name: str, texts: PromptTexts) -> PromptTexts:
    """Replace sections of prompt texts by those of a file that a variant of the game has."""
    own, digest = _read_variant(package, name)
    fingerprint = sha256(f"{texts.fingerprint}{digest}".encode()).hexdigest()[:16]
    return replace(texts, sections={**texts.sections, **own}, fingerprint=fingerprint)


@lru_cache(maxsize=16)
def _read_variant(package: str, name: str) -> tuple[Mapping[str, Section], str]:
    """Read the sections of a variant's file, and their SHA-256."""
    file = files(package).joinpath("prompts", f"{name}.txt")
    text = file.read_text(encoding="utf-8")
    return parse_sections(text, file.name), sha256(text.encode()).hexdigest()


@lru_cache(maxsize=256)
def _load_piece(package: str, piece: str, wording: str) -> Mapping[str, Section]:
    if not wording.isdigit():
        folder = Path(wording)
        if not folder.is_absolute() or not folder.is_dir():  # a name that was not located
            raise _build_unknown_error(package, wording, _list_ours(package))
        path = folder / f"{piece}.txt"
        model = _load_piece(package, piece, "1")
        if not path.exists():
            return model
        return check_sections(parse_sections(_read(path), clean(str(path))), model, str(path))
    file = files(package).joinpath("prompts", f"{piece}-{wording}.txt")
    if not file.is_file():
        raise _build_unknown_error(package, wording, _list_ours(package))
    return parse_sections(file.read_text(encoding="utf-8"), file.name)


def _build_unknown_error(package: str, name: str, known: tuple[str, ...]) -> WordingError:
    game = package.rpartition(".")[2]
    return WordingError(explain_unknown(f"wording for {game}", name, known))


def _read(path: Path) -> str:
    """Read a file of texts.

    Raises:
        WordingError: If it cannot be read, is too long or contains invisible characters.
    """
    place = clean(str(path))
    try:
        data = read_bytes(path, MAX_BYTES + 1)
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise WordingError(f"{place} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise WordingError(f"{place} is not UTF-8 text.") from None
    if len(data) > MAX_BYTES:
        raise WordingError(f"{place} is too long: it has more than {MAX_BYTES:,} bytes.")
    for number, line in enumerate(text.split("\n"), 1):
        if any(category(c).startswith("C") for c in line):
            raise WordingError(f"{place}, line {number}: holds a character that cannot be seen.")
    return text
