"""Compress the lines of journals and calls files, as a run file keeps them."""

import zlib
from pathlib import Path

from lab.errors import RunError

MAX_BYTES = 64_000_000
"""Maximum length of the lines; a small cell of zeros could fill the memory."""


def compress_lines(text: str) -> bytes | None:
    """Compress the lines of a journal or a calls file; `None` for an empty text."""
    return zlib.compress(text.encode(), 6) if text else None


def decompress_lines(data: bytes | None, path: Path) -> str:
    """Decompress lines of the run at a path; empty for `None`.

    Raises:
        RunError: If they are damaged, or longer than `MAX_BYTES`.
    """
    if not data:
        return ""
    try:
        packed = zlib.decompressobj()
        lines = packed.decompress(data, MAX_BYTES)
        if packed.unconsumed_tail or not packed.eof:
            raise RunError(f"{path} is damaged: a journal in it is too long or cut short.")
        return lines.decode()
    except (zlib.error, UnicodeDecodeError):
        raise RunError(f"{path} is damaged: a journal in it cannot be unpacked.") from None
