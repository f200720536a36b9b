"""Every prompt tells every fact of its view, so that a model knows what its seat may know."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import pytest

from engine.games.decrypto.story import describe_standing
from engine.games.dixit.deck import open_deck_of
from engine.games.taboo.view import SEATS, Role
from engine.joined_text import format_scores
from engine.prompt import Prompt
from engine.quotation import quote_text
from tests.samples import SAMPLES, Sample

type ListFacts = Callable[[Any], Iterable[str]]
"""Lists what a prompt says of a field of a view."""


def _list_nothing(_: Any) -> Iterable[str]:
    """The field is told by another one, or by the system text; the comment says which."""
    return ()


def _quote_all(words: Iterable[str]) -> str:
    return ", ".join(map(quote_text, words))


def _write_code(code: Iterable[int]) -> str:
    return "-".join(map(str, code))


def _tell_decrypto_rounds(view: Any) -> Iterator[str]:
    for number, done in enumerate(view.rounds, 1):
        yield (
            f"\nRound {number}: hints {_quote_all(done.hints)}; code {_write_code(done.code)}; "
            f"decoder guessed {_write_code(done.decoder)} ("
        )
        if done.interceptor is not None:
            yield f"; interceptor guessed {_write_code(done.interceptor)} ("
    tokens = view.options.tokens
    if view.team:
        end = "" if view.tied else f" {tokens} of either decide."
        yield f"{describe_standing(view)}{end}"
        return
    yield f"Miscommunications: {view.miscommunications} of {tokens}. "
    yield f"Interceptions: {view.interceptions} of {tokens}."


def _tell_team(view: Any) -> str:
    return f"keywords of {view.team}" if view.tied else f"{view.team}'s half; "


def _tell_code(view: Any) -> Iterator[str]:
    if view.code is not None:
        yield _write_code(view.code)
        keywords = (f"{digit} {quote_text(view.keywords[digit - 1])}" for digit in view.code)
        yield from keywords


def _tell_keywords(view: Any) -> Iterator[str]:
    if view.keywords is None:
        yield "The keywords are hidden from you."
    else:
        lines = (f"\n{number}: {quote_text(word)}" for number, word in enumerate(view.keywords, 1))
        yield "The keywords:" + "".join(lines)


def _tell_decided(view: Any) -> Iterator[str]:
    if view.outcome is not None:
        who = {"team": "The team", "interceptor": "The interceptor"}[view.outcome.winner]
        yield f"{who} has won in round {view.outcome.round} ({view.outcome.reason})"


def _tell_undercover_rounds(view: Any) -> Iterator[str]:
    names = view.seats
    for number, done in enumerate(view.rounds, 1):
        said = "".join(f"\n{names[one.seat]}: {quote_text(one.text)}" for one in done.lines)
        votes = (
            f"{name} for {names[vote]}"
            for name, vote in zip(names, done.votes, strict=True)
            if vote is not None
        )
        yield f"Round {number}:{said}\nVotes: {'; '.join(votes)}."
        if done.out is not None:
            yield f"{names[done.out]} goes out"


def _tell_lines(view: Any) -> Iterator[str]:
    said = "".join(f"\n{view.seats[one.seat]}: {quote_text(one.text)}" for one in view.lines)
    yield f"Said in this round so far:{said}" if said else "You are the first to speak."


def _tell_roles(view: Any) -> Iterator[str]:
    for seat, (name, role) in enumerate(zip(view.seats, view.roles, strict=True)):
        is_own = view.options.tell_role and seat == view.seat  # which only CoMet's planner uses
        if role is not None and not is_own:
            yield f"{name} ({'a civilian' if role.name == 'CIVILIAN' else 'undercover'})"


def _tell_talk(view: Any) -> Iterator[str]:
    if not view.talk:
        yield "Nothing has been said yet."
        return
    lines = []
    for place, line in enumerate(view.talk):
        who = SEATS[Role(place % 2)]
        who = f"you ({who})" if view.role is Role(place % 2) else who
        lines.append(f"\n{who}: {quote_text(line)}")
    yield f"The talk so far:{''.join(lines)}"
    yield f"This is your turn {view.number} of {view.options.turns}, "


def _tell_dixit_rounds(view: Any) -> Iterator[str]:
    names = view.seats
    for number, done in enumerate(view.rounds, 1):
        votes = (
            f"{name} for {names[done.find_owner(vote)]}"
            for name, vote in zip(names, done.votes, strict=True)
            if vote is not None
        )
        yield (
            f"\nRound {number}: {names[done.storyteller]} said {quote_text(done.clue)}, found by "
        )
        yield f"; votes: {', '.join(votes)}; points {format_scores(names, done.points)}."
    yield f"Points so far: {format_scores(names, view.scores)}."


FACTS: Mapping[str, Mapping[str, ListFacts]] = {
    "decrypto": {
        "role": _list_nothing,  # by the system text
        "seat": _list_nothing,  # by the system text
        "team": lambda view: [] if view.team is None else [_tell_team(view)],
        "other": _list_nothing,  # it is told in its own half
        "number": lambda view: [f"ound {view.number} of {view.options.rounds}"],
        "tied": lambda view: ["the teams are equal"] if view.tied else [],
        "named": _list_nothing,  # it is shown at the end, when nobody is asked
        "keywords": _tell_keywords,
        "code": _tell_code,
        "hints": lambda view: [] if view.hints is None else [_quote_all(view.hints)],
        "rounds": _tell_decrypto_rounds,
        "options": _list_nothing,  # by the rules in the system text
        "outcome": _tell_decided,
        "over": _list_nothing,  # then nobody is asked
    },
    "undercover": {
        "seat": lambda view: [f"You are {view.seats[view.seat]}. "],
        "number": lambda view: [f"This is round {view.number} of {view.options.rounds}. "],
        "word": lambda view: [f"Your word is {quote_text(view.word)}."],
        "order": _list_nothing,  # by the rules; who has spoken stands in the lines
        "lines": _tell_lines,
        "rounds": _tell_undercover_rounds,
        "roles": _tell_roles,
        "words": _list_nothing,  # they are shown at the end, when nobody is asked
        "outcome": _list_nothing,  # so is it
        "options": _list_nothing,
    },
    "taboo": {
        "role": _list_nothing,
        "target": lambda view: (
            [] if view.target is None else [f"The target is {quote_text(view.target)}."]
        ),
        "talk": _tell_talk,
        "guess": _list_nothing,  # it ends the match
        "options": _list_nothing,
        "outcome": _list_nothing,
    },
    "dixit": {
        "seat": lambda view: [f"You are {view.seats[view.seat]}. "],
        "number": lambda view: [f"This is round {view.number}"],
        "hand": _list_nothing,  # by the pictures, see below
        "clue": lambda view: (
            [] if view.clue is None else [f"is the storyteller, and says: {quote_text(view.clue)}"]
        ),
        "card": _list_nothing,  # it is not to be chosen
        "candidates": _list_nothing,  # by the pictures
        "rounds": _tell_dixit_rounds,
        "options": _list_nothing,
        "deck": _list_nothing,  # by the pictures
        "fingerprint": _list_nothing,
        "over": _list_nothing,
    },
}
"""By game and field of its view: what every prompt says of it."""


def find_untold(game: str, view: Any, prompt: Prompt) -> list[str]:
    """The facts of a view that a prompt does not tell."""
    facts = (fact for tell in FACTS[game].values() for fact in tell(view))
    return [fact for fact in facts if fact not in f"\n{prompt.user}"]


def list_prompts(sample: Sample) -> Iterator[tuple[Any, Prompt]]:
    for match in sample.matches(2):
        for seat in sorted(match.awaits):
            view = match.view(seat)
            yield view, sample.definition.build_prompt(view)


@pytest.mark.parametrize("game", FACTS)
def test_every_field_of_a_view_is_told_in_every_prompt(game: str) -> None:
    count = 0
    for view, prompt in list_prompts(SAMPLES[game]):
        assert FACTS[game].keys() == type(view).model_fields.keys()
        assert find_untold(game, view, prompt) == []
        count += 1
    assert count > 50


@pytest.mark.parametrize("game", FACTS)
def test_views_that_differ_have_prompts_that_differ(game: str) -> None:
    """Among all positions of the samples, so that nothing is lost that the list above forgets."""
    silent = {name for name, tell in FACTS[game].items() if tell is _list_nothing}
    known: dict[Any, Any] = {}
    for view, prompt in list_prompts(SAMPLES[game]):
        told = {name: value for name, value in view if name not in silent}
        assert known.setdefault((prompt.system, prompt.user), told) == told


def test_every_game_with_a_prompt_of_its_own_is_listed() -> None:
    assert FACTS.keys() == {
        name for name, one in SAMPLES.items() if one.definition.brings("build_prompt")
    }


def test_the_pictures_of_a_prompt_are_the_cards_to_choose_from() -> None:
    for view, prompt in list_prompts(SAMPLES["dixit"]):
        deck = open_deck_of(view)
        shown = {picture.label: picture.file for picture in prompt.pictures}
        letters = prompt.aliases["card"]
        assert shown == {f"Card {letter}": deck.get_path(card) for letter, card in letters.items()}
        assert sorted(letters.values()) == sorted(view.choices)
        named = prompt.user.partition("the cards ")[2].partition(", shown below")[0]
        assert named.replace(" and ", ", ").split(", ") == [*letters]
