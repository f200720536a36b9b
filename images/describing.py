"""Judging what is said of the cards of a deck, all taken together."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from images.card import Card, Finding
from images.metadata import NAME

USUAL, FEWEST = 60, 3
"""Cards that a game with the usual options takes, four streams of 15, and the smallest game."""

type Same = Callable[[str, str], object]
"""Tells whether a text contains a word or a form of it."""
type Known = Callable[[str], bool]
"""Tells whether a word means something to the word-vector seats."""


def described(
    cards: Mapping[str, Card], same: Same | None, known: Known | None
) -> Iterator[Finding]:
    """What is missing, or tells too much; a deck can be looked through nevertheless."""
    yield from _few(cards)
    yield from _bare(cards)
    yield from _lone(cards)
    yield from _twice(cards)
    if same:
        yield from _telling(cards, same)
    if known:
        yield from _unheard(cards, known)


def _few(cards: Mapping[str, Card]) -> Iterator[Finding]:
    count = len(cards)
    if 0 < count < USUAL:
        says = f"cannot be dealt to anybody: the smallest game takes {FEWEST}."
        if count >= FEWEST:
            says = f"are not enough for a usual game, which takes {USUAL}: play {smaller(count)}."
        yield _warning(_count(cards, "card"), says)


def smaller(cards: int) -> str:
    """Options with which so few cards make a game, as they are typed: the most rounds there can be.

    Four seats take a hand and a card for each round of a phase but its first.

    Args:
        cards: How many there are, from 3 to 59.
    """
    each = cards // 4
    if each >= 4:
        return f"fewer rounds (--set rounds={2 * (each - 3)})"
    if each:
        return f"with smaller hands (--set hand={each} --set rounds=2)"
    return "three at a table (--set rules=boxed --set players=3 --set hand=1)"


def _bare(cards: Mapping[str, Card]) -> Iterator[Finding]:
    bare = [card.id for card in cards.values() if not (card.tags and card.themes)]
    if bare:
        yield _warning(
            f"{_count(bare, 'card')} of {len(cards)}",
            f"without tags or without themes ({some(bare)}): word2vec and glove cannot play "
            "this deck, and key D has no words for a picture without tags.",
        )


def _lone(cards: Mapping[str, Card]) -> Iterator[Finding]:
    themes = Counter(theme for card in cards.values() for theme in card.themes)
    lone = sorted(theme for theme, count in themes.items() if count == 1)
    if lone and len(cards) > 1:
        yield _warning(
            _count(lone, "theme"),
            f"on one card only ({some(lone)}): a clue made of such a theme points at its card.",
        )


def _twice(cards: Mapping[str, Card]) -> Iterator[Finding]:
    for key in ("title", "caption"):
        same = defaultdict(list)
        for card in cards.values():
            if text := getattr(card, key):
                same[text.casefold()].append(card.id)
        for ids in same.values():
            if len(ids) > 1:
                yield _warning(some(ids), f"have the same {key}.")


def _telling(cards: Mapping[str, Card], same: Same) -> Iterator[Finding]:
    for card in cards.values():
        named = [tag for tag in card.tags if same(card.caption, tag)]
        if named:
            says = f"the caption names {some(named)}, so that as a clue it tells too much."
            yield _warning(f"{NAME}, card {card.id}:", says)


def _unheard(cards: Mapping[str, Card], known: Known) -> Iterator[Finding]:
    words = sorted({word for card in cards.values() for word in (*card.tags, *card.themes)})
    unheard = [word for word in words if not known(word)]
    if unheard:
        yield _warning(
            _count(unheard, "tag or theme", "tags or themes"),
            f"that word2vec or glove does not know ({some(unheard)}): "
            "to them it says nothing; find a simpler word.",
        )


def _warning(where: str, says: str) -> Finding:
    return Finding(where, says, warning=True)


def _count(things: Collection[object], one: str, many: str = "") -> str:
    return f"{len(things)} {one if len(things) == 1 else many or one + 's'}"


def some(names: Sequence[str], most: int = 4) -> str:
    """The first few names of a list."""
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + rest
