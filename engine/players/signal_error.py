"""The error that a signal raises to end the program."""


class StoppedBySignal(BaseException):
    """A signal ends the program: no player's code has raised this."""
