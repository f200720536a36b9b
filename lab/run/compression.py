"""Compress the lines of journals and calls files, as a run file keeps them."""

import zlib


def compress_lines(text: str) -> bytes | None:
    """Compress the lines of a journal or a calls file; `None` for an empty text."""
    return zlib.compress(text.encode(), 6) if text else None


def decompress_lines(data: bytes | None) -> str:
    """Decompress lines; empty for `None`."""
    return zlib.decompress(data).decode() if data else ""
