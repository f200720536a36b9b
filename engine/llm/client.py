"""Send one request to a model's server, without retries."""

import asyncio
from contextlib import suppress
from threading import Event, Thread

from engine.llm.error_builder import build_response_error
from engine.llm.picture_digest import has_pictures
from engine.llm.reply import Reply
from engine.llm.request import Request
from engine.llm.requested_wait import read_wait
from engine.llm.response import parse_body, parse_reply

_IMPORTED = Event()
"""Set when the openai package has been imported."""


def prepare_client() -> None:
    """Import the openai package in a thread, so that the first request need not wait for it."""
    if not _IMPORTED.is_set():
        Thread(target=_import_in_advance, name="import openai").start()


def _import_in_advance() -> None:
    with suppress(ImportError):  # the first request raises it
        _import_package()


def _import_package() -> None:
    # It takes half a second, which neither the first frame nor a command line waits for.
    import engine.llm.connections  # noqa: F401, PLC0415 - openai: in a thread

    _IMPORTED.set()


async def send_request(request: Request) -> Reply:
    """Send a request once, and read the response.

    Raises:
        CallFailed: If there is no reply. `RequestRefused` if other settings may help.
    """
    if not _IMPORTED.is_set():
        await asyncio.to_thread(_import_package)
    from engine.llm.connections import post_request  # noqa: PLC0415 - openai: imported in a thread

    model, server = request.model, request.model.server
    pictures = has_pictures(request.messages)
    response = await post_request(request)
    if response.is_success:
        return parse_reply(server, model.name, response.content, pictures=pictures)
    body = parse_body(response.content)
    raise build_response_error(
        server,
        model.name,
        response.status_code,
        body,
        pictures=pictures,
        wait=read_wait(response.headers, body),
    )
