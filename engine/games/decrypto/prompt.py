"""Build the prompts for models that play Decrypto.

A prompt has the rules and the seat's role, then the match so far and the request.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

from engine.count_text import format_count, spell_number
from engine.forms.word_rules import WORD_FORMS
from engine.games.decrypto.moves import LONGEST_HINT
from engine.games.decrypto.roles import TEAMS, Role, find_team, list_team
from engine.games.decrypto.story import describe_standing, format_code
from engine.games.decrypto.view import Outcome, Round, View
from engine.games.prompt_sections import Section, parse_sections
from engine.games.prompt_texts import PromptTexts, load_texts, load_variant
from engine.joined_text import join_names, join_paragraphs
from engine.prompt import Prompt
from engine.quotation import quote_text

HINT_FORM = (
    '{"thoughts": "{thoughts}", "words": ["<hint for the first digit>", '
    '"<hint for the second digit>", "<hint for the third digit>"]}'
)
WORDS_FORM = (
    '{"thoughts": "{thoughts}", "keywords": ["<keyword 1>", "<keyword 2>", "<keyword 3>", '
    '"<keyword 4>"]}'
)
GUESS_FORM = (
    '{"thoughts": "{thoughts}", "code": [<number of the first hint>, '
    "<number of the second hint>, <number of the third hint>]}"
)


MARKED_HINT_FORM = (
    'ANSWER: {"words": ["<hint for the first digit>", "<hint for the second digit>", '
    '"<hint for the third digit>"]}'
)
MARKED_GUESS_FORM = (
    'ANSWER: {"code": [<number of the first hint>, <number of the second hint>, '
    "<number of the third hint>]}"
)
MARKED_WORDS_FORM = (
    'ANSWER: {"keywords": ["<keyword 1>", "<keyword 2>", "<keyword 3>", "<keyword 4>"]}'
)
MARKED = """\
First think aloud, in a few sentences. Then end with one line: the word ANSWER, a colon, and an \
object in JSON with {what}. Other players see neither your thoughts nor this line.
{form}"""


class Answer(NamedTuple):
    """The forms of an answer, and what is in it."""

    section: str
    form: str
    marked: str
    what: str


HINTS = Answer(
    "answer with hints",
    HINT_FORM,
    MARKED_HINT_FORM,
    'the three hints under "words", in the order of the code',
)
GUESS = Answer(
    "answer with a guess",
    GUESS_FORM,
    MARKED_GUESS_FORM,
    'the guess under "code": three different whole numbers from 1 to 4, in the order of the hints',
)
WORDS = Answer(
    "answer with keywords",
    WORDS_FORM,
    MARKED_WORDS_FORM,
    'your four words under "keywords", in the order of their numbers',
)


def build_prompt(
    view: View,
    prompt: str = "plain",
    *,
    example: bool = False,
    layout: str = "both",
    form: str = "object",
    **wording: str,
) -> Prompt:
    """Build the prompt that asks a model for a move.

    The system part depends only on the role, the options and the texts; the user part gives the
    whole history, the current round and the request.

    Args:
        view: What the seat knows.
        prompt: The style of prompt.
        example: Whether to show a worked example of a round.
        layout: How past rounds are laid out: `both`, `rounds` or `numbers`.
        form: The form of the answer: `object` or `marked`.
        wording: The wording of all pieces, or of some, see `load_texts`.
    """
    assert view.role is not None
    role, texts = view.role.name.lower(), load_texts(__package__, prompt, **wording)
    answer = WORDS if view.tied else HINTS if view.role is Role.ENCODER else GUESS
    if variant := "teams" if view.team else "swap" if view.options.swap_roles else "":
        texts = load_variant(__package__, variant, texts)
    system = (
        texts.fill("rules", **_list_rules(view, texts)),
        _format_seat(view, texts) if variant else "",
        texts.fill("name", team=view.team) if view.tied else texts.fill(role),
        "" if view.tied else texts.get_advice(role),
        load_example()[role].text if example and not view.tied else "",
        texts.fill("quoted"),
        _format_answer(texts, form, answer),
    )
    user = (
        _format_keywords(view),
        _format_history(view) if layout != "numbers" or not view.rounds else "",
        _format_hints_by_number(view) if layout != "rounds" else "",
        _format_standing(view),
        _format_request(view, texts),
    )
    digest = texts.fingerprint
    if example or (layout, form) != ("both", "object"):
        told = f"{digest} {load_example()[role].text if example else ''} {layout} {form}"
        digest = sha256(told.encode()).hexdigest()[: len(digest)]
    return Prompt(join_paragraphs(*system), join_paragraphs(*user), prompt_hash=digest)


@cache
def load_example() -> Mapping[str, Section]:
    """Load the worked example of a round, by role."""
    file = files(__package__).joinpath("prompts", "example.txt")
    return parse_sections(file.read_text(encoding="utf-8"), file.name)


def _format_answer(texts: PromptTexts, form: str, answer: Answer) -> str:
    if form == "marked":
        return MARKED.replace("{what}", answer.what).replace("{form}", answer.marked)
    return texts.ask(answer.section, answer.form)


def _format_seat(view: View, texts: PromptTexts) -> str:
    """Tell a seat whose role changes its name, and its team."""
    assert view.seat is not None
    team = find_team(view.options, view.seat)
    return texts.fill("role", seat=view.seats[view.seat], team=team)


def _list_rules(view: View, texts: PromptTexts) -> dict[str, str]:
    """List the values of the placeholders in the rules."""
    options, names = view.options, view.seats
    return {
        "players": str(options.players),
        **{team: join_names(names[seat] for seat in list_team(options, team)) for team in TEAMS},
        "misses": format_count(options.tokens, "miscommunication"),
        "hits": format_count(options.tokens, "interception"),
        "rounds": format_count(options.rounds, "round"),
        "first_round": "" if options.first_round_interception else texts.fill("first round"),
        "play_on": texts.fill("play on", count=options.rounds) if options.play_on else "",
        "repeats": texts.fill("repeats" if options.reuse_hints else "no repeats"),
        "length": str(LONGEST_HINT),
        "named": texts.fill("named")
        if options.keyword_forms
        else texts.fill("not named", forms=WORD_FORMS),
        "tries": spell_number(options.tries),
    }


def _format_keywords(view: View) -> str:
    if view.keywords is None:
        return "The keywords are hidden from you."
    lines = (f"{number}: {quote_text(word)}" for number, word in enumerate(view.keywords, 1))
    return "\n".join(("The keywords:", *lines))


def _format_history(view: View) -> str:
    if not view.rounds:
        return "No round has been played yet."
    counts = view.options.first_round_interception
    rounds = (
        _format_round(number, done, counts=counts or number > 1)
        for number, done in enumerate(view.rounds, 1)
    )
    whose = f" of {view.team}'s code" if view.team else ""
    return "\n".join((f"The rounds{whose} so far:", *rounds))


@lru_cache(maxsize=4096)
def _format_round(number: int, done: Round, *, counts: bool) -> str:
    hints = ", ".join(map(quote_text, done.hints))
    decoded = "wrong, a miscommunication" if done.miscommunication else "right"
    told = (
        f"Round {number}: hints {hints}; code {format_code(done.code)}; "
        f"decoder guessed {format_code(done.decoder)} ({decoded})"
    )
    if done.interceptor is None:
        return f"{told}."
    hit = "right, an interception" if done.interception else "wrong"
    if done.interception and not counts:
        hit = "right, which does not count in round 1"
    return f"{told}; interceptor guessed {format_code(done.interceptor)} ({hit})."


def _format_hints_by_number(view: View) -> str:
    if not view.rounds:
        return ""
    lines = (
        f"{number}: {', '.join(map(quote_text, view.list_hints(number))) or 'none'}"
        for number in range(1, 5)
    )
    used = ", ".join(format_code(done.code) for done in view.rounds)
    return "\n".join(
        ("Past hints by keyword number, oldest first:", *lines, f"Codes used so far: {used}.")
    )


def _format_standing(view: View) -> str:
    rest = view.options.rounds - view.number
    left = f"{format_count(rest, 'round')} to come after it" if rest else "the last one"
    tokens = view.options.tokens
    if view.tied:
        last = f"Round {view.number} of {view.options.rounds} was the last one"
        return f"{last}, and the teams are equal. {describe_standing(view)}"
    if view.team:
        return (
            f"This is round {view.number} of {view.options.rounds}, {view.team}'s half; {left}. "
            f"{describe_standing(view)} {tokens} of either decide."
        )
    lines = [
        f"This is round {view.number} of {view.options.rounds}, {left}.",
        f"Miscommunications: {view.miscommunications} of {tokens}. "
        f"Interceptions: {view.interceptions} of {tokens}.",
    ]
    if view.outcome is not None:
        lines.append(_format_outcome(view.outcome))
    else:
        if view.miscommunications == tokens - 1:
            lines.append("One more miscommunication wins the game for the interceptor.")
        counts = view.number > 1 or view.options.first_round_interception
        if counts and view.interceptions == tokens - 1:
            lines.append("One more interception wins the game for the interceptor.")
        if not counts:
            lines.append("An interception does not count in this round.")
    return "\n".join(lines)


def _format_outcome(outcome: Outcome) -> str:
    winner = "The team has" if outcome.winner == "team" else "The interceptor has"
    return f"{winner} won in round {outcome.round} ({outcome.reason}); the rest is played for data."


def _format_request(view: View, texts: PromptTexts) -> str:
    if view.tied:
        return texts.fill("ask for keywords", team=view.team)
    if view.hints is None:
        assert view.code is not None
        assert view.keywords is not None
        first, second, third = (
            f"{digit} {quote_text(view.keywords[digit - 1])}" for digit in view.code
        )
        code = format_code(view.code)
        return texts.fill("ask for hints", code=code, first=first, second=second, third=third)
    return texts.fill("ask for a guess", hints=", ".join(map(quote_text, view.hints)))
