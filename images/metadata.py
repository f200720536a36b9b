"""Reading `deck.toml`: what it says of each card, and everything that is wrong with it."""

import re
import tomllib
from collections.abc import Collection, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from images.card import Card, Finding, shown
from images.vocabulary import DEVICES, PLACES, TONES

NAME = "deck.toml"
LARGEST = 4_000_000
"""The most bytes that the file may have."""
ID = re.compile(r"[a-z][a-z0-9_]{0,59}")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")

LINES = {"title": 60, "caption": 200}
"""Free text: the most characters."""
CHOICES = {"tone": TONES, "device": DEVICES, "place": PLACES}
"""One of a few words."""
LISTS = {"tags": 40, "themes": 40, "echoes": 100, "palette": 7}
"""Lists of text: the most characters of an entry."""
ENTRIES = 24
"""The most entries of a list."""
KEYS = (*LINES, *CHOICES, *LISTS)


def read_metadata(file: Path) -> tuple[dict[str, Card], list[Finding]]:
    """The cards of a `deck.toml` in order of id, and its faults.

    What is at fault is left out of the card, so that a whole deck can be judged in one go.
    """
    name = shown(file.name)
    try:
        if not file.is_file():  # a pipe would never end
            missing = "is not there" if not file.exists() else "is no file"
            return {}, [Finding(name, f"{missing}: a deck has one with a table for each card.")]
        with file.open("rb") as opened:
            data = opened.read(LARGEST + 1)
        if len(data) > LARGEST:
            return {}, [Finding(name, f"is larger than {LARGEST:,} bytes.")]
        tables = tomllib.loads(data.decode("utf-8-sig"))
    except OSError as error:
        return {}, [Finding(name, f"cannot be read: {error.strerror}.")]
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return {}, [Finding(name, f"is not UTF-8 text (line {line}): save it as UTF-8.")]
    except tomllib.TOMLDecodeError as error:
        return {}, [Finding(name, f"is not TOML: {shown(error)}.")]
    except RecursionError:
        return {}, [Finding(name, "is not TOML that can be read: it is nested too deep.")]
    return _cards(tables, name)


def unknown(what: str, name: str, known: Collection[str]) -> str:
    """A clause for a name that means nothing: what there is, and the nearest match."""
    near = get_close_matches(name.lower(), known, 1)
    guess = f" Did you mean {near[0]!r}?" if near else ""
    return f"has no {what} {name[:60]!r}.{guess} There is: {', '.join(known)}."


def _cards(tables: dict[str, Any], name: str) -> tuple[dict[str, Card], list[Finding]]:
    faults = [Finding(name, unknown("table", key, ("cards",))) for key in tables if key != "cards"]
    described = tables.get("cards")
    if not isinstance(described, dict) or not described:
        faults.append(Finding(name, "describes no card: each has a table such as [cards.sea]."))
        return {}, faults
    cards = {}
    for identity, table in sorted(described.items()):
        where = f"{name}, card {shown(identity[:60])}:"
        if not ID.fullmatch(identity):
            faults.append(Finding(where, f"{_named()} Rename it here, and its picture."))
        elif not isinstance(table, dict):
            faults.append(Finding(where, f"write it as a table, [cards.{identity}]."))
        else:
            cards[identity] = _card(identity, table, where, faults)
    return cards, faults


def _named() -> str:
    return "an id is a lower-case letter, then lower-case letters, digits or _, at most 60 in all."


def _card(identity: str, table: dict[str, Any], where: str, faults: list[Finding]) -> Card:
    kept: dict[str, Any] = {}
    for key, value in table.items():
        wrong = _fault(key, value)
        if wrong:
            faults.append(Finding(where, wrong))
        elif isinstance(value, list):
            kept[key] = tuple(value)
        else:
            kept[key] = value
    return Card(identity, **kept)


def _fault(key: str, value: object) -> str:
    """What is wrong with one line of a card's table; empty if nothing."""
    if key not in KEYS:
        return unknown("key", key, KEYS)
    if key in LISTS:
        return _list_fault(key, value)
    if not isinstance(value, str):
        return f"{key} is text in quotes, not {str(value)[:40]!r}."
    if key in CHOICES and value and value not in CHOICES[key]:
        return unknown(key, value, CHOICES[key])
    return _text_fault(key, value, LINES.get(key, 60))


def _list_fault(key: str, value: object) -> str:
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        example = '["#204060"]' if key == "palette" else '["boat", "wave"]'
        return f"{key} is a list of texts such as {example}, not {str(value)[:40]!r}."
    if len(value) > ENTRIES:
        return f"{key} has {len(value)} entries; at most {ENTRIES} are allowed."
    return next(_entry_faults(key, value), "")


def _entry_faults(key: str, entries: list[str]) -> Iterator[str]:
    for place, entry in enumerate(entries):
        if not entry.strip():
            yield f"{key} has an empty entry: take it out."
        elif key == "palette" and not COLOUR.fullmatch(entry):
            yield f"palette has colours as #rrggbb, not {entry[:20]!r}."
        elif entry in entries[:place]:
            yield f"{key} has {entry[:40]!r} twice."
        elif wrong := _text_fault(key, entry, LISTS[key]):
            yield wrong


def _text_fault(key: str, text: str, longest: int) -> str:
    if not text.isprintable():
        return f"{key} is one line without control characters, not {text[:40]!r}."
    if len(text) > longest:
        return f"{key} has at most {longest} characters, not {len(text)}."
    return ""
