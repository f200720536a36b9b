"""The section `readings` of an experiment file: players read one common set of metaphors.

A deal is a metaphor. Each player reads it once as somebody with the speaker's word, and once as
somebody with the other word, so that always and never taking it for the own word are right equally
often.
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import Field

from engine.comet.pool import Pool
from engine.errors import OptionError
from engine.games.comet_settings import BUILT_IN
from engine.games.undercover.material import clean_pair_word
from engine.games.undercover.options import Options
from engine.games.undercover.view import Line, View, find_line_fault
from engine.options import hide_secret_options
from engine.players.spec import parse_spec
from engine.seat import Seat
from lab.experiment.paper_section import Asked, PaperSection, require_known
from lab.run.trial import Trial

SPEAKER, READER = Seat(0), Seat(1)
HOLDERS = ("own", "other")
"""Whose word the reader has: the speaker's own, or the other one."""


class Readings(PaperSection):
    """Metaphors that players read outside a game, all of them the same ones."""

    game = "undercover"
    subject = "the metaphors are those"

    players: tuple[str, ...] = Field(min_length=1)
    """The players: CoMet players, whose setting `reasoning` is the method."""
    metaphors: str = BUILT_IN
    """Which metaphors: `built-in`, or the file of a pool, such as one that self-play has grown."""

    def check(self, place: str, experiment: Asked) -> None:
        """Check the players."""
        require_known(f"{place}.players", "player", self.players, experiment.players)
        for name in self.players:
            if parse_spec(experiment.specs[name]).kind != "comet":
                raise ValueError(
                    f"{place}.players: {name} is not a comet: player; --model MODEL plays the "
                    "experiment with another model"
                )


@dataclass(frozen=True, slots=True)
class Metaphor:
    """A sentence about a word."""

    word: str
    other: str
    text: str


def read_metaphors(source: str) -> list[Metaphor]:
    """Read the metaphors of a set; in a file, those of which both words are known.

    Raises:
        PoolError: If it is no pool that can be read.
        OptionError: If a sentence could not be said of its word, or there is none.
    """
    if source == BUILT_IN:
        text = files(__package__).joinpath("metaphors.tsv").read_text("utf-8")
        rows = csv.DictReader(io.StringIO(text), delimiter="\t")
        return [Metaphor(row["word"], row["other"], row["metaphor"]) for row in rows]
    pool = Pool.read(Path(source).expanduser())
    pairs = [one for one in pool.experiences if len(one.words) == 2 and all(one.words)]
    found = [
        Metaphor(clean_pair_word(one.words[0]), clean_pair_word(one.words[1]), one.metaphor)
        for one in pairs
    ]
    if not found:
        raise OptionError(f"readings.metaphors: {source} has no metaphor with both words.")
    for one in found:
        for word in (one.word, one.other):
            if fault := find_line_fault(show_metaphor(Options(), one, word), one.text):
                raise OptionError(f"readings.metaphors: {source}: {fault}")
    return found


def show_metaphor(options: Options, metaphor: Metaphor, word: str, *, said: bool = False) -> View:
    """Build what the second speaker of a game sees after the first one said a metaphor.

    Args:
        options: The options of the game.
        metaphor: The metaphor.
        word: The word of the second speaker.
        said: Whether it has been said already.
    """
    return View(
        seat=READER,
        number=1,
        word=word,
        order=tuple(map(Seat, range(options.players))),
        lines=(Line(SPEAKER, metaphor.text),) if said else (),
        rounds=(),
        roles=(None,) * options.players,
        words=None,
        outcome=None,
        options=hide_secret_options(options),
    )


def plan_readings(
    asked: Readings,
    metaphors: Sequence[Metaphor],
    common: Mapping[str, Any],
    variants: Sequence[dict[str, Any]],
    by_seed: Sequence[tuple[dict[str, int], Mapping[str, str]]],
) -> Iterator[Trial]:
    """Yield how each player reads a deal's metaphor, with either word; nothing after the last.

    Args:
        asked: The section.
        metaphors: The metaphors.
        common: The content that all trials of the deal share.
        variants: The options of the game.
        by_seed: The model seeds, each with the SPECs of the players.
    """
    if common["deal"] > len(metaphors):
        return
    metaphor = metaphors[common["deal"] - 1]
    for options in variants:
        for name in asked.players:
            for seed, specs in by_seed:
                for holds in HOLDERS:
                    yield Trial(
                        "reading",
                        {
                            **common,
                            **seed,
                            "options": options,
                            "metaphor": metaphor.text,
                            "word": metaphor.word,
                            "other_word": metaphor.other,
                            "holds": holds,
                            "asked": name,
                            "players": {"reader": name},
                            "seats": {"reader": specs[name]},
                        },
                    )
