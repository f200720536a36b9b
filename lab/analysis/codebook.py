"""The meaning of each column in the tables of a run."""

from collections.abc import Iterable

from engine.games.catalog import find
from engine.options import list_declared_options
from lab.papers.catalog import find_part
from lab.run.lineup import OPTION

COMMON = {
    "trial": "The number of the trial in the run file.",
    "kind": "The kind of trial: match, replay, question or item.",
    "trial_failed": "Calls: whether the trial failed, and so is in no other table.",
    "game": "The name of the game.",
    "deal": "The number of the deal; every line-up plays the same deals, so pairs join on it.",
    "seed": "The seed of the deal.",
    "option_*": "An option of the game. Only options that the experiment names are columns.",
    "player_*": "The name of the player in that seat.",
    "spec_*": "The SPEC of that player.",
    "setting_*": "A setting of the player in that seat, `setting_NAME_SEAT`, as its SPEC has it; "
    "the pool of experiences of a CoMet seat that uses it in any case.",
    "original_*": "Replays: the name of the player who had the seat in the recorded match.",
    "follow": "Replays: how the game went on after each turn, see `follow` of the experiment.",
    "question": "Questions: the name of the question.",
    "asked": "Questions: the name of the player who was asked.",
    "outcome": "Who won, in the game's words; empty if nobody did.",
    "reason": "Why the match ended, in the game's words.",
    "score_*": "The result of that seat.",
    "moves": "How many moves were made; in replays, by the new players.",
    "attempts": "How often players were asked for these moves, or for this answer.",
    "stand_in_moves": "Moves that a stand-in made for a player that failed.",
    "assisted_moves": "Moves that an operator asked for again, edited or made.",
    "match_not_own": "Replays and questions: how many such moves of both kinds their match has.",
    "not_own": "How many moves of the game are of stand-ins, or assisted.",
    "questions": "Questions: how many were asked in the match.",
    "right": "Questions: whether the answer was right; in the table of games, how many were.",
    "calls": "Questions that were sent to models.",
    "calls_*": "The same for one seat.",
    "tokens_in": "Tokens of the prompts.",
    "tokens_out": "Tokens of the answers, reasoning included.",
    "cost": "Cost in the currency of the prices in the settings; empty if no price is known.",
    "served": "Which models answered, in the words of their servers, with fingerprints.",
    "estimated": "How many of the calls count by estimate.",
    "seconds": "How long the trial took where it was run; after a kill, since it was continued.",
    "finished": "When the outcome was stored: UTC, ISO 8601.",
    "host": "The computer that ran it.",
    "sitting": "Which start of the run it is from, from 1; the run file has their environments.",
    "failure": "Why the trial failed.",
    "model_seed": "The model seed, if the experiment has several.",
    "context": "Questions: what a model was told: the position (view) or its chat (transcript).",
    "resolved": "Whether the game has an end; a recorded one may stop before any.",
    "source": "Recorded games: the name of the journal.",
    "unanswered": "Questions: how many had no legal answer.",
    "why_unanswered": "Questions and items: why there is no answer; empty if there is one.",
}


CALLS = {
    "seat": "The seat that was asked.",
    "player": "The name of its player.",
    "spec": "The SPEC of its player.",
    "model": "The model's name on its server.",
    "server": "Name and port of the server.",
    "move": "Which move of the seat the call was for, counted from 1.",
    "attempt": "Which answer to this prompt, counted from 1.",
    "repeat": "How often the same request had failed before.",
    "time": "When it was sent: UTC, ISO 8601.",
    "tokens_cached": "Tokens of the prompt that the server had cached; empty if it does not say.",
    "tokens_reasoning": "Tokens of the answer that are reasoning; empty if it does not say.",
    "served_model": "The model that answered, in the server's words.",
    "fingerprint": "The server's name for its model and configuration.",
    "response_id": "The server's id of the answer.",
    "finish": "Why the model stopped, in the server's word.",
    "verdict": "legal, illegal, unreadable or failed.",
    "why": "Why the answer did not count; may quote what the seat knew.",
    "prompt_hash": "The hash of the texts that the prompt was made of.",
    "question_hash": "The beginning of the SHA-256 of the messages.",
    "messages": "The messages as sent, as JSON; only on request.",
    "reply": "The raw reply; only on request.",
    "reasoning": "The model's reasoning; only on request.",
}


def explain_columns(game: str, columns: Iterable[str]) -> dict[str, str]:
    """Explain each of these columns.

    Args:
        game: The name of the game.
        columns: Column names of any table.
    """
    return {name: _explain(game, name) for name in columns}


def _explain(game: str, name: str) -> str:
    definition, plain = find(game), name.partition("_")[0]
    events, own = definition.describe_turn_events(), definition.describe_figures()
    paper = find_part(game, "codebook")
    event = name.removesuffix(f"_{definition.listed}")
    option = list_declared_options(definition.options_type).get(name.removeprefix(OPTION))
    if name in own:
        return own[name].meaning
    if name not in events and event in events:
        return f"In how many {definition.listed}: {events[event]}"
    if name.startswith(OPTION) and option:
        return option.help
    turns = {
        definition.unit: f"The number of the {definition.unit}, counted from 1.",
        definition.listed: f"How many {definition.listed} were played.",
    }
    known = {**(paper.COLUMNS if paper else {}), **CALLS, **COMMON, **turns, **events}
    unknown = f"The field of this name in the result of {definition.title}."
    return str(known.get(name) or known.get(f"{plain}_*") or unknown)
