"""Read the turns of published games of people."""

import re
from dataclasses import dataclass
from typing import Any

from engine.clean_word import is_clean_word
from engine.games.decrypto.moves import CODES, Code, Hints
from engine.games.decrypto.recorded_match import MAX_HINT, MAX_ROUNDS
from engine.games.decrypto.view import Keywords
from engine.text import clean
from lab.errors import GamesError
from lab.papers.decrypto.people.flag import Flag


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn, as in the file."""

    code: Code
    hints: Hints
    bob: Code
    eve: Code


LONGEST_KEYWORD = 40


LONGEST_TEXT = 1_000
"""Maximum length of a hint or number that is read, in characters."""


def read_turns(game: Any, number: int, where: str) -> tuple[Keywords, tuple[Turn, ...], list[Flag]]:  # noqa: ANN401
    """Read a game of the file: its keywords, its turns, and flags about their form.

    Args:
        game: An item of the list.
        number: Its number in the file, from 1.
        where: Its name in messages.

    Raises:
        GamesError: If it is not a game; the message names the turn.
    """
    if not isinstance(game, dict):
        raise GamesError(f"{where}: it is no object.")
    history = game.get("summarized_history")
    if not isinstance(history, list) or not history:
        raise GamesError(f"{where}: `summarized_history` is no list of turns.")
    if len(history) > MAX_ROUNDS:
        raise GamesError(f"{where}: it has {len(history)} turns; there are {MAX_ROUNDS} codes.")
    keywords: Keywords | None = None
    turns: list[Turn] = []
    flags: list[Flag] = []
    for count, one in enumerate(history, 1):
        spot = f"{where}, turn {count}"
        if not isinstance(one, dict):
            raise GamesError(f"{spot}: it is no object.")
        words = _read_keywords(one.get("keywords"), spot)
        if keywords is not None and words != keywords:
            raise GamesError(f"{spot}: its keywords are not those of the turns before.")
        keywords = words
        turn, faults = _read_turn(one, count, spot)
        turns.append(turn)
        flags += [Flag(number, count, kind, what) for kind, what in faults]
    if "turns" in game and game["turns"] != len(history):
        what = f"{game['turns']!r}, not {len(history)}"
        flags.append(Flag(number, None, "turn-count", what[:60]))
    assert keywords is not None
    return keywords, tuple(turns), flags


GUESSES = ("guess_bob", "guess_eve")


def _read_turn(one: dict[str, Any], count: int, spot: str) -> tuple[Turn, list[tuple[str, str]]]:
    """Read a turn, and by kind of flag what is odd about its form."""
    faults = []
    if one.get("turn") != count - 1 or isinstance(one.get("turn"), bool):
        faults.append(("turn-number", f"turn {one.get('turn')!r}"[:60]))
    raw = one.get("hints")
    hints = _read_hints(raw, spot)
    for before, after in zip(raw or (), hints, strict=True):
        if str(before) != after:
            faults.append(("changed-hint", after))
    code = _read_code(one.get("code"), spot)
    guesses = (_read_guess(one.get(name), f"{spot}: `{name}`") for name in GUESSES)
    turn = Turn(code, hints, *guesses)
    if not _is_plain(one):
        faults.append(("other-form", str(one["code"])[:60]))
    return turn, faults


def _read_keywords(value: Any, where: str) -> Keywords:  # noqa: ANN401
    match value:
        case [str(), str(), str(), str()]:
            one, two, three, four = (clean(word, LONGEST_KEYWORD) for word in value)
            if all(is_clean_word(word, LONGEST_KEYWORD) for word in (one, two, three, four)):
                return one, two, three, four
    raise GamesError(f"{where}: `keywords` are no four words.")


def _read_hints(value: Any, where: str) -> Hints:  # noqa: ANN401
    if (
        isinstance(value, list)
        and len(value) == 3
        and all(type(one) in (str, int) for one in value)
    ):
        one, two, three = (clean(str(hint)[:LONGEST_TEXT], MAX_HINT) for hint in value)
        return one, two, three
    raise GamesError(f"{where}: `hints` are no three texts.")


def _read_code(value: Any, where: str) -> Code:  # noqa: ANN401
    """Read `"421"`, or the same in another form, such as a number or a list."""
    digits = _read_digits(value)
    if digits not in CODES:
        raise GamesError(f"{where}: `code` is no three different digits from 1 to 4.")
    return digits


def _read_guess(value: Any, where: str) -> Code:  # noqa: ANN401
    """Read `[4, 2, 1]`, or the same in another form, such as `"4-2-1"`, with any numbers."""
    digits = _read_digits(value)
    if digits is None:
        raise GamesError(f"{where} is no list of three whole numbers.")
    return digits


def _read_digits(value: Any) -> Code | None:  # noqa: ANN401
    """Read three integers from a list of numbers or texts, or from one text or number."""
    if type(value) in (str, int):
        text = str(value)[:LONGEST_TEXT].strip()
        parts: list[Any] = re.split(r"[-, ]+", text) if re.search("[-, ]", text) else [*text]
    elif isinstance(value, list):
        parts = value
    else:
        return None
    numbers = []
    for one in parts:
        if type(one) not in (str, int, float):
            return None
        try:
            number = one if type(one) is int else float(str(one)[:LONGEST_TEXT])
        except ValueError:
            return None
        if not number.is_integer():
            return None
        numbers.append(int(max(-1_000_000, min(1_000_000, number))))
    return (numbers[0], numbers[1], numbers[2]) if len(numbers) == 3 else None


def _is_plain(turn: dict[str, Any]) -> bool:
    """Whether hints, code and guesses have the published form."""
    numbers = (turn[name] for name in GUESSES)
    return (
        type(turn["code"]) is str
        and set(turn["code"]) <= set("1234")
        and all(type(hint) is str for hint in turn["hints"])
        and all(isinstance(one, list) and all(type(n) is int for n in one) for one in numbers)
    )
