"""A takeover in every game: the journal has the same moves, taken over or not."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.config.settings import load_settings
from engine.games.catalog import CATALOG
from engine.options import parse_options
from engine.play import play
from engine.players.spec import parse_spec
from engine.session import Session
from screens.curtain import Curtain
from screens.forms.seat_screen import BackToTakeover, SeatScreen
from screens.operator.screen import TakeoverScreen
from screens.table.screen import TableScreen
from screens.watch.end_card import EndCard
from screens.watch.presenter_settings import Presentation
from screens.watch.screen import WatchScreen
from tests.looking import Opened, in_front, until
from tests.samples import SAMPLES


def moves(path: Path) -> list[dict[str, Any]]:
    """Every line of a journal, times aside, and that somebody has looked into machines."""
    lines = [json.loads(line) for line in path.read_text("ascii").splitlines()]
    return [
        {key: value for key, value in line.items() if key not in ("time", "seconds", "created")}
        for line in lines
        if "table" not in line
    ]


@pytest.mark.parametrize(
    ("game", "watched"),
    [
        (name, number % 2 == 0)
        for number, (name, sample) in enumerate(SAMPLES.items())
        if sample.definition.brings("create_baseline")
    ],
)
async def test_turns_that_are_held_and_sealed_untouched_make_the_same_journal(
    game: str, watched: bool, tmp_path: Path
) -> None:
    """Several seats of one turn among them; each kind of form is opened, hidden and left."""
    definition = CATALOG[game]
    options = parse_options(definition.options_type, SAMPLES[game].short)
    lineup = {name: parse_spec("random") for name in definition.list_seats(options)}

    def opened(name: str) -> Session:
        return Session.create(
            definition, options, lineup, "same", path=tmp_path / name, settings=load_settings()
        )

    headless = opened("headless.jsonl")
    await play(headless.match, headless.create_players(), before_move=headless.record_move)
    headless.close()
    session = opened("held.jsonl")
    table = WatchScreen(session, Presentation(pace=0)) if watched else TableScreen(session)
    table.operator.taken_over = frozenset(session.match.seats)
    app = Opened(lambda: table)
    forms: set[type[Any]] = set()
    async with app.run_test(size=(100, 40)) as pilot:
        for _ in moves(tmp_path / "headless.jsonl")[1:]:
            takeover = await in_front(pilot, TakeoverScreen)
            await until(pilot, partial(settled, takeover))
            if type(takeover.create_form()) not in forms:
                forms.add(await looked_at(pilot, takeover))
            await pilot.press("f5")
            await until(pilot, partial(gone, takeover))
        if watched:
            await in_front(pilot, EndCard)
        else:
            await until(pilot, lambda: app.answers == [True])
    assert moves(tmp_path / "held.jsonl") == moves(tmp_path / "headless.jsonl")


def settled(takeover: TakeoverScreen) -> bool:
    """Is nothing on its way?"""
    return takeover.turn.asking_since is None


def gone(takeover: TakeoverScreen) -> bool:
    """Has another screen come?"""
    return takeover.app.screen is not takeover


async def looked_at(pilot: Pilot[Any], takeover: TakeoverScreen) -> type[Any]:
    """Open the form to move by hand, hide it, and go back."""
    app = pilot.app
    await pilot.press("f4")
    await until(pilot, lambda: isinstance(app.screen, SeatScreen))
    form = app.screen
    await pilot.press("f9")
    await in_front(pilot, Curtain)
    await pilot.press("space")
    await until(pilot, lambda: app.screen is form)
    await pilot.press("escape")
    await in_front(pilot, BackToTakeover)
    await pilot.press("enter")
    await until(pilot, lambda: app.screen is takeover)
    return type(form)
