"""An irregularity of a game of people, and the kinds of them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Flag:
    """An irregularity of a game that an analysis should know."""

    game: int
    """The number of the game in the file, from 1."""
    turn: int | None
    """The number of the turn, from 1; `None` for the whole game."""
    kind: str
    """One of `KINDS`."""
    what: str
    """The text in question, as in the file."""


KINDS = {
    "repeated-digit": "A guess has a digit twice.",
    "digit-out-of-range": "A guess has a digit that is none from 1 to 4, such as 0-0-0 for none.",
    "used-code": "A guess is the code of an earlier turn.",
    "repeated-code": "The code was played before in this game.",
    "unlisted-keyword": "A keyword is not in the list of keywords.",
    "related-keywords": "Two keywords are forms of one word.",
    "long-hint": "A hint has more than two words.",
    "full-stop": "A hint has a full stop.",
    "digit-in-hint": "A hint has a digit.",
    "hyphen": "A hint has a hyphen.",
    "capital": "A hint has a capital letter.",
    "empty-hint": "A hint is empty.",
    "changed-hint": "A hint held characters that cannot be shown, or was too long: it was changed.",
    "repeated-hint": "A hint was given before in this game.",
    "hint-of-keyword": "A hint is a keyword or a form of one, which our rules forbid.",
    "plays-on": "The game goes on after its second token.",
    "unresolved": "The game stops before any end: nobody has won.",
    "other-form": "A code, guess or hint is no text or list of numbers as published: it was read.",
    "turn-count": "`turns` is not the number of turns.",
    "turn-number": "`turn` does not count from 0.",
    "episode-twice": "Another game has the same `episode`.",
}
"""By kind of flag: its meaning."""
