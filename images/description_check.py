"""Warn about missing or unsuitable descriptions of cards."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from images.card import Card
from images.deck_finding import Finding
from images.deck_folder import DECK_FILE

type ContainsWord = Callable[[str, str], object]
"""Says whether a text contains a word or a form of it."""


type KnowsWord = Callable[[str], bool]
"""Says whether the word-vector baselines know a word."""


def check_descriptions(
    cards: Mapping[str, Card],
    contains_word: ContainsWord | None,
    knows_word: KnowsWord | None,
) -> Iterator[Finding]:
    """Yield warnings about missing or unsuitable descriptions."""
    yield from _check_missing_words(cards)
    yield from _check_rare_themes(cards)
    yield from _check_repeated_texts(cards)
    if contains_word:
        yield from _check_captions(cards, contains_word)
    if knows_word:
        yield from _check_unknown_words(cards, knows_word)


def _check_missing_words(cards: Mapping[str, Card]) -> Iterator[Finding]:
    bare = [card.id for card in cards.values() if not (card.tags and card.themes)]
    if bare:
        yield _build_warning(
            f"{_format_count(bare, 'card')} of {len(cards)}",
            f"without tags or without themes ({format_some(bare)}): word2vec and glove cannot play "
            "this deck, and key D has no words for a picture without tags.",
        )


def _check_rare_themes(cards: Mapping[str, Card]) -> Iterator[Finding]:
    themes = Counter(theme for card in cards.values() for theme in card.themes)
    lone = sorted(theme for theme, count in themes.items() if count == 1)
    if lone and len(cards) > 1:
        yield _build_warning(
            _format_count(lone, "theme"),
            f"on one card only ({format_some(lone)}): "
            "a clue made of such a theme points at its card.",
        )


def _check_repeated_texts(cards: Mapping[str, Card]) -> Iterator[Finding]:
    for key in ("title", "caption"):
        same = defaultdict(list)
        for card in cards.values():
            if text := getattr(card, key):
                same[text.casefold()].append(card.id)
        for ids in same.values():
            if len(ids) > 1:
                yield _build_warning(format_some(ids), f"have the same {key}.")


def _check_captions(cards: Mapping[str, Card], contains_word: ContainsWord) -> Iterator[Finding]:
    for card in cards.values():
        named = [tag for tag in card.tags if contains_word(card.caption, tag)]
        if named:
            says = f"the caption names {format_some(named)}, so that as a clue it tells too much."
            yield _build_warning(f"{DECK_FILE}, card {card.id}:", says)


def _check_unknown_words(cards: Mapping[str, Card], knows_word: KnowsWord) -> Iterator[Finding]:
    words = sorted({word for card in cards.values() for word in (*card.tags, *card.themes)})
    unknown = [word for word in words if not knows_word(word)]
    if unknown:
        yield _build_warning(
            _format_count(unknown, "tag or theme", "tags or themes"),
            f"that word2vec or glove does not know ({format_some(unknown)}): "
            "to them it says nothing; find a simpler word.",
        )


def _build_warning(where: str, says: str) -> Finding:
    return Finding(where, says, warning=True)


def _format_count(things: Collection[object], one: str, many: str = "") -> str:
    return f"{len(things)} {one if len(things) == 1 else many or one + 's'}"


def format_some(names: Sequence[str], most: int = 4) -> str:
    """List the first few names, and how many more there are."""
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + rest
