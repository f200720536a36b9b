"""Build the prompts for models that play Adversarial Taboo.

A prompt has the rules and the seat's role, then the conversation and the request.
"""

from engine.count_text import format_count, spell_number
from engine.forms.word_rules import LOOSE_FORMS, WORD_FORMS
from engine.games.prompt_texts import PromptTexts, load_texts
from engine.games.taboo.moves import LONGEST_LINE, LONGEST_WORD
from engine.games.taboo.view import SEATS, Role, View, find_speaker
from engine.joined_text import join_paragraphs
from engine.prompt import Prompt
from engine.quotation import quote_text
from engine.tries import MAX_TRIES

SAY_FORM = '{"thoughts": "{thoughts}", "line": "<your line>"}'
EITHER_FORM = """\
{"thoughts": "{thoughts}", "move": {"kind": "Say", "line": "<your line>"}}
{"thoughts": "{thoughts}", "move": {"kind": "Guess", "word": "<your guess>"}}"""


def build_prompt(view: View, prompt: str = "", **wording: str) -> Prompt:
    """Build the prompt that asks a model for a move.

    The system part depends only on the role, the options and the texts; the user part gives the
    talk, the turn and the request.

    Args:
        view: What the seat knows.
        prompt: The style of prompt; empty for that of the options.
        wording: The wording of all pieces, or of some, see `load_texts`.
    """
    assert view.role is not None
    role = view.role.name.lower()
    texts = load_texts(__package__, prompt or view.options.prompt, **wording)
    system = (
        texts.fill("rules", **_list_rules(view, texts)),
        texts.fill(role),
        texts.get_advice(role),
        texts.fill("quoted"),
        texts.ask(f"answer of {role}", SAY_FORM if view.role is Role.ATTACKER else EITHER_FORM),
    )
    user = (_format_target(view), _format_talk(view), _format_request(view, texts))
    return Prompt(join_paragraphs(*system), join_paragraphs(*user), prompt_hash=texts.fingerprint)


def build_frame(view: View) -> Prompt:
    """Build the common beginning of prompts about a position: rules and talk, without a request.

    Args:
        view: What the seat knows.
    """
    assert view.role is not None
    texts = load_texts(__package__, "plain")
    rules = texts.fill("rules", **_list_rules(view, texts))
    role = texts.fill(view.role.name.lower())
    return Prompt(
        join_paragraphs(rules, role, texts.fill("quoted")),
        join_paragraphs(_format_target(view), _format_talk(view), _format_turn(view)),
        prompt_hash=texts.fingerprint,
    )


def _list_rules(view: View, texts: PromptTexts) -> dict[str, str]:
    """List the values of the placeholders in the rules."""
    options = view.options
    limit = "attacker wins" if options.limit == "attacker" else "draw"
    return {
        "forms": WORD_FORMS if options.strict else LOOSE_FORMS,
        "slip": texts.fill("slip loses" if options.slip == "lose" else "slip is refused"),
        "line_length": str(LONGEST_LINE),
        "word_length": str(LONGEST_WORD),
        "tries": spell_number(MAX_TRIES),
        "limit": texts.fill(limit, turns=format_count(options.turns, "turn")),
    }


def _format_target(view: View) -> str:
    return "" if view.target is None else f"The target is {quote_text(view.target)}."


def _format_talk(view: View) -> str:
    if not view.talk:
        return "Nothing has been said yet."
    lines = (
        f"{SEATS[find_speaker(place)]}: {quote_text(line)}"
        if view.role is not find_speaker(place)
        else f"you ({SEATS[find_speaker(place)]}): {quote_text(line)}"
        for place, line in enumerate(view.talk)
    )
    return "\n".join(("The talk so far:", *lines))


def _format_request(view: View, texts: PromptTexts) -> str:
    assert view.role is not None
    request = texts.fill(f"ask {view.role.name.lower()}")
    if view.role is Role.DEFENDER and not view.left:
        end = "loses" if view.options.limit == "attacker" else "draws"
        request += f" {texts.fill(f'last line {end}')}"
    return f"{_format_turn(view)} {request}"


def _format_turn(view: View) -> str:
    left = f"{view.left} after it" if view.left else "your last"
    return f"This is your turn {view.number} of {view.options.turns}, {left}."
