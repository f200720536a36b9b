"""The errors of players: no answer, no legal move, a stopped game, a wrong setup."""


class PlayerError(Exception):
    """A player failed to make a move. The message may be shown to everybody."""

    empty = False
    """Whether its last answer was empty."""

    def __init__(self, message: str, private: str = "") -> None:
        super().__init__(message)
        self.private = private
        """Details that may quote a secret, only for those who may see the seat's view."""


class Unreadable(PlayerError):
    """An answer without a readable move; asking again may help."""


class NoLegalMove(PlayerError):
    """A player answered every try, but no answer was a legal move."""

    def __init__(self, message: str, private: str = "", *, empty: bool = False) -> None:
        super().__init__(message, private)
        self.empty = empty


class NoAnswer(PlayerError):
    """A program ended, timed out, or raised an error instead of answering."""

    def __init__(self, reason: str, private: str = "", hint: str = "") -> None:
        super().__init__(f"{reason} {hint}".strip(), private)
        self.reason = reason
        """The message without details of the computer."""


class GameStopped(PlayerError):
    """A failure that no stand-in may replace: a person decides how to go on."""


class SetupError(ValueError):
    """A player cannot be created; the message says what to set."""


class OptionError(ValueError):
    """An unknown option, or a bad value of an option."""
