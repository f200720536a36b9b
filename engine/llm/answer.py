"""`Answer`: a player's answer to one prompt, with its verdict and the logged call."""

from dataclasses import dataclass

from engine.llm.calls_file import Call
from engine.llm.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Answer[Move]:
    """A player's answer to one prompt, judged but not played."""

    verdict: Verdict[Move]
    text: str
    """The raw reply; for players that return moves, the move as JSON."""
    call: Call | None = None
    """The logged call; `None` for players that log none."""
    quote: str = ""
    """The end of the reply without reasoning, which a model is shown when it is asked again."""
    seconds: float = 0.0
    """Seconds from the request to the reply."""
    assisted: str = ""
    """The operator's part in it; empty for the player's own answer."""
