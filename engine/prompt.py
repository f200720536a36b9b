"""The prompt for a language model: texts and pictures."""

from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.fields import Choices

KEPT_PICTURES = 256
"""Size of the cache of encoded pictures: enough for a deck, whose cards are sent repeatedly."""


THOUGHTS = "thoughts"
"""The JSON key of the model's reasoning before the move, which is only logged."""


KIND = "kind"
"""The JSON key of the kind of move, if there are several."""


MOVE = "move"
"""The JSON key of the move, if there are several kinds."""


DATA_URL = "data:image/png;base64,"
"""The prefix of a picture's URL in a message; Base64 follows."""


type Message = dict[str, Any]
"""A message of the chat completions protocol: a role, and text or a list of parts."""


type Aliases = Mapping[str, Mapping[str, str]]
"""By field of a move: what a model may answer, and the value that it stands for."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that a model is shown."""

    label: str
    """The name of the picture in the prompt."""
    file: Path
    """The file; its path is not sent."""
    encode: Callable[[Path], bytes]
    """Encodes the file as PNG, without metadata."""

    @property
    def png(self) -> bytes:
        """Encode the picture as PNG; not cached, and slow.

        Raises:
            PlayerError: If its file cannot be read.
        """
        return self.encode(self.file)


@dataclass(frozen=True, slots=True)
class Prompt:
    """The prompt for one move."""

    system: str
    """The system text: the rules and the role, the same for the whole game."""
    user: str
    """The user text: the state of the match in the seat's view, and the request."""
    pictures: tuple[Picture, ...] = ()
    """Pictures after the user text, each with its label."""
    aliases: Aliases = field(default_factory=dict)
    """By field: texts that a model may use instead of values it does not see, such as card IDs."""
    prompt_hash: str = ""
    """The first digits of the SHA-256 of the texts that it was built from, independent of the
    position; empty if it was edited, or if its game has no text files."""
    also: Mapping[str, Any] = field(default_factory=dict)
    """Further keys of the answer, with their JSON schemas; they are only logged."""
    choices: Mapping[type[Any], Choices] = field(default_factory=dict)
    """By kind of move: the choices of its fields, for the schema of the answer."""
    earlier: tuple[tuple[str, str], ...] = ()
    """Earlier messages of the chat: pairs of user message and model answer."""

    def list_messages(self, extra: str = "", *, blank: bool = False) -> list[Message]:
        """List the messages: rules, earlier messages, and the user message with its extra.

        Raises:
            PlayerError: If a picture cannot be shown.
        """
        messages: list[Message] = [{"role": "system", "content": self.system}]
        for said, answered in self.earlier:
            messages += [
                {"role": "user", "content": said},
                {"role": "assistant", "content": answered},
            ]
        return [*messages, self.build_user_message(extra, blank=blank)]

    def build_user_message(self, extra: str = "", *, blank: bool = False) -> Message:
        """Build the user message: plain text, or text and pictures as parts.

        Args:
            extra: A last paragraph.
            blank: Whether to leave out the image data, when only the number of pictures matters.

        Raises:
            PlayerError: If a picture cannot be shown.
        """
        if not self.pictures:
            return {"role": "user", "content": "\n\n".join(filter(None, (self.user, extra)))}
        parts = [_build_text_part(self.user)]
        for picture in self.pictures:
            url = build_data_url(b"" if blank else picture.png)
            parts += [
                _build_text_part(f"{picture.label}:"),
                {"type": "image_url", "image_url": {"url": url}},
            ]
        return {"role": "user", "content": [*parts, *([_build_text_part(extra)] if extra else [])]}


def _build_text_part(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


@lru_cache(maxsize=KEPT_PICTURES)
def build_data_url(png: bytes) -> str:
    """Build the URL of a picture in a message; the same object for the same picture."""
    return DATA_URL + b64encode(png).decode()
