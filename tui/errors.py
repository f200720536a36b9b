"""The errors that end a command with exit code 2."""

from engine.config.errors import SettingsError
from engine.errors import OptionError, SetupError
from engine.game import MissingPart
from engine.games.catalog import UnknownGame
from engine.journal.errors import JournalError
from engine.players.spec import LineupError
from images.deck import DeckError
from lab.errors import LabError
from tui.recording import RecordingError
from tui.usage_error import UsageError
from words.space.errors import SpaceError

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
