"""`parlour watch --record` in a real terminal: the game, its journal, its recording."""

import os
import signal
from pathlib import Path

import pytest

from benchmarks.terminal import PYTHON, Terminal
from engine.games.catalog import CATALOG
from engine.journal.reader import read_record
from engine.journal.replay import load_game, restore_match
from screens.watch.end_card import EndCard
from tests.played import Played
from tui.command_line import run

PARLOUR = str(Path(PYTHON).with_name("parlour"))
CANARY = "sk-canary-wombat-0815"
SEATS = [f"--seat={seat}=random" for seat in ("encoder", "decoder", "interceptor")]
ENDED = "Plays the same again"
"""On the end card."""


def watching(folder: Path, *more: str) -> Terminal:
    """A game of two rounds, shown at the pace that is asked for."""
    game = ["decrypto", *SEATS, "--set=rounds=2", "--set=play_on=yes", "--seed=s", "--no-poll"]
    kept = [f"--record={folder / 'game.cast'}", f"--journal={folder / 'game.jsonl'}"]
    return Terminal(
        [PARLOUR, f"--data={folder}", "watch", *game, *kept, *more],
        env={"OPENAI_API_KEY": CANARY, "PARLOUR_DATA": str(folder)},
        columns=100,
        lines=30,
    )


def test_a_watched_game_is_kept_and_recorded_to_its_end(tmp_path: Path) -> None:
    with watching(tmp_path, "--pace=0.2", "--images=kitty") as terminal:
        terminal.expect(ENDED)
        terminal.settle(EndCard.READING_TIME + 0.5)  # the end card hears nothing at first
        terminal.press("\x1b")
        terminal.expect("New game")
        terminal.press("q")
        terminal.expect("Recorded: ")
        terminal.expect("A recording holds pictures as blocks; kitty was asked for, and left out.")
        assert terminal.ended() == 0

    record = read_record(tmp_path / "game.jsonl")
    assert not restore_match(record, load_game(CATALOG["decrypto"], record)).awaits
    hints = [word for moved in record.moves for word in moved.move.get("Hint", {}).get("words", ())]
    assert len(hints) == 6

    played = Played(tmp_path / "game.cast")
    assert played.header["title"] == "Decrypto"
    assert (played.header["width"], played.header["height"]) == (100, 30)
    assert (played.alternate, played.cursor) == (False, True)
    assert not played.frames[0].strip()
    assert ENDED in played.frames[-1]
    assert not [word for word in hints if not any(word in frame for frame in played.frames)]
    assert not any("New game" in frame for frame in played.frames)
    written = (tmp_path / "game.cast").read_text(encoding="ascii")
    assert not [word for word in (CANARY, str(tmp_path), str(Path.home())) if word in written]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_what_was_recorded_when_it_was_stopped_plays(
    number: signal.Signals, tmp_path: Path
) -> None:
    with watching(tmp_path, "--pace=600") as terminal:
        terminal.expect("Decrypto")
        terminal.settle(0.5)
        os.kill(terminal.pid, number)
        assert terminal.ended() == (-number if number == signal.SIGKILL else 128 + number)
    played = Played(tmp_path / "game.cast")
    assert "Decrypto" in played.frames[-1]
    assert played.alternate is (number == signal.SIGKILL)


@pytest.mark.parametrize("name", ["game.cast", "."])
def test_where_nothing_can_be_recorded_no_game_begins(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.cast").touch()
    journal = tmp_path / "game.jsonl"
    game = ["watch", "decrypto", *SEATS, f"--record={tmp_path / name}", f"--journal={journal}"]
    assert run(game) == 2
    told = capfd.readouterr().err
    assert "exists already" in told or "is a folder" in told
    assert not journal.exists()
