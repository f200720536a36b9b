"""Every frame of games between people, as a terminal shows it: nobody reads another's secrets.

Keys play one short game of each kind in the app, which writes as to a real terminal. After each
write the screen of an emulated terminal is searched for the words that whoever looks may not see.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot

from benchmarks.latency import SCRIPTS
from engine.seat import Seat
from engine.session import Session
from screens.curtain import Curtain
from screens.forms.confirmation import ConfirmDialog
from screens.forms.seat_form import SeatForm
from screens.table.round_summary import RoundSummary
from screens.table.screen import TableScreen
from tests.looking import Opened, frame, in_front, until
from tests.played import Played
from tests.readable_letters import make_letters_readable
from tests.samples import SAMPLES
from tests.samples.sample import Sample
from tests.test_plain import create_session
from words.game_words import read_hint_corpus

SIZE = (120, 40)
SHORT = {
    "decrypto": {"rounds": "1", "tokens": "1"},
    "dixit": {"rules": "boxed", "players": "3", "rounds": "1", "hand": "3"},
    "undercover": {"players": "3", "undercover": "1", "rounds": "1"},
    "taboo": {"turns": "2"},
}
UNSEEN = re.compile(r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[?<>=][^a-z]*[a-z]|\x07")
"""What changes no cell: titles, modes and the bell."""
KEYS = {"\r": "enter", "\t": "tab", "\x1b[B": "down"}


class EmulatedTerminal(Played):
    """The cells of a terminal that an app writes to."""

    def __init__(self) -> None:
        self.size = SIZE
        self.clear()

    @property
    def shown(self) -> str:
        """All that is to be read."""
        return "\n".join(map("".join, self.cells)).casefold()


class Watcher:
    """Looks at every frame of a game, and knows who looks."""

    def __init__(self, sample: Sample, session: Session) -> None:
        self.sample = sample
        self.match = session.match
        self.app = Opened(lambda: TableScreen(session))
        self.terminal = EmulatedTerminal()
        self.shown = self.terminal.shown
        self.public = self.private = 0
        """How many frames everybody, and how many one person may see."""
        self.seen = False
        """Whether somebody saw a secret: it would have been found elsewhere."""
        self.leaks: list[str] = []

    def find_reader(self) -> Seat | None:
        """The seat of whoever looks; `None` if everybody may."""
        stack = self.app.screen_stack
        if isinstance(stack[-1], Curtain | RoundSummary | TableScreen):
            return None
        forms = [screen for screen in stack if isinstance(screen, SeatForm)]
        return forms[-1].seat if forms else None

    def write(self, data: str) -> None:
        """Show what the app writes, and look for what its reader may not see."""
        self.terminal.feed(UNSEEN.sub("", data))
        reader, shown = self.find_reader(), self.terminal.shown
        if shown == self.shown:  # the cursor moved: the frame is still that of the screen before
            return
        self.shown = shown
        if reader is None:
            self.public += 1
        else:
            self.private += 1
        if self.match.score:
            return
        hidden = self.sample.hidden(self.match._state, reader)
        found = [word for word in hidden if word.casefold() in shown]
        if found:
            self.leaks.append(f"{self.app.screen} for {reader} shows {found}:\n{shown}")
        secrets = self.sample.hidden(self.match._state, None)
        self.seen |= any(word.casefold() in shown for word in secrets)


async def fill_in(pilot: Pilot[Any], form: SeatForm[Any, Any], game: str, words: Any) -> None:
    """Type a move into a private screen, hide it in between, look it over, and send it."""
    script, shown = SCRIPTS[game].forms, " ".join(frame(pilot.app).split())
    parts = next(fill(words) for text, fill in script.items() if text in shown)
    for number, part in enumerate(parts):
        for key in re.findall(r"\x1b\[B|.|\s", part):
            await pilot.press(KEYS.get(key, key))  # each makes a frame of its own
        if number == 0:
            await pilot.press("f5", "f9")
            await in_front(pilot, Curtain)
            await pilot.press("enter")
            await until(pilot, lambda: pilot.app.screen is form)
    await pilot.press("enter")
    dialog = await in_front(pilot, ConfirmDialog)
    await pilot.pause()
    await pilot.press("enter")
    await until(pilot, lambda: pilot.app.screen not in (form, dialog))


@pytest.mark.parametrize("game", SHORT)
async def test_no_frame_of_a_game_shows_what_its_reader_may_not_know(
    game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sample = SAMPLES[game]
    watcher = Watcher(sample, create_session(sample, tmp_path / "game.jsonl", SHORT[game]))
    app = watcher.app
    words = iter([word for word in read_hint_corpus() if word[0] not in "aovgw"][::7])
    make_letters_readable(monkeypatch)
    monkeypatch.setattr(HeadlessDriver, "is_headless", property(lambda _: False))
    monkeypatch.setattr(HeadlessDriver, "write", lambda _, data: watcher.write(data))
    monkeypatch.setattr(HeadlessDriver, "flush", lambda _: None)
    forms = 0
    async with app.run_test(size=SIZE) as pilot:
        while not app.answers:
            before = app.screen
            if isinstance(before, SeatForm):
                await fill_in(pilot, before, game, words)
                forms += 1
                continue
            if isinstance(before, Curtain | RoundSummary):
                await pilot.press("enter")
            await until(pilot, lambda: app.screen is not before or app.answers)  # noqa: B023
    assert forms > 2
    assert watcher.public > 2 * forms
    assert watcher.private > 2 * forms
    assert watcher.seen, "secrets are to be seen by somebody"
    assert not watcher.leaks, watcher.leaks[0]
