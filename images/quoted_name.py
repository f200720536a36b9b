"""Names of files in messages."""


def quote_name(name: object) -> str:
    """Return a file name for a message, with unprintable characters escaped."""
    text = str(name)
    return text if text.isprintable() else ascii(text)
