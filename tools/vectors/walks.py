"""Random walks over WordNet that say a word at each synset (after Goikoetxea et al. 2015)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.lists.vocabulary import Vocabulary
from tools.vectors.compiling import compiled
from tools.vectors.corpora import Sentences
from tools.vectors.graph import Graph, Links, Phrases


@dataclass(frozen=True)
class Plan:
    """How to walk."""

    walks: int
    """How many walks."""
    relation: float = 0.55
    """Weight of a step by relation."""
    gloss: float = 0.3
    """Weight of a step to a word of the gloss."""
    mention: float = 0.15
    """Weight of a step to a gloss that mentions this synset."""
    stop: float = 0.15
    """Chance to stop at a synset."""
    phrase: float = 0.15
    """Chance to say a phrase where a synset has single words too."""
    frequency: float = 0.35
    """Walks start at a word with chance ~ its frequency to this power."""


LONGEST = 64
"""Words that are kept free for a walk's next steps."""


def walk(graph: Graph, vocabulary: Vocabulary, plan: Plan, seed: int) -> Sentences:
    """Walk from words drawn by frequency, each in a sense drawn by its frequency."""
    rng = np.random.default_rng(seed)
    zipf = np.array([vocabulary.zipf[word] for word in vocabulary.words])
    chance = 10 ** (plan.frequency * zipf)
    words = rng.choice(len(zipf), plan.walks, p=chance / chance.sum()).astype(np.int32)
    steps = np.array([plan.relation, plan.gloss, plan.mention])
    tokens = np.empty(plan.walks * 16 + 1000, np.int32)
    starts = np.zeros(plan.walks + 1, np.int64)
    kept = _walk(
        rng,
        words,
        graph.senses,
        (graph.relations, graph.glosses, graph.mentions),
        graph.names,
        graph.phrases,
        (steps, plan.stop, plan.phrase),
        tokens,
        starts,
    )
    return Sentences(tokens[: starts[kept]].copy(), starts[: kept + 1].copy())


@compiled
def _pick(rng: np.random.Generator, links: Links, node: int) -> int:
    """Draw one of a node's links."""
    start, end = links.starts[node], links.starts[node + 1]
    place = np.searchsorted(links.cumulated[start:end], rng.random())
    return int(links.ends[start + min(place, end - start - 1)])


@compiled
def _say(
    rng: np.random.Generator,
    synset: int,
    names: Links,
    phrases: Phrases,
    phrase: float,
    tokens: NDArray[np.int32],
    count: int,
) -> int:
    """Say a word or a phrase of a synset; returns how many tokens there are now."""
    named = names.starts[synset + 1] > names.starts[synset]
    first, last = phrases.firsts[synset], phrases.firsts[synset + 1]
    if named and (first == last or rng.random() > phrase):
        tokens[count] = _pick(rng, names, synset)
        return count + 1
    if last > first:
        chosen = first + int(rng.random() * (last - first))
        start, end = phrases.starts[chosen], phrases.starts[chosen + 1]
        for place in range(start, min(end, start + 3)):
            tokens[count] = phrases.words[place]
            count += 1
    return count


@compiled
def _step(
    rng: np.random.Generator,
    synset: int,
    links: tuple[Links, Links, Links],
    steps: NDArray[np.float64],
) -> int:
    """Go on to another synset; -1 where there is nowhere to go."""
    relations, glosses, mentions = links
    by_relation = steps[0] * (relations.starts[synset + 1] > relations.starts[synset])
    by_gloss = steps[1] * (glosses.starts[synset + 1] > glosses.starts[synset])
    by_mention = steps[2] * (mentions.starts[synset + 1] > mentions.starts[synset])
    total = by_relation + by_gloss + by_mention
    if total == 0:
        return -1
    drawn = rng.random() * total
    if drawn < by_relation:
        return _pick(rng, relations, synset)
    if drawn < by_relation + by_gloss:
        return _pick(rng, glosses, synset)
    return _pick(rng, mentions, synset)


@compiled
def _walk(
    rng: np.random.Generator,
    words: NDArray[np.int32],
    senses: Links,
    links: tuple[Links, Links, Links],
    names: Links,
    phrases: Phrases,
    chances: tuple[NDArray[np.float64], float, float],
    tokens: NDArray[np.int32],
    starts: NDArray[np.int64],
) -> int:
    """Walk from every word; returns how many walks say at least two words, laid end to end."""
    steps, stop, phrase = chances
    kept = count = 0
    for word in words:
        if count > len(tokens) - LONGEST:
            break
        synset = _pick(rng, senses, word)
        tokens[count] = word
        count += 1
        while rng.random() >= stop and count <= len(tokens) - LONGEST:
            synset = _step(rng, synset, links, steps)
            if synset < 0:
                break
            count = _say(rng, synset, names, phrases, phrase, tokens, count)
        if count - starts[kept] >= 2:
            kept += 1
            starts[kept] = count
        else:
            count = starts[kept]
    return kept
