"""Build the prompts for models that play Undercover.

A prompt has the rules and the goals of both sides, then the conversation and the request.
"""

from collections.abc import Iterator, Sequence

from engine.count_text import format_count, spell_number
from engine.forms.word_rules import WORD_FORMS
from engine.games.prompt_texts import PromptTexts, load_texts
from engine.games.undercover.moves import LONGEST_LINE
from engine.games.undercover.story import describe_elimination
from engine.games.undercover.view import ROLE_NAMES, Round, Stage, View
from engine.joined_text import join_names, join_paragraphs
from engine.neutral_order import order_neutrally
from engine.prompt import Prompt
from engine.quotation import quote_text
from engine.tries import MAX_TRIES

SAY_FORM = '{"thoughts": "{thoughts}", "line": "<your sentence>"}'
VOTE_FORM = '{"thoughts": "{thoughts}", "seat": "<NAME>"}'


def build_prompt(
    view: View,
    prompt: str = "",
    *,
    beliefs: bool = False,
    **wording: str,
) -> Prompt:
    """Build the prompt that asks a model for a move.

    Args:
        view: What the seat knows.
        prompt: The style of prompt; empty for that of the options.
        beliefs: Whether beliefs are asked for after the move, which changes nothing here.
        wording: The wording of all pieces, or of some, see `load_texts`.
    """
    texts = load_texts(__package__, prompt or view.options.prompt, **wording)
    suspects, stage = _list_suspects(view), view.stage
    form = SAY_FORM if stage is Stage.DESCRIBE else VOTE_FORM
    system = (
        texts.fill("rules", **_list_rules(view, texts)),
        texts.fill("player"),
        texts.get_advice(stage.value),
        texts.fill("quoted"),
        texts.ask(f"answer to {stage.value}", form),
    )
    return Prompt(
        join_paragraphs(*system),
        join_paragraphs(*_format_history(view), *_format_request(view, suspects, texts)),
        aliases={"seat": {name: name for name in suspects}} if suspects else {},
        prompt_hash=texts.fingerprint,
    )


def build_frame(view: View) -> Prompt:
    """Build the common beginning of prompts about a position: rules and game, without a request.

    Args:
        view: What the seat knows.
    """
    texts = load_texts(__package__, "plain")
    rules = texts.fill("rules", **_list_rules(view, texts))
    return Prompt(
        join_paragraphs(rules, texts.fill("player"), texts.fill("quoted")),
        join_paragraphs(*_format_history(view), *_format_round_so_far(view)),
        prompt_hash=texts.fingerprint,
    )


def _list_suspects(view: View) -> tuple[str, ...]:
    """List the seats that a vote may name, in an order that favours nobody."""
    names = (view.seats[seat] for seat in view.suspects)
    return order_neutrally(names, view.seat, view.number)


def _list_rules(view: View, texts: PromptTexts) -> dict[str, object]:
    """List the values of the placeholders in the rules."""
    options = view.options
    names, agents = join_names(options.names), options.undercover
    return {
        "players": options.players,
        "names": names,
        "civilians": options.players - agents,
        "agents": texts.fill("one agent")
        if agents == 1
        else texts.fill("several agents", number=agents),
        "order": texts.fill("order is drawn")
        if options.order == "random"
        else texts.fill("order is fixed", names=names),
        "votes": texts.fill("votes for all" if options.dead_votes else "votes for the living"),
        "reveal": texts.fill("role is shown" if options.reveal_role else "nothing is shown"),
        "limit": texts.fill(
            "civilians at the end" if options.limit == "civilians" else "draw at the end",
            rounds=format_count(options.rounds, "round"),
        ),
        "descriptions": _describe_descriptions(view, texts),
        "tries": spell_number(MAX_TRIES),
    }


def _describe_descriptions(view: View, texts: PromptTexts) -> str:
    """Say what a description may be."""
    if view.options.any_line:
        return texts.fill("any description", length=LONGEST_LINE)
    name_words = texts.fill("words of a name") if view.options.name_words else ""
    return texts.fill(
        "checked descriptions", length=LONGEST_LINE, forms=WORD_FORMS, name_words=name_words
    )


def _format_history(view: View) -> Iterator[str]:
    assert view.seat is not None
    assert view.word is not None
    yield f"You are {view.seats[view.seat]}. Your word is {quote_text(view.word)}."
    if not view.rounds:
        yield "No round has been finished yet."
    for number, done in enumerate(view.rounds, 1):
        yield _format_round(view, number, done)


def _format_round(view: View, number: int, done: Round) -> str:
    votes = "; ".join(
        f"{name} for {view.seats[vote]}"
        for name, vote in zip(view.seats, done.votes, strict=True)
        if vote is not None
    )
    said = (f"{view.seats[line.seat]}: {quote_text(line.text)}" for line in done.lines)
    return "\n".join(
        (f"Round {number}:", *said, f"Votes: {votes}.", describe_elimination(view, number))
    )


def _format_request(view: View, suspects: Sequence[str], texts: PromptTexts) -> Iterator[str]:
    yield from _format_round_so_far(view)
    if view.stage is Stage.DESCRIBE:
        yield texts.fill("ask to describe")
    else:
        yield texts.fill("ask to vote", suspects=join_names(suspects))


def _format_round_so_far(view: View) -> Iterator[str]:
    out = [
        f"{view.seats[seat]} ({ROLE_NAMES[role]})"
        if (role := view.roles[seat])
        else view.seats[seat]
        for seat in range(len(view.seats))
        if seat not in view.living
    ]
    still = join_names(view.seats[seat] for seat in view.living)
    gone_out = f" Out: {join_names(out)}." if out else ""
    yield f"This is round {view.number} of {view.options.rounds}. In the game: {still}.{gone_out}"
    said = "\n".join(f"{view.seats[line.seat]}: {quote_text(line.text)}" for line in view.lines)
    yield f"Said in this round so far:\n{said}" if said else "You are the first to speak."
