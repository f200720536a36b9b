"""The answer of Parlour's own player, as the defender, to the attacker's last line.

It takes up what was asked and of what kind of thing. No phrase is said twice in a game while there
are others, and remarks that are about no word (`remark.py`) are answered as such.
"""

from collections.abc import Iterator, Sequence
from random import Random

from engine.forms.folding import find_lemma, fold_words
from engine.games.line_words import collect_word_forms
from engine.games.taboo.asked_kind import Asked, find_asked, list_wanted_kinds
from engine.games.taboo.defender_phrases import (
    ABOUT,
    ANSWERS,
    BY_KIND,
    GUARDED,
    NOTICES,
    TELLING,
    UNSURE,
)
from engine.games.taboo.filled_frame import SINGULAR, fill_frame
from engine.games.taboo.moves import Say
from engine.games.taboo.pragmatic_beliefs import (
    EMPTY_WORDS,
    Beliefs,
    find_words,
)
from engine.games.taboo.remark import Remark, find_remark
from engine.games.taboo.sayable import Sayable
from engine.games.taboo.small_talk import REPLIES, WAITING
from engine.games.taboo.talk_nouns import (
    find_asked_noun,
    list_attacker_nouns,
    list_own_lines,
)
from engine.games.taboo.view import View
from engine.players.pragmatic.listeners import Listeners
from engine.players.pragmatic.nouns import (
    find_kind,
    is_plural,
)
from engine.players.pragmatic.sentence_frame import is_used, shuffle_frames
from words.knowledge import read_word_facts, read_word_traits

WELL_KNOWN = 8
"""A word with so many statements is known well; those on others are dry."""
REMARK_SHARE = 0.25
"""How often a defender that has a remark to add to an answer adds it."""
CHOSEN_FROM = 12
"""A defender looks for an answer of the wanted kind among this many of the best."""
ALIKE = 2.5
"""Similarity, in standard deviations, of two nouns of an attacker that a defender remarks on."""
GUESSABLE = 0.3
"""From this probability of the likeliest target on, a defender says that it has an idea."""


def answer_attacker(
    listeners: Listeners,
    view: View,
    words: Sequence[str],
    beliefs: Beliefs,
    safe: int,
    rng: Random,
) -> Say:
    """Answer the attacker's last line with one of these words, or with what is known of its noun.

    Args:
        listeners: They tell which words of the line are known.
        view: The defender's view.
        words: The words to try, best first; one of them must be harmless.
        beliefs: What the defender takes for the target.
        safe: A line says none of this many of them.
        rng: Draws the phrases.
    """
    sayable = Sayable(view, beliefs.words[:safe])
    own = list_own_lines(view)
    line = view.talk[-1]
    asked_about = find_asked_noun(listeners, view)
    remark = find_remark(line, listeners.is_word)
    if remark is None and not find_words(listeners, line):
        remark = Remark.EMPTY
    opening = "" if remark is None else shuffle_frames(REPLIES[remark], own, rng)[0]
    if remark is not None and (asked_about is None or remark in (Remark.FOREIGN, Remark.NONSENSE)):
        for frame in shuffle_frames(WAITING, own, rng):
            if sayable.allows(f"{opening} {frame}"):
                return Say(line=f"{opening} {frame}")
    for text in _compose_answers(listeners, view, words, beliefs, asked_about, rng):
        if sayable.allows(text):
            full = f"{opening} {text}".strip()
            return Say(line=full if sayable.allows(full) else text)
    return Say(line=next(filter(sayable.allows, words)))


def _compose_answers(
    listeners: Listeners,
    view: View,
    words: Sequence[str],
    beliefs: Beliefs,
    asked_about: str | None,
    rng: Random,
) -> Iterator[str]:
    """Yield answers, the best first."""
    own = list_own_lines(view)
    more = _find_remark_to_add(listeners, view, beliefs, asked_about, rng)
    tells = TELLING.search(view.talk[-1])
    if asked_about and tells:
        for fact in _list_safe_facts(view, asked_about, beliefs):
            frame = shuffle_frames(ABOUT, own, rng)[0]
            yield fill_frame(frame, asked_about, asked_about, fact=fact)
    sayable = Sayable(view)
    asked = Asked.NOTHING if tells else find_asked(view.talk[-1])
    wanted = list_wanted_kinds(view.talk[-1])
    fitting = [
        word
        for word in words[:CHOSEN_FROM]
        if find_kind(word) in wanted and word not in beliefs.words
    ]
    for word in dict.fromkeys((*fitting, *words)):
        if not sayable.is_new(word):
            continue
        special = BY_KIND.get((asked, find_kind(word)), ())
        frames = shuffle_frames(special or ANSWERS[asked], own, rng)
        for frame in frames:
            if is_plural(word) and SINGULAR.search(frame):
                continue
            text = fill_frame(frame, word, asked_about)
            yield f"{text} {more}".strip()
            yield text


def _list_safe_facts(view: View, noun: str, beliefs: Beliefs) -> Iterator[str]:
    """List what is known well of a noun, without anything that was said or is suspected."""
    facts = read_word_facts().get(noun, ())
    if len(facts) < WELL_KNOWN:
        return
    gone = collect_word_forms((*view.talk, *beliefs.words))
    traits = read_word_traits()
    for fact in facts:
        content = [word for word in fold_words(fact) if word not in EMPTY_WORDS]
        nouns = [word for word in content if word in traits or find_lemma(word) in traits]
        if content and len(nouns) <= 1 and gone.isdisjoint(collect_word_forms(content)):
            yield fact


def _find_remark_to_add(
    listeners: Listeners, view: View, beliefs: Beliefs, asked_about: str | None, rng: Random
) -> str:
    """Find a remark to add to an answer if none was made before; empty for none."""
    idea = view.number > 1 and beliefs.chances and beliefs.chances[0] >= GUESSABLE
    if not idea or rng.random() >= REMARK_SHARE:
        return ""
    own = list_own_lines(view)
    sets: list[tuple[str, ...]] = [UNSURE if view.left == 0 else GUARDED]
    before = [noun for noun in list_attacker_nouns(listeners, view) if noun != asked_about]
    if asked_about and before:
        near = listeners.compare((asked_about,), before).mean(axis=0)[0]
        if near.max() >= ALIKE:
            first = before[int(near.argmax())]
            sets.insert(0, tuple(fill_frame(frame, first, asked_about) for frame in NOTICES))
    made = any(is_used(one, own) for one in (*NOTICES, *GUARDED, *UNSURE))
    return "" if made else rng.choice(sets[0])
