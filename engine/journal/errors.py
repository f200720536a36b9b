"""The error of journals that cannot be used."""


class JournalError(ValueError):
    """A journal cannot be used; the message gives the line and the reason."""
