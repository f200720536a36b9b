"""WordNet as a graph of synsets to walk on: by relations, by glosses, and back by glosses."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tools.lists.vocabulary import Vocabulary
from tools.lists.wordnet import WordNet
from tools.vectors.corpora import compound

RELATIONS = {
    **dict.fromkeys(("@", "~"), 1.0),  # hypernym, hyponym
    **dict.fromkeys(("@i", "~i"), 0.7),  # instances
    **dict.fromkeys(("#p", "%p", "#s", "%s"), 1.0),  # parts, substances
    **dict.fromkeys(("#m", "%m"), 0.7),  # members
    "+": 1.0,  # derivation
    "!": 0.5,  # antonym
    **dict.fromkeys(("&", "\\", "=", "^", "$", "*", ">", "<"), 0.7),  # of adjectives and verbs
    **dict.fromkeys((";c", "-c"), 0.7),  # topic
    **dict.fromkeys((";r", "-r"), 0.3),  # region
}
"""How likely a relation is taken, against the others; those not here never are."""

EXAMPLE = 0.5
"""What a word of an example counts, against one of a definition."""

LEAST_SENSE = 0.05
"""Rarer senses of a gloss's words are no links."""


class Links(NamedTuple):
    """For each node a list of others, compressed; `cumulated` ends at 1 in each list."""

    starts: NDArray[np.int64]
    """Where each node's list starts, and last where the last one ends."""
    ends: NDArray[np.int32]
    """The others."""
    cumulated: NDArray[np.float64]
    """Probabilities, each with those before it in its list."""

    @classmethod
    def of(cls, weights: Iterable[dict[int, float]]) -> Self:
        """Compress the weights of each node's links."""
        lists = list(weights)
        starts = np.zeros(len(lists) + 1, np.int64)
        np.cumsum([len(links) for links in lists], out=starts[1:])
        ends = np.fromiter((end for links in lists for end in links), np.int32, starts[-1])
        cumulated = np.fromiter(_cumulate(lists), np.float64, starts[-1])
        return cls(starts, ends, cumulated)


class Phrases(NamedTuple):
    """For each synset its lemmas of several words."""

    firsts: NDArray[np.int64]
    """The first phrase of each synset, and last the number of phrases."""
    starts: NDArray[np.int64]
    """Where each phrase starts, and last where the last one ends."""
    words: NDArray[np.int32]
    """The numbers of their words."""


class Graph(NamedTuple):
    """What a walk needs: where it may go from a synset, and what it may say there."""

    relations: Links
    """Synset to related synset."""
    glosses: Links
    """Synset to the senses of its gloss's words."""
    mentions: Links
    """Synset to the synsets whose gloss mentions it."""
    names: Links
    """Synset to its words in the vocabulary."""
    phrases: Phrases
    """Synset to its phrases."""
    senses: Links
    """Word of the vocabulary to the synsets it means."""


def build_graph(wordnet: WordNet, vocabulary: Vocabulary) -> Graph:
    """Weigh every link of WordNet."""
    names, phrases = _names(wordnet, vocabulary)
    senses = [_senses(wordnet, word) for word in vocabulary.words]
    renown = _renown(names, phrases, vocabulary)
    glosses, mentions = _gloss_links(wordnet, vocabulary, names, senses, renown)
    said = ({word: weight**0.7 for word, weight in weights.items()} for weights in names)
    return Graph(
        Links.of(_relations(wordnet, renown)),
        Links.of(glosses),
        Links.of(mentions),
        Links.of(said),
        _lay_out(phrases),
        Links.of(senses),
    )


def _cumulate(lists: Iterable[dict[int, float]]) -> Iterator[float]:
    for links in lists:
        weights = np.fromiter(links.values(), np.float64)
        if len(weights):
            yield from (np.cumsum(weights) / weights.sum()).tolist()


def _names(
    wordnet: WordNet, vocabulary: Vocabulary
) -> tuple[list[dict[int, float]], list[list[list[int]]]]:
    """The words of each synset with how often they mean it, and its phrases."""
    names: list[dict[int, float]] = []
    phrases: list[list[list[int]]] = []
    for synset in wordnet.synsets:
        weights: dict[int, float] = {}
        for lemma, count in zip(synset.lemmas, synset.counts, strict=True):
            number = None if compound(lemma) else vocabulary.find(lemma.lower())
            if number is not None:
                weights[number] = weights.get(number, 0) + count + 0.5
        names.append(weights)
        read = (vocabulary.read(lemma) for lemma in synset.lemmas if compound(lemma))
        phrases.append([words for words in read if words])
    return names, phrases


def _senses(wordnet: WordNet, word: str) -> dict[int, float]:
    """How likely a word means each of its synsets, from its tagged uses and their rank."""
    weights = {
        sense.synset: sense.uses + 1 / rank
        for rank, sense in enumerate(wordnet.senses[word], start=1)
    }
    total = sum(weights.values())
    return {synset: weight / total for synset, weight in weights.items()}


def _renown(
    names: list[dict[int, float]], phrases: list[list[list[int]]], vocabulary: Vocabulary
) -> list[float]:
    """How well known each synset's best known name is: 0 for none, 0.2 to 2 for a word."""
    return [
        max(min(max((vocabulary.zipf[vocabulary.words[word]] - 2) / 2, 0.2), 2) for word in words)
        if words
        else 0.25 * bool(parts)
        for words, parts in zip(names, phrases, strict=True)
    ]


def _relations(wordnet: WordNet, renown: Sequence[float]) -> Iterator[dict[int, float]]:
    """Links by relation; a neighbour counts less the more links it has itself (no hubs)."""
    links: list[dict[int, float]] = []
    for synset in wordnet.synsets:
        weights: dict[int, float] = {}
        for pointer in synset.pointers:
            weight = RELATIONS.get(pointer.symbol, 0)
            if weight:
                weights[pointer.target] = max(weights.get(pointer.target, 0), weight)
        links.append(weights)
    for weights in links:
        yield {
            target: weight * max(renown[target], 0.05) / len(links[target])
            if links[target]
            else 0.0
            for target, weight in weights.items()
        }


def _gloss_links(
    wordnet: WordNet,
    vocabulary: Vocabulary,
    names: list[dict[int, float]],
    senses: list[dict[int, float]],
    renown: Sequence[float],
) -> tuple[list[dict[int, float]], list[dict[int, float]]]:
    """Links from a synset to what its gloss mentions, rare words before common ones; and back."""
    definitions = [vocabulary.read(synset.definition) for synset in wordnet.synsets]
    examples = [vocabulary.read(" ".join(synset.examples)) for synset in wordnet.synsets]
    glosses_with = np.zeros(len(vocabulary.words))
    for definition, example in zip(definitions, examples, strict=True):
        glosses_with[list({*definition, *example})] += 1
    rarity = np.clip(np.log(len(definitions) / (glosses_with + 1)) - 2, 0.1, None).tolist()
    there: list[dict[int, float]] = [{} for _ in definitions]
    back: list[dict[int, float]] = [{} for _ in definitions]
    for number, (definition, example) in enumerate(zip(definitions, examples, strict=True)):
        for words, share in ((definition, 1.0), (example, EXAMPLE)):
            for word in words:
                if word in names[number]:
                    continue
                for synset, chance in senses[word].items():
                    if chance < LEAST_SENSE:
                        continue
                    weight = share * rarity[word] * chance
                    there[number][synset] = there[number].get(synset, 0) + weight
                    if renown[number] > 0:
                        weight *= renown[number]
                        back[synset][number] = back[synset].get(number, 0) + weight
    return there, back


def _lay_out(phrases: list[list[list[int]]]) -> Phrases:
    flat = [phrase for of_synset in phrases for phrase in of_synset]
    return Phrases(
        np.cumsum([0, *map(len, phrases)], dtype=np.int64),
        np.cumsum([0, *map(len, flat)], dtype=np.int64),
        np.fromiter((word for phrase in flat for word in phrase), np.int32),
    )
