"""What a person types while their form is opening stands in it, and in no other screen."""

from pathlib import Path
from typing import Any

import pytest
from textual.events import Key
from textual.pilot import Pilot

from engine.config.settings import load_settings
from engine.games.catalog import CATALOG
from engine.players.spec import Spec
from engine.session import Session
from screens.curtain import Curtain
from screens.forms.confirmation import ConfirmDialog
from screens.games.line_form import LineField
from screens.games.taboo.forms import AttackerForm, DefenderForm
from screens.table.screen import TableScreen
from tests.looking import Opened, appears, frame, in_front, until


@pytest.fixture
def session(tmp_path: Path) -> Session:
    taboo = CATALOG["taboo"]
    people = {"attacker": Spec("human", "Ada"), "defender": Spec("human", "Ben")}
    options = taboo.options_type(word="zygomorph", turns=2)
    path = tmp_path / "game.jsonl"
    return Session.create(taboo, options, people, "moon", path=path, settings=load_settings())


def press_at_once(pilot: Pilot[Any], first: str, text: str) -> None:
    """Press a key, and type without waiting for what it does."""
    for key in (first, *text):
        name = {" ": "space", "!": "exclamation_mark"}.get(key, key)
        pilot.app.post_message(Key(name, key if len(key) == 1 else None))


async def test_letters_right_behind_the_curtain_s_enter_stand_in_the_field(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.widgets.key_guard.ARM_AFTER", 0)
    monkeypatch.setattr("screens.widgets.key_guard.REPEAT_GAP", 0)
    app = Opened(lambda: TableScreen(session))
    async with app.run_test(size=(80, 24)) as pilot:
        for kind, curtain_key in ((AttackerForm, "enter"), (DefenderForm, "space")):
            await in_front(pilot, Curtain)
            press_at_once(pilot, curtain_key, "it swims, im all right!")
            form = await in_front(pilot, kind)
            field = form.query_one(LineField)
            await appears(pilot, "right!")
            assert field.value == "it swims, im all right!"
            await pilot.press("enter")
            await in_front(pilot, ConfirmDialog)
            press_at_once(pilot, "enter", "secretwish")
        await in_front(pilot, Curtain)
        await pilot.pause(0.2)
        assert "secretwish" not in frame(app)
        await pilot.press("enter")
        form = await in_front(pilot, AttackerForm)
        await pilot.pause(0.2)
        assert form.query_one(LineField).value == ""  # what the other person typed is gone


async def test_a_second_key_of_the_curtain_types_and_sends_nothing(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.widgets.key_guard.ARM_AFTER", 0)
    monkeypatch.setattr("screens.widgets.key_guard.REPEAT_GAP", 0)
    app = Opened(lambda: TableScreen(session))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, Curtain)
        press_at_once(pilot, "space", "  x")
        form = await in_front(pilot, AttackerForm)
        field = form.query_one(LineField)
        await until(pilot, lambda: field.value)
        assert field.value.strip() == "x"
        assert isinstance(app.screen, AttackerForm)
