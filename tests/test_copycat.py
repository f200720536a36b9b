"""A model that returns pieces of its prompt makes no move, and gives no answer to anything."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.comet.belief_inquiry import StatedBeliefs, ask_for_stated_beliefs
from engine.comet.module import ModuleQuestion
from engine.comet.module_client import ReplyGame
from engine.config.settings import load_settings
from engine.errors import PlayerError
from engine.games.catalog import CATALOG, find
from engine.games.dixit.bench_item import QUESTIONS, ItemTable, ItemView
from engine.games.dixit.bench_item import build_prompt as build_item_prompt
from engine.games.prompt_settings import STYLES
from engine.games.undercover.moves import Accuse
from engine.headless import play_session
from engine.learning.referee import REFEREE
from engine.llm.answer_errors import NoMove
from engine.llm.reply import LooseReply, Reply, parse_move
from engine.llm.request import Request
from engine.llm.schema import build_response_format
from engine.llm.verdict import judge_reply
from engine.match import Match
from engine.options import parse_options
from engine.players.spec import parse_spec
from engine.prompt import Prompt
from engine.session import Session
from images.deck_reader import open_deck
from lab.papers.comet.judge import BLIND, CLAIMS, FRAME
from lab.trials.position_question import QuestionGame
from tests.guesser import Guesser
from tests.single_questions import list_single_questions
from tests.test_guesser import GAMES, REFEREE_GAPS, SHORT, list_objects

BARE = re.compile(r"<([^<>\n]*)>")
FORM = re.compile(r"\{[^\n]*\}(?=\W*$)", re.MULTILINE)


def list_copies(prompt: Prompt) -> Iterator[str]:
    """List what a copycat may answer: forms, lines, paragraphs, brackets, and all of the prompt."""
    for part in (prompt.system, prompt.user):
        yield part
        yield from part.split("\n\n")
        yield from part.splitlines()
        for opening, closing in ("{}", "[]", "<>", '""', "()"):
            pattern = rf"\{opening}[^\n{closing}]*\{closing}" if opening != '"' else r'"[^"\n]*"'
            yield from re.findall(pattern, part)
        for form in FORM.findall(part):
            yield from list_filled(form)


def list_filled(form: str) -> Iterator[str]:
    """List a form with its placeholders as they stand, quoted, without brackets, and as dots.

    It may be written in one line, in several, or without blanks.
    """
    quoted = re.sub(r'"<([^<>"]*)>"', r"<\1>", form)
    yield form
    yield f"Sure!\n```json\n{form}\n```"
    plain = (r'"<\1>"', '"..."', '"\u2026"', r'"< \1 >"', r'"\1"', r'"(\1)"', r'"[\1]"')
    decorated = (r'"*\1*"', r'"{\1}"', r'"\1..."', r'"\1 here"', r'"insert \1"', "\"'\\1'\"")
    for text in (*plain, *decorated, write_snake, write_variable):
        filled = BARE.sub(text, quoted)
        yield filled
        yield f"Sure!\n```json\n{filled}\n```"
        try:
            value = json.loads(filled)
        except ValueError:
            continue
        yield json.dumps(value, indent=2)
        yield json.dumps(value, separators=(",", ":"))


def write_snake(found: re.Match[str]) -> str:
    return f'"{found[1].replace(" ", "_")}"'


def write_variable(found: re.Match[str]) -> str:
    return f'"${found[1].upper().replace(" ", "-")}"'


def list_schema_copies(schema: Mapping[str, Any]) -> Iterator[str]:
    """List answers that hold, for each text, what its schema says of it, and no thought."""
    for write in (write_name, write_type, write_pattern):
        yield json.dumps(fill_in(schema, write, ""))


def fill_in(schema: Mapping[str, Any], write: Callable[..., Any], name: str) -> Any:
    match schema:
        case {"enum": [first, *_]} if isinstance(first, str):
            return f'"{first}"'
        case {"anyOf": [first, *_]}:
            return fill_in(first, write, name)
        case {"type": "object", "properties": parts}:
            return {key: fill_in(part, write, key) for key, part in parts.items()}
        case {"type": "array", "items": part}:
            return [fill_in(part, write, name)] * schema.get("minItems", 1)
    return write(schema, name)


def write_name(_: Mapping[str, Any], name: str) -> str:
    return name


def write_type(schema: Mapping[str, Any], _: str) -> str:
    return str(schema.get("type", "string"))


def write_pattern(schema: Mapping[str, Any], name: str) -> str:
    return str(schema.get("pattern", name))


def find_legal_copies(game: Any, view: Any, prompt: Prompt) -> list[str]:
    """Find the pieces of a prompt that are read as a legal move."""
    replies = ((one, Reply(one, None, None, "stop", None, None)) for one in list_copies(prompt))
    judged = ((one, judge_reply(game, view, reply, prompt)) for one, reply in replies)
    return [f"{one!r} is {verdict.move!r}" for one, verdict in judged if verdict.legal]


def check_copies(game: Any, view: Any, prompt: Prompt) -> None:
    assert not find_legal_copies(game, view, prompt)
    for form in FORM.findall(prompt.system) or FORM.findall(prompt.user):
        reply = Reply(form, None, None, "stop", None, None)
        complaint = str(judge_reply(game, view, reply, prompt).complaint)
        assert "repeats what you were told" in complaint
    told = build_response_format(game.moves(view), prompt.aliases, prompt.also, prompt.choices)
    keywords = {one for part in list_objects(told["json_schema"]["schema"]) for one in part}
    assert not {"description", "title", "examples", "default"} & keywords
    loose = any(issubclass(kind, LooseReply) for kind in game.moves(view))
    if "pattern" in keywords and not loose:  # else its choices are legal, whoever makes them
        copies = list_schema_copies(told["json_schema"]["schema"])
        replies = [Reply(one, None, None, "stop", None, None) for one in copies]
        assert not [one.content for one in replies if judge_reply(game, view, one, prompt).legal]


@pytest.mark.parametrize(("name", "options", "settings"), GAMES)
@pytest.mark.parametrize("style", STYLES)
def test_no_piece_of_a_prompt_is_a_move(
    name: str, options: Mapping[str, str], settings: Mapping[str, Any], style: str
) -> None:
    definition, rng = CATALOG[name], Random(f"{name}/copy")
    chosen = parse_options(definition.options_type, options)
    match = Match(definition.draw(chosen, Random("copy/material")), "copy")
    while match.awaits:
        for seat in sorted(match.awaits):
            view = match.view(seat)
            prompt = definition.build_prompt(view, **{**settings, "prompt": style})
            if match.turn < 6:
                check_copies(match.game, view, prompt)
            match.submit(seat, view.draw_move(rng))


@pytest.mark.parametrize("wording", ["1", "2", "3", "4", "5"])
def test_no_piece_of_a_prompt_in_other_words_is_a_move(wording: str) -> None:
    definition = find("decrypto")
    chosen = parse_options(definition.options_type, {})
    match = Match(definition.draw(chosen, Random("copy/material")), "copy")
    while match.awaits and match.turn < 4:
        for seat in sorted(match.awaits):
            view = match.view(seat)
            check_copies(match.game, view, definition.build_prompt(view, wording=wording))
            match.submit(seat, view.draw_move(Random(str(seat))))


def test_no_piece_of_a_question_is_an_answer() -> None:
    definition, rng, asked = find("decrypto"), Random("questions"), set()
    chosen = parse_options(definition.options_type, {"play_on": "yes"})
    match = Match(definition.draw(chosen, Random("material")), "questions")
    while match.awaits:
        for question in list_single_questions(definition.list_questions()):
            looks = dict(zip(match.game.seats, map(match.view, match.seats), strict=True))
            view = question.see(looks.__getitem__) if question.see else looks[question.seat]
            if question.arises(looks[question.seat]):
                check_copies(QuestionGame(question, match.game), view, question.build_prompt(view))
                asked.add(question.name)
        for seat in sorted(match.awaits):
            match.submit(seat, match.view(seat).draw_move(rng))
    names = {one.name for one in list_single_questions(definition.list_questions())}
    assert asked == names


@pytest.mark.parametrize("count", [1, 6])
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("shown", ["pictures", "descriptions"])
def test_no_piece_of_an_item_is_an_answer(count: int, style: str, shown: Any) -> None:
    deck, rng = open_deck(""), Random("items")
    question = QUESTIONS["entailment" if count == 1 else "direct"]
    cards = tuple(rng.sample(sorted(deck.cards), count))
    view = ItemView("salt", cards, shown, "", deck.fingerprint)
    check_copies(ItemTable(question), view, build_item_prompt(view, style))


@pytest.mark.parametrize(
    "question",
    [
        CLAIMS.ask(FRAME, choices={"true": range(1, 4)}, word="x", claims="1. y\n2. z"),
        BLIND.ask(FRAME, statement='"It is old."'),
        REFEREE.ask(
            FRAME,
            choices={"understood": ["p2"], "guessed": ["p1", "p3"]},
            **REFEREE_GAPS,
        ),
    ],
    ids=["claims", "blind", "referee"],
)
def test_no_piece_of_a_request_to_a_judge_is_a_verdict(question: ModuleQuestion) -> None:
    check_copies(ReplyGame("judge", ("judge",)), question, question.prompt)


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("undercover", ""),
        ("undercover", ",reasoning=direct"),
        ("undercover", ",reasoning=replace,sp=no"),
        ("taboo", ""),
        ("taboo", ",met=no"),
    ],
)
async def test_no_piece_of_a_request_to_a_module_is_a_reply(
    game: str, settings: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    guesser, seen = Guesser(f"{game}{settings}"), set()
    faults: list[str] = []
    monkeypatch.setattr("engine.llm.player.send_request", guesser)

    def judge(table: Any, view: Any, reply: Reply, prompt: Prompt) -> Any:
        if isinstance(view, ModuleQuestion) and view.module.name not in seen:
            seen.add(view.module.name)
            faults.extend(find_legal_copies(table, view, prompt))
        return judge_reply(table, view, reply, prompt)

    monkeypatch.setattr("engine.llm.player.judge_reply", judge)
    definition = find(game)
    spec = parse_spec(f"comet:guesser{settings}", definition)
    session = Session.create(
        definition,
        parse_options(definition.options_type, SHORT[game]),
        dict.fromkeys(definition.usual_seats(), spec),
        "moon",
        path=tmp_path / "journal.jsonl",
        durable=False,
        settings=load_settings(),
    )
    await play_session(session, session.create_players())
    session.close()
    assert not faults
    assert len(seen) >= (1 if game == "taboo" else 4)


@pytest.mark.parametrize("game", [*CATALOG])
async def test_a_copycat_makes_no_move_of_a_whole_game(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def copy(request: Request) -> Reply:
        content = request.messages[0]["content"]
        return Reply(FORM.findall(content)[-1], None, None, "stop", 100, 20)

    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setattr("engine.llm.player.send_request", copy)
    definition = find(game)
    session = Session.create(
        definition,
        parse_options(definition.options_type, {}),
        dict.fromkeys(definition.usual_seats(), parse_spec("llm:copycat", definition)),
        "moon",
        path=tmp_path / "journal.jsonl",
        durable=False,
        settings=load_settings(),
    )
    with pytest.raises(PlayerError):
        await play_session(session, session.create_players())
    session.close()
    assert not session.totals.moves.total()


@pytest.mark.parametrize("stage", ["describe", "vote"])
def test_no_belief_is_read_from_the_form(stage: str) -> None:
    definition = find("undercover")
    match = Match(definition.draw(definition.options_type(), Random("form")), "form")
    rng = Random("form")
    while match.view(min(match.awaits)).stage.value != stage:
        for seat in sorted(match.awaits):
            match.submit(seat, match.view(seat).draw_move(rng))
    view = match.view(min(match.awaits))
    question = ask_for_stated_beliefs(view, view.draw_move(rng))
    ((form),) = FORM.findall(question.prompt.user)
    assert "other_word" in form
    for copied in (form, re.sub(r"<mine.*?>", "mine", re.sub("<civilian.*?>", "unknown", form))):
        with pytest.raises(NoMove):
            parse_move((StatedBeliefs,), copied)


@pytest.mark.parametrize("text", ["p1 | p2 | p3", '["p1", "p2"]', "p1, p2 or p3", "<p1|p3>"])
def test_all_that_may_be_chosen_is_no_choice(text: str) -> None:
    """Its last word is a name, but the model has only said which there are."""
    names = {name: name for name in ("p1", "p2", "p3")}
    with pytest.raises(NoMove):
        parse_move((Accuse,), json.dumps({"thoughts": "t", "seat": text}), {"seat": names})


@pytest.mark.parametrize("text", ["p2", "I vote for p2", "**p2**", "player P2"])
def test_one_name_is_a_choice(text: str) -> None:
    names = {name: name for name in ("p1", "p2", "p3")}
    said = json.dumps({"thoughts": "t", "seat": text})
    assert parse_move((Accuse,), said, {"seat": names}) == Accuse(seat="p2")
