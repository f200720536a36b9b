"""Read `deck.toml`, leave faulty values out, and report them, so that one run finds all faults."""

import re
import tomllib
from collections.abc import Collection, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from files.regular import read_bytes
from images.card import CARD_ID, DEVICES, PLACES, TONES, Card
from images.deck_finding import Finding
from images.quoted_name import quote_name

LARGEST_FILE = 4_000_000
"""Maximum size of the file in bytes."""


COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


TEXTS = {"title": 60, "caption": 200}
"""Keys with a text, and its maximum length."""


CHOICES = {"tone": TONES, "device": DEVICES, "place": PLACES}
"""Keys with one of a few words."""


LISTS = {"tags": 40, "themes": 40, "echoes": 100, "clues": 60, "palette": 7}
"""Keys with a list of texts, and the maximum length of an entry."""


MOST_ENTRIES = 24


KEYS = (*TEXTS, *CHOICES, *LISTS)


def read_metadata(file: Path) -> tuple[dict[str, Card], list[Finding]]:  # noqa: PLR0911 - a return for each fault
    """Read a `deck.toml`.

    Faulty values are left out of their cards, so that one run finds all faults.

    Returns:
        The cards in order of id, and the faults.
    """
    name = quote_name(file.name)
    try:
        if not file.is_file():  # reading a pipe might never end
            missing = "is not there" if not file.exists() else "is no file"
            return {}, [Finding(name, f"{missing}: a deck has one with a table for each card.")]
        data = read_bytes(file, LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            return {}, [Finding(name, f"is larger than {LARGEST_FILE:,} bytes.")]
        tables = tomllib.loads(data.decode("utf-8-sig"))
    except OSError as error:
        return {}, [Finding(name, f"cannot be read: {error.strerror}.")]
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return {}, [Finding(name, f"is not UTF-8 text (line {line}): save it as UTF-8.")]
    except tomllib.TOMLDecodeError as error:
        return {}, [Finding(name, f"is not TOML: {quote_name(error)}.")]
    except RecursionError:
        return {}, [Finding(name, "is not TOML that can be read: it is nested too deep.")]
    return _read_cards(tables, name)


def describe_unknown(what: str, name: str, known: Collection[str]) -> str:
    """Say that a name is unknown, which names there are, and the nearest one."""
    near = get_close_matches(name.lower(), known, 1)
    guess = f" Did you mean {near[0]!r}?" if near else ""
    return f"has no {what} {name[:60]!r}.{guess} There is: {', '.join(known)}."


def _read_cards(tables: dict[str, Any], name: str) -> tuple[dict[str, Card], list[Finding]]:
    faults = [
        Finding(name, describe_unknown("table", key, ("cards",)))
        for key in tables
        if key != "cards"
    ]
    described = tables.get("cards")
    if not isinstance(described, dict) or not described:
        faults.append(Finding(name, "describes no card: each has a table such as [cards.sea]."))
        return {}, faults
    cards = {}
    for identity, table in sorted(described.items()):
        where = f"{name}, card {quote_name(identity[:60])}:"
        if not CARD_ID.fullmatch(identity):
            faults.append(Finding(where, f"{_describe_id()} Rename it here, and its picture."))
        elif not isinstance(table, dict):
            faults.append(Finding(where, f"write it as a table, [cards.{identity}]."))
        else:
            cards[identity] = _read_card(identity, table, where, faults)
    return cards, faults


def _describe_id() -> str:
    return "an id is a lower-case letter, then lower-case letters, digits or _, at most 60 in all."


def _read_card(identity: str, table: dict[str, Any], where: str, faults: list[Finding]) -> Card:
    values: dict[str, Any] = {}
    for key, value in table.items():
        fault = _find_fault(key, value)
        if fault:
            faults.append(Finding(where, fault))
        elif isinstance(value, list):
            values[key] = tuple(value)
        else:
            values[key] = value
    return Card(identity, **values)


def _find_fault(key: str, value: object) -> str:
    """Say what is wrong with a value in a card's table; empty if nothing is."""
    if key not in KEYS:
        return describe_unknown("key", key, KEYS)
    if key in LISTS:
        return _find_list_fault(key, value)
    if not isinstance(value, str):
        return f"{key} is text in quotes, not {str(value)[:40]!r}."
    if key in CHOICES and value and value not in CHOICES[key]:
        return describe_unknown(key, value, CHOICES[key])
    return _find_text_fault(key, value, TEXTS.get(key, 60))


def _find_list_fault(key: str, value: object) -> str:
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        example = '["#204060"]' if key == "palette" else '["boat", "wave"]'
        return f"{key} is a list of texts such as {example}, not {str(value)[:40]!r}."
    if len(value) > MOST_ENTRIES:
        return f"{key} has {len(value)} entries; at most {MOST_ENTRIES} are allowed."
    return next(_find_entry_faults(key, value), "")


def _find_entry_faults(key: str, entries: list[str]) -> Iterator[str]:
    for place, entry in enumerate(entries):
        if not entry.strip():
            yield f"{key} has an empty entry: take it out."
        elif key == "palette" and not COLOUR.fullmatch(entry):
            yield f"palette has colours as #rrggbb, not {entry[:20]!r}."
        elif entry in entries[:place]:
            yield f"{key} has {entry[:40]!r} twice."
        elif fault := _find_text_fault(key, entry, LISTS[key]):
            yield fault


def _find_text_fault(key: str, text: str, longest: int) -> str:
    if not text.isprintable():
        return f"{key} is one line without control characters, not {text[:40]!r}."
    if len(text) > longest:
        return f"{key} has at most {longest} characters, not {len(text)}."
    return ""
