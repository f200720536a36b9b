"""Guess the rivals' keywords after a tie, from words ranked for each number."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from random import Random

from engine.forms.giveaway import match_word
from engine.games.decrypto.moves import Words
from engine.games.decrypto.view import View
from engine.shuffle import shuffle_items
from words.game_words import read_keywords


def choose_words(view: View, ranked: Sequence[Iterable[str]], rng: Random) -> Words:
    """Take for each number the best word that can be its keyword; without any, draw of the deck.

    No keyword is one of the own team, a hint that was given for it, or the same as another.

    Args:
        view: The view of the seat that guesses.
        ranked: For each number, words that its keyword may be, likeliest first.
        rng: Draws from the deck.
    """
    taken = list(view.other.keywords or ()) if view.other else []
    for number, words in enumerate(ranked, 1):
        seen = (*taken, *view.list_hints(number))
        taken.append(next(_list_free(chain(words, shuffle_items(read_keywords(), rng)), seen)))
    a, b, c, d = taken[-4:]
    return Words(keywords=(a, b, c, d))


def _list_free(words: Iterable[str], seen: Sequence[str]) -> Iterator[str]:
    return (word for word in words if not any(match_word(word, one) for one in seen))
