"""The meaning of each column in the tables of a run."""

from collections.abc import Iterable

from engine.comet.metrics import EXTRAS, METRICS
from engine.games.catalog import find
from engine.options import list_declared_options

COMMON = {
    "trial": "The number of the trial in the run file.",
    "kind": "The kind of trial: match, replay, question or item.",
    "game": "The name of the game.",
    "deal": "The number of the deal; every line-up plays the same deals, so pairs join on it.",
    "seed": "The seed of the deal.",
    "option_*": "An option of the game. Only options that the experiment names are columns.",
    "player_*": "The name of the player in that seat.",
    "spec_*": "The SPEC of that player.",
    "setting_*": "A setting of the player in that seat, `setting_NAME_SEAT`, as its SPEC has it.",
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
    "bench": "Items: the hash of the bench: of its items, clues and similarity matrix.",
    "item": "Items: the target's card and the tier.",
    "tier": "Items: the tier of difficulty, by similarity of the distractors to the target.",
    "clue": "Items: the clue.",
    "target": "Items: the card that the clue was given for.",
    "strategy": "Items: direct, all cards at once; or entailment, a score for each card alone.",
    "shown": "Items: pictures, or descriptions in words for models that do not see.",
    "candidates": "Items: the cards in the order in which they were shown.",
    "position": "Items: the place of the target among them, counted from 1.",
    "chosen": "Items: the card that was chosen; empty if there is no readable answer (unparsed).",
    "chosen_position": "Items: the place of that card.",
    "answered": "Items: whether there is a readable answer.",
    "tied": "Items: whether the choice was by lot between equal scores; of entailment only.",
    "scores": "Items: the score of each card in the order of the candidates; of entailment only.",
    "questions": "Questions: how many were asked in the match.",
    "right": "Questions: whether the answer was right; in the table of games, how many were.",
    "calls": "Questions that were sent to models.",
    "calls_*": "The same for one seat.",
    "tokens_in": "Tokens of the prompts.",
    "tokens_out": "Tokens of the answers, reasoning included.",
    "cost": "Cost in the currency of the prices in the settings; empty if no price is known.",
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


GAMES = {
    "decrypto": {
        "rounds": "How many rounds were played.",
        "decisive_round": "The round that decided the match; with `play_on`, others follow.",
        "keywords": "The four keywords.",
        "code": "Turns: the code.",
        "hints": "Turns: the three hints, in the order of the code.",
        "decoder": "Turns: the decoder's guess.",
        "interceptor": "Turns: the interceptor's guess.",
        "miscommunications": "Turns: how many miscommunications there were so far.",
        "interceptions": "Turns: how many interceptions counted so far.",
        "events": "Turns: what happened: miscommunication, interception, both or none.",
        "predicted": "Questions: the code that the encoder expected; empty if it did not answer.",
        "guessed": "Questions: the code that was guessed then.",
        "right_digits": "Questions: how many digits of the prediction were right.",
        "expected_interception": "Questions: whether the prediction was the code itself.",
        "predicted_code": "Questions: whether the prediction was the code itself.",
        "answered": "Questions: whether there was a legal answer.",
        "confidence": "Questions: how probable the encoder thought its prediction, from 0 to 1.",
        "brier": "Questions: (confidence - right) squared.",
        "first": "Beliefs: what the interceptor took the keywords to be.",
        "recalled": "Beliefs: what it said, told the keywords, that it had thought.",
        "second": "Beliefs: what it said, told the keywords, that a second interceptor thinks.",
        "first_answered": "Beliefs: whether the first answer named any keyword.",
        "first_wrong": "Beliefs: whether the first answer was not all four keywords.",
        "first_share": "Beliefs: the share of the first answer's words that are the keyword.",
        "rc_answered": "Beliefs: whether it said what it had thought.",
        "rc_strong": "Beliefs: whether all words that it recalled are those of the first answer.",
        "rc_strong_share": "Beliefs: of the first answer's words, the share that it recalled.",
        "rc_weak": "Beliefs: whether some word that it recalled is not the keyword.",
        "rc_weak_share": "Beliefs: of the first answer's wrong words, the share recalled as wrong.",
        "fb_answered": "Beliefs: whether it said what a second interceptor thinks.",
        "fb_strong": "Beliefs: the same as rc_strong, of the second interceptor.",
        "fb_strong_share": "Beliefs: the same as rc_strong_share, of the second interceptor.",
        "fb_weak": "Beliefs: the same as rc_weak, of the second interceptor.",
        "fb_weak_share": "Beliefs: the same as rc_weak_share, of the second interceptor.",
        "agreement": "Beliefs: whether both later answers are the same.",
        "agreement_share": "Beliefs: the share of keywords for which they are.",
        "miscommunication": "Whether the decoder missed the code.",
        "interception": "Whether the interceptor hit the code.",
    },
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


BELIEFS = {
    "role": "The role of the seat.",
    "against": "The players of the other side.",
    **{f"{name}_count": f"{title}: how often." for name, title in (METRICS | EXTRAS).items()},
    **{
        f"{name}_of": f"{title}: of how many occasions; 0 where the log does not say."
        for name, title in (METRICS | EXTRAS).items()
    },
}


def explain_columns(game: str, columns: Iterable[str]) -> dict[str, str]:
    """Explain each of these columns.

    Args:
        game: The name of the game.
        columns: Column names of any table.
    """
    return {name: _explain(game, name) for name in columns}


def _explain(game: str, name: str) -> str:  # noqa: C901, PLR0911 - a return for each family of columns, the most specific first
    definition = find(game)
    events = definition.describe_turn_events()
    own = GAMES.get(game, {})
    if name in own:
        return own[name]
    if name in events:
        return events[name]
    event = name.removesuffix(f"_{definition.listed}")
    if event in events:
        return f"In how many {definition.listed}: {events[event]}"
    if name == definition.unit:
        return f"The number of the {definition.unit}, counted from 1."
    if name == definition.listed:
        return f"How many {definition.listed} were played."
    options = list_declared_options(definition.options_type)
    if name.startswith("option_") and (option := options.get(name.removeprefix("option_"))):
        return option.help
    if name in COMMON:
        return COMMON[name]
    if name in CALLS:
        return CALLS[name]
    if name in SELF_PLAY or f"{name.partition('_')[0]}_*" in SELF_PLAY:
        return SELF_PLAY.get(name) or SELF_PLAY[f"{name.partition('_')[0]}_*"]
    if name in BELIEFS:
        return BELIEFS[name]
    prefix = f"{name.partition('_')[0]}_*"
    return COMMON.get(prefix, f"As in the result of {definition.title}, see docs/commands.md.")
