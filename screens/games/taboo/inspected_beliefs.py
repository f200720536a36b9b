"""What a CoMet agent in Adversarial Taboo thought, for the inspector: a line for each turn."""

from collections.abc import Iterator

from textual.content import Content

from engine.call_log import CallLog, LoggedMove, find_deciding_call
from engine.comet.taboo_beliefs import TabooBeliefs
from engine.games.taboo.moves import Guess, Say
from engine.games.taboo.view import View
from engine.journal.replay import load_game, restore_match
from engine.quotation import quote_text
from engine.text import clean
from screens.inspector.facts import render_fact
from screens.inspector.safe_text import render_note
from screens.widgets.text_layout import BLANK

LABEL = 12
"""Cells of the labels on the left."""
MAX_TEXT = 400


def render_beliefs(call_log: CallLog, logged: LoggedMove, width: int) -> Iterator[Content]:
    """Render the thoughts and lines of each turn so far."""
    call = find_deciding_call(logged)
    try:
        beliefs = TabooBeliefs.decode(call.beliefs if call else None)
    except ValueError:
        yield from render_note("Its logged beliefs cannot be read.", width)
        return
    view: View = logged.view
    target = view.target
    if call_log.over:
        game = load_game(call_log.definition, call_log.record)
        target = restore_match(call_log.record, game).view(None).target
    if target:
        yield from render_note(f"The target was {quote_text(target)}.", width)
    yield BLANK
    yield Content.styled("Turn by turn", "bold $primary")
    said = [] if view.role is None else [quote_text(line) for line in view.talk[view.role :: 2]]
    match logged.move:
        case Say(line=line):
            said.append(quote_text(line))
        case Guess(word=word):
            said.append(f"guessed {quote_text(word)}")
    for turn in beliefs.turns:
        facts = {
            "suspects": ", ".join(turn.suspects),
            "focus": turn.focus,
            "distract": turn.distract,
            "move": said[turn.number - 1] if 0 < turn.number <= len(said) else "",
        }
        told = "; ".join(f"{name}: {text}" for name, text in facts.items() if text)
        yield from render_fact(f"turn {turn.number}", clean(told or "-", MAX_TEXT), width, LABEL)
    if not beliefs.turns:
        yield from render_note("Nothing yet.", width)
