"""Estimate the usage of a call before it is sent, and what the server does not report of it."""

from engine.llm.model import Model
from engine.llm.reply import Reply
from engine.prompt import Message
from engine.usage import Usage

CHARS_PER_TOKEN = 3
"""Assumed characters of a prompt per token; most languages have more."""


TOKENS_PER_PICTURE = 1_000
"""Assumed tokens of a picture."""


TOKENS_PER_ANSWER = 1_000
"""Assumed tokens of an answer, unless `max_tokens` is set or a longer answer was seen."""


def estimate_call(
    model: Model,
    messages: list[Message],
    longest_answer: int,
    chars_per_token: float = CHARS_PER_TOKEN,
) -> Usage:
    """Estimate the usage of a call, usually too high rather than too low.

    Args:
        model: The model to ask.
        messages: The messages to send.
        longest_answer: Tokens of its longest answer so far.
        chars_per_token: Assumed characters of a prompt per token.
    """
    tokens_in = 0
    for message in messages:
        content = message["content"]
        parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
        for part in parts:
            tokens_in += (
                TOKENS_PER_PICTURE
                if part["type"] == "image_url"
                else int(len(part["text"]) / chars_per_token)
            )
    tokens_out = model.max_tokens or max(TOKENS_PER_ANSWER, longest_answer)
    # Whichever of their tokens turn out to be cached or reasoning, they cost no more than this.
    apart = ((cached, thought) for cached in (0, tokens_in) for thought in (0, tokens_out))
    costs = [model.compute_cost(tokens_in, tokens_out, *one) for one in apart]
    known = [cost for cost in costs if cost is not None]
    return Usage(1, tokens_in, tokens_out, max(known, default=None), 1)


def complete_usage(model: Model, reply: Reply, estimate: Usage) -> Usage:
    """Complete the usage that a server reported with estimates.

    If an answer is longer than estimated, its length is used instead.
    """
    tokens_in, tokens_out = reply.tokens_in, reply.tokens_out
    apart = reply.tokens_cached or 0, reply.tokens_reasoning or 0
    if tokens_in is not None and tokens_out is not None:
        cost = model.compute_cost(tokens_in, tokens_out, *apart)
        return Usage(1, tokens_in, tokens_out, reply.cost if cost is None else cost)
    if tokens_in is None:
        tokens_in = estimate.tokens_in
    if tokens_out is None:
        read = len(reply.content) + len(reply.reasoning or "") + len(reply.refusal or "")
        tokens_out = max(estimate.tokens_out, read // CHARS_PER_TOKEN)
    cost = model.compute_cost(tokens_in, tokens_out, *apart) if reply.cost is None else reply.cost
    return Usage(1, tokens_in, tokens_out, cost, 1)
