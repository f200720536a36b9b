"""What was chosen last in the running app, kept for the next time in the data folder."""

from words.folders import data_folder

LONGEST = 40


def recall(name: str) -> str:
    """What was kept as `name`; empty if there is nothing to be read."""
    try:
        return (data_folder() / name).read_text(encoding="utf-8")[:LONGEST].strip()
    except (OSError, UnicodeDecodeError):
        return ""


def remember(name: str, choice: str) -> None:
    """Keep a choice as `name`.

    Raises:
        OSError: If it cannot be written.
    """
    data_folder().mkdir(parents=True, exist_ok=True)
    (data_folder() / name).write_text(choice, encoding="utf-8")
