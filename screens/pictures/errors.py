"""What is wrong with a picture's file."""


class PictureError(ValueError):
    """A file that is not a picture or cannot be read; the message says which, and why."""
