"""The rules of Decrypto."""

from typing import Any

from engine.games.decrypto.moves import CODES, LONGEST_HINT
from engine.games.decrypto.roles import Role
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


RULES = (
    Rule("seats", ("You play Decrypto,", "three seats: encoder, decoder and interceptor")),
    Rule("who is with whom", ("encoder and the decoder are a team", "plays alone against them")),
    Rule(
        "the keywords",
        ("four secret keywords", "numbered 1 to 4", "stay the same all game"),
    ),
    Rule("who knows the keywords", ("Both know the four", "does not know the keywords")),
    Rule("a code", ("A code is three different digits from 1 to 4",)),
    Rule("digits stand for keywords", ("each digit stands for the keyword with that number",)),
    Rule("order matters", ("The order of the digits matters",)),
    Rule("codes are drawn", ("drawn at random", f"the {len(CODES)} codes")),
    Rule("no code twice", ("no code comes twice in a game",)),
    Rule("the code is the encoder's secret", ("the encoder alone sees the code",)),
    Rule("three hints in order", ("one for each digit, in the order of the code",)),
    Rule("hints are open", ("Everybody sees the hints",)),
    Rule(
        "both guess in secret",
        ("the decoder and the interceptor each guess", "at the same time and without seeing"),
    ),
    Rule("a guess", ("A guess is three different digits from 1 to 4",)),
    Rule("the reveal", ("the code and both guesses are shown to everybody",)),
    Rule("all learn the numbers", ("which hint belonged to which keyword number",)),
    Rule("right is wholly right", ("only if all three digits are right and in the right order",)),
    Rule("miscommunication", ("A wrong guess of the decoder is a miscommunication",)),
    Rule("interception", ("A right guess of the interceptor is an interception",)),
    Rule("both at once", ("One round can bring both",)),
    Rule("a wrong interceptor", ("A wrong guess of the interceptor changes nothing",)),
    Rule(
        "tokens, one",
        ("The interceptor wins with 1 miscommunication or 1 interception, whichever",),
        option("tokens", 1),
    ),
    Rule(
        "tokens, several",
        ("wins with {o.tokens} miscommunications or {o.tokens} interceptions, whichever",),
        lambda view: view.options.tokens > 1,
    ),
    Rule("when tokens count", ("counted after every round, the last one included",)),
    Rule(
        "the team's win", ("The encoder and the decoder win together if they survive {o.rounds}",)
    ),
    Rule(
        "interceptions of round 1",
        ("In round 1 an interception does not count",),
        option("first_round_interception", False),
    ),
    Rule(
        "playing on",
        ("All {o.rounds} rounds are played even if", "rounds after that are played for data"),
        option("play_on", True),
    ),
    Rule(
        "no hint twice",
        ("No hint may be given twice", "for whichever keyword", "case, accents and punctuation"),
        option("reuse_hints", False),
    ),
    Rule("hints again", ("A hint may be given more than once",), option("reuse_hints", True)),
    Rule("a hint's form", ("one or two words of plain text", f"at most {LONGEST_HINT} characters")),
    Rule(
        "no keyword as a hint",
        ("not be one of the four keywords or a form of one",),
        option("keyword_forms", False),
    ),
    Rule("all four are taboo", ("whichever keyword it is for",), option("keyword_forms", False)),
    Rule(
        "keywords as hints",
        ("It may be one of the four keywords or a form of one",),
        option("keyword_forms", True),
    ),
    Rule(FORMS.id, FORMS.facts, option("keyword_forms", False)),
    Rule("real words", ("A hint consists of real words, names included",)),
    Rule("meaning only", ("what a keyword means, not about its letters, its sound or its number",)),
    Rule("what nobody checks", ("These two rules are not checked",)),
    Rule(
        REFUSED.id,
        ("A move that breaks a rule is refused, and only the player who made it learns why",),
    ),
    Rule("three tries", ("a player has three tries for each move",), option("tries", 3)),
    Rule("ten tries", ("a player has ten tries for each move",), option("tries", 10)),
    Rule("the encoder", ("You are the encoder.",), _is(Role.ENCODER)),
    Rule("the encoder's move", ("Give three hints.",), _is(Role.ENCODER)),
    Rule(
        "the encoder's aim",
        ("You want the decoder to guess the code and the interceptor to miss it",),
        _is(Role.ENCODER),
    ),
    Rule("the decoder", ("You are the decoder.",), _is(Role.DECODER)),
    Rule("the decoder knows", ("Only you and the encoder know the keywords",), _is(Role.DECODER)),
    Rule("the interceptor", ("You are the interceptor.",), _is(Role.INTERCEPTOR)),
    Rule(
        "the interceptor does not know",
        ("You do not know the keywords",),
        _is(Role.INTERCEPTOR),
    ),
    Rule(
        "the guesser's move",
        ("Guess the code: one digit for each hint, in the order of the hints",),
        lambda view: view.role is not Role.ENCODER,
    ),
    Rule("quotation", ("Hints and keywords stand in quotation marks",)),
    NO_INSTRUCTIONS,
    ANSWER,
    PRIVATE,
    Rule("an answer with hints", ('"words": ["<hint for the first digit>"',), _is(Role.ENCODER)),
    Rule(
        "an answer with a guess",
        ('"code": [<number of the first hint>',),
        lambda view: view.role is not Role.ENCODER,
    ),
)
