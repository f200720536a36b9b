"""What the form for a new game asks for: people, one person, or machines alone."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Purpose:
    """What the form is for, and what it asks."""

    title: str
    question: str
    """Asks for those at the table."""
    game_question: str = "What do you play?"
    wants_machines: bool = False
    """Whether only machines come to the table, so that a name is a machine's."""


NEW_GAME = Purpose("New game", "Who is here?")
PLAY_ALONE = Purpose("Play alone", "What is your name? Machines take the other seats.")
WATCH = Purpose("Watch", "Which machines play?", "What do they play?", wants_machines=True)
