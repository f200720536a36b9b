"""The columns of self-play and of beliefs in the tables of a run."""

from engine.comet.metrics import EXTRAS, METRICS

SELF_PLAY = {
    "phase": "grow: the pool learns from this game; evaluate: it measures the player.",
    "size": "The size of the pool that is grown to, or measured.",
    "experiences": "How many experiences the pool had, built-in ones apart.",
    "game": "The number of the game in its phase.",
    "method": "The kind of metaphor.",
    "understood": "How many teammates took the speaker for one of them next.",
    "teammates": "How many teammates there were to do so.",
    "guessed": "How many opponents guessed the word for the first time next.",
    "opponents": "How many opponents there were to do so.",
    "success": "Whether a teammate understood and no opponent guessed.",
    "games": "How many games the pool has learned from.",
    "experiences_*": "How many experiences the pool had when it was measured at that size.",
    "metaphors_*": "How many metaphors were said in the games that measured it.",
    "successes_*": "How many of them a teammate understood and no opponent guessed.",
}


READINGS = {
    "metaphor": "Readings: the sentence.",
    "word": "Readings: the word of whoever says it.",
    "other_word": "Readings: the other word.",
    "holds": "Readings: whose word the reader has, the speaker's own, or the other.",
    "fits": "Readings: whose word it fits, says the reader; empty if no answer could be read.",
    "degree": "Readings: the weighted share of matches, where hypotheses are tested.",
}


BELIEFS = {
    "role": "The role of the seat.",
    "against": "The players of the other side.",
    "variant": "The options that vary in the experiment, unless the report pools over them.",
    "cluster": "What is one deal for the error: the deal, and the options that vary.",
    "pool": "The experiences with metaphors of a CoMet seat that uses them; empty for others.",
    "lost_answers": "How many answers of modules and inquiries could not be used.",
    "lost_items": "How many items of other answers were invalid, or named what does not exist.",
    "declined": "1 if the seat was asked after the match what it found, and gave no answer.",
    **{f"{name}_count": f"{title}: how often." for name, title in (METRICS | EXTRAS).items()},
    **{
        f"{name}_of": f"{title}: of how many occasions; 0 where the log does not say."
        for name, title in (METRICS | EXTRAS).items()
    },
}


COLUMNS = READINGS | SELF_PLAY | BELIEFS
