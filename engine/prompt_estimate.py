"""Estimate what the answer to a prompt will take, before a model is called."""

from dataclasses import replace

from engine.llm.call_estimate import estimate_call
from engine.llm.model import Model
from engine.possible_prompt import Chance
from engine.prompt import Prompt
from engine.tries import MAX_TRIES
from engine.usage import Usage
from engine.usage_range import UsageRange, scale_usage

ANSWER_TOKENS = 300
"""Tokens of a typical answer: a few sentences of reasoning, and a move."""


LONG_ANSWER_TOKENS = 1_000
"""Tokens of a long answer, if the model has no `max_tokens`."""


LONG_REASONED_TOKENS = 8_000
"""Tokens of a long answer with its reasoning, if the model has a `reasoning_effort`."""


USUAL_CHARS_PER_TOKEN = 4
"""Characters per token in English prompts, by the usual rule of thumb."""


def estimate_prompt(
    model: Model, prompt: Prompt, tries: int = MAX_TRIES, chance: Chance = "always"
) -> UsageRange:
    """Estimate the usage of a prompt: at least one legal answer of typical length, as expected.

    At most all tries are needed, and the answers are as long as the model may answer, or as long
    as answers usually get, with its reasoning.

    Args:
        model: The model that is asked.
        prompt: What it is asked.
        tries: How often it is asked at most.
        chance: Whether it is asked in any case.
    """
    long = LONG_REASONED_TOKENS if model.reasoning_effort else LONG_ANSWER_TOKENS
    longest = max(ANSWER_TOKENS, model.max_tokens or long)
    legal = _estimate_answer(model, prompt, ANSWER_TOKENS)
    most = _estimate_answer(model, prompt, longest, TYPICAL_ANSWER)
    none = scale_usage(legal, 0)
    return UsageRange(
        legal if chance == "always" else none,
        scale_usage(most, tries),
        none if chance == "possibly" else legal,
    )


def _estimate_answer(model: Model, prompt: Prompt, tokens: int, extra: str = "") -> Usage:
    """Estimate the usage of an answer of this length to a prompt with something more."""
    messages = prompt.list_messages(extra, blank=True)
    brief = replace(model, max_tokens=tokens)
    return replace(estimate_call(brief, messages, 0, USUAL_CHARS_PER_TOKEN), estimated=0)


TYPICAL_ANSWER = "x" * (ANSWER_TOKENS * USUAL_CHARS_PER_TOKEN)
"""A placeholder of that length for an answer in a chat."""
