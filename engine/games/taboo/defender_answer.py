"""The answer of Parlour's own player, as the defender, to the attacker's last line.

It takes up what was asked and of what kind of thing. No phrase is said twice in a game while there
are others, and remarks that are about no word (`remark.py`) are answered as such.
"""

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from engine.forms.folding import find_lemma, fold_words
from engine.games.line_words import collect_word_forms
from engine.games.taboo.asked_kind import (
    KINDS,
    NAMES_ONE,
    Asked,
    find_asked,
    list_wanted_kinds,
)
from engine.games.taboo.defender_phrases import (
    ABOUT,
    ANSWERS,
    BY_KIND,
    CHOSEN,
    COLOURED,
    CONTINUED,
    GUARDED,
    JOY,
    LAST_PUZZLED,
    LAST_UNSURE,
    MORE,
    NEARBY,
    NOTICES,
    OF_ITSELF,
    OPEN,
    PITY,
    PROBES,
    PUZZLED,
    REASONS,
    RECALLED,
    RELATED,
    RHYMED,
    TELLING,
    UNRELATED,
    UNSURE,
    WITHOUT_TOPIC,
)
from engine.games.taboo.filled_frame import SINGULAR, fill_frame
from engine.games.taboo.moves import Say
from engine.games.taboo.pragmatic_beliefs import (
    EMPTY_WORDS,
    Beliefs,
    find_words,
    infer_attacker_words,
)
from engine.games.taboo.relation import answers_relation, are_associated, asks_relation
from engine.games.taboo.remark import NO_ANSWER, Remark, find_remark
from engine.games.taboo.rhyme import list_rhymes
from engine.games.taboo.sayable import Sayable
from engine.games.taboo.small_talk import REPLIES
from engine.games.taboo.talk_nouns import (
    find_asked_noun,
    find_earlier_noun,
    find_own_noun,
    list_attacker_nouns,
    list_own_lines,
)
from engine.games.taboo.view import View
from engine.joined_text import join_names
from engine.players.pragmatic.listeners import Listeners
from engine.players.pragmatic.nouns import (
    IDEA,
    find_kind,
    is_plural,
    write_name,
)
from engine.players.pragmatic.sentence_frame import is_used, shuffle_frames
from words.knowledge import read_word_associations, read_word_facts, read_word_traits

WELL_KNOWN = 8
"""A word with so many statements is known well; those on others are dry."""
LEAST_NOUNS, RECALLED_NOUNS = 2, 3
"""A defender that ends without a guess names so many of the attacker's nouns."""
REMARK_SHARE = 0.25
"""How often a defender that has a remark to add to an answer adds it."""
PLAIN_REACH = 12
"""A defender first says what is associated with the noun of the question, of this many of the best.
"""
SUSPECTS = 50
"""A defender gives none of this many likely targets as what stands in the relation asked for: an
attacker asks for what its target would answer."""
REACH = 40
"""A defender looks for an answer of the wanted kind among this many of the best."""
ALIKE = 2.5
"""Similarity, in standard deviations, of two nouns of an attacker that a defender remarks on."""
GUESSABLE, NEARLY_SURE = 0.3, 0.5
"""From these probabilities of the likeliest target on, a defender may remark on the attacker's
words, and say that it suspects something."""
MORE_REACH = 12
"""The same, if it adds something to its last answer."""
ADDING = frozenset({Remark.MORE, Remark.SHORT})
"""Remarks after which a defender only adds a word."""
PROBE_SHARE = 0.4
"""How often a defender asks about the target rather than goes back to what it was told."""
TOGETHER, APART = 2.0, 0.3
"""Similarity, in standard deviations, from which on, and below which, words of a yes-or-no question
go together or not."""
MEMORIES = {Remark.WHY: REASONS, Remark.RECALL: RECALLED}
"""Remarks that are answered from what was said."""
PROBED = frozenset(
    {Remark.GREETING, Remark.CHECK, Remark.YES, Remark.NO, Remark.TAUNT, Remark.HINT}
)
"""Remarks after which a defender may ask something."""
REFERS = re.compile(
    r"\b(it|its|they|them|their|he|him|his|she|her|there|that|those|these|who|what|where|when|how)\b",
    re.IGNORECASE,
)
"""Matches lines without a noun that are about what was said before."""
SELF = re.compile(
    r"^\W*((and|but|so|then|well) )*(do|can|could|have|did|are|will|were|don't|can't) you\b"
    r"(?! (know|think|mean|say|see|remember|describe|tell|name|explain|give|want))",
    re.IGNORECASE,
)
"""Matches questions about the defender itself."""
OF_OTHERS = re.compile(
    r"^\W*((and|but|so|or|then) )*(is|are|was|were|do|does|did|can|could|has|have|will) "
    r"(?!(you|we|i)\b)",
    re.IGNORECASE,
)
"""Matches yes-or-no questions about others."""
COUNTS = re.compile(r"\bhow (many|much|old|long|far|tall|often)\b", re.IGNORECASE)
SAD = re.compile(
    r"(?=.*\b(i|my|me|we|our)\b).*\b(sad|died|dead|lost|broke|broken|hurt|cried|crying|lonely|tired|"
    r"sick|ill|afraid|scared|terrible|awful|stolen|failed|miss|hate)\b[^?]*$",
    re.IGNORECASE,
)
"""Matches statements of something sad."""
GLAD = re.compile(r"\bi (really )?(love|like|enjoy|adore|am happy)\b[^?]*$", re.IGNORECASE)
"""Matches statements of something that the attacker likes."""
OFFERED = re.compile(
    r"(?!(?:or|be|the|a|an)\b)\b([a-z'-]+) or "
    r"(?:(?:a|an|the|be|to|is|are|in|on|your|some) )*([a-z'-]+)",
    re.IGNORECASE,
)
"""Matches what is offered: its groups are the two."""
TOUCHABLE = frozenset({"thing", "vehicle", "plant", "garment", "animal", "food", "drink"})
"""The kinds of things that other things are near to."""
COLOUR = re.compile(r"\bcolou?rs?\b", re.IGNORECASE)
COLOURS = frozenset(
    [
        "red",
        "blue",
        "green",
        "yellow",
        "black",
        "white",
        "brown",
        "pink",
        "purple",
        "grey",
        "gray",
        "silver",
        "golden",
        "orange",
    ]
)
RHYME = re.compile(r"\brhymes? (?:with|to|on) (?:the |a |an )?(\w+)", re.IGNORECASE)
"""Matches what is to be rhymed with."""


class Topic(NamedTuple):
    """What a talk is about."""

    heard: str | None
    """The last noun of the attacker before its last line."""
    own: str | None
    """The defender's last noun."""


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
    for text in _compose_lines(listeners, view, words, beliefs, rng):
        if sayable.allows(text):
            return Say(line=text)
    return Say(line=next(filter(sayable.allows, words)))


def _compose_lines(
    listeners: Listeners, view: View, words: Sequence[str], beliefs: Beliefs, rng: Random
) -> Iterator[str]:
    """Yield lines, the best first: what answers the kind of line, then what its nouns suggest."""
    own = list_own_lines(view)
    line = view.talk[-1]
    asked_about = find_asked_noun(listeners, view)
    remark = find_remark(line, listeners.is_word)
    topic = Topic(find_earlier_noun(listeners, view), find_own_noun(view))
    knows = bool(infer_attacker_words(listeners, view))
    if remark is None and not find_words(listeners, line):
        remark = None if knows and REFERS.search(line) else Remark.EMPTY
    if remark is None or (asked_about is not None and remark not in NO_ANSWER):
        opening = _open_answer(remark, line, own, rng)
        for text in _compose_answers(listeners, view, words, beliefs, asked_about, rng):
            yield f"{opening} {text}".strip()
            yield text
        return
    openings = shuffle_frames(REPLIES[remark], own, rng)
    if remark in MEMORIES and topic.heard and topic.own:
        for frame in shuffle_frames(MEMORIES[remark], own, rng):
            if not is_used(frame, own):
                yield fill_frame(frame, topic.own, topic.heard, own=topic.own)
    if remark is Remark.EMPTY and "?" in line and any(map(str.isalpha, line)):
        openings = shuffle_frames(WITHOUT_TOPIC, own, rng)
    elif remark is Remark.EMPTY and topic.heard:
        openings = [""]
    yield from _go_on(view, words, remark, openings, topic, rng)


def _open_answer(remark: Remark | None, line: str, own: Sequence[str], rng: Random) -> str:
    """Choose what is said before an answer; may be empty."""
    if remark is not None:
        return shuffle_frames(REPLIES[remark], own, rng)[0]
    said: Sequence[str] = PITY if SAD.search(line) else JOY if GLAD.search(line) else ()
    if (found := SELF.search(line)) and "?" in line and find_asked(line) is Asked.YES:
        said = next((texts for verb, texts in OF_ITSELF if verb.search(found[0])), ())
    fresh = [frame for frame in said if not is_used(frame, own)]
    return rng.choice(fresh) if fresh else ""


def _go_on(
    view: View,
    words: Sequence[str],
    remark: Remark,
    openings: Sequence[str],
    topic: Topic,
    rng: Random,
) -> Iterator[str]:
    """Yield what a defender says after a line that gives it nothing to answer."""
    own = list_own_lines(view)
    sayable = Sayable(view)
    probes = shuffle_frames([one for one in PROBES if not is_used(one, own)], own, rng)
    told: list[str] = []
    if topic.heard:
        new = [word for word in words[:REACH] if sayable.is_new(word)]
        if remark is Remark.MORE and topic.own and find_kind(topic.own) != IDEA:
            near = new[:MORE_REACH]
            near.sort(key=lambda word: find_kind(word) != find_kind(topic.own or ""))
            new = [*near, *new[MORE_REACH:]]
        frames = MORE if remark in ADDING else CONTINUED
        for frame, word in zip(shuffle_frames(frames, own, rng), new, strict=False):
            if frames is MORE or not is_used(frame, own):
                told.append(fill_frame(frame, word, topic.heard))
    if remark in ADDING:
        yield from told
    asks = remark is Remark.ASK_ME or (remark in PROBED and rng.random() < PROBE_SHARE)
    texts = [*probes, *told] if asks else [*told, *probes]
    for opening in openings:
        yield from (f"{opening} {text}".strip() for text in texts)
    yield from texts


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
    line = view.talk[-1]
    more = _list_remarks_to_add(listeners, view, beliefs, asked_about, rng)
    tells = TELLING.search(line)
    if asked_about and tells:
        for text in _tell_facts(view, asked_about, beliefs, own, rng):
            yield from (f"{text} {one}" for one in more if view.left == 0)
            yield text
    sayable = Sayable(view)
    asked = Asked.NOTHING if tells else find_asked(line)
    topic = asked_about or find_earlier_noun(listeners, view)
    yield from _pick_answers(listeners, line, asked, topic, own, rng)
    frames_of = dict(ANSWERS)
    if COUNTS.search(line):
        asked = Asked.NOTHING
    if asked is Asked.YES and OF_OTHERS.search(line):
        frames_of[Asked.YES] = _answer_yes_or_no(listeners, line, topic)
    if asked is Asked.YES and SELF.search(line):
        asked = Asked.NOTHING
    fitting, others = _order_words(line, words, beliefs, asked_about)
    misfit = OPEN if asked is Asked.WHAT and asks_relation(line, asked_about) else frames_of[asked]
    for word in filter(sayable.is_new, dict.fromkeys((*fitting, *others))):
        if word in fitting:
            frames = BY_KIND.get((asked, find_kind(word)), frames_of[asked])
        else:
            frames = NEARBY if asked is Asked.WHERE and is_nearby(word, topic) else misfit
        for frame in shuffle_frames(frames, own, rng):
            if is_plural(word) and SINGULAR.search(frame):
                continue
            text = fill_frame(frame, word, asked_about)
            yield from (f"{text} {one}" for one in more)
            yield text


def _tell_facts(
    view: View, noun: str, beliefs: Beliefs, own: Sequence[str], rng: Random
) -> Iterator[str]:
    """Yield sentences with what is known of a noun."""
    for fact in _list_safe_facts(view, noun, beliefs):
        yield fill_frame(shuffle_frames(ABOUT, own, rng)[0], noun, noun, fact=fact)


def is_nearby(word: str, topic: str | None) -> bool:
    """Whether a word names a thing that is probably found where the topic is."""
    return topic is not None and are_associated(topic, word) and find_kind(word) in TOUCHABLE


def _order_words(
    line: str, words: Sequence[str], beliefs: Beliefs, asked_about: str | None
) -> tuple[list[str], list[str]]:
    """List the words that are of the kind and in the relation asked for, and what else to say."""
    wanted = list_wanted_kinds(line)
    reach = len(words) if NAMES_ONE.search(line) else REACH
    fitting = [word for word in words[:reach] if find_kind(word) in wanted]
    if asked_about is None:
        return fitting, list(words)
    suspects = beliefs.words[:SUSPECTS]
    safe = [word for word in words if word not in suspects]
    if asks_relation(line, asked_about):
        fitting = [word for word in safe if answers_relation(line, asked_about, word)]
        best = KINDS.get(find_asked(line), ())[:1]
        fitting.sort(key=lambda word: find_kind(word) not in best)
    plain = [word for word in safe[:PLAIN_REACH] if are_associated(asked_about, word)]
    return fitting, [*plain, *words]


def _pick_answers(
    listeners: Listeners,
    line: str,
    asked: Asked,
    topic: str | None,
    own: Sequence[str],
    rng: Random,
) -> Iterator[str]:
    """Yield answers that are one of the offered things, a colour, or a rhyme."""
    if asked is Asked.CHOICE and (offered := OFFERED.search(line)):
        pick = rng.choice(offered.groups()).lower()
        for frame in shuffle_frames(CHOSEN, own, rng):
            yield frame.format(pick=pick, Pick=pick.capitalize())
    if COLOUR.search(line) and topic:
        known = [word for word in read_word_associations().get(topic, ()) if word in COLOURS]
        for pick in known:
            for frame in shuffle_frames(COLOURED, own, rng):
                yield frame.format(pick=pick, Pick=pick.capitalize())
    if rhyme := RHYME.search(line):
        for word in list_rhymes(rhyme[1].lower(), listeners.corpus):
            for frame in shuffle_frames(RHYMED, own, rng):
                yield fill_frame(frame, word)


def _answer_yes_or_no(listeners: Listeners, line: str, topic: str | None) -> tuple[str, ...]:
    """Choose how a yes-or-no question is answered, by how its words go together."""
    said = find_words(listeners, line)
    others = [word for word in said if word != topic]
    if topic is None or not others:
        return ANSWERS[Asked.YES]
    near = float(listeners.compare((topic,), others).mean(axis=0).max())
    near += float(listeners.associate((topic,), others).max())
    if near >= TOGETHER:
        return RELATED
    return UNRELATED if near < APART else ANSWERS[Asked.YES]


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


def _sum_up(listeners: Listeners, view: View, idea: bool, rng: Random) -> list[str]:
    """Say at the end what the defender made of the attacker's nouns; the first text is the best."""
    nouns = list_attacker_nouns(listeners, view)[-RECALLED_NOUNS:]
    plain = list(LAST_UNSURE if idea else LAST_PUZZLED)
    if len(nouns) < LEAST_NOUNS:
        return plain
    names = join_names([write_name(noun) for noun in nouns])
    text = rng.choice(UNSURE if idea else PUZZLED)
    return [text.format(nouns=names, Nouns=names[:1].upper() + names[1:]), *plain]


def _list_remarks_to_add(
    listeners: Listeners, view: View, beliefs: Beliefs, asked_about: str | None, rng: Random
) -> list[str]:
    """List remarks to add to an answer, the best first; empty if one was made before."""
    idea = view.number > 1 and beliefs.chances and beliefs.chances[0] >= GUESSABLE
    if view.left == 0:
        return _sum_up(listeners, view, bool(idea), rng)
    if not idea or rng.random() >= REMARK_SHARE:
        return []
    own = list_own_lines(view)
    sets: list[tuple[str, ...]] = [GUARDED] if beliefs.chances[0] >= NEARLY_SURE else []
    before = [noun for noun in list_attacker_nouns(listeners, view) if noun != asked_about]
    if asked_about and before:
        near = listeners.compare((asked_about,), before).mean(axis=0)[0]
        if near.max() >= ALIKE:
            first = before[int(near.argmax())]
            sets.insert(0, tuple(fill_frame(frame, first, asked_about) for frame in NOTICES))
    made = any(is_used(one, own) for one in (*NOTICES, *GUARDED))
    return [] if made or not sets else [rng.choice(sets[0])]
