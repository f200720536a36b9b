"""The rules of Undercover."""

from dataclasses import replace
from typing import Any

from engine.games.undercover.moves import LONGEST_LINE
from engine.games.undercover.view import Stage
from tests.prompt_rules.rule import (
    ANSWER,
    FORMS,
    NO_INSTRUCTIONS,
    PRIVATE,
    REFUSED,
    Rule,
    option,
)


def _at(stage: Stage) -> Any:
    return lambda view: view.stage is stage


COT = option("prompt", "cot")
CHECKED = option("any_line", False)

RULES = (
    Rule("seats", ("You play Undercover,", "for {o.players} players: p1, p2")),
    Rule("civilians", ("of them are civilians and have the same word",)),
    Rule(
        "one undercover",
        ("One is undercover and has another word, which is similar",),
        option("undercover", 1),
    ),
    Rule(
        "several undercover",
        ("{o.undercover} are undercover and share another word, which is similar",),
        lambda view: view.options.undercover > 1,
    ),
    Rule("roles are drawn", ("Who is undercover", "which of the two words", "was drawn at random")),
    Rule("what is known", ("Everybody knows only their own word", "nobody is told their role")),
    Rule("who describes", ("all players who are still in the game describe their word",)),
    Rule("one after the other", ("one after the other, after hearing everyone before them",)),
    Rule("a new order", ("The order is drawn anew each round",), option("order", "random")),
    Rule("a fixed order", ("The order is always p1, p2",), option("order", "fixed")),
    Rule("votes are sealed", ("they vote at the same time", "Nobody sees a vote before all have")),
    Rule("votes are published", ("Then everybody is shown who voted for whom",)),
    Rule("whom to vote for", ("each for one other player",)),
    Rule(
        "only the living",
        ("each for one other player who is still in the game",),
        option("dead_votes", False),
    ),
    Rule(
        "votes for the dead",
        ("who may be out already; a vote for a player who is out counts for nothing",),
        option("dead_votes", True),
    ),
    Rule("who goes out", ("The player with the most votes goes out",)),
    Rule("a tie", ("if several have the most votes, nobody does",)),
    Rule(
        "roles stay hidden",
        ("neither word nor role is shown until the game is over",),
        option("reveal_role", False),
    ),
    Rule(
        "roles are shown",
        ("Of a player who goes out the role is shown, but not the word",),
        option("reveal_role", True),
    ),
    Rule(
        "who is out", ("Who is out speaks and votes no more", "wins or loses with their own side")
    ),
    Rule("civilians win", ("The civilians win as soon as nobody undercover is left in the game",)),
    Rule("undercover wins", ("Undercover wins as soon as only one civilian is left",)),
    Rule(
        "a draw",
        ("If neither has won after {o.rounds} round", "it is a draw"),
        option("limit", "draw"),
    ),
    Rule(
        "a limit that civilians win",
        ("at most {o.rounds} round", "after the last one the civilians win, whatever its vote"),
        option("limit", "civilians"),
    ),
    Rule("one sentence", ("A description is one sentence of plain text",), CHECKED),
    Rule(
        "any description",
        (
            "A description is a line of plain text",
            "Nobody checks whether it contains the speaker's own word, is one sentence, or",
        ),
        option("any_line", True),
    ),
    Rule("its length", (f"at most {LONGEST_LINE} characters with at least one word",)),
    Rule("not the own word", ("may not contain the speaker's own word or a form of it",), CHECKED),
    Rule("the other is free", ("the other word may be said, unless it is such a form",), CHECKED),
    replace(FORMS, when=CHECKED),
    Rule(
        "the words of a name",
        ("one of them may be said, but not all in their order",),
        lambda view: view.options.name_words and not view.options.any_line,
    ),
    Rule(
        "no repetition",
        ("may not repeat one that anybody gave before in this game", "case, accents and punctu"),
        CHECKED,
    ),
    REFUSED,
    Rule("a civilian's aim", ("As a civilian, you want all who are undercover to go out",)),
    Rule(
        "an undercover player's aim",
        (
            "If you are undercover, you want to stay in the game, with the others who are",
            "only one",
        ),
    ),
    Rule("the own role is unknown", ("You are not told which of the two you are",)),
    Rule("step by step", ("Think step by step before you answer",), COT),
    Rule("quotation", ("Words and descriptions stand in quotation marks",)),
    NO_INSTRUCTIONS,
    ANSWER,
    Rule("thoughts", ('under "thoughts" your considerations, step by step',), COT),
    Rule(PRIVATE.id, PRIVATE.facts, COT),
    Rule("no thoughts", ('leave "thoughts" empty', '"thoughts": ""'), option("prompt", "naive")),
    Rule(
        "an answer with a description",
        ('under "line" your description', '"line": "<your sentence>"'),
        _at(Stage.DESCRIBE),
    ),
    Rule(
        "an answer with a vote",
        ('under "seat" the name of the player you vote for', '"seat": "<NAME>"'),
        _at(Stage.VOTE),
    ),
)
