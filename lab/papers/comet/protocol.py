"""How the published code of CoMet plays, beside how Parlour does."""

from lab.papers.protocol import MODELS, Difference, Protocol
from words.game_words import read_undercover_pairs

THEMES = ("animals", "food")
EPISODES = 10
OWN_PAIRS = ("heron,stork", "squirrel,chipmunk", "walnut,hazelnut")
"""Pairs of our own: the paper's 200 have two pairs twice, and one as animals and as food."""
GAMES = ("table-1", "table-2", "figure-5")
"""The tables and figures about games of Undercover."""
READING = (*GAMES, "figure-6a", "figure-6b")
BELIEFS = ("table-1", "figure-5")


def list_pairs() -> list[str]:
    """List 200 pairs of words, as values of the option `words`: the paper's, and three of ours."""
    themed = read_undercover_pairs()
    pairs = (f"{one},{other}" for theme, one, other in themed if theme in THEMES)
    return list(dict.fromkeys((*pairs, *OWN_PAIRS)))


PROTOCOL = Protocol(
    options={
        "limit": "civilians",
        "tell_role": True,
        "dead_votes": True,
        "any_line": True,
        "words": list_pairs(),
    },
    settings={
        "verdict": "yes-no",
        "temperature": "0.6",
        "max_tokens": "1024",
    },
    top={"games": EPISODES, "beliefs": {"oiaa": "move", "fer": "feature"}},
    pooled=("words",),
    differences=(
        Difference(
            "ten rounds without a decision",
            "at most ten rounds; whose win is not said",
            "a win of the civilians, before the last vote is judged",
            "limit=civilians: theirs, whatever the last vote brings",
            "a draw",
            "the game's start(), its round limit",
            decided=("options.limit",),
            bears=GAMES,
        ),
        Difference(
            "the own role",
            "reasoned about",
            "the true role chooses the strategy; undercover never speaks in metaphors",
            "tell_role=yes: the planner is told the role, and offers metaphors to civilians alone",
            "never known to the agent",
            "the strategy planner's branch on self.role",
            decided=("options.tell_role",),
            kinds=("comet",),
            bears=GAMES,
        ),
        Difference(
            "decisions about a metaphor",
            "a decision tree over matches and mismatches",
            "yes or no, by the best weighted pair above 0.5",
            "verdict=yes-no: the same, with the strength of a match as its score",
            "matches against mismatches by strength; undecided if they are equal",
            "the hypothesis reasoner, step 3",
            decided=("settings.verdict",),
            kinds=("comet",),
            bears=READING,
        ),
        Difference(
            "a question about a metaphor",
            "features of the own word beside aspects of the metaphor",
            "without the word and its features, so that it cannot be answered; the meaning that is "
            "kept is the sentence itself, as another key is read than is written",
            "as `parlour`: without the word the answer would be chance",
            "with the word, its features and the theory",
            "the hypothesis reasoner, step 2",
            kinds=("comet",),
            bears=READING,
        ),
        Difference(
            "chain of thought",
            "a prompt",
            "a call that analyses, then one that acts",
            "",
            "one call, which analyses and acts",
            "mode 0",
            kinds=("llm",),
            bears=GAMES,
        ),
        Difference(
            "votes for players who are out",
            "nothing is said",
            "let through; the game breaks if such a player has the most",
            "dead_votes=yes: let through, and count for nothing",
            "refused",
            "the vote in start()",
            decided=("options.dead_votes",),
            bears=GAMES,
        ),
        Difference(
            "what is said",
            "the word is not revealed directly",
            "not checked",
            "any_line=yes: any line of plain text",
            "one sentence without a form of the word, which nobody has said before",
            "speak()",
            decided=("options.any_line",),
            bears=GAMES,
        ),
        Difference(
            "requests",
            "temperature 0.5 to 0.7, higher to generate",
            "0.6 and 1,024 tokens, whatever is set",
            "temperature=0.6, max_tokens=1024",
            "0.5 to read, 0.6 to plan, 0.8 to write; CoMet alone has these",
            "call_api",
            decided=("settings.temperature", "settings.max_tokens"),
            kinds=MODELS,
        ),
        Difference(
            "OIAA",
            "right judgements of all statements of others",
            "not computed",
            'beliefs.oiaa = "move": at every move, all statements heard until then',
            "each statement once, at the next vote",
            "Table 3 of the paper",
            decided=("beliefs.oiaa",),
            bears=BELIEFS,
        ),
        Difference(
            "FER",
            "valid features by statements of others",
            "not computed",
            'beliefs.fer = "feature": all valid features, so that it may exceed 1',
            "statements with a valid feature",
            "Table 3 of the paper",
            decided=("beliefs.fer",),
            bears=BELIEFS,
        ),
        Difference(
            "what is learned from a metaphor",
            "how others took it",
            "keywords in strategy texts; of civilians alone, of each the last metaphor; six of the "
            "nine first scores never change, and self-play ends in an error",
            "as `parlour`: matches use a frozen pool, and the code's self-play cannot be run",
            "the beliefs that players logged next, or a judge; of all",
            "the end of a game, experience pool",
            kinds=("comet",),
            bears=("figure-6b",),
        ),
        Difference(
            "metaphors to read",
            "of its own, not published",
            "not there",
            "",
            "40 of Parlour's own, each with the speaker's word and with the other one",
            "Figure 6 (a)",
            decided=("readings.metaphors",),
            sections=("readings",),
            bears=("figure-6a",),
        ),
        Difference(
            "games",
            "200 pairs of words, 10 episodes each",
            "not stated; all published win rates are of 20 games",
            "games = 10 on each of 200 pairs, which the report pools: 197 different ones of the "
            "paper, and three of Parlour's own",
            "as the experiment says",
            "Section 4.1; Table 1, multiples of 0.05",
            decided=("options.words", "top.games"),
            bears=GAMES,
            remains="three of the 200 pairs are Parlour's own, in place of those it has twice",
        ),
    ),
    told=("met", "fe", "bm", "sm", "sp", "reasoning", "prompt", "beliefs", "pool", "learn"),
)
TABOO = Protocol(
    differences=(
        Difference(
            "target words",
            "common words of daily life; no list",
            "not published",
            "",
            "608 target words of Parlour's own",
            "section 4.1 and appendix B",
            decided=("options.words", "options.word"),
        ),
        Difference(
            "turns",
            "a limit without a number",
            "not published",
            "",
            "5 turns each",
            "section 4.1",
            decided=("options.turns",),
        ),
        Difference(
            "a game without a guess",
            "no winner, in appendix C; lost by the defender, in section 4.1",
            "not published",
            "",
            "a draw",
            "appendix C; section 4.1",
            decided=("options.limit",),
        ),
        Difference(
            "chain of thought",
            "a prompt",
            "not published",
            "",
            "one call, which analyses and acts",
            "section 4.1",
            kinds=("llm",),
        ),
    ),
    told=("met", "prompt"),
)
PROTOCOLS = {"undercover": PROTOCOL, "taboo": TABOO}
"""By game: its protocol. That of Taboo states differences alone, as its code is not published."""
