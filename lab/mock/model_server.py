"""A model server without a model: it turns requests into responses, and behaves as told."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from random import Random
from time import monotonic
from typing import Any

from lab.mock.chance import Chance
from lab.mock.completion import CREATED, PIECE_LENGTH, Answer, Completion
from lab.mock.modes.catalog import Modes
from lab.mock.modes.mode import Mode, Moment
from lab.mock.request import BadRequest, Request
from lab.mock.response import EVENTS, Response, refuse, respond_with
from lab.mock.schema_value import Chooser, Schema, UnsupportedSchema, draw_value
from words.space.names import BUILTIN_SPACES

SPACES = (*BUILTIN_SPACES, "random")
"""The models: those that associate with a space of word vectors, and one that chooses by chance."""
SEED = "rehearsal"
"""The seed of all answers, so that the same request gets the same answer."""
PLAIN: Mapping[str, Any] = {"type": "string"}
"""The schema of an answer to a request that shows no form."""
DECIDING = ("model", "messages", "response_format", "tools", "tool_choice", "seed")
"""What decides the answer to a request."""


class MockModelServer:
    """A model server without a model."""

    def __init__(
        self,
        modes: Modes | None = None,
        delay: float = 0.0,
        *,
        vary: bool = False,
        tokens: int = 0,
        models: Sequence[str] = (),
    ) -> None:
        """Set up the server.

        Args:
            modes: How it behaves badly.
            delay: Seconds before each answer.
            vary: Whether to use another seed each time a request is repeated.
            tokens: The minimum number of tokens of an answer; thoughts are lengthened.
            models: The names of its models, the only ones that it answers for; none for the names
                of the spaces, and answers for any name.
        """
        self.modes = modes or Modes()
        self.delay = delay
        self.vary = vary
        self.tokens = tokens
        self.models = models
        self._first: float | None = None
        """When the first request came."""

    def respond(self, method: str, path: str, body: bytes) -> Response:
        """Respond to an HTTP request."""
        path = path.partition("?")[0].rstrip("/")
        if path == "/v1/models" and method == "GET":
            return respond_with(200, {"object": "list", "data": self._list_models()})
        if path != "/v1/chat/completions":
            return refuse(404, f"There is nothing at {path[:60]}.", "not_found_error")
        if method != "POST":
            return refuse(405, "Questions are sent with POST.")
        try:
            return self._complete(_read_object(body))
        except BadRequest as error:
            return refuse(400, str(error))
        except UnsupportedSchema as error:
            return refuse(400, f"The schema of the answer has none. {error}")

    def _list_models(self) -> list[dict[str, Any]]:
        return [
            {"id": name, "object": "model", "created": CREATED, "owned_by": "parlour"}
            for name in self.models or SPACES
        ]

    def _complete(self, given: dict[str, Any]) -> Response:
        request = Request.parse(given)
        if self.models and request.model not in self.models:
            why = f"The model {request.model[:60]!r} does not exist."
            return refuse(404, why, code="model_not_found")
        digest = _digest(given)
        modes, rng = self.modes.draw(digest)
        now = monotonic()
        self._first = now if self._first is None else self._first
        chooser = _create_chooser(
            request, Random(f"{rng.random() if self.vary else SEED}/{digest}"), modes, rng
        )
        schema = PLAIN if request.schema is None else request.schema
        moment = Moment(request, rng, now - self._first, lambda: _write_answer(schema, chooser))
        for mode in modes:
            if mode.refuse and (response := mode.refuse(moment)) is not None:
                return response
        answer = self._answer(moment, modes)
        response = _deliver(request, digest, answer)
        response = replace(response, wait=self.delay)
        for mode in modes:
            response = mode.deliver(response) if mode.deliver else response
        if request.streamed:
            return response
        pieces = len(answer.content) / PIECE_LENGTH
        return replace(response, wait=response.wait + response.pause * pieces)

    def _answer(self, moment: Moment, modes: Sequence[Mode]) -> Answer:
        request = moment.request
        finish = "tool_calls" if request.tool else "stop"
        answer = Answer(request.model, moment.draw(), tool=request.tool, finish=finish)
        answer = answer.lengthen(self.tokens)
        for mode in modes:
            answer = mode.answer(answer, moment) if mode.answer else answer
        return answer.cut(request.limit)


def load_words() -> None:
    """Load the data of most answers in advance, which takes half a second."""
    from lab.mock.association import Association  # noqa: PLC0415 - numpy, not for the model `random`

    any(Association(SPACES[0], Random(0), '"word"', SPACES[0]).list_words(None))


def _read_object(body: bytes) -> dict[str, Any]:
    """Read the JSON object in the body of a request.

    Raises:
        BadRequest: If it has none.
    """
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise BadRequest("The question is no JSON object.")
    return given


def _digest(given: Mapping[str, Any]) -> str:
    """Digest what decides the answer: neither whether it is streamed, nor how long it may be."""
    deciding = [given.get(name) for name in DECIDING]
    return sha256(json.dumps(deciding, sort_keys=True).encode()).hexdigest()


def _create_chooser(
    request: Request, rng: Random, modes: Sequence[Mode], mode_rng: Random
) -> Chooser:
    """Create what makes the choices of an answer."""

    def change(text: str) -> str:
        for mode in modes:
            text = mode.text(text, mode_rng) if mode.text else text
        return text

    if request.model == "random":
        return Chance(request.model, rng, change)
    from lab.mock.association import Association  # noqa: PLC0415 - numpy, not for the model `random`

    space = request.model if request.model in SPACES else SPACES[0]
    return Association(space, rng, request.text, space, change)


def _write_answer(schema: Schema, chooser: Chooser) -> str:
    value = draw_value(schema, chooser)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _deliver(request: Request, digest: str, answer: Answer) -> Response:
    """Build the response with an answer; a whole answer without an end never comes."""
    completion = Completion(f"chatcmpl-{digest[:16]}", answer, request.tokens)
    if request.streamed:
        pieces = completion.stream(with_usage=request.with_usage)
        body = pieces if answer.more else tuple(pieces)
        return Response(200, body, EVENTS, pause=answer.pause)
    if answer.more:
        return Response(200, (), silent=True)
    return Response(200, (completion.build_body(),), pause=answer.pause)
