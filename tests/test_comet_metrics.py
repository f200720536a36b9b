"""The metrics of CoMet on games that were written by hand, whose figures are known."""

from dataclasses import asdict, replace
from typing import Any

import pytest

from engine.comet.belief_record import BeliefRecord, Verdicts, build_claim_key
from engine.comet.metrics import Share, balance_metric, measure_seat

TRIO = {"p1": "bee", "p2": "bee", "p3": "wasp"}
FIVE = {"p1": "bee", "p2": "bee", "p3": "bee", "p4": "wasp", "p5": "wasp"}


def game(
    words: dict[str, str],
    said: str,
    decisions: list[tuple[Any, ...]],
    outcome: str = "civilians",
    verdicts: Verdicts | None = None,
) -> BeliefRecord:
    """A game by hand.

    Args:
        words: By seat; the word of most is the civilians'.
        said: Who spoke, in order, such as `p1 p2 p3`; the text of each is `line N`.
        decisions: Seat, phase, statements heard, and what else is known of a decision.
        outcome: Who won.
        verdicts: What judges say.
    """
    common = max(words.values(), key=list(words.values()).count)
    return BeliefRecord.decode(
        {
            "words": words,
            "roles": {
                seat: "civilian" if word == common else "undercover" for seat, word in words.items()
            },
            "outcome": outcome,
            "statements": [
                {"round": 1, "seat": seat, "text": f"line {number}"}
                for number, seat in enumerate(said.split())
            ],
            "decisions": [
                {"seat": seat, "round": 1, "phase": phase, "heard": heard, **known}
                for seat, phase, heard, known in decisions
            ],
            "verdicts": verdicts or Verdicts(),
        }
    )


def judged(*claims: tuple[str, str, bool]) -> dict[str, bool]:
    """Verdicts on claims about words."""
    return {build_claim_key(word, claim): true for word, claim, true in claims}


ALL_RIGHT = game(
    TRIO,
    "p1 p2 p3",
    [
        ("p1", "speak", 0, {"beliefs": {}, "role": "unknown", "guesses": []}),
        ("p2", "speak", 1, {"beliefs": {"p1": "mine"}, "role": "civilian", "guesses": []}),
        ("p3", "speak", 2, {"beliefs": {"p1": "other", "p2": "other"}, "role": "undercover"}),
        ("p1", "vote", 3, {"beliefs": {"p2": "mine", "p3": "other"}, "role": "civilian"}),
    ],
)
UNDECIDED = game(
    TRIO,
    "p2 p3",
    [("p1", "vote", 2, {"beliefs": {"p2": "undecided"}, "role": "unknown"})],
    "draw",
)
SILENT = game(TRIO, "p1 p2 p3", [("p1", "speak", 0, {}), ("p1", "vote", 3, {})], "undercover")
TWICE_HEARD = game(
    FIVE,
    "p4 p2 p4 p1",
    [
        ("p1", "speak", 3, {"beliefs": {"p4": "mine", "p2": "mine"}}),
        ("p1", "vote", 4, {"beliefs": {"p4": "other", "p2": "other"}}),
    ],
)
LEAKED = game(
    TRIO,
    "p1 p3 p1 p1",
    [
        ("p3", "speak", 1, {"guesses": ["hornet"]}),
        ("p3", "vote", 4, {"guesses": ["hive", "Bees"]}),
    ],
    "undercover",
)
LEAKED_AT_ONCE = game(
    TRIO,
    "p1 p3 p1",
    [
        ("p3", "speak", 1, {"guesses": ["bee"]}),
        ("p3", "vote", 3, {"guesses": ["bee"]}),
    ],
)
UNHEARD = game(
    TRIO,
    "p1 p3 p1",
    [("p3", "speak", 1, {"guesses": ["beehive"]}), ("p3", "vote", 3, {})],
)
TWO_RIVALS = game(
    FIVE,
    "p1 p2",
    [
        ("p4", "speak", 2, {"guesses": []}),
        ("p5", "vote", 2, {"guesses": ["the bee"]}),
        ("p3", "vote", 2, {"guesses": ["bee"]}),
    ],
)
DECEIVING = game(
    TRIO,
    "p3 p3 p1",
    [
        ("p3", "speak", 0, {"strategy": "protect"}),
        ("p3", "speak", 1, {"strategy": "deceive"}),
        ("p1", "speak", 2, {"strategy": "metaphor"}),
        ("p3", "vote", 3, {"strategy": "deceive"}),
    ],
    "undercover",
    Verdicts(statements=judged(("wasp", "line 0", True), ("wasp", "line 1", False))),
)
EXTRACTED = game(
    TRIO,
    "p2 p3 p2",
    [
        ("p1", "speak", 1, {"features": {0: ["makes honey", "flies"]}}),
        ("p1", "vote", 3, {"features": {1: ["makes honey"]}}),
    ],
    verdicts=Verdicts(
        features=judged(
            ("bee", "makes honey", True), ("bee", "flies", True), ("wasp", "makes honey", False)
        )
    ),
)
UNJUDGED = replace(EXTRACTED, verdicts=Verdicts(features=judged(("bee", "Flies!", True))))
READ = game(
    FIVE,
    "p2 p4 p5",
    [
        ("p1", "speak", 1, {"metaphors": {0: "other"}}),
        ("p1", "vote", 3, {"metaphors": {0: "mine", 1: "mine", 2: "undecided"}}),
    ],
)
BLIND = game(
    TRIO,
    "p1 p1 p1",
    [],
    verdicts=Verdicts(blind={"line 0": ("wasp", "bee"), "line 1": ()}),
)

NOBODY_SPOKE = game(
    TRIO,
    "",
    [
        ("p1", "vote", 0, {"beliefs": {"p2": "mine"}, "role": "civilian", "guesses": ["wasp"]}),
        ("p3", "vote", 0, {"features": {}, "metaphors": {}}),
    ],
    "draw",
)
OUT_EARLY = game(  # p4 goes out in round 1, and is believed in for the rest of the game
    FIVE,
    "p4 p1 p2 p1 p2",
    [
        ("p4", "vote", 3, {"beliefs": {"p1": "other", "p2": "mine"}, "role": "undercover"}),
        ("p1", "vote", 3, {"beliefs": {"p4": "other", "p2": "mine"}, "role": "unknown"}),
        ("p1", "speak", 3, {"beliefs": {"p4": "undecided"}, "role": "civilian"}),
        ("p1", "vote", 5, {"beliefs": {"p4": "other"}, "role": "undercover"}),
    ],
)
SOME_MISSING = game(  # modules were off for some moves
    TRIO,
    "p2 p3 p2",
    [
        ("p1", "speak", 1, {"role": "civilian"}),
        ("p1", "vote", 2, {"beliefs": {"p2": "mine", "p3": "mine"}}),
        ("p1", "vote", 3, {"guesses": []}),
    ],
    "draw",
    Verdicts(),
)
TIE = game(  # nobody goes out for two rounds, so all speak again; nobody wins
    {"p1": "bee", "p2": "bee", "p3": "wasp", "p4": "wasp"},
    "p1 p3 p3 p1",
    [
        ("p3", "vote", 2, {"guesses": ["ant"], "beliefs": {"p1": "other"}}),
        ("p4", "vote", 2, {"guesses": ["bees"]}),
        ("p3", "vote", 4, {"guesses": ["bee"], "beliefs": {"p1": "mine"}}),
        ("p4", "vote", 4, {"guesses": ["bee"]}),
    ],
    "draw",
)
ALWAYS_UNDECIDED = game(
    TRIO,
    "p1 p2 p3",
    [
        (seat, "vote", 3, {"beliefs": dict.fromkeys(TRIO, "undecided"), "role": "unknown"})
        for seat in TRIO
    ],
    "undercover",
)
SILENT_JUDGE = game(  # it judged one feature of two, and one statement of two
    TRIO,
    "p2 p2 p1 p1",
    [("p1", "vote", 4, {"features": {0: ["flies"], 1: ["hums", "stings"]}})],
    verdicts=Verdicts(
        features=judged(("bee", "flies", True), ("bee", "stings", False)),
        statements=judged(("bee", "line 2", False)),
        blind={"line 3": ("Honeybee", "beehive")},
    ),
)
ONE_RIVAL_ONCE = game(  # every denominator is one
    {"p1": "bee", "p2": "wasp"},
    "p1",
    [("p2", "vote", 1, {"beliefs": {"p1": "other"}, "role": "undercover", "guesses": ["bee"]})],
    "undercover",
    Verdicts(statements=judged(("bee", "line 0", True)), blind={"line 0": ("bee",)}),
)
LATER_HIT = game(  # a guess that was right before the statement is no leak of it
    TRIO,
    "p1 p2 p1",
    [
        ("p3", "speak", 0, {"guesses": ["bee"]}),
        ("p3", "vote", 1, {"guesses": []}),
        ("p3", "vote", 3, {"guesses": ["bee"]}),
    ],
)
OTTERS = game(  # words of two words, two against two; forms of both words are hits
    {"a": "sea otter", "b": "sea otter", "c": "beaver", "d": "beaver"},
    "a c b a d",
    [
        ("c", "speak", 1, {"guesses": ["otter"]}),
        ("d", "speak", 4, {"guesses": ["Sea-Otters"]}),
        ("c", "vote", 5, {"guesses": ["walrus", "the sea otter"]}),
        ("a", "vote", 5, {"guesses": ["beaver"], "beliefs": {"b": "mine", "c": "other"}}),
    ],
    "draw",
)
OF_ONESELF = game(  # beliefs about oneself and about a stranger say nothing of others
    TRIO, "p1 p2 p1", [("p1", "vote", 3, {"beliefs": {"p1": "mine", "p9": "other"}})]
)
FOUND_LATER = game(  # found at the second move; one's own statement; one after the last move
    TRIO,
    "p2 p1 p3 p2 p3",
    [
        ("p1", "speak", 1, {"features": {0: ["hums"]}}),
        ("p1", "vote", 4, {"features": {0: ["stings"], 1: ["own"], 2: ["Stings!", "big"]}}),
    ],
    verdicts=Verdicts(
        features=judged(("bee", "hums", False), ("bee", "stings", True), ("wasp", "stings", True))
    ),
)
NOTHING_FOUND = game(TRIO, "p2 p3", [("p1", "vote", 2, {"features": {}})])
FOUND_AGAIN = game(  # a rival who forgets the word and finds it again: one leak
    TRIO,
    "p1 p1 p1 p1",
    [
        ("p3", "vote", heard, {"guesses": [word]})
        for heard, word in ((1, "bee"), (2, "ant"), (3, "bee"))
    ],
)
EACH_RIVAL = game(  # what one rival knows already is new to the other
    FIVE,
    "p1 p1",
    [
        ("p4", "speak", 1, {"guesses": ["bee"]}),
        ("p5", "vote", 1, {"guesses": ["fly"]}),
        ("p4", "vote", 2, {"guesses": ["bee"]}),
        ("p5", "vote", 2, {"guesses": ["bee"]}),
    ],
)

KNOWN: list[tuple[str, BeliefRecord, str, dict[str, tuple[int, int]]]] = [
    ("otters", OTTERS, "a", {"ppc": (0, 2), "oiaa": (2, 3), "oiaa_decided": (2, 3)}),
    ("otters", OTTERS, "b", {"ppc": (0, 1), "wr": (0, 1), "draws": (1, 1)}),
    ("otters", OTTERS, "c", {"ppc": (0, 1)}),
    ("of oneself", OF_ONESELF, "p1", {"oiaa": (0, 1), "oiaa_decided": (0, 1)}),
    ("found later", FOUND_LATER, "p1", {"fer": (2, 3)}),
    ("nothing found", NOTHING_FOUND, "p1", {"fer": (0, 2), "ppc": (0, 0)}),
    ("found again", FOUND_AGAIN, "p1", {"ppc": (2, 3)}),
    ("each rival", EACH_RIVAL, "p1", {"ppc": (0, 2)}),
    ("all right", ALL_RIGHT, "p1", {"oiaa": (2, 2), "siaa": (1, 2), "wr": (1, 1), "ppc": (0, 0)}),
    ("all right", ALL_RIGHT, "p3", {"oiaa": (0, 0), "siaa": (1, 1), "wr": (0, 1), "ppc": (0, 0)}),
    ("undecided", UNDECIDED, "p1", {"oiaa": (0, 2), "oiaa_decided": (0, 2), "siaa": (0, 1)}),
    ("undecided", UNDECIDED, "p3", {"wr": (0, 1), "draws": (1, 1), "oiaa": (0, 0)}),
    ("silent", SILENT, "p1", dict.fromkeys(("oiaa", "siaa", "fer", "ppc", "iisc"), (0, 0))),
    ("silent", SILENT, "p3", {"wr": (1, 1), "draws": (0, 1)}),
    ("twice heard", TWICE_HEARD, "p1", {"oiaa": (2, 3), "oiaa_decided": (3, 3)}),
    ("leaked", LEAKED, "p1", {"ppc": (1, 3)}),
    ("leaked at once", LEAKED_AT_ONCE, "p1", {"ppc": (1, 2)}),
    ("unheard", UNHEARD, "p1", {"ppc": (1, 1)}),
    ("two rivals", TWO_RIVALS, "p1", {"ppc": (0, 1)}),
    ("two rivals", TWO_RIVALS, "p3", {"ppc": (0, 0)}),
    ("deceiving", DECEIVING, "p3", {"iisc": (1, 2), "iisc_judged": (1, 2), "wr": (1, 1)}),
    ("deceiving", DECEIVING, "p1", {"iisc": (0, 1), "iisc_judged": (0, 0)}),
    ("extracted", EXTRACTED, "p1", {"fer": (1, 3)}),
    ("unjudged", UNJUDGED, "p1", {"fer": (0, 0)}),
    ("read", READ, "p1", {"readings": (1, 3), "oiaa": (0, 0)}),
    ("blind", BLIND, "p1", {"ppc_blind": (1, 2), "ppc": (0, 0)}),
    (
        "nobody spoke",
        NOBODY_SPOKE,
        "p1",
        {"oiaa": (0, 0), "siaa": (1, 1), "ppc": (0, 0), "fer": (0, 0), "draws": (1, 1)},
    ),
    ("nobody spoke", NOBODY_SPOKE, "p3", {"fer": (0, 0), "readings": (0, 0), "iisc": (0, 0)}),
    ("out early", OUT_EARLY, "p4", {"oiaa": (1, 2), "siaa": (1, 1), "wr": (0, 1)}),
    # at p1's first vote p4 and p2, both right; at its second only p2 is new, and not believed in
    ("out early", OUT_EARLY, "p1", {"oiaa": (2, 3), "oiaa_decided": (2, 3), "siaa": (1, 3)}),
    (
        "some missing",
        SOME_MISSING,
        "p1",
        {"siaa": (1, 1), "oiaa": (1, 2), "fer": (0, 0), "iisc": (0, 0), "wr": (0, 1)},
    ),
    ("some missing", SOME_MISSING, "p2", {"ppc": (0, 0), "iisc_judged": (0, 0)}),
    # p1's first statement: p4 hits; the second: p3 hits for the first time
    ("tie", TIE, "p1", {"ppc": (0, 2), "wr": (0, 1), "draws": (1, 1)}),
    ("tie", TIE, "p3", {"oiaa": (1, 2), "ppc": (0, 0)}),
    (
        "always undecided",
        ALWAYS_UNDECIDED,
        "p2",
        {"oiaa": (0, 2), "oiaa_decided": (0, 2), "siaa": (0, 1), "siaa_decided": (0, 1)},
    ),
    (
        "silent judge",
        SILENT_JUDGE,
        "p1",
        {"fer": (0, 0), "iisc_judged": (1, 1), "ppc_blind": (1, 1)},
    ),
    ("silent judge", SILENT_JUDGE, "p2", {"iisc_judged": (0, 0), "ppc_blind": (0, 0)}),
    (
        "one rival once",
        ONE_RIVAL_ONCE,
        "p1",
        {"ppc": (0, 1), "ppc_blind": (0, 1), "iisc_judged": (0, 1), "oiaa": (0, 0)},
    ),
    ("one rival once", ONE_RIVAL_ONCE, "p2", {"oiaa": (1, 1), "ppc": (0, 0)}),
    ("later hit", LATER_HIT, "p1", {"ppc": (2, 2)}),
]


@pytest.mark.parametrize(
    ("one", "seat", "known"), [known[1:] for known in KNOWN], ids=[f"{k[0]} {k[2]}" for k in KNOWN]
)
def test_figures_of_games_by_hand(
    one: BeliefRecord, seat: str, known: dict[str, tuple[int, int]]
) -> None:
    found = measure_seat(one, seat)
    assert {name: found[name] for name in known} == {
        name: Share(*share) for name, share in known.items()
    }


def test_what_the_log_does_not_say_has_no_value() -> None:
    assert Share().value is None
    assert measure_seat(SILENT, "p1")["siaa"].value is None


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"roles": {"p1": "civilian"}}, "Not every seat has a word and a role: p2, p3"),
        ({"statements": [{"round": 1, "seat": "p7", "text": "x"}]}, "a role: p7"),
        ({"statements": []}, "p1 has heard a statement that nobody has made"),
    ],
)
def test_a_game_that_contradicts_itself_is_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        BeliefRecord.decode({**asdict(NOTHING_FOUND), **change})


@pytest.mark.parametrize(
    ("civilian", "undercover", "known"),
    [  # Table 1 against CoT, and what Figure 5 draws of it
        (0.80, 0.20, 0.4100),
        (0.23, 0.30, 0.2638),
        (0.88, 0.14, 0.3731),
        (0.85, 0.35, 0.5375),
        (0.75, 0.82, 0.7838),
        (0.16, 0.41, 0.2694),
        (0.0, 1.0, 0.25),
    ],
)
def test_a_balanced_metric_is_the_mean_less_the_population_variance(
    civilian: float, undercover: float, known: float
) -> None:
    assert balance_metric(civilian, undercover) == pytest.approx(known, abs=6e-5)
    assert balance_metric(civilian, None) is None


@pytest.mark.parametrize(
    ("one", "seat", "known"),
    [
        (ALL_RIGHT, "p3", (2, 2)),
        (TWICE_HEARD, "p1", (3, 6)),
        # heard by p1: p4 and p2; p4 and p2; p4, p2 and p2. Right: 2, 0 and 1
        (OUT_EARLY, "p1", (3, 7)),
        (TIE, "p3", (1, 3)),
        (SOME_MISSING, "p1", (1, 2)),
    ],
)
def test_statements_can_count_again_at_every_move(
    one: BeliefRecord, seat: str, known: tuple[int, int]
) -> None:
    assert measure_seat(one, seat, "move")["oiaa"] == Share(*known)


def test_more_logged_beliefs_do_not_change_how_often_a_seat_is_judged() -> None:
    def play(*, chatty: bool) -> Share:
        beliefs = {"beliefs": {"p2": "mine", "p3": "mine"}}
        speaks = beliefs if chatty else {}
        moves = [
            ("p1", "speak", 1, speaks),
            ("p1", "vote", 3, beliefs),
            ("p1", "speak", 4, speaks),
            ("p1", "vote", 6, beliefs),
        ]
        return measure_seat(game(TRIO, "p2 p1 p3 p3 p1 p2", moves), "p1")["oiaa"]

    assert play(chatty=True) == play(chatty=False) == Share(2, 4)
