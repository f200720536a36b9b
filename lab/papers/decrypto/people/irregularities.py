"""Find the irregularities in the keywords and turns of a game."""

from collections.abc import Iterator, Sequence
from functools import partial

from engine.forms.folding import fold_words
from engine.forms.giveaway import match_word
from engine.games.decrypto.moves import Code
from engine.games.decrypto.view import Keywords
from lab.papers.decrypto.people.flag import Flag
from lab.papers.decrypto.people.turns import Turn


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
