"""What a model is asked: text and pictures made from a view, and nothing else."""

from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

type Message = dict[str, Any]
"""A message as the chat completions protocol has it: a role, and text or a list of parts."""
type Names = Mapping[str, Mapping[str, str]]
"""For a field of a move: the words that a model answers with, and what each stands for."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that a model is shown."""

    label: str
    """What it is called in the question."""
    file: Path
    """Where it comes from; no model learns of it."""
    encode: Callable[[Path], bytes]
    """Makes a PNG of the file, with nothing in it that tells where it comes from."""

    @property
    def png(self) -> bytes:
        """The picture as PNG; made when it is sent, as that takes long.

        Raises:
            PlayerError: If its file cannot be read.
        """
        return self.encode(self.file)


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question to a chat model."""

    system: str
    """The rules and the role, in words that stay the same all game."""
    user: str
    """The table as the seat sees it now, and what is asked of it."""
    pictures: tuple[Picture, ...] = ()
    """Shown after the user's text, each under its label."""
    names: Names = field(default_factory=dict)
    """What stands in an answer for what models do not learn, such as the id of a card."""

    def asked(self, more: str = "", *, blank: bool = False) -> Message:
        """The user's message: plain text, or text and pictures as parts.

        Args:
            more: A paragraph to end with.
            blank: Leave out what the pictures show, where no more than their number counts.

        Raises:
            PlayerError: If a picture cannot be shown.
        """
        if not self.pictures:
            return {"role": "user", "content": "\n\n".join(filter(None, (self.user, more)))}
        parts = [_text(self.user)]
        for picture in self.pictures:
            data = "" if blank else b64encode(picture.png).decode()
            address = "data:image/png;base64," + data
            parts += [
                _text(f"{picture.label}:"),
                {"type": "image_url", "image_url": {"url": address}},
            ]
        return {"role": "user", "content": [*parts, *([_text(more)] if more else [])]}


def shows_pictures(messages: list[Message]) -> bool:
    """Is there a picture in a question?"""
    return any(isinstance(message["content"], list) for message in messages)


def without_pictures(messages: list[Message]) -> list[Message]:
    """The same messages for a log: of each picture the SHA-256 of its PNG, and its bytes."""
    return [
        {**message, "content": [_noted(part) for part in message["content"]]}
        if isinstance(message["content"], list)
        else message
        for message in messages
    ]


def _text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def _noted(part: dict[str, Any]) -> dict[str, Any]:
    if part["type"] != "image_url":
        return part
    png = b64decode(part["image_url"]["url"].partition(",")[2])
    return {"type": "image_url", "sha256": sha256(png).hexdigest(), "bytes": len(png)}
