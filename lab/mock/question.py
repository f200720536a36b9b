"""A request of the chat completions protocol."""

from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from engine.prompt import KEPT_PICTURES
from engine.readback import SentPrompt, UnknownPrompt


@dataclass(frozen=True, slots=True)
class Question:
    """A request of the chat completions protocol."""

    model: str
    prompt: SentPrompt
    others: str = ""
    """The texts of other messages, such as a chat before it."""

    @classmethod
    def parse(cls, body: Mapping[str, Any]) -> "Question":
        """Parse the body of a request.

        Raises:
            UnknownPrompt: If Parlour did not build it.
        """
        match body.get("messages"):
            case [{"role": "system", "content": str(system)}, {"role": "user"}, *_] as messages:
                asked = _find_asked(messages)
                parts = list(_read_parts(asked))
            case _:
                raise UnknownPrompt
        texts = [part for part in parts if isinstance(part, str)]
        shown = tuple(
            (str(before).removesuffix(":").removeprefix("Card "), part)
            for before, part in pairwise(parts)
            if isinstance(part, bytes)
        )
        prompt = SentPrompt(system, "\n\n".join(texts), shown)
        said = (one.get("content") for one in messages[1:] if isinstance(one, dict))
        others = "".join(one for one in said if isinstance(one, str) and one is not asked)
        return cls(str(body.get("model", "")), prompt, others)


def _find_asked(messages: list[Any]) -> object:
    """Find the content of the last user message that is not a correction.

    A prompt has several paragraphs, or pictures; a correction of the last answer is one paragraph.
    """
    users = (one for one in messages if isinstance(one, dict) and one.get("role") == "user")
    said = [one.get("content") for one in users]
    asks = (one for one in reversed(said) if isinstance(one, list) or "\n\n" in str(one))
    return next(asks, said[0])


@lru_cache(maxsize=KEPT_PICTURES)
def _decode_picture(url: str) -> bytes:
    """Decode the file in a `data:` URL; the same object for the same picture.

    Raises:
        UnknownPrompt: If it is not such a URL.
    """
    try:
        return b64decode(url.partition(";base64,")[2], validate=True)
    except ValueError:
        raise UnknownPrompt from None


def _read_parts(content: object) -> Iterator[str | bytes]:
    """Yield the texts and pictures of a message.

    Raises:
        UnknownPrompt: If it has parts of other types.
    """
    if isinstance(content, str):
        yield content
        return
    for part in content if isinstance(content, list) else [None]:
        match part:
            case {"type": "text", "text": str(text)}:
                yield text
            case {"type": "image_url", "image_url": {"url": str(url)}}:
                yield _decode_picture(url)
            case _:
                raise UnknownPrompt
