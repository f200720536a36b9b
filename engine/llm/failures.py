"""Failures of calls by name: one plain sentence for the table, the server's words in private."""

import json
import re
from enum import StrEnum

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
ABOUT_QUOTA = re.compile(
    r"insufficient_quota|credit balance|insufficient (credits|balance|funds)|billing",
    re.IGNORECASE,
)
"""What a server speaks of when there is no money left."""
ABOUT_LENGTH = re.compile(r"context.?(length|window|size)|prompt is too long", re.IGNORECASE)
"""What a server speaks of when a question is too long for the model."""
ABOUT_KEY = re.compile(r"invalid_api_key|(invalid|incorrect|wrong).{0,20}api.?key", re.IGNORECASE)
"""What a server speaks of that does not like the key, whatever its status is."""
ABOUT_MODEL = re.compile(
    r"model_not_found|no such model|model\b.{0,80}\b(not found|does not exist|not a valid)|"
    r"(not a valid|unknown|invalid) model",
    re.IGNORECASE | re.DOTALL,
)
"""What a server speaks of that knows no such model, whatever its status is."""


class Name(StrEnum):
    """What a failed call is called, in the file of calls and in tables."""

    BUSY = "too many questions"
    BROKEN = "server in trouble"
    TIMEOUT = "time-out"
    DROPPED = "no connection"
    ERROR = "error without status"
    KEY = "wrong key"
    FORBIDDEN = "not allowed"
    QUOTA = "no quota"
    MODEL = "no such model"
    BLIND = "no vision"
    LONG = "too long"
    PROTOCOL = "no chat completions"
    REFUSED = "question refused"
    BUDGET = "over budget"
    UNPREPARED = "no client"


PASSING = frozenset({Name.BUSY, Name.BROKEN, Name.TIMEOUT, Name.DROPPED, Name.ERROR})
"""What may be over in a moment: the same question is asked again."""


class Failed(PlayerError):
    """A call that brought no answer."""

    def __init__(
        self, name: Name, message: str, private: str = "", wait: float | None = None
    ) -> None:
        super().__init__(message, private)
        self.name = name
        self.wait = wait
        """Seconds after which the server wants to be asked again, if it said so."""


class Refused(Failed):
    """The server does not take the question as it was put."""

    def __init__(self, message: str, words: str, private: str) -> None:
        super().__init__(Name.REFUSED, message, private)
        self.words = words
        """What the server said, whole; it is not shown."""


def refusal(
    server: Server,
    model: str,
    status: int,
    body: object,
    *,
    pictures: bool = False,
    wait: float | None = None,
) -> Failed:
    """What to say of an answer that is an error.

    Args:
        server: Who answered.
        model: The model that was asked.
        status: The status of HTTP, or the code in the body of an error with status 200.
        body: What the server sent, as JSON or as text.
        pictures: There were pictures in the question.
        wait: Seconds after which the server wants to be asked again.

    Returns:
        An error whose message holds nothing from outside but the name of the model; the
        server's words, which may quote the prompt, are its `private` part.
    """
    words = _words(body)
    said = clean(server.censored(words), LONGEST_WORDS)
    private = f"{server.host} says: {said}" if said else ""
    host = server.host
    if status == 401 or ABOUT_KEY.search(words):
        if server.key == PLACEHOLDER:
            return Failed(Name.KEY, f"{host} asks for a key: set {server.key_name}.")
        return Failed(Name.KEY, f"{host} does not accept the key: check {server.key_name}.")
    if status == 402 or (status != 500 and ABOUT_QUOTA.search(words)):
        return Failed(Name.QUOTA, f"The account at {host} has no quota left.", private)
    if status == 403:
        return Failed(Name.FORBIDDEN, f"{host} does not let this key use {model}.", private)
    if ABOUT_LENGTH.search(words):
        return Failed(Name.LONG, f"The game has become too long for {model}.", private)
    if pictures and status not in (413, 429) and ABOUT_PICTURES.search(words.replace(model, "")):
        return blind(server, model, private)
    if status == 404 or (status < 429 and ABOUT_MODEL.search(words)):
        message = (
            f"{host} knows no model {model!r}, "
            f"or {server.url_name} is wrong; it usually ends in /v1."
        )
        return Failed(Name.MODEL, message, private)
    if 300 <= status < 400:
        return no_completion(server)
    if status == 429:
        message = f"{host} has had too many questions; wait a moment."
        return Failed(Name.BUSY, message, private, wait)
    if status >= 500 or status in (408, 409, 425):
        return Failed(Name.BROKEN, f"{host} is in trouble (error {status}).", private, wait)
    if status < 400:
        return Failed(Name.ERROR, f"{host} answered with an error and no move.", private, wait)
    return Refused(f"{host} refuses the question (error {status}).", words, private)


def blind(server: Server, model: str, private: str = "") -> Failed:
    """What to say of a model that does not see."""
    message = (
        f"{model} on {server.host} does not take the pictures that this game is played with: "
        f"seat a model that sees, several pictures at once."
    )
    return Failed(Name.BLIND, message, private)


def out_of_time(server: Server, model: str) -> Failed:
    """What to say of silence."""
    message = (
        f"{model} on {server.host} did not answer within {server.timeout:g} seconds; "
        f"{server.timeout_name} sets how long to wait."
    )
    return Failed(Name.TIMEOUT, message)


def unreachable(server: Server) -> Failed:
    """What to say where nobody listens, or somebody hangs up."""
    message = (
        f"There is no reaching {server.host}: check the network and that the server runs, "
        f"or set {server.url_name}."
    )
    return Failed(Name.DROPPED, message)


def no_completion(server: Server) -> Failed:
    """What to say of an answer that is none of the protocol's."""
    message = (
        f"{server.host} does not speak the chat completions protocol: check {server.url_name}; "
        f"it usually ends in /v1."
    )
    return Failed(Name.PROTOCOL, message)


def too_long_a_wait(server: Server, seconds: float) -> Failed:
    """What to say of a server that wants to be left alone for longer than anybody waits."""
    minutes = max(1, round(seconds / 60))
    unit = "minute" if minutes == 1 else "minutes"
    message = f"{server.host} takes no more questions for {minutes:,} {unit}."
    return Failed(Name.BUSY, message)


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
