"""Ask servers about themselves and their models, with the bounded client of all requests.

Import it in a thread: openai takes half a second.
"""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx2
from openai import APIConnectionError, APIStatusError

from engine.llm.connections import CERTIFICATE_VARIABLES, ModelClient, load_certificates
from engine.llm.server import Server
from engine.llm.stream import OutOfBounds
from engine.llm.transport import BoundedClient


@dataclass(frozen=True, slots=True)
class ServerQuery:
    """The connections for these requests, apart from those of games."""

    usual: BoundedClient
    direct: BoundedClient
    """Without a proxy, so that what is meant for this computer stays on it."""

    async def get(self, server: Server, path: str, seconds: float, *, direct: bool) -> object:
        """Get a JSON value from a server, with its own key and headers; `None` if there is none.

        Args:
            server: The server.
            path: The path below its base URL, or a whole address on the same server.
            seconds: Seconds it has for the answer.
            direct: Whether to use no proxy.
        """
        try:
            client = ModelClient(server, self.direct if direct else self.usual)
            async with asyncio.timeout(seconds):
                response = await client.get(
                    path, cast_to=httpx2.Response, options={"security": {"bearer_auth": True}}
                )
            return json.loads(response.content) if response.is_success else None
        except (APIConnectionError, APIStatusError, OutOfBounds, TimeoutError):
            return None
        except (ValueError, TypeError, RecursionError):  # not JSON, or a header no request may have
            return None


@asynccontextmanager
async def open_query() -> AsyncIterator[ServerQuery]:
    """Open the connections, and close them at the end.

    Raises:
        ValueError: If the proxy that the environment names cannot be used.
        ImportError: If it needs a package that is not installed.
        OSError: If the certificates that the environment names cannot be read.
    """
    named = map(os.environ.get, CERTIFICATE_VARIABLES)
    certificates = await asyncio.to_thread(load_certificates, *named)
    direct = BoundedClient(certificates, proxies=False)
    async with BoundedClient(certificates) as usual, direct:
        yield ServerQuery(usual, direct)
