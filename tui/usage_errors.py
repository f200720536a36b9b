"""What is wrong with a command: every error that is a sentence for a person, and exit code 2."""

from engine.call_log import NotInspectable
from engine.config_files import SettingsError
from engine.export import ExportError
from engine.games.catalog import UnknownGame
from engine.lineup import LineupError
from engine.options import OptionError
from engine.record import JournalError
from images.card import DeckError
from tui.recording import RecordingError
from words.layout import SpaceError


class UsageFault(ValueError):
    """A command that cannot be done as it was given: why, and what would do."""


REFUSALS = (
    DeckError,
    ExportError,
    JournalError,
    LineupError,
    NotInspectable,
    OptionError,
    RecordingError,
    SettingsError,
    SpaceError,
    UnknownGame,
    UsageFault,
)
"""Errors of usage or configuration."""
