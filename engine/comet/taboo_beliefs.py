"""What a CoMet agent keeps between its turns in Adversarial Taboo."""

from dataclasses import dataclass

from engine.comet.beliefs import AgentBeliefs
from engine.text import fold_words


@dataclass(frozen=True, slots=True)
class TabooTurn:
    """What was thought in a turn."""

    number: int
    suspects: tuple[str, ...] = ()
    """The defender's candidates; of an attacker, what the defender seems to suspect."""
    focus: str = ""
    distract: str = ""


@dataclass(frozen=True, slots=True)
class TabooBeliefs(AgentBeliefs):
    """The turns so far, oldest first."""

    turns: tuple[TabooTurn, ...] = ()


def is_suspected_twice(beliefs: TabooBeliefs, number: int, word: str) -> bool:
    """Whether a word was suspected in the turn before this one; case and accents do not count."""
    before = next((turn for turn in beliefs.turns if turn.number == number - 1), None)
    return before is not None and fold_words(word) in map(fold_words, before.suspects)
