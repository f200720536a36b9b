"""What a failed call says: one plain sentence for the table, the server's own words in private."""

import json
import re

from engine.llm.server import PLACEHOLDER, Server
from engine.players import PlayerError
from engine.text import clean

LONGEST_WORDS = 300
"""The most characters of a server's own words that are passed on."""
ABOUT_PICTURES = re.compile(
    r"image|vision|visual|multi-?modal|mmproj|content.{0,60}\b(str|string)\b|\bsequence\b",
    re.IGNORECASE | re.DOTALL,
)
"""What a server speaks of that was sent pictures for a model which cannot see."""


class Refused(PlayerError):
    """The server does not take the question as it was put."""

    def __init__(self, message: str, words: str, private: str) -> None:
        super().__init__(message, private)
        self.words = words
        """What the server said, whole; it is not shown."""


def refusal(
    server: Server, model: str, status: int, body: object, *, pictures: bool = False
) -> PlayerError:
    """What to say of an answer that is an error.

    Args:
        server: Who answered.
        model: The model that was asked.
        status: The status of HTTP, or the code in the body of an error with status 200.
        body: What the server sent, as JSON or as text.
        pictures: There were pictures in the question.

    Returns:
        An error whose message holds nothing from outside but the name of the model; the
        server's words, which may quote the prompt, are its `private` part.
    """
    words = _words(body)
    said = clean(server.censored(words), LONGEST_WORDS)
    private = f"{server.host} says: {said}" if said else ""
    if status == 401:
        if server.key == PLACEHOLDER:
            return PlayerError(f"{server.host} asks for a key: set OPENAI_API_KEY.")
        return PlayerError(f"{server.host} does not accept the key: check OPENAI_API_KEY.")
    if status == 402 or "insufficient_quota" in words or "credit balance" in words:
        return PlayerError(f"The account at {server.host} has no quota left.", private)
    if status == 403:
        return PlayerError(f"{server.host} does not let this key use {model}.", private)
    if re.search(r"context.?(length|window|size)", words, re.IGNORECASE):
        return PlayerError(f"The game has become too long for {model}.", private)
    if pictures and status not in (413, 429) and ABOUT_PICTURES.search(words.replace(model, "")):
        message = (
            f"{model} on {server.host} does not take the pictures that this game is played with: "
            f"seat a model that sees, several pictures at once."
        )
        return PlayerError(message, private)
    if status == 404:
        message = (
            f"{server.host} knows no model {model!r}, "
            f"or OPENAI_BASE_URL is wrong; it usually ends in /v1."
        )
        return PlayerError(message, private)
    if status == 429:
        return PlayerError(f"{server.host} has had too many questions; wait a moment.", private)
    if status >= 500:
        return PlayerError(f"{server.host} is in trouble (error {status}).", private)
    if status < 400:
        return PlayerError(f"{server.host} answered with an error and no move.", private)
    return Refused(f"{server.host} refuses the question (error {status}).", words, private)


def out_of_time(server: Server, model: str) -> PlayerError:
    """What to say of silence."""
    return PlayerError(
        f"{model} on {server.host} did not answer within {server.timeout:g} seconds; "
        f"PARLOUR_TIMEOUT sets how long to wait."
    )


def unreachable(server: Server) -> PlayerError:
    """What to say where nobody listens."""
    return PlayerError(
        f"There is no reaching {server.host}: check the network and that the server runs, "
        f"or set OPENAI_BASE_URL."
    )


def no_completion(server: Server) -> PlayerError:
    """What to say of an answer that is none of the protocol's."""
    return PlayerError(
        f"{server.host} does not speak the chat completions protocol: check OPENAI_BASE_URL; "
        f"it usually ends in /v1."
    )


def _words(body: object) -> str:
    match body:
        case {"error": dict() | str() as inner}:
            return _words(inner)
        case {"message": str(text), **rest}:
            return " ".join((text, *(str(rest[key]) for key in ("code", "param") if rest.get(key))))
        case {"detail": str(text)} | str(text):
            return text
        case dict():
            return json.dumps(body)
    return ""
