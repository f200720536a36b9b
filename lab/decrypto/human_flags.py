"""What is odd about people's games of Decrypto, so that an analysis knows: nothing is rejected."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from engine.games.decrypto.view import Code, Hints, Keywords
from engine.text import fold_words
from engine.word_forms import match_word


@dataclass(frozen=True, slots=True)
class Flag:
    """Something about a game that an analysis should know."""

    game: int
    """The number of the game in the file, from 1."""
    turn: int | None
    """The number of the turn, from 1; `None` for the whole game."""
    kind: str
    """One of `KINDS`."""
    what: str
    """What it is about, as the file has it."""


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
    "turn-count": "`turns` is not the number of turns.",
    "turn-number": "`turn` does not count from 0.",
    "episode-twice": "Another game has the same `episode`.",
}
"""What can be flagged, and what it means."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as the file has it."""

    code: Code
    hints: Hints
    bob: Code
    eve: Code


def flag_keywords(number: int, keywords: Keywords, known: set[str]) -> Iterator[Flag]:
    """What is odd about the keywords of a game."""
    for place, word in enumerate(keywords):
        if word.lower() not in known:
            yield Flag(number, None, "unlisted-keyword", word)
        for other in keywords[:place]:
            if match_word(other, word):
                yield Flag(number, None, "related-keywords", f"{other}, {word}")


def flag_turns(number: int, keywords: Keywords, turns: Sequence[Turn]) -> Iterator[Flag]:
    """What is odd about codes, guesses and hints, turn by turn."""
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
