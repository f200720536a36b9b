"""What is said at the wheel of an answer, in words."""

from collections.abc import Mapping
from typing import Any

from textual.content import Content

from engine.amounts import spoken_seconds, used
from engine.llm.complaints import CutOff, Declined, Empty, Endless
from engine.llm.prompt import Names
from engine.moves import encode
from engine.players import PlayerError
from engine.takeover import Draft, Turn
from engine.text import clean

LONGEST = 400
"""The most characters of a sentence from outside."""
OWN = "its own"
"""The provenance of a move in which nobody had a hand."""


def told(move: object, names: Names) -> str:
    """A move in words: each field and its value, by the names that stand for values."""
    ((_, fields),) = encode(move).items()
    told = (f"{f}: {_value(v, names.get(f, {}))}" for f, v in fields.items())
    return "   ".join(clean(one, LONGEST) for one in told)


def state(draft: Draft[Any, Any]) -> tuple[str, str, str]:
    """A sign, a word and a colour for what an answer comes to."""
    verdict = draft.verdict
    if verdict.legal:
        return "●", "legal", "$success"
    return ("✗", "against the rules", "$error") if verdict.move else ("✗", "no move", "$error")


def says(draft: Draft[Any, Any]) -> str:
    """The move, or what is wrong."""
    verdict = draft.verdict
    if verdict.legal:
        return told(verdict.move, draft.names)
    plain = isinstance(verdict.wrong, Declined | CutOff | Endless | Empty)  # said to a model else
    return clean(str(verdict.wrong) if plain else verdict.complaint or "", LONGEST)


def took(draft: Draft[Any, Any]) -> str:
    """Whose move it would be, how long it took, and what it used."""
    proposal = draft.proposal
    call = proposal.call
    parts = [draft.assisted or OWN, spoken_seconds(proposal.seconds)]
    if call is not None:
        parts += used(call.tokens_in, call.tokens_out, call.cost)
    return ", ".join(parts)


def line(number: int, draft: Draft[Any, Any]) -> Content:
    """An answer in a list of several."""
    sign, word, colour = state(draft)
    whose = draft.assisted or OWN
    return Content.assemble(
        (f"{number:2} ", "$muted"),
        (f"{sign} {word}  ", colour),
        (f"{whose}  ", "$muted"),
        says(draft),
    )


def verdict(turn: Turn[Any, Any], draft: Draft[Any, Any] | None) -> list[Content]:
    """How the answer at hand reads, whether it may be sealed, and whose move it would be."""
    lines = []
    if turn.failure is not None:
        lines.append(failed(turn.failure, more=draft is None))
    if draft is not None:
        sign, word, colour = state(draft)
        lines.append(Content.assemble((f"{sign} {word}  ", f"bold {colour}"), says(draft)))
        lines.append(Content.styled(took(draft), "$muted"))
    return lines or [Content.styled("No answer yet." if turn.since is None else "", "$muted")]


def failed(error: PlayerError, *, more: bool) -> Content:
    """What went wrong; with `more` also what only those may know who may see the seat's view."""
    private = f"  {clean(error.private, LONGEST)}" if more and error.private else ""
    return Content.assemble(("✗ ", "bold $error"), clean(str(error), LONGEST), (private, "$muted"))


def _value(value: Any, known: Mapping[str, str]) -> str:  # noqa: ANN401
    for name, meant in known.items():
        if meant == value:  # a card is called by a letter here, and otherwise on the seat's form
            return name if name == meant else f"{name} ({clean(meant, LONGEST)})"
    return " · ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
