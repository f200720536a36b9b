"""How a team that has won is named, and whose the material is: one way in a game of teams."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.export.format import export_match
from engine.games.catalog import CATALOG
from engine.journal.reader import read_record
from engine.players.spec import parse_spec
from engine.seat import Seat
from engine.session import Session
from screens.games.ui import GameUI
from screens.players.seat_names import SeatNames
from tests.new_game import SIGNALS
from tui.headless import play_headless
from tui.result import list_material, print_result

WORDS = ("anchor", "butter")
SIGNALS_VIEW: Any = type(SIGNALS.games[0].view(SIGNALS.games[0].deal(Random(1)), None))


class DuelView(SIGNALS_VIEW):  # type: ignore[misc]
    words: tuple[str, ...]
    blue_words: tuple[str, ...] | None = None


class Duel(SIGNALS.definition):  # type: ignore[name-defined, misc]
    """The game of the page for two teams, of which red wins; the words lie before both."""

    words: tuple[str, ...] = WORDS
    blue_words: tuple[str, ...] | None = None

    @classmethod
    def list_teams(cls, options: Any) -> Mapping[str, tuple[str, ...]]:  # noqa: ARG003
        return {"red": ("giver",), "blue": ("finder",)}

    def score(self, state: Any) -> Mapping[Seat, float]:  # noqa: ARG002
        return {Seat(0): 1.0, Seat(1): 0.0}

    def view(self, state: Any, seat: Seat | None) -> Any:
        seen = dict(super().view(state, seat))
        return DuelView(**seen, words=self.words, blue_words=self.blue_words)


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    """A match of the duel, which the red team has won."""
    monkeypatch.setattr(Duel, "name", "duel")
    monkeypatch.setitem(CATALOG, "duel", Duel)
    seats = {name: parse_spec("random") for name in ("giver", "finder")}
    made = Session.create(
        *(Duel, Duel.options_type(), seats, "1"),
        settings=load_settings(),
        path=tmp_path / "game.jsonl",
    )
    play_headless(made, as_json=True)
    return made


def test_the_winning_team_is_named_alike_in_the_story_the_result_and_the_page(
    session: Session, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    view = session.match.view(None)
    assert Duel.narrate(None, view)[-1] == "Red has won."
    print_result(session)
    assert "Outcome: Red (Random)." in capsys.readouterr().out
    names = SeatNames(session.match.game.seats, ("Ada", "Ben"))
    assert GameUI(Duel).build_headline(view, names).now == "Red has won."
    record = read_record(tmp_path / "game.jsonl")
    assert "Red wins (Random)" in export_match(record, Duel, None, "html", data=tmp_path)


def test_material_that_is_nobody_s_has_no_team_before_its_name(session: Session) -> None:
    told = dict(list_material(session))
    assert told["Words"] == WORDS
    assert not any(label.startswith(("Red", "Blue words")) for label in told if told[label])


def test_material_beside_that_of_the_other_team_is_the_rest_s(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = {"words": list(WORDS), "blue_words": ["castle"]}
    monkeypatch.setattr(session, "header", replace(session.header, material=both))
    told = dict(list_material(session))
    assert told == {"Red words": WORDS, "Blue words": ("castle",)}
