"""The error of a space that cannot be found, read or made."""


class SpaceError(Exception):
    """A space of word vectors cannot be found, read or made; the message is for a person."""
