"""The error of a command line that cannot be meant."""


class UsageError(ValueError):
    """Incompatible or inapplicable options; the message says what to do instead."""
