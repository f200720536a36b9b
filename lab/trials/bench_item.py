"""Run trials that ask a player which card of a DixitBench item a clue means (kind `item`).

The player chooses among all cards at once, or rates each card alone; the outcome says whether it
found the right card. `estimate_item` estimates the usage of a model in advance.
"""

import asyncio
from random import Random
from threading import Lock
from typing import Any

from engine.config.settings import Settings
from engine.errors import NoAnswer, Unreadable
from engine.games.catalog import find
from engine.games.dixit.bench_item import (
    QUESTIONS,
    SEAT,
    Choose,
    ItemTable,
    ItemView,
    Rate,
    build_prompt,
)
from engine.games.dixit.card_pictures import encode_png
from engine.llm.picture_digest import prepare_picture
from engine.player import Player, close_player
from engine.players.seat_settings import add_model_seed
from engine.players.spec import find_model, read_game_settings
from engine.prompt_estimate import estimate_prompt
from engine.usage_range import UsageRange
from images.deck_reader import open_deck
from lab.run.question_gates import GatedPlayer
from lab.run.trial import Outcome, Trial, TrialResources
from lab.trials.answer_file import AnswerFile
from lab.trials.answering_players import create_player
from lab.trials.call_usage import sum_call_usage


async def run(trial: Trial, resources: TrialResources) -> Outcome:
    """Ask, and compare the answer with the target.

    With `direct`, one answer names a card. With `entailment`, each card is rated alone, all of them
    concurrently; the best rated card is the answer, with ties broken by the item's own random
    generator, or by the order of the cards. An unreadable answer, or a program that ends instead of
    answering, is not a failure: the item counts as unparsed. Each answer is stored on disk at once.

    Raises:
        PlayerError: If the player fails: no reply, no server.
        ValueError: If the player cannot be created.
    """
    content = trial.content
    answers = AnswerFile(resources.path)
    if trial.specs[SEAT].kind == "llm" and content["shown"] == "pictures":
        await _encode_pictures(content["deck"])
    strategy, candidates = content["strategy"], list(content["candidates"])
    groups = [tuple(candidates)] if strategy == "direct" else [(card,) for card in candidates]
    named = ((strategy if strategy == "direct" else cards[0], cards) for cards in groups)
    asked = (
        _ask(trial, resources, answers, cards, name) for name, cards in named if name not in answers
    )
    for failure in await asyncio.gather(*asked, return_exceptions=True):
        if failure is not None:  # the other answers have been awaited
            raise failure
    by_name = {name: answers[name] for name in [strategy, *candidates] if name in answers}
    chosen, tied, scores = _decide(content, by_name)
    why = dict.fromkeys(one["why"] for one in by_name.values() if "why" in one)
    calls = resources.read_calls()
    figures: dict[str, Any] = {
        **{name: content[name] for name in ("bench", "item", "tier", "clue", "target")},
        **{name: content[name] for name in ("strategy", "shown")},
        "candidates": candidates,
        "position": candidates.index(content["target"]) + 1,
        "chosen": chosen,
        "chosen_position": candidates.index(chosen) + 1 if chosen else None,
        "answered": chosen is not None,
        "right": chosen == content["target"],
        "tied": tied,
        "scores": scores,
        "attempts": sum(one["attempts"] for one in by_name.values()),
        **sum_call_usage(calls),
    }
    if why:
        figures["why_unanswered"] = " ".join(why)
    return Outcome(figures, calls=calls)


async def estimate_item(trial: Trial, settings: Settings) -> UsageRange:
    """Estimate a model's usage for an item from the length of its prompts; none for a program.

    Raises:
        LineupError: If the model is not set up.
    """
    content, spec = trial.content, trial.specs[SEAT]
    if spec.kind != "llm":
        return UsageRange()
    model = find_model(spec, settings=settings)
    values = read_game_settings(spec, find("dixit"), data=settings.data)
    total = UsageRange()
    cards = tuple(content["candidates"])
    groups = [cards] if content["strategy"] == "direct" else [(card,) for card in cards]
    for some in groups:
        view = ItemView(
            content["clue"], some, content["shown"], content["deck"], content["fingerprint"]
        )
        total += estimate_prompt(model, build_prompt(view, **values), content["tries"])
    return total


async def _encode_pictures(folder: str) -> None:
    """Encode all cards before the first question, so that no question waits for a picture."""
    if folder not in _ENCODED:
        await asyncio.to_thread(_encode_once, folder)


_ENCODED: set[str] = set()
_ENCODING = Lock()


def _encode_once(folder: str) -> None:
    with _ENCODING:  # concurrent items wait for the first one
        if folder not in _ENCODED:
            for file in open_deck(folder).pictures.values():
                prepare_picture(encode_png(file))
            _ENCODED.add(folder)


async def _ask(
    trial: Trial, resources: TrialResources, answers: AnswerFile, cards: tuple[str, ...], name: str
) -> None:
    """Ask one question, and store the answer, or that it could not be read."""
    content, spec = trial.content, trial.specs[SEAT]
    question = QUESTIONS[content["strategy"]]
    view = ItemView(
        content["clue"], cards, content["shown"], content["deck"], content["fingerprint"]
    )
    seed = add_model_seed(content["seed"], spec.settings)
    if spec.kind == "random":
        answer: Any = await question.answer_by_vectors("random", seed, view)
        answers.add(name, {**answer.model_dump(), "attempts": 1})
        return
    table: Any = ItemTable(question)
    player = create_player(table, spec, resources, answers, seed)
    asked = GatedPlayer(player, spec, resources.gates) if spec.is_external else player
    try:
        answers.add(name, await _ask_until_read(table, asked, view, content["tries"]))
    finally:
        close_player(player)


async def _ask_until_read(
    table: ItemTable, player: Player[Any, Any], view: ItemView, tries: int
) -> dict[str, Any]:
    """Ask until the answer can be read; return it as stored, without its field if none could be."""
    complaint: str | None = None
    for attempt in range(1, tries + 1):
        try:
            answer: Choose | Rate = await player.decide(view, complaint)
        except Unreadable as error:
            complaint = error.private or str(error)
            continue
        except NoAnswer as error:
            return {"attempts": attempt, "why": error.reason}
        complaint = table.fault(view, answer)
        if complaint is None:
            return {**answer.model_dump(), "attempts": attempt}
    return {"attempts": tries}


def _decide(
    content: Any,  # noqa: ANN401
    answers: dict[str, Any],
) -> tuple[str | None, bool | None, list[int | None] | None]:
    """Find the chosen card, whether a tie was broken at random, and the scores.

    If the score of any card could not be read, the item is unparsed, as the card might have been
    the best.
    """
    if content["strategy"] == "direct":
        return answers["direct"].get("card"), None, None
    candidates = content["candidates"]
    scores = [answers[card].get("score") for card in candidates]
    known = [score for score in scores if score is not None]
    if len(known) < len(scores):
        return None, None, scores
    best = [card for card, score in zip(candidates, scores, strict=True) if score == max(known)]
    if content.get("ties") == "first":
        return best[0], len(best) > 1, scores
    rng = Random(f"{content['seed']}/{content['item']}/tie")
    return rng.choice(best), len(best) > 1, scores
