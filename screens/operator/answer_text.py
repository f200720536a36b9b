"""Describe an answer: its move, the verdict on it, and where it comes from."""

from collections.abc import Mapping
from typing import Any

from textual.content import Content

from engine.duration import format_duration
from engine.errors import PlayerError
from engine.llm.answer_errors import AnswerCutOff, AnswerDeclined, AnswerEmpty, AnswerTooLong
from engine.move_json import encode_move
from engine.prompt import Aliases
from engine.takeover import DraftAnswer, HeldTurn
from engine.text import clean
from engine.usage_text import list_tokens_and_cost

MAX_SENTENCE = 400
"""Maximum length of a player's sentence in characters."""


OWN_MOVE = "its own"
"""The provenance of a player's own move, as the panel shows it."""


def format_move(move: object, names: Aliases) -> str:
    """Format a move: its fields and their values, with aliases."""
    ((_, fields),) = encode_move(move).items()
    parts = (f"{f}: {_format_value(v, names.get(f, {}))}" for f, v in fields.items())
    return "   ".join(clean(part, MAX_SENTENCE) for part in parts)


def describe_state(draft: DraftAnswer[Any, Any]) -> tuple[str, str, str]:
    """A sign, a word and a colour for the verdict on an answer."""
    verdict = draft.verdict
    if verdict.legal:
        return "●", "legal", "$success"
    return ("✗", "against the rules", "$error") if verdict.move else ("✗", "no move", "$error")


def describe_result(draft: DraftAnswer[Any, Any]) -> str:
    """Describe the move, or what is wrong with the answer."""
    verdict = draft.verdict
    if verdict.legal:
        return format_move(verdict.move, draft.aliases)
    plain = isinstance(
        verdict.error, AnswerDeclined | AnswerCutOff | AnswerTooLong | AnswerEmpty
    )  # any other complaint is addressed to the model
    return clean(str(verdict.error) if plain else verdict.complaint or "", MAX_SENTENCE)


def describe_origin(draft: DraftAnswer[Any, Any]) -> str:
    """Describe the provenance of the move, its time and its usage."""
    answer = draft.answer
    call = answer.call
    parts = [draft.assisted or OWN_MOVE, format_duration(answer.seconds)]
    if call is not None:
        parts += list_tokens_and_cost(call.tokens_in, call.tokens_out, call.cost)
    return ", ".join(parts)


def render_draft_row(number: int, draft: DraftAnswer[Any, Any]) -> Content:
    """An answer in a list of several."""
    sign, word, colour = describe_state(draft)
    whose = draft.assisted or OWN_MOVE
    return Content.assemble(
        (f"{number:2} ", "$muted"),
        (f"{sign} {word}  ", colour),
        (f"{whose}  ", "$muted"),
        describe_result(draft),
    )


def render_verdict(turn: HeldTurn[Any, Any], draft: DraftAnswer[Any, Any] | None) -> list[Content]:
    """How an answer is judged, whether it may be sealed, and whose move it would be."""
    lines = []
    if turn.failure is not None:
        lines.append(render_failure(turn.failure, more=draft is None))
    if draft is not None:
        sign, word, colour = describe_state(draft)
        lines.append(
            Content.assemble((f"{sign} {word}  ", f"bold {colour}"), describe_result(draft))
        )
        lines.append(Content.styled(describe_origin(draft), "$muted"))
    return lines or [
        Content.styled("No answer yet." if turn.asking_since is None else "", "$muted")
    ]


def render_failure(error: PlayerError, *, more: bool) -> Content:
    """Render an error; with `more`, include what only those who see the view may know."""
    private = f"  {clean(error.private, MAX_SENTENCE)}" if more and error.private else ""
    return Content.assemble(
        ("✗ ", "bold $error"), clean(str(error), MAX_SENTENCE), (private, "$muted")
    )


def _format_value(value: Any, known: Mapping[str, str]) -> str:  # noqa: ANN401
    for name, meant in known.items():
        if meant == value:  # a card is called by a letter here, and otherwise on the seat's form
            return name if name == meant else f"{name} ({clean(meant, MAX_SENTENCE)})"
    return " · ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
