"""The games by name, and what each brings to the table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from engine.decrypto import deck as decrypto_deck
from engine.decrypto import rules as decrypto_rules
from engine.decrypto import view as decrypto_view
from engine.dixit import deck as dixit_deck
from engine.dixit import rules as dixit_rules
from engine.dixit import view as dixit_view
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
    seated: Callable[[Any], tuple[str, ...]]
    """The names of the seats, in order: a function of the options."""
    options_type: type[Any]
    """The dataclass of options."""
    draw: Callable[[Any, Random], Material]
    """Draws the material from the options; raises `OptionError` if it cannot."""
    rules: Callable[[Any, Material], Game[Any, Any, Any]]
    """The game for such options and material; raises `OptionError` if they are none of its own."""
    check: Callable[[Material, str], None]
    """Makes sure that a kind of player can play with what there is of the material by now;
    raises `OptionError` if not."""
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
    def seats(self) -> tuple[str, ...]:
        """The names of the seats as the default options have them."""
        return self.seated(self.options_type())

    def seats_for(self, given: Mapping[str, str]) -> tuple[str, ...]:
        """The names of the seats with options as text, the rest of them as usual.

        Raises:
            OptionError: At the first option that does not exist, or does not take its value.
        """
        return self.seated(read_options(self.options_type, given))

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


def _always(*_: object) -> None:
    """Nothing outside the journal is needed."""


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


def _draw_dixit(asked: dixit_view.Options, rng: Random) -> Material:  # noqa: ARG001
    return dixit_deck.draw_cards(asked)


def _dixit(asked: dixit_view.Options, material: Material) -> dixit_rules.Dixit:
    cards, deck, fingerprint = dixit_deck.kept_cards(material)
    return dixit_rules.Dixit(cards, asked, deck, fingerprint)


def _dixit_baseline(space: str, seat: Seat, seed: str) -> Player[Any, Any]:
    from engine.dixit.baseline import Baseline

    return Baseline(space, seat, seed)


def _dixit_random(seat: Seat, seed: str) -> Player[Any, Any]:
    from engine.dixit.baseline import RandomPlayer

    return RandomPlayer(seat, seed)


def _dixit_prompt(view: dixit_view.View) -> Prompt:
    from engine.dixit.prompt import prompt

    return prompt(view)


def _dixit_report(view: dixit_view.View) -> dict[str, Any]:
    from engine.dixit.report import report

    return report(view)


def _dixit_story(before: dixit_view.View | None, after: dixit_view.View) -> list[str]:
    from engine.dixit.story import story

    return story(before, after)


def _dixit_rows(telling: Telling) -> list[dict[str, Any]]:
    from engine.dixit.rows import rows

    return rows(telling)


def _dixit_page(telling: Telling) -> Body:
    from engine.dixit.page import page

    return page(telling)


CATALOG = {
    entry.name: entry
    for entry in (
        Entry(
            name="decrypto",
            title="Decrypto",
            summary="Hint at a secret code so that your friend reads it and your foe does not.",
            seated=lambda _: decrypto_view.SEATS,
            options_type=decrypto_view.Options,
            draw=_draw_decrypto,
            rules=_decrypto,
            check=_always,
            move_types=(decrypto_view.Hint, decrypto_view.Guess),
            baseline=_decrypto_baseline,
            random=_decrypto_random,
            prompt=_decrypto_prompt,
            report=_decrypto_report,
            story=_decrypto_story,
            rows=_decrypto_rows,
            page=_decrypto_page,
        ),
        Entry(
            name="dixit",
            title="Dixit",
            summary="Say of a picture what some will find, but not all.",
            seated=lambda options: options.seats,
            options_type=dixit_view.Options,
            draw=_draw_dixit,
            rules=_dixit,
            check=dixit_deck.check_deck,
            move_types=(dixit_view.Tell, dixit_view.Decoy, dixit_view.Vote),
            baseline=_dixit_baseline,
            random=_dixit_random,
            prompt=_dixit_prompt,
            report=_dixit_report,
            story=_dixit_story,
            rows=_dixit_rows,
            page=_dixit_page,
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
