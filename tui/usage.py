"""The errors of usage, which end a command with exit code 2."""

from engine.config.errors import SettingsError
from engine.errors import OptionError, SetupError
from engine.game import MissingPart
from engine.games.catalog import UnknownGame
from engine.journal.record import JournalError
from engine.players.spec import LineupError
from images.deck import DeckError
from lab.errors import LabError
from tui.recording import RecordingError
from words.space.errors import SpaceError


class UsageError(ValueError):
    """Incompatible or inapplicable options; the message says what to do instead."""


USAGE_ERRORS = (
    DeckError,
    JournalError,
    LabError,
    LineupError,
    MissingPart,
    OptionError,
    RecordingError,
    SettingsError,
    SetupError,
    SpaceError,
    UnknownGame,
    UsageError,
)
