"""Parlour's own player of Adversarial Taboo, which models what the other player will infer.

The defender computes the probability that each word of the corpus is the target from its similarity
to the attacker's words (`pragmatic_beliefs.py`). It guesses in its last turn, or as
soon as it is nearly certain, and answers with words that are unlikely to be the target.

The attacker models defenders with one space of word vectors each, and one with all spaces. It says
the words after which they are likely to say the target by chance or to guess wrong, and unlikely to
guess right.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.games.line_words import collect_word_forms
from engine.games.seeded_player import create_seat_random
from engine.games.taboo.attacker_question import ask_about
from engine.games.taboo.defender_answer import answer_attacker
from engine.games.taboo.moves import Guess, Move
from engine.games.taboo.pragmatic_beliefs import (
    MOST,
    Beliefs,
    compare_with_corpus,
    find_words,
    infer_attacker_words,
    infer_beliefs,
    rate_candidates,
)
from engine.games.taboo.talk_nouns import find_offered_word
from engine.games.taboo.view import SEATS, Role, View, find_slip, is_right_guess
from engine.players.pragmatic.listeners import Listeners
from engine.players.pragmatic.nouns import IDEA, find_kind
from engine.players.pragmatic.player import ListeningPlayer
from engine.players.pragmatic.word_plainness import rate_plainness
from engine.players.vectors.word_vectors import Floats
from words.game_words import read_taboo_targets
from words.knowledge import read_word_associations

SURE = (0.72, 0.71, 0.7, 0.66, 0.6)
"""By strength: the minimum probability of the target for a defender to guess it before its last
turn. Waiting costs it nothing, and who guesses early is often led astray."""
CERTAINTY = 0.45
"""The part of its distance from even odds that the probability of the best guess keeps, as some
attackers lead away: fitted over talks written by hand and this player's own, of equal weight
(`benchmarks/taboo_guess.py`)."""
DRAW = 0.5
"""What a defender scores in a draw; a right guess scores 1, a wrong one 0."""
GUESSES = 5
"""A defender considers this many of the most likely targets as guesses."""
POOLS = (12, 20, 30, 45, 60)
"""By strength: the number of words near the target that an attacker chooses from."""
ASSOCIATED = 1.5
"""Bonus, in standard deviations, for words that people associate with the other word."""
ANSWER_ASSOCIATED = 3.0
"""The same bonus for the first association of the attacker's word in an answer."""
LEAST_SHARE, LISTED = 0.3, 40
"""The least part of it, and after how many associations it would be 0."""
NATURALNESS = 0.2
"""An attacker's weight of plainness (`rate_plainness`)."""
CONTEXT = 0.8
"""The weight of the attacker's earlier words in an answer: it takes a word in their sense."""
ANSWERS = 16
"""A defender is expected to answer with one of this many words near the attacker's last ones."""
SAFE = 20
"""A defender never says any of this many most likely targets."""
EARLY = 1
"""In so many answers a defender says no word of the game's own list of targets: it knows too little
then to tell which of them it should fear."""
SUSPICION = 3.0
"""A defender's penalty, in standard deviations, for the most likely target; for other words it is
proportional to their probability."""
EVERYDAY = 1.2
"""A defender's weight of plainness."""
VAGUE = 0.8
"""A defender's penalty, in standard deviations, for words that name no thing, person or place."""
ANSWERED = 3
"""A defender draws from this many of the best answers."""
STEP = 0.15
"""An attacker's penalty for a word at the other end of the way from far to near."""
FLOW = 0.25
"""An attacker's bonus for a word that is very near to the defender's last noun."""
AS_GOOD = 0.05
"""An attacker draws from the words whose values are at most this far below the best."""


class PragmaticPlayer(ListeningPlayer):
    """A player that models what the other infers; it keeps no state between moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Say a line, or guess; the move is always legal, so there is never a complaint."""
        rng = create_seat_random(self.seed, SEATS[self.seat], view.number)
        if view.role is Role.ATTACKER:
            plan = plan_attack(self.listeners, view, self.strength, rng)
            return ask_about(self.listeners, view, plan.words, rng)
        beliefs = infer_beliefs(self.listeners, view)
        if (guess := choose_guess(beliefs, view, self.strength)) is not None:
            return Guess(word=guess)
        words = list_answers(self.listeners, view, beliefs, rng)
        return answer_attacker(self.listeners, view, words, beliefs, SAFE, rng)


def choose_guess(beliefs: Beliefs, view: View, strength: int) -> str | None:
    """Choose the guess that is most likely right, if it is likely enough.

    Before its last turn a defender waits until it is sure. In the last one it guesses if it expects
    more points from that than from the end of the game.
    """
    if not beliefs.words:
        return None
    chances = {word: rate_guess(beliefs, word) for word in beliefs.words[:GUESSES]}
    guess = max(chances, key=lambda word: chances[word])
    chance = chances[guess]
    if view.left == 0:
        return guess if view.options.limit == "attacker" or chance > DRAW else None
    return guess if view.number > 2 and chance >= SURE[strength - 1] else None


def rate_guess(beliefs: Beliefs, guess: str) -> float:
    """Compute the probability that a good guess is right: a form of the target is, too."""
    pairs = zip(beliefs.words, beliefs.chances, strict=True)
    sure = sum(chance for word, chance in pairs if is_right_guess(guess, word))
    return 0.5 + CERTAINTY * (sure - 0.5)


def list_answers(listeners: Listeners, view: View, beliefs: Beliefs, rng: Random) -> list[str]:
    """List plain words near the attacker's last ones that are unlikely targets, best first."""
    heard = infer_attacker_words(listeners, view)
    line = find_words(listeners, view.talk[-1])
    last = [word for word in line if word in heard] or heard
    near = [
        listeners.compare_with_corpus(word).mean(axis=0).clip(max=MOST)
        + ANSWER_ASSOCIATED * _rate_associations(listeners, word)
        for word in last
    ]
    marks = np.mean(near, axis=0) if near else np.zeros(len(listeners.corpus))
    if earlier := [word for word in heard if word not in last]:
        talk = [listeners.compare_with_corpus(word).mean(axis=0).clip(0, MOST) for word in earlier]
        marks = marks + CONTEXT * np.mean(talk, axis=0)
    marks = marks + EVERYDAY * rate_plainness(listeners) - VAGUE * _find_vague(listeners.corpus)
    for word, chance in zip(beliefs.words, beliefs.chances, strict=True):
        marks[listeners.place[word]] -= SUSPICION * chance / beliefs.chances[0]
    for word in beliefs.words[:SAFE]:
        marks[listeners.place[word]] = -99
    if view.number <= EARLY:
        marks[_find_targets(listeners.corpus)] = -99
    order = np.argsort(-marks, kind="stable").tolist()
    best = [listeners.corpus[place] for place in order[:ANSWERED]]
    rng.shuffle(best)
    return [*best, *(listeners.corpus[place] for place in order[ANSWERED:])]


def _rate_associations(listeners: Listeners, word: str) -> NDArray[np.float64]:
    """Rate the words that people associate with a word: what comes to them first the most."""
    shares = np.where(listeners.associate_with_corpus(word) > 0, LEAST_SHARE, 0.0)
    for rank, other in enumerate(read_word_associations().get(word, ())):
        place = listeners.place.get(other)
        if place is not None and shares[place]:
            shares[place] = max(LEAST_SHARE, 1 - rank / LISTED)
    return shares


@lru_cache(maxsize=2)
def _find_targets(corpus: tuple[str, ...]) -> NDArray[np.bool_]:
    """Find the words that a target is drawn from if nobody chooses another list."""
    return np.isin(corpus, list(read_taboo_targets()))


@lru_cache(maxsize=2)
def _find_vague(corpus: tuple[str, ...]) -> NDArray[np.bool_]:
    """Find the words that name nothing one can picture; shape (corpus,)."""
    return np.array([find_kind(word) == IDEA for word in corpus])


@dataclass(frozen=True, slots=True)
class Attack:
    """The words that an attacker considered."""

    words: tuple[str, ...]
    """Words to say, best first."""
    values: tuple[tuple[float, ...], ...]
    """For each: P(defender says the target by chance), P(wrong guess)², P(right guess)², plainness,
    value; the probabilities are means over the modelled defenders."""


def plan_attack(listeners: Listeners, view: View, strength: int, rng: Random) -> Attack:
    """Rate the words near the target by how defenders will react to them."""
    assert view.target is not None
    near = listeners.compare_with_corpus(view.target).mean(axis=0)
    gone = collect_word_forms((*view.talk, view.target))
    plain = rate_plainness(listeners)
    plain = plain + ASSOCIATED * (listeners.associate_with_corpus(view.target) > 0)
    places: list[int] = []
    for place in np.argsort(-(near.clip(max=MOST) + plain), kind="stable").tolist():
        word = listeners.corpus[place]
        if gone.isdisjoint(collect_word_forms((word,))) and find_slip(view, word) is None:
            places.append(place)
        if len(places) == POOLS[strength - 1]:
            break
    heard = infer_attacker_words(listeners, view)
    target = listeners.place.get(view.target)
    rows = [_predict_answer(listeners, heard, place, target) for place in places]
    steps = _rate_steps(listeners, view, near, places)
    rated = []
    for place, step, (said, wrong, right) in zip(places, steps, rows, strict=True):
        value = said + wrong - 1.5 * right + NATURALNESS * float(plain[place]) + step
        rated.append(
            (round(value, 6), listeners.corpus[place], (said, wrong, right, float(plain[place])))
        )
    rated.sort(key=lambda one: -one[0])
    good = [one for one in rated if one[0] >= rated[0][0] - AS_GOOD] if rated else []
    rng.shuffle(good)
    order = [*good, *(one for one in rated if one not in good)]
    return Attack(
        tuple(word for _, word, _ in order) or tuple(listeners.corpus),
        tuple((*values, value) for value, _, values in order),
    )


def _rate_steps(
    listeners: Listeners, view: View, near: NDArray[np.float32], places: Sequence[int]
) -> list[float]:
    """Rate words as the next step from far to near, and by how they follow what was said last."""
    if not places:
        return []
    closeness = near[places].clip(max=MOST)
    span = float(closeness.max() - closeness.min()) or 1.0
    wanted = (view.number - 1) / max(view.options.turns - 1, 1)
    steps = -STEP * np.abs((closeness - closeness.min()) / span - wanted)
    heard = find_offered_word(view)
    if heard is not None:
        follows = listeners.compare_with_corpus(heard).mean(axis=0)[places]
        steps = steps + FLOW * follows.clip(0, MOST) / MOST
    return [float(step) for step in steps]


def _predict_answer(
    listeners: Listeners, heard: Sequence[str], place: int, target: int | None
) -> tuple[float, float, float]:
    """Predict the reaction to a word: says the target by chance, guesses wrong, guesses right."""
    if target is None:
        return 0.0, 0.0, 0.0
    words = (*heard, listeners.corpus[place])
    near = [compare_with_corpus(listeners, word) for word in words]
    marks = rate_candidates(near)
    marks[:, [listeners.place[word] for word in words if word in listeners.place]] = -99
    found = [_predict_defender(*one, target) for one in zip(marks, near[-1], strict=True)]
    said, wrong, right = np.mean(found, axis=0)
    return float(said), float(wrong), float(right)


def _predict_defender(
    marks: Floats, last: NDArray[np.float32], target: int
) -> tuple[float, float, float]:
    best = marks.max()
    top = float(np.exp(marks - best).sum())
    sure = 1 / top
    right = float(np.exp(marks[target] - best) / top)
    wrong = sure if int(marks.argmax()) != target else 0.0
    behind = int((last > last[target]).sum())
    leads = int((marks > marks[target]).sum())
    says = 2 / ANSWERS if behind < ANSWERS and leads >= 3 else 0.0
    return says, wrong**2, right**2 if leads == 0 else 0.0
