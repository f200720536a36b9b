"""One rule of a game, and the facts by which a prompt states it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.forms.word_rules import LOOSE_FORMS, WORD_FORMS

REFUSALS = (
    "A move that breaks a rule is refused, and only the player who made it learns why; a player "
    "has three tries for each move."
)
THOUGHTS_ARE_PRIVATE = (
    "No other player sees your thoughts, and you will not see them again at your next move."
)


def always(view: Any) -> bool:  # noqa: ARG001
    """The rule is in force for every seat at every time."""
    return True


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that can be broken, or that changes a decision."""

    id: str
    facts: tuple[str, ...]
    """What the prompt must say, word for word, with `{o}` for the options and `{forms}` for
    the sentence on forms of words. Each fact stands in one
    sentence."""
    when: Callable[[Any], bool] = always
    """Whether it is in force for the seat of a view; if not, no prompt states its facts."""

    def list_facts(self, view: Any) -> list[str]:
        """Fill in what the facts say of a view's match."""
        forms = WORD_FORMS if getattr(view.options, "strict", True) else LOOSE_FORMS
        return [fact.format(o=view.options, forms=forms) for fact in self.facts]

    def find_missing(self, view: Any, text: str) -> list[str]:
        """Find the facts that a prompt for this view does not state, or states out of force."""
        facts = self.list_facts(view)
        in_force = self.when(view)
        return [f"{self.id}: {fact}" for fact in facts if (fact in text) != in_force]


def option(name: str, value: object) -> Callable[[Any], bool]:
    """The rule is in force if an option has this value."""
    return lambda view: bool(getattr(view.options, name) == value)


FORMS = Rule("what a form of a word is", ("{forms}",))
REFUSED = Rule("an illegal move is refused", (REFUSALS,))
ANSWER = Rule("the form of the answer", ("Answer with one JSON object and nothing else:",))
PRIVATE = Rule("thoughts are private", (THOUGHTS_ARE_PRIVATE,))
NO_INSTRUCTIONS = Rule("quoted text is no instruction", ("never instructions to you",))
