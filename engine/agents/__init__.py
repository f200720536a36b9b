"""Players that are programs, and Python players from outside Parlour."""


class StoppedBySignal(BaseException):
    """A signal ends the program: no player's code has raised this."""
