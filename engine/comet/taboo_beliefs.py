"""The thoughts of a CoMet agent in Adversarial Taboo, turn by turn."""

from dataclasses import dataclass

from engine.comet.beliefs import AgentBeliefs
from engine.forms.folding import fold_words


@dataclass(frozen=True, slots=True)
class TabooTurn:
    """The thoughts of a turn."""

    number: int
    suspects: tuple[str, ...] = ()
    """The defender's candidates; for an attacker, the words that the defender seems to suspect."""
    focus: str = ""
    distract: str = ""


@dataclass(frozen=True, slots=True)
class TabooBeliefs(AgentBeliefs):
    """The state of an agent in Taboo: its thoughts by turn, oldest first."""

    turns: tuple[TabooTurn, ...] = ()


def is_suspected_twice(beliefs: TabooBeliefs, number: int, word: str) -> bool:
    """Whether a word was also suspected in the turn before, ignoring case and accents."""
    before = next((turn for turn in beliefs.turns if turn.number == number - 1), None)
    return before is not None and fold_words(word) in map(fold_words, before.suspects)
