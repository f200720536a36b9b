"""Every rule that can be broken, or that changes a decision, stands in every prompt.

The matrix of rules and prompts is `tests/prompt_rules`; one module a game. A prompt of another
option, role or stage is another column.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.errors import OptionError
from engine.forms.word_rules import WORD_FORMS
from engine.games.prompt_settings import STYLES
from engine.games.prompt_texts import list_wordings
from engine.match import Match
from engine.prompt import Prompt
from engine.seat import Seat
from tests.prompt_rules import RULES
from tests.prompt_rules.decrypto_wordings import WORDINGS
from tests.prompt_rules.rule import PRIVATE, THOUGHTS_ARE_PRIVATE, Rule
from tests.samples import SAMPLES

VARIANTS: dict[str, tuple[Mapping[str, str], ...]] = {
    "decrypto": (
        {},
        {"rounds": "3", "tokens": "1", "first_round_interception": "no"},
        {"rounds": "1", "play_on": "yes", "reuse_hints": "yes"},
        {"tokens": "4", "rounds": "24"},
        {"keyword_forms": "yes", "tries": "10"},
    ),
    "dixit": (
        {"rounds": "4"},
        {"rounds": "3", "phases": "1", "hand": "1", "clue_length": "30"},
        {"dealing": "static", "rounds": "2"},
        {"dealing": "static", "rounds": "1", "phases": "1"},
        {"dealing": "redealt", "rounds": "2", "own_card": "yes", "decoys": "nothing"},
        {"rules": "boxed", "players": "3"},
        {"rules": "boxed", "players": "6", "hand": "2", "rounds": "5"},
    ),
    "taboo": tuple(
        {"prompt": how, "limit": limit, "slip": slip, "turns": turns, "strict": strict}
        for how in ("cot", "naive")
        for limit, slip, turns, strict in (
            ("draw", "refuse", "5", "no"),
            ("attacker", "lose", "1", "yes"),
        )
    ),
    "undercover": tuple(
        {"prompt": how, **more}
        for how in ("cot", "naive")
        for more in (
            {},
            {"players": "3", "undercover": "1", "rounds": "1", "order": "fixed", "any_line": "yes"},
            {
                "name_words": "yes",
                "reveal_role": "yes",
                "dead_votes": "yes",
                "limit": "civilians",
                "players": "10",
                "undercover": "4",
            },
        )
    ),
}
"""By game: options under which every rule is in force at least once, and out of force."""

UNTOLD = {
    "blank_guess",  # only the stand-in of the paper's code guesses so
    *("k", "prompt"),  # how others play, and how models are asked
    "machines_talk",  # asks in a question of its own
    "tell_role",  # only CoMet's planner goes by it, as in the paper's code
    *("keywords", "words", "word", "nested", "deck"),  # which secrets are drawn
}
"""Options that no prompt tells."""

ADVICE = re.compile(
    r"\b(should|try to|tries to|make sure|be sure|consider |remember|avoid|careful|best|better|"
    r"likely|likeliest|probably|ask back|lead|imagine|suspect|put yourself|look for|may be a decoy|"
    r"think of|so much|mood|clearly|as well as you can)\b",
    re.IGNORECASE,
)
"""Words of advice, which no plain prompt gives."""

every_game = pytest.mark.parametrize("game", RULES)


@cache
def list_prompts(game: str) -> tuple[tuple[Any, Prompt], ...]:
    """A view and its prompt for every set of options, and every role or stage."""
    return tuple(
        (view, SAMPLES[game].definition.build_prompt(view))
        for options in VARIANTS[game]
        for view in list_views(game, options)
    )


def list_views(game: str, options: Mapping[str, str]) -> Iterator[Any]:
    """The first view of every role or stage that awaits a move."""
    sample = SAMPLES[game]
    match: Match[Any, Any, Any] = Match(sample.game(options), "rules")
    seen, rng = set[object](), Random(0)
    while match.awaits:
        for seat in sorted(match.awaits):
            view = match.view(seat)
            kind = getattr(view, "role", None), getattr(view, "stage", None)
            if kind not in seen:
                seen.add(kind)
                yield view
            match.submit(seat, sample.move(view, rng))


def find_missing(game: str, view: Any, text: str) -> list[str]:
    """The facts that a prompt lacks, or states though they are out of force."""
    return [fact for rule in RULES[game] for fact in rule.find_missing(view, text)]


def split_sentences(text: str) -> list[str]:
    """The sentences of a prompt, each as it stands there; a JSON example is one.

    Steps to think by are left out.
    """
    lines = [line for line in text.splitlines() if line and not re.match(r"\d\. ", line)]
    return [
        sentence
        for line in lines
        for sentence in ([line] if line.startswith("{") else re.split(r"(?<=[.!?])\s+", line))
    ]


@pytest.fixture(params=WORDINGS)
def worded(request: pytest.FixtureRequest) -> tuple[tuple[Rule, ...], list[tuple[Any, Prompt]]]:
    """A wording of Decrypto: what it says of each rule, and its prompts."""
    facts, build = WORDINGS[request.param], SAMPLES["decrypto"].definition.build_prompt
    rules = tuple(replace(rule, facts=facts[rule.id]) for rule in RULES["decrypto"])
    views = [view for view, _ in list_prompts("decrypto")]
    return rules, [(view, build(view, wording=request.param)) for view in views]


def test_every_wording_states_every_rule_in_force_and_no_other(worded: Any) -> None:
    rules, prompts = worded
    for view, prompt in prompts:
        assert [one for rule in rules for one in rule.find_missing(view, prompt.system)] == []
        assert ADVICE.search(prompt.system) is None


def test_no_sentence_of_any_wording_can_be_deleted(worded: Any) -> None:
    rules, prompts = worded
    for view, prompt in prompts:
        sentences = split_sentences(prompt.system)
        assert len(sentences) > 20
        for sentence in sentences:
            without = prompt.system.replace(sentence, "", 1)
            assert any(rule.find_missing(view, without) for rule in rules), sentence


def test_the_matrix_has_every_wording_and_every_rule() -> None:
    ours = [
        name
        for name in list_wordings("engine.games.decrypto", data=load_settings().data)
        if name.isdigit()
    ]
    assert ours == ["1", *WORDINGS]
    for facts in WORDINGS.values():
        assert facts.keys() == {rule.id for rule in RULES["decrypto"]}


def test_wordings_differ_and_each_piece_can_be_chosen_alone() -> None:
    build = SAMPLES["decrypto"].definition.build_prompt
    for view, first in list_prompts("decrypto")[:3]:
        others = [build(view, wording=name) for name in WORDINGS]
        for one in others:
            same = set(split_sentences(first.system)) & set(split_sentences(one.system))
            forms = split_sentences(WORD_FORMS)
            assert same <= {*forms, first.system.splitlines()[-1]}
        for piece in ("rules", "role", "ask"):
            mixed = build(view, wording="2", **{piece: "1"})
            whole = others[0]
            assert mixed.prompt_hash not in (whole.prompt_hash, first.prompt_hash)
            assert (mixed.user == whole.user) == (piece != "ask")
            assert mixed.system != whole.system
        everything = build(view, wording="2", rules="1", role="1", ask="1")
        assert everything == first


@every_game
def test_every_style_states_every_rule_and_only_plain_ones_give_no_advice(game: str) -> None:
    build = SAMPLES[game].definition.build_prompt
    about_style = {"step by step", "thoughts", "no thoughts", PRIVATE.id}
    rules = [rule for rule in RULES[game] if rule.id not in about_style]
    for view, _ in list_prompts(game):
        told = {style: build(view, prompt=style).system for style in STYLES}
        for system in told.values():
            assert [fact for rule in rules for fact in rule.find_missing(view, system)] == []
        assert ADVICE.search(told["plain"]) is None
        assert ADVICE.search(told["naive"]) is None
        assert len(told["coached"]) > len(told["plain"]) + 200
        assert "Think step by step before" in told["cot"]
        assert "Think step by step before" not in told["coached"]
        for style in STYLES:
            examples = [line for line in told[style].splitlines() if line.startswith("{")]
            silent = [line.startswith('{"thoughts": "", ') for line in examples]
            assert silent == [style == "naive"] * len(examples)
            assert (THOUGHTS_ARE_PRIVATE in told[style]) == (style != "naive")


def test_every_game_with_a_prompt_has_its_rules_in_the_matrix() -> None:
    assert RULES.keys() == {
        name for name, one in SAMPLES.items() if one.definition.brings("build_prompt")
    }
    assert RULES.keys() == VARIANTS.keys()


@every_game
def test_every_prompt_states_every_rule_in_force_and_no_other(game: str) -> None:
    for view, prompt in list_prompts(game):
        assert find_missing(game, view, prompt.system) == [], view.options


@every_game
def test_every_rule_is_in_force_in_some_prompt(game: str) -> None:
    views = [view for view, _ in list_prompts(game)]
    for rule in RULES[game]:
        assert any(map(rule.when, views)), rule.id


@every_game
def test_the_matrix_fails_if_any_sentence_is_deleted(game: str) -> None:
    """No sentence of the rules goes without a rule in the matrix; steps to think by are none."""
    for view, prompt in list_prompts(game):
        sentences = split_sentences(prompt.system)
        assert len(sentences) > 20
        for sentence in sentences:
            without = prompt.system.replace(sentence, "", 1)
            assert find_missing(game, view, without), sentence


@every_game
def test_the_matrix_fails_if_the_sentence_of_a_rule_is_deleted(game: str) -> None:
    for view, prompt in list_prompts(game):
        for rule in RULES[game]:
            if rule.when(view):
                fact = rule.list_facts(view)[0]
                rest = [one for one in prompt.system.splitlines(keepends=True) if fact not in one]
                assert rule.find_missing(view, "".join(rest)), rule.id


@every_game
def test_every_option_that_changes_the_rules_changes_a_prompt(game: str) -> None:
    definition = SAMPLES[game].definition
    told = {
        name: set[tuple[str, ...]]() for name in definition.list_options() if name not in UNTOLD
    }
    for name, texts in told.items():
        option = definition.list_options()[name]
        for value in list_values(option):
            for more in ({"rounds": "4"}, {"rules": "boxed"}) if game == "dixit" else ({},):
                try:
                    views = list(list_views(game, more | {name: value}))
                except OptionError:  # does not go with the others
                    continue
                texts.add(tuple(definition.build_prompt(view).system for view in views))
        assert len(texts) > 1, name


def list_values(option: Any) -> tuple[str, ...]:
    """Two values of an option or more."""
    if option.value_type is bool:
        return ("no", "yes")
    return tuple(option.choices) or ("1", "2", "3", "4", "5", "8", "50", "100")


@every_game
def test_a_plain_prompt_gives_no_advice(game: str) -> None:
    count = 0
    for view, prompt in list_prompts(game):
        if getattr(view.options, "prompt", "naive") == "naive":
            found = ADVICE.search(prompt.system)
            assert found is None, found
            assert "step by step" not in prompt.system
            count += 1
    assert count > 3


@every_game
def test_an_example_agrees_with_what_is_asked_for(game: str) -> None:
    for _, prompt in list_prompts(game):
        empty = 'leave "thoughts" empty' in prompt.system
        examples = [line for line in prompt.system.splitlines() if line.startswith("{")]
        assert examples
        assert all(line.startswith('{"thoughts": "", ') == empty for line in examples)


def test_a_vote_shows_no_name_as_its_example_and_lists_suspects_in_no_order() -> None:
    first = set()
    for view, prompt in list_prompts("undercover"):
        if view.stage == "vote":
            assert not re.search(r"p\d", prompt.system.splitlines()[-1])
            for number in range(1, 30):
                names = list(
                    SAMPLES["undercover"]
                    .definition.build_prompt(view.model_copy(update={"number": number}))
                    .aliases["seat"]
                )
                assert sorted(names) == sorted(view.seats[seat] for seat in view.suspects)
                first.add((view.seat, names[0]))
    assert len({name for seat, name in first if seat == Seat(0)}) > 2


@every_game
def test_the_rules_stay_the_same_all_game(game: str) -> None:
    """Only the role and the stage of a round change what a system text says."""
    sample = SAMPLES[game]
    for options in VARIANTS[game]:
        match: Match[Any, Any, Any] = Match(sample.game(options), "rules")
        texts: dict[object, set[str]] = {}
        rng = Random(1)
        for _ in range(40):
            for seat in sorted(match.awaits):
                view = match.view(seat)
                kind = getattr(view, "role", None), getattr(view, "stage", None)
                texts.setdefault(kind, set()).add(sample.definition.build_prompt(view).system)
                match.submit(seat, sample.move(view, rng))
        assert all(len(one) == 1 for one in texts.values())
