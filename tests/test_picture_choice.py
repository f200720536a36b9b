"""Which way of showing pictures is chosen for which terminal, and how the terminal is asked."""

import os
import pty
import sys
import termios
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from threading import Thread
from time import monotonic

import pytest
from textual.screen import Screen

from engine.config.remembered_choices import remember_choice
from engine.config.settings import load_settings
from screens.pictures.cache import PictureCache
from screens.pictures.graphics_mode import GraphicsMode
from screens.pictures.protocol import Protocol
from tests.patience import PATIENCE, wait_until
from tui.app import ParlourApp
from tui.terminal.picture_choice import choose_protocol, create_pictures
from tui.terminal.probe import (
    LOCAL_TIMEOUT,
    QUERIES,
    SSH_TIMEOUT,
    TerminalInfo,
    TerminalProbe,
    TmuxInfo,
    is_complete,
    parse_answers,
    parse_tmux,
)

INSIDE = "/run/tmux-1000/default,1,0"
"""What tmux sets for the programs in it."""
VT = (62, 4, 22)
"""Attributes of a terminal with Sixel."""
PLAIN = (62, 22)
"""Attributes of one without."""


def inside_tmux(
    outer: str, *features: str, passthrough: bool = True, sixel: bool = True
) -> TerminalInfo:
    tmux = TmuxInfo("3.5a", outer, features, passthrough)
    attributes = (1, 2, 4) if sixel else (1, 2)
    return TerminalInfo(asked=True, name="tmux 3.5a", attributes=attributes, tmux=tmux)


def alone(name: str, attributes: tuple[int, ...]) -> TerminalInfo:
    return TerminalInfo(asked=True, name=name, attributes=attributes, cell=(9, 18))


SET_UPS = {
    "kitty": (alone("kitty(0.41.1)", PLAIN), Protocol.KITTY),
    "kitty without placeholders": (alone("kitty(0.26.5)", PLAIN), Protocol.SEXTANT),
    "kitty 1.0": (alone("kitty(1.0.0)", PLAIN), Protocol.KITTY),
    "Ghostty": (alone("ghostty 1.1.3", PLAIN), Protocol.KITTY),
    "xterm -ti vt340": (alone("XTerm(379)", (63, 1, 2, 4, 6, 9, 15, 16, 22, 28)), Protocol.SIXEL),
    "xterm": (alone("XTerm(379)", (64, 1, 2, 6, 9, 15, 16, 17, 18, 21, 22, 28)), Protocol.QUAD),
    "foot": (alone("foot(1.13.1)", VT), Protocol.SIXEL),
    "Konsole": (alone("Konsole 25.04.2", (62, 1, 4)), Protocol.SIXEL),
    "mlterm": (alone("mlterm(3.9.3)", (63, 1, 2, 3, 4, 7, 29)), Protocol.SIXEL),
    "WezTerm": (alone("WezTerm 20240203", (65, 4, 6, 18, 22)), Protocol.SIXEL),
    "iTerm2": (alone("iTerm2 3.5.0", (62, 4)), Protocol.ITERM2),
    "Alacritty, which has no name": (alone("", (6,)), Protocol.QUAD),
    "VTE": (alone("VTE(7006)", (65, 1, 9)), Protocol.SEXTANT),
    "VTE of GNOME 47": (alone("VTE(7802)", (65, 1, 9)), Protocol.OCTANT),
    "foot without Sixel": (alone("foot(1.21.0)", (62, 22)), Protocol.OCTANT),
    "old VTE": (alone("VTE(5202)", (65, 1, 9)), Protocol.QUAD),
    "silent": (TerminalInfo(asked=True), Protocol.QUAD),
    "not asked": (TerminalInfo(), Protocol.QUAD),
    "tmux in kitty": (inside_tmux("kitty(0.41.1)", "RGB"), Protocol.KITTY),
    "tmux in kitty, closed": (
        inside_tmux("kitty(0.41.1)", "RGB", passthrough=False),
        Protocol.SEXTANT,
    ),
    "tmux in kitty, 256 colours": (inside_tmux("kitty(0.41.1)", "256"), Protocol.SEXTANT),
    "tmux in foot": (inside_tmux("foot(1.21.0)", "RGB", "sixel"), Protocol.SIXEL),
    "tmux that claims Sixel in xterm": (
        inside_tmux("XTerm(379)", "256"),
        Protocol.QUAD,
    ),
    "tmux without Sixel in foot": (
        inside_tmux("foot(1.21.0)", "sixel", sixel=False),
        Protocol.SEXTANT,
    ),
    "tmux in a terminal without name": (inside_tmux(""), Protocol.QUAD),
}


@pytest.mark.parametrize(("answers", "best"), SET_UPS.values(), ids=SET_UPS)
def test_the_best_way_is_chosen_and_a_sentence_says_why(
    answers: TerminalInfo, best: Protocol
) -> None:
    mode, why = choose_protocol(answers, {})
    assert mode.protocol is best
    assert mode.tmux == (answers.tmux is not None)
    around = answers.tmux.outer if answers.tmux else answers.name
    assert around in why
    assert why.endswith(".")


def test_iterm_is_known_by_the_variables_it_sets_where_it_keeps_its_name_to_itself() -> None:
    silent = alone("", (62,))
    assert choose_protocol(silent, {"TERM_PROGRAM": "iTerm.app"})[0].protocol is Protocol.ITERM2
    assert choose_protocol(silent, {"LC_TERMINAL": "iTerm2"})[0].protocol is Protocol.ITERM2
    assert choose_protocol(silent, {"TERM_PROGRAM": "Apple_Terminal"})[0].protocol is Protocol.QUAD


def test_cells_and_colours_are_as_the_terminal_says_within_reason() -> None:
    assert choose_protocol(TerminalInfo(), {})[0] == GraphicsMode(Protocol.QUAD, (10, 20), 256)
    told = TerminalInfo(asked=True, attributes=VT, cell=(7, 15), colours=1024)
    assert choose_protocol(told, {})[0] == GraphicsMode(Protocol.SIXEL, (7, 15), 256)
    assert choose_protocol(TerminalInfo(asked=True, attributes=VT, colours=4), {})[0].colours == 16


def test_konsole_is_left_no_pixel_to_paint_as_it_likes() -> None:
    assert choose_protocol(SET_UPS["Konsole"][0], {})[0].opaque
    assert not choose_protocol(SET_UPS["foot"][0], {})[0].opaque


def test_the_passthrough_that_tmux_lacks_is_named() -> None:
    _, why = choose_protocol(SET_UPS["tmux in kitty, closed"][0], {})
    assert "set -g allow-passthrough on" in why


def test_what_was_asked_for_counts_more_than_what_was_remembered_and_both_more_than_the_best() -> (
    None
):
    kitty = SET_UPS["kitty"][0]
    assert create_pictures(kitty, None, data=load_settings().data).protocol is Protocol.KITTY
    remember_choice("images", "half", load_settings().data)
    assert create_pictures(kitty, None, data=load_settings().data).protocol is Protocol.HALF
    assert create_pictures(kitty, "none", data=load_settings().data).protocol is Protocol.NONE
    assert create_pictures(kitty, "auto", data=load_settings().data).protocol is Protocol.KITTY
    assert create_pictures(kitty, "none", data=load_settings().data).best is Protocol.KITTY
    remember_choice("images", "crayons", load_settings().data)
    assert create_pictures(kitty, None, data=load_settings().data).protocol is Protocol.KITTY


SAID = b"\x1bP>|foot(1.13.1)\x1b\\\x1b[6;19;10t\x1b[?1;0;1024S\x1b[?62;4;22c"


def test_answers_are_read_in_whatever_order_and_company() -> None:
    assert parse_answers(b"x" + SAID + b"q") == TerminalInfo(
        asked=True, name="foot(1.13.1)", attributes=VT, cell=(10, 19), colours=1024
    )
    assert parse_answers(b"") == TerminalInfo(asked=True)
    assert parse_answers(b"\x1b[6;0;0t\x1b[?1;3;0S") == TerminalInfo(asked=True)
    assert not is_complete(SAID[:-1])
    assert is_complete(SAID)


def test_tmux_is_understood() -> None:
    assert parse_tmux("3.5a\nfoot(1.21.0)\nRGB,sixel\nall\n") == TmuxInfo(
        "3.5a", "foot(1.21.0)", ("RGB", "sixel"), passthrough=True
    )
    assert parse_tmux("3.3a\n\n\noff\n") == TmuxInfo("3.3a")
    assert parse_tmux("") == TmuxInfo()


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The other side of the terminal that this process is in."""
    ours, its = pty.openpty()
    with TextIOWrapper(os.fdopen(its, "r+b", buffering=0), write_through=True) as stream:
        for name in ("__stdin__", "__stderr__"):
            monkeypatch.setattr(sys, name, stream)
        for name in ("TMUX", "SSH_CONNECTION"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("TERM", "xterm-256color")
        yield ours
    os.close(ours)


@pytest.fixture
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers are waited for as long as the machine may take to bring them."""
    for name in ("LOCAL_TIMEOUT", "SSH_TIMEOUT"):
        monkeypatch.setattr(f"tui.terminal.probe.{name}", PATIENCE)


def answering(terminal: int, *pieces: bytes) -> Thread:
    """Wait for the questions and answer them piece by piece."""

    def answer() -> None:
        asked = b""
        while QUERIES not in asked:
            asked += os.read(terminal, 1024)
        for piece in pieces:
            os.write(terminal, piece)

    thread = Thread(target=answer)
    thread.start()
    return thread


def unread(stream: int) -> int:
    import array
    import fcntl

    waiting = array.array("i", [0])
    fcntl.ioctl(stream, termios.FIONREAD, waiting)
    return waiting[0]


@pytest.mark.usefixtures("_patient")
def test_a_terminal_is_asked_and_left_as_it_was(terminal: int) -> None:
    keys = sys.__stdin__.fileno()  # type: ignore[union-attr]
    before = termios.tcgetattr(keys)
    thread = answering(terminal, SAID[:9], SAID[9:] + b"typed before")
    with TerminalProbe() as probe:
        thread.join()
        assert termios.tcgetattr(keys) != before, "answers would be echoed"
        answers = probe.read_info()
    assert (answers.name, answers.attributes, answers.cell) == ("foot(1.13.1)", VT, (10, 19))
    assert answers.tmux is None
    assert 0 < answers.seconds < PATIENCE / 2, "the last answer ends the waiting"
    assert termios.tcgetattr(keys) == before
    assert unread(keys) == 0, "nothing comes to the app as keys"


@pytest.mark.parametrize(
    ("far", "used", "other"),
    [
        ("", "LOCAL_TIMEOUT", "SSH_TIMEOUT"),
        ("1.2.3.4 5 6.7.8.9 22", "SSH_TIMEOUT", "LOCAL_TIMEOUT"),
    ],
)
@pytest.mark.usefixtures("terminal")
def test_a_silent_terminal_is_given_up_sooner_here_than_far_away(
    monkeypatch: pytest.MonkeyPatch, far: str, used: str, other: str
) -> None:
    assert LOCAL_TIMEOUT < SSH_TIMEOUT
    monkeypatch.setattr(f"tui.terminal.probe.{used}", 0.2)
    monkeypatch.setattr(f"tui.terminal.probe.{other}", PATIENCE)
    monkeypatch.setenv("SSH_CONNECTION", far)
    began = monotonic()
    with TerminalProbe() as probe:
        answers = probe.read_info()
    assert answers.asked
    assert not answers.attributes
    assert 0.2 <= monotonic() - began < PATIENCE / 2


def test_late_letters_are_thrown_away(terminal: int) -> None:
    keys = sys.__stdin__.fileno()  # type: ignore[union-attr]
    with TerminalProbe() as probe:
        probe.read_info()
        os.write(terminal, SAID)
        wait_until(lambda: unread(keys) == len(SAID))
    assert unread(keys) == 0


@pytest.mark.parametrize("term", ["dumb", "linux", ""])
def test_some_terminals_are_asked_nothing(
    terminal: int, monkeypatch: pytest.MonkeyPatch, term: str
) -> None:
    monkeypatch.setenv("TERM", term)
    with TerminalProbe() as probe:
        assert not probe.read_info().asked
    os.set_blocking(terminal, False)
    with pytest.raises(BlockingIOError):
        os.read(terminal, 1)


def test_without_a_terminal_nothing_is_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with (tmp_path / "out").open("w+") as file:
        for name in ("__stdin__", "__stderr__"):
            monkeypatch.setattr(sys, name, file)
        with TerminalProbe() as probe:
            assert not probe.read_info().asked
    assert (tmp_path / "out").read_text() == ""


def stub_tmux(folder: Path, said: str) -> None:
    program = folder / "tmux"
    program.write_text(f"#!/bin/sh\nprintf '{said}'\n")
    program.chmod(0o755)


@pytest.mark.usefixtures("_patient")
def test_tmux_is_asked_about_the_terminal_around_it(
    terminal: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stub_tmux(tmp_path, r"3.5a\nkitty(0.41.1)\nRGB\non\n")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("TMUX", INSIDE)
    thread = answering(terminal, b"\x1bP>|tmux 3.5a\x1b\\\x1b[?1;2;4c")
    with TerminalProbe() as probe:
        thread.join()
        answers = probe.read_info()
    assert answers.tmux == TmuxInfo("3.5a", "kitty(0.41.1)", ("RGB",), passthrough=True)
    assert choose_protocol(answers, {})[0] == GraphicsMode(
        Protocol.KITTY, answers.cell or (10, 20), 256, tmux=True, finest=Protocol.SEXTANT
    )


@pytest.mark.usefixtures("_patient")
def test_a_terminal_opened_from_inside_tmux_is_not_taken_for_it(
    terminal: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stub_tmux(tmp_path, r"3.5a\nkitty(0.41.1)\nRGB\non\n")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("TMUX", INSIDE)
    thread = answering(terminal, SAID)
    with TerminalProbe() as probe:
        thread.join()
        assert probe.read_info().tmux is None


@pytest.mark.usefixtures("terminal")
def test_tmux_that_is_not_there_is_no_trouble(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("TMUX", INSIDE)
    with TerminalProbe() as probe:
        assert probe.read_info().tmux == TmuxInfo()


def test_a_terminal_that_draws_pictures_shows_all_colours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also over ssh, which does not forward COLORTERM."""
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    before = dict(os.environ)
    kitty = ParlourApp(Screen, pictures=PictureCache(GraphicsMode(Protocol.KITTY)))
    other = ParlourApp(Screen, pictures=PictureCache(GraphicsMode(Protocol.HALF)))
    assert kitty.console.color_system == "truecolor"
    assert other.console.color_system == "256"
    assert dict(os.environ) == before
