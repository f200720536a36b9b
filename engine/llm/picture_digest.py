"""Replace the pictures in messages by digests for logs."""

from base64 import b64decode
from functools import lru_cache
from hashlib import sha256
from typing import Any

from engine.prompt import KEPT_PICTURES, Message, build_data_url


def has_pictures(messages: list[Message]) -> bool:
    """Whether any message has a picture."""
    return any(isinstance(message["content"], list) for message in messages)


def digest_pictures(messages: list[Message]) -> list[Message]:
    """Replace each picture by the SHA-256 and the size in bytes of its PNG, for a log."""
    return [
        {**message, "content": [_digest(part) for part in message["content"]]}
        if isinstance(message["content"], list)
        else message
        for message in messages
    ]


def _digest(part: dict[str, Any]) -> dict[str, Any]:
    if part["type"] != "image_url":
        return part
    digest, size = _digest_url(part["image_url"]["url"])
    return {"type": "image_url", "sha256": digest, "bytes": size}


@lru_cache(maxsize=KEPT_PICTURES)
def _digest_url(url: str) -> tuple[str, int]:
    """Compute the SHA-256 and the size of the picture in a URL."""
    png = b64decode(url.partition(",")[2])
    return sha256(png).hexdigest(), len(png)


def prepare_picture(png: bytes) -> None:
    """Encode a picture for requests and logs in advance."""
    _digest_url(build_data_url(png))
