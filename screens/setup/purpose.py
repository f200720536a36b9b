"""What the form for a new game asks for: people, one person, or machines alone."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Purpose:
    """What the form is for."""

    title: str
    question: str
    """Asks for those at the table."""


NEW_GAME = Purpose("New game", "Who is here?")
PLAY_ALONE = Purpose("Play alone", "What is your name? Machines take the other seats.")
WATCH = Purpose("Watch", "Which machines play?")
