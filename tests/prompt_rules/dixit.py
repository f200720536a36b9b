"""The rules of Dixit."""

from typing import Any

from engine.games.dixit.view import GOAL, Stage
from tests.prompt_rules.rule import ANSWER, NO_INSTRUCTIONS, PRIVATE, REFUSED, Rule, option


def _at(*stages: Stage) -> Any:
    return lambda view: view.stage in stages


def _in_arena(dealing: str) -> Any:
    return lambda view: not view.options.boxed and view.options.dealing == dealing


def _swaps(view: Any) -> bool:
    return bool(view.options.phase_count == 2)


RULES = (
    Rule("seats", ("You play Dixit,", "players: p1, p2")),
    Rule("hand size", ("begins each round with a hand of {o.hand_size} card",)),
    Rule("hands are secret", ("which nobody else sees",)),
    Rule("one storyteller", ("one player is the storyteller and the others are listeners",)),
    Rule("turns", ("take turns as storyteller, in the order p1, p2",)),
    Rule("the clue", ("chooses a card of their own hand and says a clue for it",)),
    Rule("the clue is open", ("which everybody hears",)),
    Rule("decoys", ("each listener gives one card of their own hand as a decoy",)),
    Rule("decoys are sealed", ("at the same time and without seeing the others' cards",)),
    Rule("the table", ("All these cards are shuffled and shown to everybody",)),
    Rule("votes", ("Each listener votes for the card that they believe to be the storyteller's",)),
    Rule("votes are sealed", ("They vote at the same time and do not see the others' votes",)),
    Rule("not the own card", ("Nobody may vote for their own card",), option("own_card", False)),
    Rule("the own card", ("A listener may vote for their own card",), option("own_card", True)),
    Rule("the storyteller has no vote", ("the storyteller does not vote",)),
    Rule(
        "the reveal: votes are published",
        ("Then everybody is shown whose card each was and who voted for which card",),
    ),
    Rule(
        "some find it",
        ("If some listeners find", "but not all: 3 points for the storyteller, and 3 for each"),
    ),
    Rule(
        "all find it, arena",
        ("If all of them find it: nothing for the storyteller, 3 points for each listener",),
        option("boxed", False),
    ),
    Rule(
        "all find it, boxed",
        ("If all of them find it: nothing for the storyteller, 2 points for each listener",),
        option("boxed", True),
    ),
    Rule("nobody finds it", ("nobody finds it: nothing for the storyteller, 2 points for each",)),
    Rule(
        "votes for decoys",
        ("In any case a listener gets 1 point for each vote of another listener that their decoy",),
        option("decoys", "votes"),
    ),
    Rule(
        "decoys for nothing",
        ("Votes for a decoy bring its owner nothing",),
        option("decoys", "nothing"),
    ),
    Rule("30 points", (f"somebody has {GOAL} points",), option("boxed", True)),
    Rule(
        "the last round",
        ("{o.round_limit} round",),
        lambda view: view.options.round_limit is not None,
    ),
    Rule("who wins", ("the most points win, and players with equally many win together",)),
    Rule(
        "refill from a pile of one's own",
        (
            "After each round everybody draws a card from a pile of their own",
            "A card that was played does not come back",
        ),
        _in_arena("stream"),
    ),
    Rule(
        "hands that stay",
        ("After each round every card goes back to the hand that it came from",),
        lambda view: view.options.dealing in ("static", "redealt"),
    ),
    Rule(
        "refill from a common pile",
        (
            "After each round everybody draws a card from a common pile",
            "When the pile is empty, the cards that were played are shuffled",
        ),
        option("boxed", True),
    ),
    Rule("phases", ("There are two phases of {o.phase_length} round",), _swaps),
    Rule(
        "the swap",
        ("p1 gets the cards that p3 had in phase 1, and p3 those of p1; p2 gets those of p4",),
        lambda view: _swaps(view) and view.options.dealing != "redealt",
    ),
    Rule(
        "new hands",
        ("All cards are shuffled and dealt afresh before phase 2",),
        lambda view: _swaps(view) and view.options.dealing == "redealt",
    ),
    Rule(
        "the swap of piles",
        ("The piles are swapped in the same way",),
        lambda view: _swaps(view) and view.options.dealing == "stream",
    ),
    Rule("a clue's form", ("one line of plain text of 1 to {o.clue_length} characters",)),
    Rule("a clue has a word", ("with at least one word or number",)),
    Rule("no clue twice", ("No clue may be said twice", "case, accents and punctuation")),
    REFUSED,
    Rule("the storyteller", ("You are the storyteller of this round",), _at(Stage.TELL)),
    Rule(
        "the storyteller's move",
        ("Choose one of your cards, and write a clue for it",),
        _at(Stage.TELL),
    ),
    Rule(
        "a listener",
        ("You are a listener in this round",),
        _at(Stage.DECOY, Stage.VOTE),
    ),
    Rule("the decoy's move", ("Choose one of your cards as your decoy",), _at(Stage.DECOY)),
    Rule(
        "the vote's move",
        ("Vote for the card that you believe to be the storyteller's",),
        _at(Stage.VOTE),
    ),
    Rule(
        "the own decoy is left out",
        ("Your own decoy is not among those",),
        lambda view: view.stage is Stage.VOTE and not view.options.own_card,
    ),
    Rule("the aim", ("You want to have the most points at the end of the game",)),
    Rule("quotation", ("Clues stand in quotation marks",)),
    NO_INSTRUCTIONS,
    ANSWER,
    PRIVATE,
    Rule("an answer with a clue", ('"card": "<letter>", "clue": "<your clue>"',), _at(Stage.TELL)),
    Rule("an answer with a card", ('"card": "<letter>"',)),
)
