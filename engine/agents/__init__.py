"""Players that are programs, and Python players of other packages."""


class StoppedBySignal(BaseException):
    """A signal ends the program: no player's code has raised this."""
