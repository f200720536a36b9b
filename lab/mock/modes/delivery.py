"""Modes that spoil an answer on its way."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from lab.mock.response import EVENTS, Response

LATE_SECONDS = 5.0
"""The delay of a late answer in seconds."""
PIECE_SECONDS = 0.5
"""The delay of each piece of a slow stream in seconds."""
KEPT_PIECES = 4
"""The number of pieces of a stream that ends too early."""


def delay(response: Response) -> Response:
    """Send it late."""
    return replace(response, wait=response.wait + LATE_SECONDS)


def slow_down(response: Response) -> Response:
    """Send each piece of a stream late; a whole answer when its stream would have ended."""
    return replace(response, pause=response.pause + PIECE_SECONDS)


def drop(response: Response) -> Response:
    """Break the connection in the middle."""
    return replace(response, dropped=True)


def end_early(response: Response) -> Response:
    """End a stream in the middle as if it were complete; cut a whole answer in half."""
    if response.content_type == EVENTS:
        return replace(response, body=_keep_few(response.body))
    whole = b"".join(response.body)
    return replace(response, body=(whole[: len(whole) // 2],))


def _keep_few(pieces: Iterable[bytes]) -> Iterator[bytes]:
    for number, piece in enumerate(pieces):
        if number == KEPT_PIECES:
            return
        yield piece
