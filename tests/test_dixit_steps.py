"""A model that is asked in several calls for a move of Dixit: card before clue, single ratings."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lab
from engine.config.settings import load_settings
from engine.dry_run import Meter, play_in_place
from engine.errors import NoLegalMove
from engine.games.dixit.moves import Decoy, Tell, Vote
from engine.games.dixit.prompt import build_prompt, order_cards
from engine.games.dixit.stepped_player import SteppedPlayer
from engine.journal.replay import load_game
from engine.llm.reply import Reply
from engine.llm.request import Request
from engine.match import Match
from engine.move_json import decode_move
from engine.options import parse_options
from engine.play import ask_until_legal
from engine.players.factory import create_player
from engine.players.spec import parse_spec
from engine.seat import Seat
from lab.experiment.file import Experiment
from lab.run.plan import plan_trials
from tests.samples.dixit import SAMPLE as DIXIT
from tests.test_lab_run import run as run_trials

GAME = DIXIT.games[0]
FIRST_CARD = "py:lab.papers.dixitworld.first_card_player:create"
type Answerer = Callable[[str, int], dict[str, Any] | str]
"""Answers a question, given how many were asked before."""


class Model:
    """A scripted model, and what it was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answer: Answerer) -> None:
        self.asked: list[str] = []
        self.pictures: list[int] = []

        async def send(request: Request) -> Reply:
            text = json.dumps(request.messages, default=str)
            number = len(self.asked)
            self.asked.append(text)
            self.pictures.append(text.count("image_url") // 2 or text.count("Picture("))
            told = answer(text, number)
            said = told if isinstance(told, str) else json.dumps(told)
            return Reply(said, None, None, "stop", 10, 10)

        monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
        monkeypatch.setattr("engine.llm.player.send_request", send)


def seat_model(seat: int, calls: Path, settings: str) -> Any:
    return create_player(
        parse_spec(f"llm:m,{settings}", DIXIT.definition),
        DIXIT.definition,
        GAME,
        Seat(seat),
        "s",
        calls=calls,
        settings=load_settings(),
    )


def play_to_votes() -> Match[Any, Any, Any]:
    match: Match[Any, Any, Any] = Match(GAME, "models")
    match.submit(Seat(0), Tell(card=match.view(Seat(0)).hand[1], clue="the weight of it"))
    for seat in (1, 2, 3):
        match.submit(Seat(seat), Decoy(card=match.view(Seat(seat)).hand[0]))
    return match


def read_calls(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


async def test_the_card_is_asked_for_before_its_clue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(_: str, number: int) -> dict[str, Any]:
        return {"thoughts": "", "card": "B"} if number == 0 else {"thoughts": "", "clue": "Home"}

    model = Model(monkeypatch, answer)
    match: Match[Any, Any, Any] = Match(GAME, "models")
    view, calls = match.view(Seat(0)), tmp_path / "g.calls.jsonl"
    player = seat_model(0, calls, "tell=card-first")
    assert isinstance(player, SteppedPlayer)
    move, tries = await ask_until_legal(GAME, player, view)
    letters = build_prompt(view).aliases["card"]
    assert (move, tries) == (Tell(card=letters["B"], clue="Home"), 1)
    card, clue = model.asked
    assert "Which card do you choose?" in card
    assert "Write a clue for it." in clue
    assert '\\"clue\\"' not in card.split("Answer with one JSON object")[1][:300]
    assert "Card A" in clue
    assert "Card B" not in clue  # one picture alone
    assert [call["step"] for call in read_calls(calls)] == ["card", "clue"]
    assert {call["verdict"] for call in read_calls(calls)} == {"legal"}
    assert (player.usage.calls, player.usage.tokens_in) == (2, 20)


async def test_after_a_refused_clue_only_the_clue_is_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [{"card": "A"}, {"clue": "?!"}, {"clue": "Home"}]
    model = Model(monkeypatch, lambda _, number: {"thoughts": "", **answers[number]})
    calls = tmp_path / "g.calls.jsonl"
    match: Match[Any, Any, Any] = Match(GAME, "models")
    player = seat_model(0, calls, "tell=card-first")
    move, tries = await ask_until_legal(GAME, player, match.view(Seat(0)))
    assert (move.clue, tries) == ("Home", 2)
    assert [call["step"] for call in read_calls(calls)] == ["card", "clue", "clue"]
    assert read_calls(calls)[1]["verdict"].startswith("illegal: ")
    assert len(model.asked) == 3


@pytest.mark.parametrize(("ties", "best"), [("lot", None), ("first", 0)])
async def test_each_candidate_is_rated_alone_and_the_best_gets_the_vote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ties: str, best: int | None
) -> None:
    model = Model(monkeypatch, lambda *_: {"thoughts": "", "score": 50})
    match, calls = play_to_votes(), tmp_path / "g.calls.jsonl"
    view = match.view(Seat(2))
    player = seat_model(2, calls, f"vote=entailment,ties={ties}")
    move, _ = await ask_until_legal(GAME, player, view)
    assert isinstance(move, Vote)
    assert move.card in view.choices
    if best is not None:
        assert move.card == view.choices[best]
    assert len(model.asked) == len(view.choices) == 3
    assert all("the weight of it" in text for text in model.asked)
    assert all("Card B" not in text for text in model.asked)
    assert {call["step"] for call in read_calls(calls)} == {"rating"}
    again = seat_model(2, tmp_path / "h.calls.jsonl", f"vote=entailment,ties={ties}")
    assert (await ask_until_legal(GAME, again, view))[0] == move  # lots follow from the seed


async def test_the_highest_rating_wins_and_only_what_could_not_be_read_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = [10, "many", 90, 95]
    model = Model(monkeypatch, lambda _, number: {"thoughts": "", "score": scores[number]})
    match, calls = play_to_votes(), tmp_path / "g.calls.jsonl"
    view = match.view(Seat(2))
    player = seat_model(2, calls, "vote=entailment")
    move, tries = await ask_until_legal(GAME, player, view)
    assert (move, tries) == (Vote(card=view.choices[1]), 2)
    assert len(model.asked) == 4


async def test_a_card_that_cannot_be_rated_is_no_vote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Model(monkeypatch, lambda *_: {"thoughts": "", "score": 101})
    player = seat_model(2, tmp_path / "g.calls.jsonl", "vote=entailment")
    with pytest.raises(NoLegalMove):
        await ask_until_legal(GAME, player, play_to_votes().view(Seat(2)))


async def test_decoys_and_plain_votes_are_one_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Model(monkeypatch, lambda *_: {"thoughts": "", "card": "A"})
    player = seat_model(2, tmp_path / "g.calls.jsonl", "tell=card-first")
    move, _ = await ask_until_legal(GAME, player, play_to_votes().view(Seat(2)))
    assert isinstance(move, Vote)
    assert len(model.asked) == 1


EXPERIMENT = """
name = "steps"
game = "dixit"
games = 1
protocol = "reference"
[options]
rounds = 2
[players]
model = "llm:m"
rates = "llm:m,vote=entailment"
[teams]
seats = [["p1", "p2"], ["p3", "p4"]]
"""


def test_the_reference_asks_in_steps_and_estimates_their_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(text: str, number: int) -> dict[str, Any]:
        told: dict[str, Any] = {"thoughts": "", "score": 50, "card": "A"}
        return {**told, "clue": f"Clue {number}"} if "Write a clue for it." in text else told

    Model(monkeypatch, answer)
    experiment = Experiment.parse(EXPERIMENT)
    assert experiment.specs == {
        "model": "llm:m,aim=some,tell=card-first,raw_clue=yes,ties=first,temperature=0.7",
        "rates": "llm:m,aim=some,tell=card-first,raw_clue=yes,vote=entailment,ties=first,"
        "temperature=0.7",
    }
    trials = {
        tuple(trial.content["players"].values()): trial
        for trial in plan_trials(experiment, data=load_settings().data)
    }
    trial = trials["model", "model", "rates", "rates"]
    meter = Meter(load_settings())
    definition = experiment.definition
    given = {name: str(one) for name, one in trial.content["options"].items()}
    options = parse_options(definition.options_type, given)
    asyncio.run(play_in_place(definition, options, trial.specs, trial.content["seed"], meter))
    # in each of two rounds a card, a clue, three decoys; and votes, of p3 and p4 by four ratings
    assert meter.usage.least.calls == 2 * (2 + 3 + 1 + 4 + 4)
    path = tmp_path / "steps.run"
    run_trials(path, EXPERIMENT)
    with lab.open_run(path) as opened:
        games = opened.games()
        row = games[(games["player_p1"] == "model") & (games["player_p3"] == "rates")].iloc[0]
    assert row["calls"] == 2 * (2 + 3 + 1 + 4 + 4)


@pytest.mark.parametrize(("said", "player"), [("", FIRST_CARD), ("no idea", "random")])
def test_an_unread_answer_is_a_random_card_or_the_first_one_if_it_is_empty(
    said: str, player: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the published code has it: at the first such answer, and for every kind of move."""
    model, path = Model(monkeypatch, lambda *_: said), tmp_path / "steps.run"
    text = EXPERIMENT.replace('rates = "llm:m,vote=entailment"\n', "")
    run_trials(path, text)
    with lab.open_run(path) as opened:
        assert opened.failures()["failure"].tolist() == []
        record = opened.record(int(opened.games()["trial"].iloc[0]))
    moves = record.moves
    assert {one.stand_in for one in moves} == {player}
    assert len(model.asked) == len(moves) == 2 * (1 + 3 + 3)
    if said:
        return
    match: Match[Any, Any, Any] = Match(load_game(DIXIT.definition, record), record.header.seed)
    for one in moves:
        seat = Seat(match.game.seats.index(one.seat))
        view = match.view(seat)
        move = decode_move(match.game.moves(view), one.move)
        assert move.card == order_cards(view)[0]
        match.submit(seat, move)
    assert [done.clue for done in match.view(None).rounds] == ["1", "2"]


def test_an_unread_clue_is_published_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the published code has it, cut to the longest clue; a repeated one is by chance."""
    long = "I would say\nsomething like " + "far " * 100

    def answer(text: str, _: int) -> dict[str, Any] | str:
        asks_for_clue = "Write a clue for it." in text
        return long if asks_for_clue else {"thoughts": "", "card": "A"}

    Model(monkeypatch, answer)
    text, path = EXPERIMENT.replace('rates = "llm:m,vote=entailment"\n', ""), tmp_path / "raw.run"
    run_trials(path, text)
    with lab.open_run(path) as opened:
        assert opened.failures()["failure"].tolist() == []
        record = opened.record(int(opened.games()["trial"].iloc[0]))
        calls = opened.calls()
    first, second = (one for one in record.moves if "Tell" in one.move)
    assert not first.stand_in
    said = first.move["Tell"]["clue"]
    assert said == f"I would say something like {'far ' * 100}"[: len(said)].strip()
    assert 190 < len(said) <= 200
    assert second.stand_in == "random"
    assert calls["verdict"].str.startswith("unreadable").sum() == 2


async def test_a_raw_clue_has_no_key_and_is_only_for_who_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-key-1234567890")
    said = "no idea"

    def answer(_: str, number: int) -> dict[str, Any] | str:
        return {"thoughts": "", "card": "A"} if number == 0 else said

    view = Match[Any, Any, Any](GAME, "models").view(Seat(0))
    Model(monkeypatch, answer)
    player = seat_model(0, tmp_path / "g.calls.jsonl", "tell=card-first,raw_clue=yes")
    assert (await ask_until_legal(GAME, player, view, 1))[0].clue == "no idea"
    Model(monkeypatch, answer)
    player = seat_model(0, tmp_path / "h.calls.jsonl", "tell=card-first")
    with pytest.raises(NoLegalMove):
        await ask_until_legal(GAME, player, view, 1)
    said = "it is sk-canary-key-1234567890"
    Model(monkeypatch, answer)
    player = seat_model(0, tmp_path / "i.calls.jsonl", "tell=card-first,raw_clue=yes")
    with pytest.raises(NoLegalMove):
        await ask_until_legal(GAME, player, view, 1)
