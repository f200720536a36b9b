"""A metaphor of an earlier game, with its outcome."""

import re
from dataclasses import dataclass

from engine.comet.beliefs import Method
from engine.forms.giveaway import match_in_line, match_word
from engine.quotation import quote_text

THE_WORD = "the word"
"""The replacement of an earlier game's words, which may be those of the current game."""


@dataclass(frozen=True, slots=True)
class Experience:
    """A metaphor of an earlier game, with its outcome and that of metaphors it was shown for."""

    id: str
    words: tuple[str, ...]
    """The word that it described, and the other word of that game; not shown to players."""
    feature: str
    method: Method
    metaphor: str
    explanation: str
    understood: int = 0
    """Number of teammates who then recognised the speaker as a teammate."""
    teammates: int = 0
    """Number of teammates who could have."""
    guessed: int = 0
    """Number of opponents who then guessed the word for the first time."""
    opponents: int = 0
    """Number of opponents who could have."""
    uses: int = 1
    """Number of games in which it was said, or shown for a metaphor that was said."""
    recognised: int = 0
    """Number of those in which at least one teammate understood."""
    leaked: int = 0
    """Number of those in which at least one opponent guessed the word."""
    comment: str = ""
    """Advice of the judge, if there was one."""
    judge: str = ""
    """The judge: `beliefs`, or the SPEC of a judge with its prompt hash."""
    kept: bool = False
    """Whether it is never forgotten."""

    @property
    def score(self) -> float:
        """(recognised - leaked) / uses, from -1 to 1."""
        return (self.recognised - self.leaked) / self.uses if self.uses else 0.0

    @property
    def is_success(self) -> bool:
        """Whether it was understood more often than guessed."""
        return self.score > 0

    def describe(self) -> str:
        """Describe metaphor, feature and explanation in one line, without the words of its game.

        The texts are quoted, as a pool may come from an untrusted source.
        """
        why = self.explanation
        explanation = f" Explanation: {self._quote(why)}." if why else ""
        return (
            f"{self.method}: {self._quote(self.metaphor)} for the feature "
            f"{self._quote(self.feature)}.{explanation}"
        )

    def describe_use(self) -> str:
        """Describe it with its outcome."""
        told = f"Understood in {self.recognised} and guessed in {self.leaked} of {self.uses} uses."
        judged = "a success" if self.is_success else "a warning: do otherwise"
        comment = f" Comment: {self._quote(self.comment)}." if self.comment else ""
        return f"{self.describe()} {told} It was {judged}.{comment}"

    def _quote(self, text: str) -> str:
        return quote_text(self._hide_words(text))

    def _hide_words(self, text: str) -> str:
        """Replace the words of its game, and their forms, as they may be secret in this game."""
        for word in self.words:
            if word:
                text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", THE_WORD, text, flags=re.I)
            if word and match_in_line(text, word):
                text = " ".join(THE_WORD if match_word(one, word) else one for one in text.split())
        return text
