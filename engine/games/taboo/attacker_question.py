"""The question by which Parlour's own player, as the attacker, leads the talk to a word.

It takes up the noun of the defender's answer. No phrase is said twice in a game while there are
others, and remarks that are about no word (`remark.py`) are answered as such.
"""

from collections.abc import Iterator, Sequence
from random import Random

from engine.games.taboo.asked_kind import Asked, find_asked, list_wanted_kinds
from engine.games.taboo.attacker_phrases import (
    ABSTRACT,
    ANY,
    BY_TARGET,
    CHANGES,
    LAST,
    LATER,
    LINKED,
    OF_RELATED,
    OPENINGS,
    QUESTIONS,
    REACTIONS,
)
from engine.games.taboo.filled_frame import SINGULAR, fill_frame
from engine.games.taboo.moves import Say
from engine.games.taboo.relation import TOGETHER, are_associated, are_connected
from engine.games.taboo.remark import find_remark
from engine.games.taboo.sayable import Sayable
from engine.games.taboo.small_talk import ASKED, REPLIES
from engine.games.taboo.talk_nouns import (
    find_offered_word,
    list_own_lines,
)
from engine.games.taboo.view import View
from engine.players.pragmatic.listeners import Listeners
from engine.players.pragmatic.nouns import (
    find_kind,
    is_plural,
)
from engine.players.pragmatic.sentence_frame import is_used, shuffle_frames
from words.knowledge import read_word_traits

CONCRETE = 7
"""From this concreteness on, as in `read_word_traits`, the kind of a word is known for sure."""


LINK_SHARE, BARE_SHARE, KIND_SHARE = 0.55, 0.35, 0.7
"""How often an attacker joins its word to the defender's if they are connected, asks without more
words, and asks what suits the kind of the target or of the word."""
CHANGE_SHARE = 0.5
"""How often an attacker says that it changes the subject, when it does."""


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
    follows = heard is not None and are_connected(listeners, heard, word)
    opening = _open_question(listeners, view, heard, follows, own, rng)
    kinds = shuffle_frames(_list_kind_questions(view, word), own, rng)
    assert view.target is not None
    related = OF_RELATED if are_associated(word, view.target) else ()
    anything = shuffle_frames((*ANY, *related, *(LATER if view.talk else ())), own, rng)
    frames = [*kinds, *anything] if rng.random() < KIND_SHARE else [*anything, *kinds]
    frames.sort(key=lambda frame: is_used(frame, own))
    if follows and view.left and rng.random() < LINK_SHARE:
        linked = [frame for frame in shuffle_frames(LINKED, own, rng) if not is_used(frame, own)]
        yield from (fill_frame(frame, word, heard) for frame in linked)
    for frame in frames:
        if is_plural(word) and SINGULAR.search(frame):
            continue
        yield f"{opening} {fill_frame(frame, word)}".strip()


def _list_kind_questions(view: View, word: str) -> list[str]:
    """List questions about a kind of word to which the target would be a natural answer.

    They ask for a relation, so there are none about a word that is not associated with the target.
    The first line does not ask for the kind of the target yet, so that a talk has some steps.
    """
    assert view.target is not None
    if not are_associated(word, view.target):
        return []
    wanted = find_kind(view.target)
    kind = find_kind(word)
    sure = kind in ABSTRACT or read_word_traits().get(word, (0, 0))[1] >= CONCRETE
    frames = [*(BY_TARGET.get(wanted, ())), *(QUESTIONS.get(kind, ()) if sure else ())]
    fitting = [
        frame
        for frame in dict.fromkeys(frames)
        if wanted in (kinds := list_wanted_kinds(frame)) or (not kinds and TOGETHER.search(frame))
    ]
    return [frame for frame in fitting if view.talk or find_asked(frame) is Asked.WHAT]


def _open_question(
    listeners: Listeners,
    view: View,
    heard: str | None,
    follows: bool,
    own: Sequence[str],
    rng: Random,
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
    frames = REACTIONS if follows or rng.random() >= CHANGE_SHARE else CHANGES
    fresh = [frame for frame in frames if not is_used(frame, own)]
    return fill_frame(rng.choice(fresh), heard, heard) if fresh else ""
