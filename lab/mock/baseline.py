"""Answer prompts in place of a language model, with moves that a baseline chooses."""

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from engine.comet.module import STEP
from engine.errors import PlayerError
from engine.forms.folding import find_lemma
from engine.game import GameType
from engine.games.catalog import CATALOG
from engine.games.question import list_single_questions
from engine.games.undercover.prompt import BELIEFS, BELIEFS_FORM
from engine.prompt import KIND, MOVE, THOUGHTS
from engine.readback import ReadPrompt, SentPrompt, UnknownPrompt
from engine.seat import Seat
from images.deck import Deck
from lab.mock.question import Question
from words.space.names import BUILTIN_SPACES

SPACES = (*BUILTIN_SPACES, "random")
"""The names of models: word-vector baselines and random moves. Other names mean the first one."""


SEED = "rehearsal"
"""The seed of the baselines, so that the same request gets the same answer."""


type ChangeText = Callable[[str], str]
"""What a fault does to text."""


def answer_question(
    question: Question, decks: Sequence[Deck], change: ChangeText = str, seed: str = SEED
) -> str:
    """Answer like a baseline, in the form that the prompt asks for.

    Args:
        question: The request.
        decks: The decks to search for cards by their pictures.
        change: Applies a fault to texts in the move.
        seed: The seed of the baseline.

    Raises:
        UnknownPrompt: If Parlour did not build the prompt.
    """
    system = question.prompt.system
    if f"\n{STEP}: " in question.prompt.user:
        from lab.mock.comet import answer_step  # loads numpy

        name = question.model if question.model in SPACES else SPACES[0]
        reply = answer_step(question.prompt.user, name, seed)
        return json.dumps(_change_texts(reply, change), ensure_ascii=False)
    space = question.model if question.model in SPACES else SPACES[0]
    if (answer := _answer_position(question.prompt, space, seed)) is not None:
        fields = {name: _change_texts(value, change) for name, value in answer.model_dump().items()}
        return _write_reply(fields, space, change)
    definition, read = _find_game(question.prompt, decks)
    if read.by_chance:
        space = "random"
    move = _run_to_end(_decide(definition, read, space, seed))
    fields = {
        name: read.aliases[value] if value in read.aliases else _change_texts(value, change)
        for name, value in move.model_dump().items()
    }
    if BELIEFS_FORM in system:
        fields = {BELIEFS: _answer_beliefs(read.view, space), **fields}
    with_kind = f'"{MOVE}": {{"{KIND}"' in system
    reply = {MOVE: {KIND: type(move).__name__, **fields}} if with_kind else fields
    return _write_reply(reply, space, change)


def load_words() -> None:
    """Load the data of most answers in advance, which takes half a second."""
    from engine.players.vectors.similarity import load_word_vectors

    load_word_vectors(SPACES[0])
    find_lemma("words")


def _write_reply(fields: Mapping[str, Any], space: str, change: ChangeText) -> str:
    thoughts = {THOUGHTS: change(f"Rehearsed by {space}.")}
    return json.dumps({**thoughts, **fields}, ensure_ascii=False)


def _answer_position(prompt: SentPrompt, space: str, seed: str) -> Any:  # noqa: ANN401
    """Answer an experiment's question about a position; `None` for any other prompt."""
    for definition in CATALOG.values():
        if definition.title not in prompt.system:
            continue
        for one in list_single_questions(definition.list_questions()):
            if one.read_prompt is None:
                continue
            try:
                view = one.read_prompt(prompt)
            except UnknownPrompt:
                continue
            if space == "random" and one.answer_by_chance is not None:
                return one.answer_by_chance(Random(f"{seed}/{one.name}/{prompt.user}"), view)
            known = space if space != "random" else SPACES[0]
            return _run_to_end(one.answer_by_vectors(known, seed, view))
    return None


def _decide(definition: GameType, read: ReadPrompt, space: str, seed: str) -> Any:  # noqa: ANN401
    """Create a coroutine that chooses a move for a view."""
    if read.answer is not None:
        return read.answer(space, seed)
    seat = Seat(read.view.role if hasattr(read.view, "role") else read.view.seat)
    player = (
        definition.create_random_player(seat, seed)
        if space == "random"
        else definition.create_baseline(space, seat, seed)
    )
    return player.decide(read.view, None)


def _answer_beliefs(view: Any, space: str) -> dict[str, Any]:  # noqa: ANN401
    """Build a baseline's beliefs about the players of Undercover, for prompts that ask for them."""
    from engine.games.undercover.baseline import judge_players
    from engine.players.vectors.similarity import load_word_vectors

    judged = judge_players(load_word_vectors(SPACES[0] if space == "random" else space), view)
    players = [{"seat": view.seats[seat], "side": side} for seat, side in judged.sides.items()]
    return {"players": players, "role": judged.role, "other_word": list(judged.guesses)}


def _find_game(prompt: SentPrompt, decks: Sequence[Deck]) -> tuple[GameType, ReadPrompt]:
    """Find the game of a prompt by its title, in any wording, and read back the prompt.

    Raises:
        UnknownPrompt: If Parlour did not build it.
    """
    for definition in CATALOG.values():
        if definition.title in prompt.system:
            try:
                return definition, definition.read_prompt(prompt, decks)
            except UnknownPrompt:
                continue
    raise UnknownPrompt


def _run_to_end(deciding: Any) -> Any:  # noqa: ANN401
    """Run a coroutine of a baseline, which never waits and thus needs no event loop.

    Raises:
        UnknownPrompt: If the view awaits no decision.
    """
    try:
        deciding.send(None)
    except StopIteration as stop:
        return stop.value
    except PlayerError:
        raise UnknownPrompt from None
    raise UnknownPrompt


def _change_texts(value: Any, change: ChangeText) -> Any:  # noqa: ANN401
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {name: _change_texts(one, change) for name, one in value.items()}
    if isinstance(value, tuple | list):
        return [_change_texts(one, change) for one in value]
    return value
