"""Games with hints that were written by hand, to measure how well a player understands them.

`words/written_hints/` has them; its README says by whom, and what they saw. No player
reads them; how much evidence counts was learnt on the open half (`tools/reliability.py`).
"""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from engine.games.decrypto import baseline, pragmatic_beliefs
from engine.games.decrypto.moves import CODES, Code, Hints
from engine.games.decrypto.options import Options
from engine.games.decrypto.roles import Role
from engine.games.decrypto.view import Keywords, Round, View
from engine.players.pragmatic.listeners import Listeners
from engine.players.vectors.word_vectors import Floats, WordVectors

OPEN = ("first", "second")
"""The writers whose hints may be learnt from; those of the others are only measured with."""


class WrittenGame(NamedTuple):
    """A game whose hints were written by hand."""

    keywords: Keywords
    codes: tuple[Code, ...]
    hints: tuple[Hints, ...]


type Believe = Callable[[View], Floats]
"""Computes a guesser's probability of each of the 24 codes; shape (24,)."""


@cache
def read_written_games() -> Mapping[str, tuple[WrittenGame, ...]]:
    """Read the games, by writer."""
    folder = files("words").joinpath("written_hints")
    found = sorted(
        (one.name.removesuffix(".json"), one.read_text(encoding="utf-8"))
        for one in folder.iterdir()
        if one.name.endswith(".json")
    )
    return {writer: tuple(map(_read_game, json.loads(text))) for writer, text in found}


def _read_game(game: Mapping[str, Any]) -> WrittenGame:
    codes, hints = (tuple(map(tuple, game[name])) for name in ("codes", "hints"))
    return WrittenGame(tuple(game["keywords"]), codes, hints)


def list_views(game: WrittenGame, role: Role) -> Iterator[tuple[View, Code]]:
    """Yield what a guesser saw in each round, if nobody ever missed, and the code."""
    rounds: tuple[Round, ...] = ()
    for number, (code, hints) in enumerate(zip(game.codes, game.hints, strict=True), 1):
        view = View(
            role=role,
            number=number,
            keywords=game.keywords if role is Role.DECODER else None,
            code=None,
            hints=hints,
            rounds=rounds,
            options=Options(),
            outcome=None,
            over=False,
        )
        yield view, code
        rounds = (*rounds, Round(hints=hints, code=code, decoder=code, interceptor=code))


def read_by_vectors(vectors: WordVectors) -> Believe:
    """A baseline's beliefs: its best codes are alike likely."""

    def believe(view: View) -> Floats:
        best = baseline.read_hints(vectors, view).codes
        return np.array([(code in best) / len(best) for code in CODES])

    return believe


def read_by_listeners(listeners: Listeners) -> Believe:
    """The beliefs of Parlour's own player."""
    return lambda view: np.array(pragmatic_beliefs.infer_beliefs(listeners, view).chances)


def count_missed(believe: Believe, game: WrittenGame) -> tuple[float, int]:
    """Count the codes of a game that a decoder misses, and all; a tie is missed in part."""
    missed = 0.0
    for view, code in list_views(game, Role.DECODER):
        beliefs = believe(view)
        best = beliefs >= beliefs.max()
        missed += 1 - best[CODES.index(code)] / best.sum()
    return missed, len(game.codes)
