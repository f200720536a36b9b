"""Run trials in which a CoMet player reads a metaphor outside a game (kind `reading`).

The player sees what the second speaker of a game would see, and is asked what its module for
metaphors asks. `estimate_reading` estimates the usage of a model in advance.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from engine.comet.beliefs import Beliefs, add_statements
from engine.comet.module_client import create_client
from engine.comet.question_frame import create_frame
from engine.comet.settings import create_comet_settings
from engine.comet.undercover_agent import Step, plan_reasoning
from engine.config.settings import Settings
from engine.games.catalog import find
from engine.games.undercover.seat_settings import UndercoverCometSettings
from engine.games.undercover.view import View
from engine.options import parse_options
from engine.players.seat_settings import select_model_settings
from engine.players.spec import Spec, find_model, read_game_settings
from engine.prompt_estimate import estimate_prompt
from engine.usage_range import UsageRange
from lab.papers.comet.readings_section import Metaphor, show_metaphor
from lab.run.trial import Outcome, Trial, TrialResources
from lab.trials.answer_file import AnswerFile
from lab.trials.call_usage import sum_call_usage

SEAT = "reader"
NAME = "reading"


async def run(trial: Trial, resources: TrialResources) -> Outcome:
    """Ask once; a reading that no try brought is unanswered, neither right nor wrong.

    Raises:
        PlayerError: If the player fails.
        ValueError: If the player cannot be created.
    """
    content, spec = trial.content, trial.specs[SEAT]
    answers = AnswerFile(resources.path)
    if NAME not in answers:
        answers.add(NAME, await _ask(content, spec, resources))
    read, calls = answers[NAME], resources.read_calls()
    truth = "mine" if content["holds"] == "own" else "other"
    figures = {
        **{name: content[name] for name in ("metaphor", "word", "other_word", "holds")},
        **read,
        "right": None if read["fits"] is None else read["fits"] == truth,
        **sum_call_usage(calls),
    }
    return Outcome(figures, calls=calls)


async def _ask(content: Mapping[str, Any], spec: Spec, resources: TrialResources) -> dict[str, Any]:
    """Return whose word the metaphor fits, and how well; both are `None` without an answer."""
    definition = find(content["game"])
    values = {
        **read_game_settings(spec, definition, data=resources.settings.data),
        **select_model_settings(spec.settings),
    }
    client = create_client(
        resources.gates.find_model(spec),
        definition,
        (SEAT,),
        SEAT,
        values,
        resources.calls_path,
        resources.gates.notify,
        resources.budget,
    )
    client.gate = partial(resources.gates.acquire_permit, spec)
    (question, apply), view = _plan(content, values)
    reply = await client.ask_for_reply(question)
    if reply is None:
        return {"fits": None, "degree": None}
    heard = apply(add_statements(view, Beliefs()), reply).heard[0]
    return {"fits": heard.fits, "degree": heard.degree}


def _plan(content: Mapping[str, Any], values: Mapping[str, Any]) -> tuple[Step, View]:
    definition = find(content["game"])
    given = {name: str(value) for name, value in content["options"].items()}
    options = parse_options(definition.options_type, given)
    metaphor = Metaphor(content["word"], content["other_word"], content["metaphor"])
    word = metaphor.word if content["holds"] == "own" else metaphor.other
    view = show_metaphor(options, metaphor, word, said=True)
    settings = create_comet_settings(definition, values)
    assert isinstance(settings, UndercoverCometSettings)
    beliefs = add_statements(view, Beliefs())
    return plan_reasoning(view, create_frame(view), beliefs, 0, settings), view


async def estimate_reading(trial: Trial, settings: Settings) -> UsageRange:
    """Estimate the usage of one reading from its prompt.

    Raises:
        LineupError: If the model is not set up.
    """
    spec = trial.specs[SEAT]
    values = read_game_settings(spec, find(trial.content["game"]), data=settings.data)
    (question, _), _ = _plan(trial.content, values)
    return estimate_prompt(find_model(spec, settings=settings), question.prompt)
