"""What a line of Parlour's own player may say: legal, without slips, and new."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.forms.folding import fold_words
from engine.forms.giveaway import match_in_line
from engine.games.line_words import collect_word_forms
from engine.games.taboo.view import View, find_line_fault, find_slip

LEAST_ROOT = 4
"""Minimum length of a word that another word may be derived from."""


@dataclass(frozen=True, slots=True)
class Sayable:
    """What a line must keep to."""

    view: View
    never: Sequence[str] = ()
    """Words that it must not contain in any form, unless somebody said that form before."""

    def allows(self, text: str) -> bool:
        """Whether a line is legal, and says none of the words."""
        if find_line_fault(self.view, text) or find_slip(self.view, text):
            return False
        said = {word for line in self.view.talk for word in fold_words(line)}
        new = " ".join(word for word in fold_words(text) if word not in said)
        return not any(match_in_line(new, word) for word in self.never)

    def is_new(self, word: str) -> bool:
        """Whether nobody has said a word, or one of its root, in any form."""
        said = collect_word_forms(self.view.talk)
        if not said.isdisjoint(collect_word_forms((word,))):
            return False
        return not any(are_of_one_root(word, other) for other in said)


def are_of_one_root(word: str, other: str) -> bool:
    """Whether one of two words begins with the other, such as work and worker."""
    short, long = sorted((word, other), key=len)
    return len(short) >= LEAST_ROOT and long.startswith(short)
