"""Lines in which Parlour's own player of Adversarial Taboo says a word, as a part of the talk.

Both sides take up what was said last: the attacker the noun of an answer, the defender what was
asked and of what kind of thing. No phrase is said twice in a game while there are others, and
remarks that are about no word (`small_talk.py`) are answered as such.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from engine.forms.folding import find_lemma, fold_words
from engine.forms.giveaway import match_in_line
from engine.games.line_words import collect_word_forms
from engine.games.taboo.attacker_phrases import (
    ABSTRACT,
    ANY,
    BY_TARGET,
    LAST,
    LATER,
    LINKED,
    OPENINGS,
    QUESTIONS,
    REACTIONS,
)
from engine.games.taboo.defender_phrases import (
    ABOUT,
    ANSWERS,
    BY_KIND,
    GUARDED,
    KINDS,
    NOTICES,
    TELLING,
    UNSURE,
    Asked,
    find_asked,
    list_wanted_kinds,
)
from engine.games.taboo.moves import Say
from engine.games.taboo.pragmatic_beliefs import (
    EMPTY_WORDS,
    Beliefs,
    find_words,
    infer_attacker_words,
)
from engine.games.taboo.small_talk import ASKED, REPLIES, WAITING, Remark, find_remark
from engine.games.taboo.view import View, find_line_fault, find_slip, find_speaker
from engine.players.pragmatic.listeners import Listeners
from engine.players.pragmatic.nouns import (
    add_article,
    add_definite_article,
    find_kind,
    is_plural,
    write_name,
    write_plural,
)
from engine.players.pragmatic.sentence_frame import is_used, shuffle_frames
from words.lists import read_word_facts, read_word_traits

LEAST_ROOT = 4
"""Minimum length of a word that another word may be derived from."""
FAMILIAR = 3
"""Least frequency, as in `read_word_traits`, of a word that a sentence repeats."""
PREPOSITIONS = dict.fromkeys(
    (
        *("beach", "island", "coast", "road", "roof", "stage", "mountain", "hill", "highway"),
        *("bridge", "farm", "terrace", "balcony", "porch", "campus", "shore", "planet", "ranch"),
        *("sidewalk", "pavement", "playground", "plantation", "platform", "driveway", "dock"),
        *("bicycle", "bike", "motorcycle", "scooter", "skateboard", "sled", "ship", "train"),
        *("bus", "yacht", "ferry", "raft", "tricycle", "moped", "motorway", "freeway", "bench"),
    ),
    "on",
)
"""Words that "in" does not go with."""
SINGULAR = re.compile(r"\b(is|does|was|has) \{a\}|\{[aA]\} (is|does|comes|has|goes|will do)\b")
"""Matches frames that a plural does not fit."""
WELL_KNOWN = 8
"""A word with so many statements is known well; those on others are dry."""
CONCRETE = 7
"""From this concreteness on, as in `read_word_traits`, the kind of a word is known for sure."""
LINK_SHARE, BARE_SHARE, KIND_SHARE = 0.35, 0.4, 0.6
"""How often an attacker joins its word to the defender's, asks without more words, and asks what
suits the kind of the target or of the word."""
REMARK_SHARE = 0.25
"""How often a defender that has a remark to add to an answer adds it."""
CHOSEN_FROM = 12
"""A defender looks for an answer of the wanted kind among this many of the best."""
ALIKE = 2.5
"""Similarity, in standard deviations, of two nouns of an attacker that a defender remarks on."""
GUESSABLE = 0.3
"""From this probability of the likeliest target on, a defender says that it has an idea."""


@dataclass(frozen=True, slots=True)
class Sayable:
    """What a line must keep to."""

    view: View
    never: Sequence[str] = ()
    """Words that it must not contain in any form."""

    def allows(self, text: str) -> bool:
        """Whether a line is legal, and says none of the words."""
        return not (
            find_line_fault(self.view, text)
            or find_slip(self.view, text)
            or any(match_in_line(text, word) for word in self.never)
        )

    def is_new(self, word: str) -> bool:
        """Whether nobody has said a word, or one of its root, in any form."""
        said = collect_word_forms(self.view.talk)
        if not said.isdisjoint(collect_word_forms((word,))):
            return False
        return not any(are_of_one_root(word, other) for other in said)


def ask_about(listeners: Listeners, view: View, words: Sequence[str], rng: Random) -> Say:
    """Ask the defender about the first of these words that does no harm.

    Args:
        listeners: They tell which remarks are about no word.
        view: The attacker's view.
        words: The words to try, best first; one of them must be harmless.
        rng: Draws the phrases.
    """
    sayable = Sayable(view)
    own = list_own_lines(view)
    heard = find_offered_word(view)
    for word in words:
        if not sayable.allows(word) or not sayable.is_new(word):
            continue
        for text in _compose_questions(listeners, view, word, heard, own, rng):
            if sayable.allows(text):
                return Say(line=text)
        return Say(line=word)
    return Say(line=next(filter(sayable.allows, words)))


def _compose_questions(
    listeners: Listeners,
    view: View,
    word: str,
    heard: str | None,
    own: Sequence[str],
    rng: Random,
) -> Iterator[str]:
    """Yield questions about a word, the best first."""
    opening = _open_question(listeners, view, heard, own, rng)
    kinds = shuffle_frames(_list_kind_questions(view, word), own, rng)
    anything = shuffle_frames((*ANY, *LATER) if view.talk else ANY, own, rng)
    frames = [*kinds, *anything] if rng.random() < KIND_SHARE else [*anything, *kinds]
    frames.sort(key=lambda frame: is_used(frame, own))
    if heard and rng.random() < LINK_SHARE:
        linked = [frame for frame in shuffle_frames(LINKED, own, rng) if not is_used(frame, own)]
        yield from (fill_frame(frame, word, heard) for frame in linked)
    for frame in frames:
        if is_plural(word) and SINGULAR.search(frame):
            continue
        yield f"{opening} {fill_frame(frame, word)}".strip()


def _list_kind_questions(view: View, word: str) -> list[str]:
    """List questions about a kind of word to which the target would be a natural answer.

    The first line does not ask for the kind of the target yet, so that a talk has some steps.
    """
    assert view.target is not None
    wanted = find_kind(view.target)
    kind = find_kind(word)
    sure = kind in ABSTRACT or read_word_traits().get(word, (0, 0))[1] >= CONCRETE
    frames = [*(BY_TARGET.get(wanted, ())), *(QUESTIONS.get(kind, ()) if sure else ())]
    asked = {frame: find_asked(frame) for frame in dict.fromkeys(frames)}
    return [
        frame
        for frame, one in asked.items()
        if one is Asked.WHAT or (view.talk and wanted in KINDS.get(one, ()))
    ]


def _open_question(
    listeners: Listeners, view: View, heard: str | None, own: Sequence[str], rng: Random
) -> str:
    """Take up what the defender said, before a question; may be empty."""
    if not view.talk:
        return "" if rng.random() < BARE_SHARE else rng.choice(OPENINGS)
    remark = find_remark(view.talk[-1], listeners.is_word)
    if remark is not None:
        return shuffle_frames(REPLIES[remark], own, rng)[0]
    if not view.left:
        return shuffle_frames(LAST, own, rng)[0]
    if view.talk[-1].rstrip().endswith("?"):
        return shuffle_frames(ASKED, own, rng)[0]
    if heard is None or rng.random() < BARE_SHARE:
        return ""
    fresh = [frame for frame in REACTIONS if not is_used(frame, own)]
    return fill_frame(rng.choice(fresh), heard, heard) if fresh else ""


def answer(
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


def fill_frame(frame: str, word: str, heard: str | None = None, fact: str = "") -> str:
    """Write a frame with a word, and with a word that was heard before."""
    heard = heard or word
    forms = {
        "a": add_article(word),
        "many": write_plural(word),
        "the": add_definite_article(word),
        "x": write_name(word),
        "first_a": add_article(word),
        "heard": write_name(heard),
        "heard_a": add_article(heard),
    }
    if (preposition := PREPOSITIONS.get(word)) is not None:
        frame = re.sub(r"\b(in|into) (?=\{a\})", f"{preposition} ", frame)
        frame = re.sub(r"\bIn (?=\{a\})", f"{preposition.capitalize()} ", frame)
    forms |= {name.capitalize(): form[0].upper() + form[1:] for name, form in forms.items()}
    return frame.format(fact=fact, **forms)


def list_own_lines(view: View) -> list[str]:
    """List the lines that the view's role has said."""
    return [line for place, line in enumerate(view.talk) if find_speaker(place) is view.role]


def list_attacker_nouns(listeners: Listeners, view: View) -> list[str]:
    """List the common nouns that the attacker said first, in order."""
    traits = read_word_traits()
    return [word for word in infer_attacker_words(listeners, view) if word in traits]


def find_asked_noun(listeners: Listeners, view: View) -> str | None:
    """Find the noun that the attacker's last line asks about: the last one that it said first."""
    earlier = collect_word_forms(view.talk[:-1])
    nouns = [word for word in find_words(listeners, view.talk[-1]) if word in read_word_traits()]
    new = [word for word in nouns if earlier.isdisjoint(collect_word_forms((word,)))]
    return new[-1] if new else nouns[-1] if nouns else None


def are_of_one_root(word: str, other: str) -> bool:
    """Whether one of two words begins with the other, such as work and worker."""
    short, long = sorted((word, other), key=len)
    return len(short) >= LEAST_ROOT and long.startswith(short)


def find_offered_word(view: View) -> str | None:
    """Find the last noun of the other side's last line, if it is new and a common word."""
    if not view.talk:
        return None
    traits = read_word_traits()
    before = collect_word_forms(view.talk[:-1])
    for word in reversed(fold_words(view.talk[-1])):
        noun = word if word in traits else find_lemma(word)
        if noun in traits and EMPTY_WORDS.isdisjoint((word, noun)):
            if before.isdisjoint(collect_word_forms((word,))) and traits[noun][0] >= FAMILIAR:
                return word
            return None
    return None
