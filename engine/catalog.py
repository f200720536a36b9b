"""The games by name, and what each brings to the table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from engine.decrypto import deck as decrypto_deck
from engine.decrypto import rules as decrypto_rules
from engine.decrypto import view as decrypto_view
from engine.game import Game, Seat
from engine.llm.prompt import Prompt
from engine.options import Option, OptionError, options, read_options, unknown
from engine.players import Player
from engine.record import JournalError, Record
from engine.telling import Telling

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

type Body = list[Element]
"""Parts of a page, one after another."""
type Material = Mapping[str, Any]
"""What a game takes from the world outside the rules (words, cards), as JSON knows it."""


class UnknownGame(ValueError):
    """A name that is in no catalog."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One game, as everything but its own folder knows it."""

    name: str
    """The name in commands, journals and folders."""
    title: str
    """The name on screens."""
    summary: str
    """One sentence for people who choose."""
    seats: tuple[str, ...]
    """The names of the seats, in order, as the default options have them."""
    options_type: type[Any]
    """The dataclass of options."""
    draw: Callable[[Any, Random], Material]
    """Draws the material from the options; raises `OptionError` if it cannot."""
    rules: Callable[[Any, Material], Game[Any, Any, Any]]
    """The game for such options and material; raises `OptionError` if they are none of its own."""
    move_types: tuple[type[Any], ...]
    """Every kind of move."""
    baseline: Callable[[str, Seat, str], Player[Any, Any]]
    """A word-vector player: name of the space, seat, seed of the match."""
    random: Callable[[Seat, str], Player[Any, Any]]
    """A player of random legal moves: seat, seed of the match."""
    prompt: Callable[[Any], Prompt]
    """What a model is told: a function of the view."""
    report: Callable[[Any], dict[str, Any]]
    """The result as JSON knows it: a function of the view."""
    story: Callable[[Any, Any], list[str]]
    """What happened between two views of one seat (`None`: nothing told yet), in plain lines."""
    rows: Callable[[Telling], list[dict[str, Any]]]
    """The match as a table, a row per round and seat."""
    page: Callable[[Telling], Body]
    """The match as the body of a page."""

    @property
    def options(self) -> dict[str, Option]:
        """The options by name."""
        return options(self.options_type)

    def game(self, record: Record) -> Game[Any, Any, Any]:
        """The rules by which the match of a journal is played.

        Raises:
            JournalError: If its options, material or seats are not this game's.
        """
        header = record.header
        try:
            given = {name: str(value) for name, value in header.options.items()}
            game = self.rules(read_options(self.options_type, given), header.material)
        except OptionError as error:
            raise JournalError(f"{record.path}, line 1: {error}") from None
        if tuple(header.seats) != game.seats:
            seats = ", ".join(game.seats)
            raise JournalError(f"{record.path}, line 1: the seats of {self.title} are {seats}.")
        return game


def _draw_decrypto(asked: decrypto_view.Options, rng: Random) -> Material:
    return {"keywords": list(decrypto_deck.draw_keywords(asked.keywords, rng))}


def _decrypto(asked: decrypto_view.Options, material: Material) -> decrypto_rules.Decrypto:
    return decrypto_rules.Decrypto(decrypto_deck.kept_keywords(material), asked)


def _decrypto_baseline(space: str, seat: Seat, seed: str) -> Player[Any, Any]:
    from engine.decrypto.baseline import Baseline

    return Baseline(space, seat, seed)


def _decrypto_random(seat: Seat, seed: str) -> Player[Any, Any]:
    from engine.decrypto.baseline import RandomPlayer

    return RandomPlayer(seat, seed)


def _decrypto_prompt(view: decrypto_view.View) -> Prompt:
    from engine.decrypto.prompt import prompt

    return prompt(view)


def _decrypto_report(view: decrypto_view.View) -> dict[str, Any]:
    from engine.decrypto.report import report

    return report(view)


def _decrypto_story(before: decrypto_view.View | None, after: decrypto_view.View) -> list[str]:
    from engine.decrypto.story import story

    return story(before, after)


def _decrypto_rows(telling: Telling) -> list[dict[str, Any]]:
    from engine.decrypto.rows import rows

    return rows(telling)


def _decrypto_page(telling: Telling) -> Body:
    from engine.decrypto.page import page

    return page(telling)


CATALOG = {
    entry.name: entry
    for entry in (
        Entry(
            name="decrypto",
            title="Decrypto",
            summary="Hint at a secret code so that your friend reads it and your foe does not.",
            seats=decrypto_view.SEATS,
            options_type=decrypto_view.Options,
            draw=_draw_decrypto,
            rules=_decrypto,
            move_types=(decrypto_view.Hint, decrypto_view.Guess),
            baseline=_decrypto_baseline,
            random=_decrypto_random,
            prompt=_decrypto_prompt,
            report=_decrypto_report,
            story=_decrypto_story,
            rows=_decrypto_rows,
            page=_decrypto_page,
        ),
    )
}
"""Every game there is."""


def find(name: str) -> Entry:
    """The entry of that name.

    Raises:
        UnknownGame: With the names there are, and the nearest.
    """
    if name not in CATALOG:
        raise UnknownGame(unknown("game", name, CATALOG))
    return CATALOG[name]
