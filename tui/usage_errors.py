"""Errors of usage or configuration: the command prints the message and exits with code 2."""

from engine.call_log import NotInspectable
from engine.export import ExportError
from engine.games.catalog import UnknownGame
from engine.games.parts import MissingPart
from engine.lineup import LineupError
from engine.options import OptionError
from engine.record import JournalError
from engine.settings_files import SettingsError
from images.card import DeckError
from tui.recording import RecordingError
from words.space_format import SpaceError


class UsageError(ValueError):
    """Options that do not go together, or not here; the message says what to do instead."""


USAGE_ERRORS = (
    DeckError,
    ExportError,
    JournalError,
    LineupError,
    MissingPart,
    NotInspectable,
    OptionError,
    RecordingError,
    SettingsError,
    SpaceError,
    UnknownGame,
    UsageError,
)
