"""Answer the prompts of CoMet's modules with word vectors and random choices instead of a model."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from random import Random
from typing import Any

from engine.comet.module import STEP
from engine.forms.folding import fold_words
from engine.forms.giveaway import match_in_line
from engine.games.baselines import collect_word_forms, find_known_words, shuffle_items
from engine.games.undercover.baseline import SENTENCES, average_neighbourhood
from engine.players.vectors.similarity import WordVectors, load_word_vectors
from engine.prompt import THOUGHTS
from engine.readback import QUOTED, UnknownPrompt, find_group, read_quoted

NEAR, FAR = 0.38, 0.24
"""A word counts as a detail of the agent's word from the first cosine on, and as unrelated below
the second."""
NEIGHBOURS = 24
"""Lines are built from this many near words."""
METAPHORS = {
    "ontological": (
        "Someone has taught {} to breathe and given it a name.",
        "A pocket that is always full of {}.",
    ),
    "structural": (
        "In the orchestra of the day this plays the part of {}.",
        "A small town whose mayor is {}.",
    ),
    "spatial": (
        "The path leads up to {} and never comes back down.",
        "Always one street away from {}.",
    ),
}
"""By kind of metaphor: patterns of the speaker's sentences."""
STATEMENT = re.compile(rf"^(\d+)\. (p\d+): ({QUOTED})$", re.MULTILINE)
READING = re.compile(rf"^- round \d+, (p\d+): ({QUOTED})(?: \((.*)\))?$", re.MULTILINE)


def answer_step(user: str, space: str, seed: str) -> dict[str, Any]:
    """Answer a module's question.

    Args:
        user: The user text of the prompt.
        space: The space of word vectors; `random` for none.
        seed: The seed of random choices.

    Raises:
        UnknownPrompt: If the module is unknown.
    """
    step = find_group(rf"^{STEP}: ([a-z-]+)\.$", user)
    if step not in ANSWERS:
        raise UnknownPrompt
    digest = sha256(user.encode()).hexdigest()
    prompt = StepPrompt(user, space, Random(f"{seed}/{step}/{digest}"))
    return {THOUGHTS: f"Rehearsed {step} by {space}.", **ANSWERS[step](prompt)}


@dataclass(frozen=True)
class StepPrompt:
    """The parts of a module's prompt that answers need."""

    user: str
    space: str
    rng: Random

    @cached_property
    def task(self) -> str:
        """The task, after the description of the game."""
        return self.user.partition(f"\n{STEP}: ")[2]

    @cached_property
    def word(self) -> str:
        """The agent's word; in Taboo, the target."""
        found = re.search(rf"(?:Your word is|The target is) ({QUOTED})\.", self.user)
        return read_quoted(found[1])[0] if found else ""

    @cached_property
    def vectors(self) -> WordVectors:
        """The word vectors."""
        return load_word_vectors("word2vec" if self.space == "random" else self.space)

    @cached_property
    def said(self) -> tuple[str, ...]:
        """The lines that were said in the game."""
        talk = self.user.partition(f"\n{STEP}: ")[0]
        found = re.findall(rf"^[^\n\"]*: ({QUOTED})$", talk, re.MULTILINE)
        return tuple(read_quoted(one)[0] for one in found)

    @cached_property
    def role(self) -> str:
        """The agent's belief about its own role."""
        found = re.search(r"You take yourself for: (\w+)\.", self.task)
        return found[1] if found else "unknown"

    @cached_property
    def sides(self) -> Mapping[str, list[str]]:
        """The agent's beliefs about who has which word."""
        heads = {
            "mine": "Your word is believed to be also that of",
            "other": "The other word is believed to be that of",
            "undecided": "Undecided",
        }
        found = {
            side: re.search(rf"^- {head}: (.*)$", self.task, re.M) for side, head in heads.items()
        }
        return {side: re.findall(r"p\d+", one[1]) if one else [] for side, one in found.items()}

    def measure_fit(self, words: tuple[str, ...]) -> float:
        """Compute the similarity of words and the agent's word."""
        if self.space == "random":
            return self.rng.random()
        return _measure_fit(self.vectors, self.word, words)

    def read_words(self, line: str) -> tuple[str, ...]:
        """Find the content words of a line."""
        return find_known_words(self.vectors, line)

    def list_near_words(self, word: str) -> Iterator[str]:
        """Yield words near a word in random order, then others; none of them has been said."""
        ranking = self.vectors.rank(word, 4 * NEIGHBOURS) or []
        corpus = self.vectors.corpus
        near = [corpus[index] for index in ranking]
        taken = collect_word_forms(self.said)
        words = (*shuffle_items(near[:NEIGHBOURS], self.rng), *near[NEIGHBOURS:])
        yield from (one for one in words if one not in taken)
        yield from (one for one in shuffle_items(corpus, self.rng) if one not in taken)

    def compose(self, patterns: tuple[str, ...], word: str) -> tuple[str, str]:
        """Compose a legal sentence; return it with its word."""
        known = {fold_words(line) for line in self.said}
        for near in self.list_near_words(word):
            line = self.rng.choice(patterns).format(near)
            if not match_in_line(line, self.word) and fold_words(line) not in known:
                return line, near
        return "It is hard to say more.", "nothing"


@lru_cache(maxsize=65536)
def _measure_fit(vectors: WordVectors, word: str, words: tuple[str, ...]) -> float:
    own = average_neighbourhood(vectors, word, 16)
    return max((float(vectors.get_vectors([one])[0] @ own) for one in words), default=0.0)


def _extract_features(prompt: StepPrompt) -> dict[str, Any]:
    found: list[dict[str, Any]] = []
    others: list[str] = []
    for number, _, quoted in STATEMENT.findall(prompt.task):
        for word in prompt.read_words(read_quoted(quoted)[0])[:2]:
            fit = prompt.measure_fit((word,))
            kind = "detailed" if fit >= NEAR else "broad" if fit >= FAR else "mismatch"
            found.append(
                {"statement": int(number), "feature": f"has to do with {word}", "kind": kind}
            )
            others += [word] if kind == "mismatch" else []
    guesses = []
    for word in others[-2:]:
        ranking = prompt.vectors.rank(word, 3) or []
        guesses += [prompt.vectors.corpus[index] for index in ranking[:1]]
    return {"features": found, "other_word": guesses}


def _answer_metaphor_screen(prompt: StepPrompt) -> dict[str, Any]:
    marks = []
    for number, _, quoted in STATEMENT.findall(prompt.task):
        literal = read_quoted(quoted)[0].startswith(("It ", "I "))
        why = "It describes plainly." if literal else "Taken literally it would be odd."
        marks.append({"statement": int(number), "metaphor": not literal, "reason": why})
    return {"statements": marks}


def _answer_metaphor_reasoner(prompt: StepPrompt) -> dict[str, Any]:
    line = read_quoted(find_group(rf"^p\d+ said: ({QUOTED})", prompt.task))[0]
    words = prompt.read_words(line) or ("something",)
    fits = {word: prompt.measure_fit((word,)) for word in words[:4]}
    meaning = f"It speaks of {max(fits, key=lambda word: fits[word])}."
    best = max(fits.values())
    side = "mine" if best >= NEAR else "other" if best < FAR else "undecided"
    if '"meaning": "...", "fits"' in prompt.task:
        return {"meaning": meaning, "fits": side}
    if '"literal"' in prompt.task:
        return {"literal": meaning, "fits": side}
    nearest = sorted(fits, key=lambda word: -fits[word])[:2]  # the rest only completes it
    pairs = [
        {
            "feature": f"what goes with {prompt.word}",
            "aspect": word,
            "verdict": "match" if fits[word] >= (NEAR + FAR) / 2 else "mismatch",
            "strength": 1 if place else 3,
        }
        for place, word in enumerate(nearest)
    ]
    features = [f"what goes with {prompt.word}"]
    return {"features": features, "aspects": list(fits), "pairs": pairs, "meaning": meaning}


def _map_beliefs(prompt: StepPrompt) -> dict[str, Any]:
    marks: dict[str, list[str]] = {}
    for name, _, found in READING.findall(prompt.task):
        kinds = re.findall(
            r"(detailed|broad|mismatch): |a metaphor that fits (your|another) word", found
        )
        marks.setdefault(name, []).extend(
            kind or {"your": "detailed", "another": "mismatch"}[fits] for kind, fits in kinds
        )
    players = []
    for name, kinds in marks.items():
        for_me, against = kinds.count("detailed"), kinds.count("mismatch")
        side = "mine" if for_me > against else "other" if against > for_me else "undecided"
        why = f"{for_me} details fit my word, {against} do not."
        players.append({"seat": name, "side": side, "reason": why})
    return {"players": players}


def _answer_self_monitor(prompt: StepPrompt) -> dict[str, Any]:
    agents = int(find_group(r"civilians and (\d+) undercover", prompt.task))
    mine, other = len(prompt.sides["mine"]) + 1, len(prompt.sides["other"])
    if mine > agents:
        return {"role": "civilian", "reason": f"{mine} of us seem to have my word."}
    if other > agents:
        return {"role": "undercover", "reason": f"{other} seem to have the other word."}
    return {"role": "unknown", "reason": "Too many are undecided."}


def _answer_planner(prompt: StepPrompt) -> dict[str, Any]:
    offered = ["metaphor"] if "\n- metaphor:" in prompt.task else []
    by_role = {
        "civilian": (["reveal", *offered], "Let those with my word recognise me."),
        "undercover": (["deceive"], "Sound like one of the others."),
        "unknown": (["protect", "protect", *offered], "Say nothing that gives my word away."),
    }
    strategies, advice = by_role[prompt.role]
    later = "Watch who agrees with me."
    return {"strategy": prompt.rng.choice(strategies), "advice": advice, "later": later}


def _choose_feature(prompt: StepPrompt) -> dict[str, Any]:
    word = next(prompt.list_near_words(prompt.word))
    method = prompt.rng.choice(list(METAPHORS))
    return {"feature": f"goes with {word}", "method": method, "reason": "Nobody has said it."}


def _write_metaphor(prompt: StepPrompt) -> dict[str, Any]:
    method = find_group(r"by a metaphor of the (\w+) kind", prompt.task)
    if method not in METAPHORS:
        raise UnknownPrompt
    line, near = prompt.compose(METAPHORS[method], prompt.word)
    return {"line": line, "explanation": f"What is said stands for {near}."}


def _answer_speaker(prompt: StepPrompt) -> dict[str, Any]:
    word = prompt.word
    guess = re.search(rf"^The other word may be: ({QUOTED})", prompt.task, re.MULTILINE)
    if "deceive and integrate" in prompt.task and guess:
        word = read_quoted(guess[1])[0]
    line, near = prompt.compose(SENTENCES, word if prompt.vectors.rank(word, 1) else prompt.word)
    return {"feature": f"goes with {near}", "line": line}


def _answer_voter(prompt: StepPrompt) -> dict[str, Any]:
    suspects = re.findall(
        r"p\d+", find_group(r"^Vote for one of (.*), who are listed", prompt.task)
    )
    reasons = {
        "other": "They have the other word, so they are a civilian."
        if prompt.role == "undercover"
        else "They have the other word.",
        "undecided": "What they said fits many words.",
    }
    for side, reason in reasons.items():
        wanted = [name for name in prompt.sides[side] if name in suspects]
        if wanted:
            return {"seat": prompt.rng.choice(wanted), "reason": reason}
    return {"seat": prompt.rng.choice(suspects), "reason": "I cannot tell."}


def _answer_attacker(prompt: StepPrompt) -> dict[str, Any]:
    line, near = prompt.compose(
        tuple(one.replace("It ", "What I mean ") for one in SENTENCES), prompt.word
    )
    return {"suspects": [], "focus": near, "distract": "something else", "line": line}


def _answer_defender(prompt: StepPrompt) -> dict[str, Any]:
    words = [word for line in prompt.said[-3:] for word in prompt.read_words(line)]
    taken = collect_word_forms(prompt.said)
    found = [
        prompt.vectors.corpus[index]
        for word in words[:1]
        for index in prompt.vectors.rank(word, 12) or ()
        if prompt.vectors.corpus[index] not in taken
    ][:3]
    before = re.findall(rf"^- turn \d+: ({QUOTED})", prompt.task, re.MULTILINE)
    last = read_quoted(before[-1])[0] if before else ""
    if last and prompt.rng.random() < 0.5:
        found = [last, *(word for word in found if word != last)][:3]
    strategy = "guess" if found and found[0] == last else "continue"
    line = "That is a good question; I have seen some of it myself."
    return {"candidates": found or ["thing"], "strategy": strategy, "line": line}


def _judge_claims(prompt: StepPrompt) -> dict[str, Any]:
    word = read_quoted(find_group(rf"true of the word ({QUOTED})\?", prompt.task))[0]
    true = []
    for number, quoted in re.findall(rf"^(\d+)\. ({QUOTED})$", prompt.task, re.MULTILINE):
        words = prompt.read_words(read_quoted(quoted)[0])
        near = (
            _measure_fit(prompt.vectors, word, words)
            if prompt.space != "random"
            else prompt.rng.random()
        )
        true += [int(number)] if near >= FAR else []
    return {"true": true}


def _guess_blindly(prompt: StepPrompt) -> dict[str, Any]:
    line = read_quoted(find_group(rf"this one sentence: ({QUOTED})", prompt.task))[0]
    words = prompt.read_words(line)
    ranking = prompt.vectors.rank(words[0], 3) if words else None
    return {"guesses": [prompt.vectors.corpus[index] for index in ranking or ()]}


def _answer_referee(prompt: StepPrompt) -> dict[str, Any]:
    groups = re.search(
        r"^Teammates, with the same word: (.*)\. Opponents, with the word .*: (.*)\.$",
        prompt.task,
        re.MULTILINE,
    )
    if groups is None:
        raise UnknownPrompt
    teammates, opponents = (re.findall(r"p\d+", group) for group in groups.groups())
    understood = [name for name in teammates if prompt.rng.random() < 0.6]
    guessed = [name for name in opponents if prompt.rng.random() < 0.2]
    comment = (
        "Carry more of the feature over." if not understood else "Keep the source as far away."
    )
    return {"understood": understood, "guessed": guessed, "comment": comment}


ANSWERS: Mapping[str, Callable[[StepPrompt], dict[str, Any]]] = {
    "feature-extractor": _extract_features,
    "metaphor-screen": _answer_metaphor_screen,
    "metaphor-reasoner": _answer_metaphor_reasoner,
    "belief-mapper": _map_beliefs,
    "self-monitor": _answer_self_monitor,
    "strategy-planner": _answer_planner,
    "metaphor-feature": _choose_feature,
    "metaphor-sentence": _write_metaphor,
    "speaker": _answer_speaker,
    "voter": _answer_voter,
    "taboo-attacker": _answer_attacker,
    "taboo-defender": _answer_defender,
    "judge-claims": _judge_claims,
    "judge-blind": _guess_blindly,
    "judge-metaphor": _answer_referee,
}
"""By module: the function that answers it."""
