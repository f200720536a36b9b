"""From a question of the chat completions protocol to the answer of a baseline."""

import json
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from itertools import pairwise
from typing import Any

from engine.game import Seat
from engine.games.catalog import CATALOG
from engine.llm.schema import KIND, MOVE, THOUGHTS
from engine.players import PlayerError
from engine.rehearsal.reading import Unknown
from images.deck import Deck
from words.space_folders import BUILTIN_SPACES

SPACES = (*BUILTIN_SPACES, "random")
"""The models that there are: our word vectors, and chance. By any other name the first answers."""
SEED = "rehearsal"
"""Chance of the baselines, so that the same question gets the same answer."""
FREE = frozenset({"words", "clue", "line"})
"""The fields of moves in which any text may stand."""

type Change = Callable[[str], str]
"""What a fault does to free text."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is read of a question."""

    model: str
    system: str
    user: str
    """The text of the user's message, its parts in order."""
    pictures: tuple[tuple[str, bytes], ...]
    """What stands above each picture, and the file."""

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> "Question":
        """Read the body of a question.

        Raises:
            Unknown: If it is none of Parlour's.
        """
        match body.get("messages"):
            case [{"role": "system", "content": str(system)}, {"role": "user", **user}, *_]:
                parts = list(_parts(user.get("content")))
            case _:
                raise Unknown
        texts = [part for part in parts if isinstance(part, str)]
        shown = tuple(
            (str(before).removesuffix(":").removeprefix("Card "), part)
            for before, part in pairwise(parts)
            if isinstance(part, bytes)
        )
        return cls(str(body.get("model", "")), system, "\n\n".join(texts), shown)


def answer(
    question: Question, decks: Sequence[Deck], change: Change = str, seed: str = SEED
) -> str:
    """The answer of a baseline, in the form that the prompt asks for.

    Args:
        question: What was asked.
        decks: Where cards are looked for by their pictures.
        change: What is done to hints, clues and lines.
        seed: What the baseline's chance comes from.

    Raises:
        Unknown: If the question is none of Parlour's.
    """
    game = next((n for n, e in CATALOG.items() if f"You play {e.title}," in question.system), None)
    if game is None:
        raise Unknown
    space = question.model if question.model in SPACES else SPACES[0]
    if game == "dixit":
        view, letters, space = _dixit(question, decks, space)
    else:
        view = import_module(f"engine.rehearsal.{game}").view_of(question.system, question.user)
        letters = {}
    definition = CATALOG[game]
    seat = Seat(view.role if hasattr(view, "role") else view.seat)
    player = (
        definition.create_random_player(seat, seed)
        if space == "random"
        else definition.create_baseline(space, seat, seed)
    )
    move = _decided(player.decide(view, None))
    fields = {
        name: _changed(value, change) if name in FREE else letters.get(value, value)
        for name, value in asdict(move).items()
    }
    several = f'"{MOVE}": {{"{KIND}"' in question.system
    told = {MOVE: {KIND: type(move).__name__, **fields}} if several else fields
    return json.dumps({THOUGHTS: change(f"Rehearsed by {space}."), **told}, ensure_ascii=False)


def _dixit(
    question: Question, decks: Sequence[Deck], space: str
) -> tuple[Any, dict[Any, str], str]:
    """The view, letters by card, and who answers: cards that nobody knows are drawn by chance."""
    from engine.rehearsal.dixit import known_card, view_of

    known = [known_card(picture, decks) for _, picture in question.pictures]
    one = next(filter(None, known), None)
    deck = one[0] if one else None
    if deck is None or any(found is None or found[0] is not deck for found in known):
        cards = [f"unknown-{letter}" for letter, _ in question.pictures]
        view = view_of(question.system, question.user, cards, "", "")
        space = "random"
    else:
        cards = [found[1] for found in known if found is not None]
        folder = "" if deck is decks[0] else str(deck.folder)
        view = view_of(question.system, question.user, cards, folder, deck.fingerprint)
    if not view.choices:
        raise Unknown
    letters = {card: letter for card, (letter, _) in zip(cards, question.pictures, strict=True)}
    return view, letters, space


def _decided(deciding: Any) -> Any:  # noqa: ANN401
    """What a baseline decides: it never waits for anything, so that no loop is needed.

    Raises:
        Unknown: If there is nothing to decide in such a view.
    """
    try:
        deciding.send(None)
    except StopIteration as stop:
        return stop.value
    except PlayerError:
        raise Unknown from None
    raise Unknown


def _changed(value: Any, change: Change) -> Any:  # noqa: ANN401
    return change(value) if isinstance(value, str) else [change(one) for one in value]


def _parts(content: object) -> Iterator[str | bytes]:
    """The texts and pictures of a message.

    Raises:
        Unknown: If it has other parts.
    """
    if isinstance(content, str):
        yield content
        return
    for part in content if isinstance(content, list) else [None]:
        match part:
            case {"type": "text", "text": str(text)}:
                yield text
            case {"type": "image_url", "image_url": {"url": str(url)}}:
                try:
                    yield b64decode(url.partition(";base64,")[2], validate=True)
                except ValueError:
                    raise Unknown from None
            case _:
                raise Unknown
