"""The decisive moment and the best moves of a finished match."""

from dataclasses import dataclass

from engine.seat import Seat

type Sentence = tuple[Seat | str, ...]
"""A sentence in parts: the players that it is about, by their seats, and the words between, which
may quote players."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A notable event of a finished match."""

    title: str
    """The title, such as `Best hint`."""
    sentence: Sentence
    number: int = 0
    """The number of its turn, from 1; 0 if it is about the whole match."""


@dataclass(frozen=True, slots=True)
class Highlights:
    """The highlights of a finished match."""

    decisive: Sentence = ()
    """The decisive moment; empty if there was none."""
    best: tuple[Highlight, ...] = ()
    """The best moves, by criteria of each game; empty if there were none."""
