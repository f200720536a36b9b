"""How the published code of CoMet plays, beside how Parlour does."""

from lab.papers.protocol import Difference, Protocol
from words.game_words import read_undercover_pairs

THEMES = ("animals", "food")
EPISODES = 10


def list_pairs() -> list[str]:
    """List the pairs of the paper, each once, as values of the option `words`."""
    themed = read_undercover_pairs()
    pairs = (f"{one},{other}" for theme, one, other in themed if theme in THEMES)
    return list(dict.fromkeys(pairs))


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
        ),
        Difference(
            "the own role",
            "reasoned about",
            "the true role chooses the strategy; undercover never speaks in metaphors",
            "tell_role=yes: the planner is told the role, and offers metaphors to civilians alone",
            "never known to the agent",
            "the strategy planner's branch on self.role",
        ),
        Difference(
            "decisions about a metaphor",
            "a decision tree over matches and mismatches",
            "yes or no, by the best weighted pair above 0.5",
            "verdict=yes-no: the same, with the strength of a match as its score",
            "matches against mismatches by strength; undecided if they are equal",
            "the hypothesis reasoner, step 3",
        ),
        Difference(
            "a question about a metaphor",
            "features of the own word beside aspects of the metaphor",
            "without the word and its features, so that it cannot be answered; the meaning that is "
            "kept is the sentence itself, as another key is read than is written",
            "as `parlour`: without the word the answer would be chance",
            "with the word, its features and the theory",
            "the hypothesis reasoner, step 2",
        ),
        Difference(
            "chain of thought",
            "a prompt",
            "a call that analyses, then one that acts",
            "",
            "one call, which analyses and acts",
            "mode 0",
        ),
        Difference(
            "votes for players who are out",
            "nothing is said",
            "let through; the game breaks if such a player has the most",
            "dead_votes=yes: let through, and count for nothing",
            "refused",
            "the vote in start()",
        ),
        Difference(
            "what is said",
            "the word is not revealed directly",
            "not checked",
            "any_line=yes: any line of plain text",
            "one sentence without a form of the word, which nobody has said before",
            "speak()",
        ),
        Difference(
            "requests",
            "temperature 0.5 to 0.7, higher to generate",
            "0.6 and 1,024 tokens, whatever is set",
            "temperature=0.6, max_tokens=1024",
            "0.5 to read, 0.6 to plan, 0.8 to write; CoMet alone has these",
            "call_api",
        ),
        Difference(
            "OIAA",
            "right judgements of all statements of others",
            "not computed",
            'beliefs.oiaa = "move": at every move, all statements heard until then',
            "each statement once, at the next vote",
            "Table 3 of the paper",
        ),
        Difference(
            "FER",
            "valid features by statements of others",
            "not computed",
            'beliefs.fer = "feature": all valid features, so that it may exceed 1',
            "statements with a valid feature",
            "Table 3 of the paper",
        ),
        Difference(
            "what is learned from a metaphor",
            "how others took it",
            "keywords in strategy texts; of civilians alone, of each the last metaphor; six of the "
            "nine first scores never change, and self-play ends in an error",
            "as `parlour`: matches use a frozen pool, and the code's self-play cannot be run",
            "the beliefs that players logged next, or a judge; of all",
            "the end of a game, experience pool",
        ),
        Difference(
            "games",
            "200 pairs of words, 10 episodes each",
            "not stated; all published win rates are of 20 games",
            "games = 10 on each of the 197 different pairs, which the report pools",
            "as the experiment says",
            "Section 4.1; Table 1, multiples of 0.05",
        ),
    ),
)
