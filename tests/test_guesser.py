"""Whoever answers at random from the schema of the answer alone plays by the rules."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.comet.module import ModuleQuestion
from engine.comet.module_client import ReplyGame
from engine.config.settings import load_settings
from engine.games.catalog import CATALOG, find
from engine.games.dixit.bench_item import QUESTIONS, ItemTable, ItemView
from engine.games.dixit.bench_item import build_prompt as build_item_prompt
from engine.headless import play_session
from engine.learning.referee import REFEREE
from engine.llm.reply import Reply
from engine.llm.schema import STRICT_KEYWORDS, build_response_format
from engine.llm.verdict import Verdict, judge_reply
from engine.match import Match
from engine.options import parse_options
from engine.players.spec import parse_spec
from engine.prompt import Prompt
from engine.session import Session
from images.deck_reader import open_deck
from lab.papers.comet.judge import BLIND, CLAIMS, FRAME
from lab.trials.position_question import QuestionGame
from tests.guesser import Guesser, guess_answer
from tests.single_questions import list_single_questions

REFEREE_GAPS: Any = dict.fromkeys(
    (
        *("seat", "word", "other", "line", "feature", "explanation"),
        *("teammates", "opponents", "talk"),
    ),
    "",
)
GAMES: list[tuple[str, dict[str, str], dict[str, Any]]] = [
    ("decrypto", {}, {}),
    ("decrypto", {"play_on": "yes", "rounds": "12"}, {"prompt": "naive"}),
    ("dixit", {"rounds": "8"}, {}),
    ("dixit", {"rules": "boxed", "players": "6", "clue_length": "10", "rounds": "8"}, {}),
    ("taboo", {"turns": "8"}, {}),
    ("taboo", {"slip": "lose"}, {"prompt": "cot"}),
    ("undercover", {}, {}),
    ("undercover", {"players": "8", "dead_votes": "yes"}, {"beliefs": True}),
]
REPEATED = "already"
"""In the sentence about a text that was given before, which no schema can say."""
SHORT = {"undercover": {"rounds": "2"}, "taboo": {}}
STRICT_PARTS = frozenset({*STRICT_KEYWORDS, "properties", "required", "additionalProperties"})


def guess(
    game: Any, view: Any, prompt: Prompt, rng: Random
) -> tuple[Verdict[Any], str, dict[str, Any]]:
    """Answer a prompt at random; return the verdict, the answer and the schema."""
    told = build_response_format(game.moves(view), prompt.aliases, prompt.also, prompt.choices)
    schema = told["json_schema"]["schema"]
    answer = guess_answer(schema, rng)
    reply = Reply(answer, None, None, "stop", None, None)
    return judge_reply(game, view, reply, prompt), answer, schema


def list_objects(node: Any) -> Iterator[dict[str, Any]]:
    """List the parts of a schema that are schemas themselves."""
    yield node
    for part in node.get("properties", {}).values():
        yield from list_objects(part)
    for part in (*node.get("anyOf", ()), *([node["items"]] if "items" in node else ())):
        yield from list_objects(part)


def check_strict(schema: dict[str, Any]) -> None:
    """Check what OpenAI's strict mode demands: the keywords, and that every key is required."""
    for node in list_objects(schema):
        assert node.keys() <= STRICT_PARTS | {"anyOf", "items"}, node
        if node.get("type") == "object":
            assert node["required"] == list(node["properties"])
            assert node["additionalProperties"] is False
        if "enum" in node:
            assert node["enum"], "no enumeration is empty"
            assert not any(isinstance(one, list | dict) for one in node["enum"])


@pytest.mark.parametrize(("name", "options", "settings"), GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_guesses_are_legal_moves_at_the_first_try(
    name: str, options: Mapping[str, str], settings: Mapping[str, Any], seed: int
) -> None:
    definition, rng = CATALOG[name], Random(f"{name}/{seed}")
    chosen = parse_options(definition.options_type, options)
    match = Match(definition.draw(chosen, Random(f"{seed}/material")), str(seed))
    while match.awaits:
        for seat in sorted(match.awaits):
            view = match.view(seat)
            prompt = definition.build_prompt(view, **settings)
            verdict, answer, schema = guess(match.game, view, prompt, rng)
            check_strict(schema)
            while REPEATED in str(verdict):
                verdict, answer, _ = guess(match.game, view, prompt, rng)
            assert verdict.legal, f"{answer}: {verdict}"
            match.submit(seat, verdict.move)
    assert match.score is not None


def test_guesses_answer_the_questions_about_positions() -> None:
    definition, rng, answered = find("decrypto"), Random("questions"), set()
    chosen = parse_options(definition.options_type, {"play_on": "yes"})
    match = Match(definition.draw(chosen, Random("material")), "questions")
    while match.awaits:
        for question in list_single_questions(definition.list_questions()):
            looks = dict(zip(match.game.seats, map(match.view, match.seats), strict=True))
            view = question.see(looks.__getitem__) if question.see else looks[question.seat]
            if not question.arises(looks[question.seat]):
                continue
            game = QuestionGame(question, match.game)
            verdict, answer, schema = guess(game, view, question.build_prompt(view), rng)
            check_strict(schema)
            assert verdict.legal, f"{question.name}: {answer}: {verdict}"
            answered.add(question.name)
        for seat in sorted(match.awaits):
            match.submit(seat, match.view(seat).draw_move(rng))
    names = {one.name for one in list_single_questions(definition.list_questions())}
    assert answered == names


@pytest.mark.parametrize("count", [1, 6])
def test_guesses_answer_the_items_of_the_bench(count: int) -> None:
    deck, rng = open_deck(""), Random("items")
    question = QUESTIONS["entailment" if count == 1 else "direct"]
    for _ in range(20):
        cards = tuple(rng.sample(sorted(deck.cards), count))
        view = ItemView("salt", cards, "descriptions", "", deck.fingerprint)
        verdict, answer, schema = guess(ItemTable(question), view, build_item_prompt(view), rng)
        check_strict(schema)
        assert verdict.legal, f"{answer}: {verdict}"


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("undercover", ""),
        ("undercover", ",reasoning=direct"),
        ("undercover", ",reasoning=replace,sp=no"),
        ("undercover", ",met=no,bm=no"),
        ("taboo", ""),
        ("taboo", ",met=no"),
    ],
)
async def test_guesses_are_replies_of_every_module(
    game: str, settings: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    guesser = Guesser(f"{game}{settings}")
    monkeypatch.setattr("engine.llm.player.send_request", guesser)
    definition = find(game)
    seats = definition.usual_seats()
    lineup = dict.fromkeys(seats, parse_spec(f"comet:guesser{settings}", definition))
    path = tmp_path / "journal.jsonl"
    session = Session.create(
        definition,
        parse_options(definition.options_type, SHORT[game]),
        lineup,
        "moon",
        path=path,
        durable=False,
        settings=load_settings(),
    )
    await play_session(session, session.create_players())
    session.close()
    calls = path.with_suffix(".calls.jsonl").read_text("utf-8").splitlines()
    verdicts = {one["verdict"] for one in map(json.loads, calls)}
    assert {one for one in verdicts if REPEATED not in one} == {"legal"}, verdicts
    assert guesser.asked
    for request in guesser.asked:
        told: Any = request.settings["response_format"]
        check_strict(told["json_schema"]["schema"])


@pytest.mark.parametrize(
    "question",
    [
        CLAIMS.ask(FRAME, choices={"true": range(1, 4)}, word="x", claims=""),
        BLIND.ask(FRAME, statement="x"),
        REFEREE.ask(
            FRAME,
            choices={"understood": [], "guessed": ["p1", "p3"]},
            **REFEREE_GAPS,
        ),
    ],
    ids=["claims", "blind", "referee"],
)
def test_guesses_are_verdicts_of_judges(question: ModuleQuestion) -> None:
    rng, game = Random("judges"), ReplyGame("judge", ("judge",))
    for _ in range(50):
        verdict, answer, schema = guess(game, question, question.prompt, rng)
        check_strict(schema)
        assert verdict.legal, f"{answer}: {verdict}"
        for name, allowed in question.prompt.choices[question.module.reply].items():
            assert set(getattr(verdict.move, name)) <= {*allowed}
