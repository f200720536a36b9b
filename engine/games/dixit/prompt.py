"""Build the prompts for models that play Dixit.

A prompt has the rules, the match so far and pictures of the cards, which are named by letters.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import ascii_uppercase

from engine.count_text import format_count, spell_number
from engine.errors import PlayerError
from engine.games.dixit.card_pictures import encode_png
from engine.games.dixit.deck import open_deck_of
from engine.games.dixit.options import Options
from engine.games.dixit.view import GOAL, Round, Stage, View
from engine.games.prompt_texts import PromptTexts, load_texts
from engine.joined_text import format_scores, join_names, join_paragraphs
from engine.neutral_order import order_neutrally
from engine.prompt import Picture, Prompt
from engine.quotation import quote_text
from images.deck import DeckError

TELL_FORM = '{"thoughts": "{thoughts}", "card": "<letter>", "clue": "<your clue>"}'
CLUE_FORM = '{"thoughts": "{thoughts}", "clue": "<your clue>"}'
CARD_FORM = '{"thoughts": "{thoughts}", "card": "<letter>"}'


STEPS = ("tell", "vote", "ties", "raw_clue")
"""The settings of `engine.games.dixit.stepped_player`, which change no prompt."""


def build_prompt(view: View, **settings: str) -> Prompt:
    """Build the prompt that asks a model for a move.

    The cards to choose from have letters, and the answer names a letter. Past rounds are described
    by clues, votes and points, without pictures.

    Args:
        view: What the seat knows.
        settings: The settings of the seat for its prompts.

    Raises:
        PlayerError: If the pictures cannot be shown.
    """
    form = ("answer with a clue", TELL_FORM)
    answer = form if view.stage is Stage.TELL else ("answer with a card", CARD_FORM)
    return _build_prompt(view, view.stage.value, order_cards(view), answer, settings)


def build_card_prompt(view: View, **settings: str) -> Prompt:
    """Build the prompt that asks a storyteller for a card, whose clue comes in another call."""
    answer = ("answer with a card", CARD_FORM)
    return _build_prompt(view, "tell card", order_cards(view), answer, settings)


def build_clue_prompt(view: View, card: str, **settings: str) -> Prompt:
    """Build the prompt that asks a storyteller for the clue to a card."""
    answer = ("answer with a clue alone", CLUE_FORM)
    return _build_prompt(view, "tell clue", (card,), answer, settings)


def _build_prompt(
    view: View,
    part: str,
    cards: Sequence[str],
    answer: tuple[str, str],
    settings: Mapping[str, str],
) -> Prompt:
    """Build a prompt that shows some cards.

    Args:
        view: What the seat knows.
        part: The section with the role: the stage, or a step of it.
        cards: The cards that are shown, in their order.
        answer: The section with the form of the answer, and the form.
        settings: The settings of the seat for its prompts.
    """
    wording = {name: one for name, one in settings.items() if name not in (*STEPS, "aim")}
    texts = load_texts(__package__, wording.pop("prompt", "plain"), **wording)
    letters = dict(zip(ascii_uppercase, cards, strict=False))
    system = (
        texts.fill("rules", **_list_rules(view.options, texts)),
        _describe_role(view, texts, part, settings.get("aim", "points")),
        texts.get_advice(view.stage.value),
        texts.fill("quoted"),
        texts.ask(*answer),
    )
    try:
        deck = open_deck_of(view)
        pictures = tuple(
            Picture(f"Card {letter}", deck.get_path(card), _encode_png)
            for letter, card in letters.items()
        )
    except DeckError as error:
        raise PlayerError(str(error)) from None
    return Prompt(
        join_paragraphs(*system),
        join_paragraphs(
            *_format_history(view), *_format_request(view, part, tuple(letters), texts)
        ),
        pictures,
        {} if part == "tell clue" else {"card": letters},
        texts.fingerprint,
        choices=view.asked,
    )


def _describe_role(view: View, texts: PromptTexts, part: str, aim: str) -> str:
    stage = view.stage.value
    wanted = texts.fill("aim" if aim == "points" else f"aim some {stage}")
    if view.stage is not Stage.VOTE:
        return texts.fill(part if part == stage else f"role {part}", aim=wanted)
    left_out = "" if view.options.own_card else f" {texts.fill('left out')}"
    return texts.fill(stage, aim=wanted, left_out=left_out)


def _list_rules(options: Options, texts: PromptTexts) -> dict[str, object]:
    """List the values of the placeholders in the rules."""
    swapped = options.phase_count == 2
    phases = ""
    if swapped:
        assert options.phase_length is not None
        of = {"static": "phases", "redealt": "phases redealt", "stream": "phases with piles"}
        section = of[options.dealing]
        phases = texts.fill(section, rounds=format_count(options.phase_length, "round"))
    refill = "boxed" if options.boxed else options.dealing
    return {
        "players": spell_number(options.players),
        "names": join_names(options.seats),
        "hand": format_count(options.hand_size, "card"),
        "own": texts.fill("own card" if options.own_card else "not the own card"),
        "decoys": texts.fill(f"decoys {options.decoys}"),
        "all_right": 2 if options.boxed else 3,
        "end": _format_end(options),
        "refill": texts.fill(f"refill {refill}", time="phase" if swapped else "game"),
        "phases": phases,
        "length": options.clue_length,
        "tries": spell_number(options.tries),
        "attempts": f"{spell_number(options.tries)} {'try' if options.tries == 1 else 'tries'}",
    }


def order_cards(view: View) -> tuple[str, ...]:
    """Order the cards to choose from so that their order reveals nothing.

    A hand is in the order of drawing, with the newest card last, so it is shuffled here. Cards on
    the table are shuffled already.
    """
    if view.stage is Stage.VOTE:
        return view.choices
    return order_neutrally(view.choices, view.fingerprint, view.seat, view.number)


def _encode_png(file: Path) -> bytes:
    try:
        return encode_png(file)
    except DeckError as error:  # which names the card
        raise PlayerError("The picture of a card cannot be read.", str(error)) from None


def _format_end(options: Options) -> str:
    ways = []
    if options.boxed:
        ways.append(f"somebody has {GOAL} points")
    if (limit := options.round_limit) is not None:
        ways.append(f"{format_count(limit, 'round')} {'has' if limit == 1 else 'have'} been played")
    return " or ".join(ways)


def _format_history(view: View) -> Iterator[str]:
    assert view.seat is not None
    limit = view.options.round_limit
    of = f" of {limit}" if limit else ""
    phase = f", in phase {view.phase}" if view.options.phase_count == 2 else ""
    rounds = "\n".join(
        _format_round(view, number, done) for number, done in enumerate(view.rounds, 1)
    )
    yield f"You are {view.seats[view.seat]}. This is round {view.number}{of}{phase}."
    yield f"The rounds so far:\n{rounds}" if rounds else "No round has been played yet."
    yield f"Points so far: {format_scores(view.seats, view.scores)}."


def _format_round(view: View, number: int, done: Round) -> str:
    """Describe a past round by the owners of its cards; their pictures are not shown again."""
    seats = view.seats
    found = {
        "partial": f"found by {join_names(seats[seat] for seat in done.finders)}"
        if done.finders
        else "",
        "all right": "found by all",
        "all wrong": "found by nobody",
    }[done.outcome]
    votes = ", ".join(
        f"{name} for {seats[done.find_owner(vote)]}"
        for name, vote in zip(seats, done.votes, strict=True)
        if vote is not None
    )
    points = format_scores(seats, done.points)
    return (
        f"Round {number}: {seats[done.storyteller]} said {quote_text(done.clue)}, {found}; "
        f"votes: {votes}; points {points}."
    )


def _format_request(
    view: View, part: str, letters: tuple[str, ...], texts: PromptTexts
) -> Iterator[str]:
    named = join_names(letters)
    if view.stage is Stage.TELL:
        yield "You are the storyteller."
        if part == "tell clue":
            yield f"The card that you have chosen is card {named}, shown below."
        else:
            yield f"Your hand, in random order: the cards {named}, shown below."
        yield texts.fill(f"ask to {part}")
        return
    assert view.clue is not None
    yield f"{view.seats[view.storyteller]} is the storyteller, and says: {quote_text(view.clue)}"
    if view.stage is Stage.DECOY:
        request = texts.fill("ask for a decoy")
        yield f"Your hand, in random order: the cards {named}, shown below. {request}"
    else:
        besides = "" if view.options.own_card else ", besides your own decoy,"
        yield (
            f"On the table{besides} lie in random order the cards {named}, shown below. "
            f"{texts.fill('ask to vote')}"
        )
