"""Read the bytes at an address, from a position on if the server can resume."""

import re
from collections.abc import Callable, Iterator

from words.space.errors import SpaceError

ERROR_NUMBER = re.compile(r"^\[Errno -?\d+\] ")


TIMEOUT = 30.0
"""Seconds without data after which a download fails."""


def stream_bytes(
    address: str,
    start: int,
    longest: int | None,
    restart: Callable[[], None] = lambda: None,
) -> Iterator[bytes]:
    """Yield the bytes at an address from `start` on; or all, after `restart`, if not resumable.

    Raises:
        SpaceError: If the server cannot be reached, refuses, or stops in between.
    """
    from httpx2 import Client, HTTPError, InvalidURL  # noqa: PLC0415 - 45 ms, only for a download

    headers = {"Accept-Encoding": "identity"}
    if start:
        headers["Range"] = f"bytes={start}-"
    try:
        with (
            Client(follow_redirects=True, timeout=TIMEOUT) as client,
            client.stream("GET", address, headers=headers) as response,
        ):
            if start and response.status_code == 416:  # nothing is missing
                return
            if response.status_code not in (200, 206):
                raise SpaceError(f"{address} answers with status {response.status_code}.")
            if start and response.status_code == 200:
                restart()
            received = 0
            for block in response.iter_raw():
                received += len(block)
                if longest is not None and received > longest:
                    raise SpaceError(f"{address} sends more than {longest:,} bytes.")
                yield block
    except (HTTPError, InvalidURL) as error:
        why = ERROR_NUMBER.sub("", str(error)) or type(error).__name__
        kept = " What was downloaded is kept; try again." if longest is None else ""
        raise SpaceError(f"{address} cannot be fetched: {why}.{kept}") from None
