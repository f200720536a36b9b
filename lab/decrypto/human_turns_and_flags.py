"""Read the turns of published Decrypto games of people, and flag their irregularities.

Irregularities are, for instance, repeated codes, or hints with digits. A flagged game is kept, so
that analyses can decide; a game that cannot be read is an error.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.forms.folding import fold_words
from engine.forms.giveaway import match_word
from engine.games.decrypto.moves import CODES, Code, Hints
from engine.games.decrypto.recorded import MAX_HINT, MAX_ROUNDS
from engine.games.decrypto.view import Keywords
from engine.material import is_clean_word
from engine.text import clean
from lab.errors import GamesError


@dataclass(frozen=True, slots=True)
class Flag:
    """An irregularity of a game that an analysis should know."""

    game: int
    """The number of the game in the file, from 1."""
    turn: int | None
    """The number of the turn, from 1; `None` for the whole game."""
    kind: str
    """One of `KINDS`."""
    what: str
    """The text in question, as in the file."""


KINDS = {
    "repeated-digit": "A guess has a digit twice.",
    "digit-out-of-range": "A guess has a digit that is none from 1 to 4, such as 0-0-0 for none.",
    "used-code": "A guess is the code of an earlier turn.",
    "repeated-code": "The code was played before in this game.",
    "unlisted-keyword": "A keyword is not in the list of keywords.",
    "related-keywords": "Two keywords are forms of one word.",
    "long-hint": "A hint has more than two words.",
    "full-stop": "A hint has a full stop.",
    "digit-in-hint": "A hint has a digit.",
    "hyphen": "A hint has a hyphen.",
    "capital": "A hint has a capital letter.",
    "empty-hint": "A hint is empty.",
    "changed-hint": "A hint held characters that cannot be shown, or was too long: it was changed.",
    "repeated-hint": "A hint was given before in this game.",
    "hint-of-keyword": "A hint is a keyword or a form of one, which our rules forbid.",
    "plays-on": "The game goes on after its second token.",
    "unresolved": "The game stops before any end: nobody has won.",
    "other-form": "A code, guess or hint is no text or list of numbers as published: it was read.",
    "turn-count": "`turns` is not the number of turns.",
    "turn-number": "`turn` does not count from 0.",
    "episode-twice": "Another game has the same `episode`.",
}
"""By kind of flag: its meaning."""


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


def flag_keywords(number: int, keywords: Keywords, known: set[str]) -> Iterator[Flag]:
    """Yield flags about the keywords of a game."""
    for place, word in enumerate(keywords):
        if word.lower() not in known:
            yield Flag(number, None, "unlisted-keyword", word)
        for other in keywords[:place]:
            if match_word(other, word):
                yield Flag(number, None, "related-keywords", f"{other}, {word}")


def flag_turns(number: int, keywords: Keywords, turns: Sequence[Turn]) -> Iterator[Flag]:
    """Yield flags about codes, guesses and hints, turn by turn."""
    given: set[tuple[str, ...]] = set()
    for count, turn in enumerate(turns, 1):
        flag = partial(Flag, number, count)
        past = {one.code for one in turns[: count - 1]}
        if turn.code in past:
            yield flag("repeated-code", _format(turn.code))
        for who, guess in (("decoder", turn.bob), ("interceptor", turn.eve)):
            what = f"{who} {_format(guess)}"
            if len({*guess}) < 3:
                yield flag("repeated-digit", what)
            if not {*guess} <= {1, 2, 3, 4}:
                yield flag("digit-out-of-range", what)
            if guess in past:
                yield flag("used-code", what)
        for hint in turn.hints:
            for kind in _list_hint_kinds(hint, keywords):
                yield flag(kind, hint)
            if fold_words(hint) in given:
                yield flag("repeated-hint", hint)
            given.add(fold_words(hint))


def _list_hint_kinds(hint: str, keywords: Keywords) -> Iterator[str]:
    if not fold_words(hint):
        yield "empty-hint"
    if len(hint.split()) > 2:
        yield "long-hint"
    if "." in hint:
        yield "full-stop"
    if any(sign.isdigit() for sign in hint):
        yield "digit-in-hint"
    if any(sign in "-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}" for sign in hint):
        yield "hyphen"
    if hint != hint.lower():
        yield "capital"
    if any(match_word(hint, keyword) for keyword in keywords):
        yield "hint-of-keyword"


def _format(guess: Code) -> str:
    return "-".join(map(str, guess))
