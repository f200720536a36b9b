"""How the published code of CoMet plays, beside how Parlour does; nothing is switched yet."""

from lab.papers.protocol import Difference, Protocol

PROTOCOL = Protocol(
    differences=(
        Difference(
            "ten rounds without a decision",
            "at most ten rounds; whose win is not said",
            "a win of the civilians, before the last vote is judged",
            "",
            "a draw",
            "the game's start(), its round limit",
        ),
        Difference(
            "the own role",
            "reasoned about",
            "the true role chooses the strategy",
            "",
            "never known to the agent",
            "the strategy planner's branch on self.role",
        ),
        Difference(
            "decisions about a metaphor",
            "a decision tree over matches and mismatches",
            "yes or no, by the best weighted pair above 0.5",
            "",
            "matches against mismatches by strength; undecided if they are equal",
            "the hypothesis reasoner, step 3",
        ),
        Difference(
            "games",
            "200 pairs of words, 10 episodes each",
            "not stated; all published win rates are of 20 games",
            "",
            "as the experiment says",
            "Table 1, multiples of 0.05",
        ),
    ),
)
