"""Find studies by path or name."""

from pathlib import Path

from engine.suggestion import explain_unknown
from lab.errors import StudyError

SUFFIX = ".study"


def get_studies_folder(data: Path) -> Path:
    """Find the default folder of studies."""
    return data / "studies"


def list_studies(data: Path) -> list[Path]:
    """List the studies in the folder, last changed first."""
    found = get_studies_folder(data).glob(f"[!.]*{SUFFIX}")
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def find_study(text: str = "", *, data: Path) -> Path:
    """Find a study by path or name; the latest if the text is empty.

    Args:
        text: The path or name.
        data: The data folder, with the folder of studies.

    Raises:
        StudyError: If there is none; the message gives the nearest name.
    """
    known = list_studies(data)
    if not text:
        if known:
            return known[0]
        raise StudyError("There are no studies yet. Make one: parlour study new NAME")
    path = Path(text).expanduser()
    if path.is_file():
        return path
    named = get_studies_folder(data) / f"{text.removesuffix(SUFFIX)}{SUFFIX}"
    if "/" not in text and named.is_file():
        return named
    names = tuple(one.name.removesuffix(SUFFIX) for one in known)
    if "/" in text or not names:
        raise StudyError(f"There is no study {text}.")
    raise StudyError(explain_unknown("study", text, names))
