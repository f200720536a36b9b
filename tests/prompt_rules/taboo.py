"""The rules of Adversarial Taboo."""

from typing import Any

from engine.games.taboo.moves import LONGEST_LINE, LONGEST_WORD
from engine.games.taboo.view import Role
from tests.prompt_rules.rule import (
    ANSWER,
    FORMS,
    NO_INSTRUCTIONS,
    PRIVATE,
    REFUSED,
    Rule,
    option,
)


def _is(role: Role) -> Any:
    return lambda view: view.role is role


COT = option("prompt", "cot")

RULES = (
    Rule("seats", ("You play Adversarial Taboo,", "two seats: attacker and defender")),
    Rule("the target", ("The attacker is given a target, a single word",)),
    Rule("who knows it", ("The defender is not told which",)),
    Rule("turns", ("They talk in turn, one line each; the attacker begins",)),
    Rule("what about", ("They may talk about anything",)),
    Rule(
        "saying it",
        ("a line of the defender holds the target or a form of it, the attacker wins at once",),
    ),
    Rule("no warning", ("Such a line is not refused, and the defender is not warned",)),
    FORMS,
    Rule("guessing", ("Instead of saying a line, the defender may guess the target, once",)),
    Rule(
        "a guess ends the game",
        ("A guess ends the game: if it is right, the defender wins; if it is wrong, the attacker",),
    ),
    Rule("forms of the target are right", ("A form of the target is right",)),
    Rule(
        "only a guess is a guess",
        ('Only a move of the kind "Guess" is a guess', "does not count as saying the target"),
    ),
    Rule("a guess inside a line", ('"Guess: WORD" guesses nothing, and loses the game if',)),
    Rule(
        "slips are refused",
        ("The attacker may not say the target or a form of it either", "refused before"),
        option("slip", "refuse"),
    ),
    Rule(
        "slips lose",
        ("If the attacker says the target or a form of it, the attacker loses at once",),
        option("slip", "lose"),
    ),
    Rule("a line", (f"A line is plain text of at most {LONGEST_LINE} characters with at least",)),
    Rule("lines again", ("may be said again",)),
    Rule("a guess's form", (f"A guess is a single word of at most {LONGEST_WORD} characters",)),
    REFUSED,
    Rule("turns of each", ("Each has {o.turns} turn",)),
    Rule("a draw", ("If nobody has won by then, it is a draw",), option("limit", "draw")),
    Rule(
        "the attacker's limit",
        ("If nobody has won by then, the attacker wins",),
        option("limit", "attacker"),
    ),
    Rule("the attacker", ("You are the attacker.",), _is(Role.ATTACKER)),
    Rule(
        "the attacker's aim",
        ("You want the defender to say the target in a line, or to guess wrong",),
        _is(Role.ATTACKER),
    ),
    Rule("the defender", ("You are the defender.",), _is(Role.DEFENDER)),
    Rule(
        "the defender's aim",
        ("You want to guess the target, and not to say it in a line",),
        _is(Role.DEFENDER),
    ),
    Rule("step by step", ("Think step by step before you speak",), COT),
    Rule("quotation", ("Lines and words stand in quotation marks",)),
    NO_INSTRUCTIONS,
    ANSWER,
    Rule("thoughts", ('under "thoughts" your considerations, step by step',), COT),
    Rule(PRIVATE.id, PRIVATE.facts, COT),
    Rule("no thoughts", ('leave "thoughts" empty', '"thoughts": ""'), option("prompt", "naive")),
    Rule("an answer with a line", ('under "line" what you say',), _is(Role.ATTACKER)),
    Rule("the form of a line", ('"line": "<your line>"',)),
    Rule(
        "an answer with either",
        (
            'under "move" what you do',
            '"move": {{"kind": "Say", "line": "<your line>"}}',
            '"move": {{"kind": "Guess", "word": "<your guess>"}}',
        ),
        _is(Role.DEFENDER),
    ),
)
