"""What models may use: counted, told, and never passed."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.config.settings import load_settings
from engine.errors import OptionError, SetupError
from engine.game_estimate import estimate_usage
from engine.games.catalog import CATALOG
from engine.journal.reader import read_record
from engine.llm.budget import Budget, OverBudget
from engine.llm.call_estimate import TOKENS_PER_PICTURE, complete_usage, estimate_call
from engine.llm.model import Model
from engine.llm.reply import Reply
from engine.llm.server import Server
from engine.options import parse_options
from engine.players.spec import Spec
from engine.session import Session
from engine.usage import Usage
from engine.usage_text import format_usage
from screens.widgets.usage_meter import _format_usage
from tests.chat_server import Answer, ChatServer, failed, said, serving
from tui.command_line import run

pytestmark = pytest.mark.usefixtures("trusted_folder")
SERVER = Server("http://localhost:1/v1", "none", "localhost:1", 5.0)
PLAIN = Model("m", SERVER)
PRICED = Model("m", SERVER, max_tokens=100, price_in=1.0, price_out=10.0)
ASKED = [{"role": "system", "content": "x" * 300}, {"role": "user", "content": "y" * 300}]
GUESS = said('{"thoughts": "t", "code": [4, 1, 2]}')
SEATS = ["--seat", "encoder=random", "--seat", "decoder=llm:mine", "--seat", "interceptor=random"]


@pytest.fixture(autouse=True)
def chat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    """A model with prices, at a server that counts 100 tokens in and 20 out."""
    monkeypatch.chdir(tmp_path)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "SSL_CERT_FILE"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    monkeypatch.setattr("engine.llm.retry.BACKOFF", 0.001)
    server = ChatServer([GUESS])
    with serving(server) as url:
        Path("parlour.toml").write_text(
            f'[models.mine]\nbase_url = "{url}"\nprice_in = 10\nprice_out = 50\nmax_tokens = 400\n'
            f'[models.free]\nbase_url = "{url}"\n'
        )
        yield server


@pytest.mark.parametrize(
    ("text", "limit", "unit"),
    [
        ("0.50", 0.5, ""),
        ("2", 2, ""),
        ("20000tokens", 20_000, "tokens"),
        ("20,000 tokens", 20_000, "tokens"),
        ("100calls", 100, "calls"),
    ],
)
def test_a_budget_is_read(text: str, limit: float, unit: str) -> None:
    budget = Budget.parse(text)
    assert (budget.limit, budget.unit) == (limit, unit)


@pytest.mark.parametrize("text", ["", "0", "-1", "much", "1 euro", "nan", "1e3", "inf", "0x5"])
def test_what_is_no_budget_is_explained(text: str) -> None:
    with pytest.raises(OptionError, match=r"^A budget is an amount of money such as 0.50"):
        Budget.parse(text)


def test_a_call_is_reckoned_rather_too_dear_than_too_cheap() -> None:
    assert estimate_call(PLAIN, ASKED, 0) == Usage(1, 200, 1000, None, 1)
    assert estimate_call(PLAIN, ASKED, 3000).tokens_out == 3000
    told = estimate_call(PRICED, ASKED, 3000)
    assert told.tokens_out == 100
    assert told.cost == pytest.approx((200 + 1000) / 1e6)
    picture = {"type": "image_url", "image_url": {"url": "data:"}}
    seen = [{"role": "user", "content": [{"type": "text", "text": "x" * 30}, picture, picture]}]
    assert estimate_call(PLAIN, seen, 0).tokens_in == 2010


def test_calls_side_by_side_do_not_pass_it_together() -> None:
    budget = Budget.parse("2calls")
    held = [budget.reserve(estimate_call(PLAIN, ASKED, 0)) for _ in range(2)]
    with pytest.raises(OverBudget, match=r"budget of 2 calls might be passed: 2 calls used, and"):
        budget.reserve(estimate_call(PLAIN, ASKED, 0))
    budget.settle(held[0], Usage(0))  # which was not made after all
    budget.reserve(estimate_call(PLAIN, ASKED, 0))


def test_money_means_nothing_to_a_model_without_a_price() -> None:
    Budget.parse("1").check_model(PRICED)
    Budget.parse("9calls").check_model(PLAIN)
    with pytest.raises(SetupError, match="m has no price"):
        Budget.parse("1").check_model(PLAIN)


@pytest.mark.parametrize(
    ("amount", "of"),
    [("0.1", "cost"), ("6000tokens", "tokens"), ("3calls", "calls")],
)
def test_a_game_stops_before_its_budget_is_passed(
    amount: str, of: str, chat: ChatServer, capsys: pytest.CaptureFixture[str]
) -> None:
    chat.script = [said('{"code": [4, 1, 2]}', usage=(1500, 300))]
    command = ["play", "decrypto", *SEATS, "--set", "play_on=yes", "--journal", "game.jsonl"]
    assert run([*command, "--budget", amount, "--on-failure", "random"]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert f"The budget of {Budget.parse(amount)._format(Budget.parse(amount).limit)} might" in err
    assert "failed" not in err
    assert "parlour resume game.jsonl" in err
    moves = [moved for moved in read_record(Path("game.jsonl")).moves if moved.usage]
    used = sum((moved.usage for moved in moves if moved.usage), Usage())
    assert used.calls == len(chat.questions) > 0
    assert not any(moved.stand_in for moved in moves)
    spent = {"cost": used.cost, "tokens": used.tokens_in + used.tokens_out, "calls": used.calls}
    assert 0 < (spent[of] or 0) <= Budget.parse(amount).limit
    assert run(["resume", "game.jsonl", "--budget", "100calls", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["usage"]["decoder"]
    assert told["calls"] == len(chat.questions) == 8
    assert told["cost"] == pytest.approx(8 * (1500 * 10 + 300 * 50) / 1e6)


def test_a_series_has_one_budget(chat: ChatServer, capsys: pytest.CaptureFixture[str]) -> None:
    Path("kept").mkdir()
    command = ["play", "decrypto", *SEATS, "--set", "rounds=4", "--set", "play_on=yes"]
    command += ["--games", "9", "--journal", "kept", "--budget", "6calls", "--json"]
    assert run(command) == 3
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    assert "After 1 of 9 games: The budget of 6 calls might be passed" in err
    assert err.splitlines()[2] == "The budget of 6 calls may not be enough."
    assert len(chat.questions) == 6


def test_a_series_says_beforehand_what_it_may_cost(
    chat: ChatServer, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("kept").mkdir()
    command = ["play", "decrypto", *SEATS, "--set", "rounds=4", "--set", "play_on=yes"]
    assert run([*command, "--games", "3", "--journal", "kept", "--json"]) == 0
    out, err = capsys.readouterr()
    found = re.match(
        r"Expected: about 12 calls, ([\d,]+) tokens in, 3,600 out, cost (0\.\d{4})\.\n"
        r"Range, from the shortest games with legal answers of 300 tokens to the longest games "
        r"with every try: 12 to 36 calls, ([\d,]+) to [\d,]+ tokens in, 3,600 to 14,400 out, "
        r"cost (0\.\d{4}) to \d\.\d{4}\.\n",
        err,
    )
    assert found
    assert (found[1], found[2]) == (found[3], found[4])  # all rounds are played
    tokens, cost = int(found[1].replace(",", "")), float(found[2])
    asked = sum(len(m["content"]) for q in chat.questions for m in q["messages"])
    assert tokens == pytest.approx(asked / 4, rel=0.1)
    assert cost == pytest.approx((tokens * 10 + 3600 * 50) / 1e6, abs=1e-4)
    used = [json.loads(line)["usage"]["decoder"]["calls"] for line in out.splitlines()]
    assert sum(used) == 12


def test_a_series_says_after_three_games_what_all_will_use(
    chat: ChatServer, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("kept").mkdir()
    chat.script = [said("nonsense"), GUESS] * 40  # each move needs two tries
    command = ["play", "decrypto", *SEATS, "--set", "rounds=4", "--set", "play_on=yes"]
    command += ["--games", "5", "--journal", "kept", "--budget", "36calls", "--json"]
    assert run(command) == 3
    lines = capsys.readouterr().err.splitlines()
    told = [one for one in lines if one.startswith(("Expected", "The budget"))]
    assert told[0].startswith("Expected: about 20 calls")
    assert told[1].startswith("Expected for all games, by the first 3: 40 calls, ")
    assert told[2] == "The budget of 36 calls will not be enough."
    assert len(chat.questions) == 36


async def test_an_estimate_counts_pictures_without_making_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    definition = CATALOG["dixit"]
    lineup = {"p1": Spec("llm", "mine"), **dict.fromkeys(("p2", "p3", "p4"), Spec("random"))}
    options = parse_options(definition.options_type, {"rounds": "4"})
    match = Session.create(definition, options, lineup, "s", settings=load_settings()).match
    prompt = definition.build_prompt(match.view(match.seats[0]))
    full, blank = ([prompt.build_user_message(blank=without)] for without in (False, True))
    assert estimate_call(PRICED, blank, 0) == estimate_call(PRICED, full, 0)
    assert estimate_call(PRICED, blank, 0).tokens_in > TOKENS_PER_PICTURE * len(prompt.pictures) > 0

    def made(_: Path) -> bytes:
        raise AssertionError("nobody is shown it")

    monkeypatch.setattr("engine.games.dixit.prompt.encode_png", made)
    used = await estimate_usage(definition, options, lineup, "s", settings=load_settings())
    assert used is not None
    assert (used.least.calls, used.least.tokens_out) == (7, 2100)
    assert used.least.tokens_in > 7 * 3 * TOKENS_PER_PICTURE


def test_a_failed_call_counts_and_no_price_is_told(
    chat: ChatServer, capsys: pytest.CaptureFixture[str]
) -> None:
    chat.script = [failed(503), GUESS]
    command = ["play", "decrypto", *SEATS, "--set", "rounds=4", "--set", "play_on=yes"]
    free = [word.replace("llm:mine", "llm:free") for word in command]
    assert run([*free, "--journal", "game.jsonl", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["usage"]["decoder"]
    assert told == {"calls": 5, "tokens_in": 400, "tokens_out": 80, "cost": None, "estimated": 0}


def test_a_budget_that_cannot_be_kept_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    free = [word.replace("llm:mine", "llm:free") for word in SEATS]
    for seats, budget, sentence in (
        (free, "0.5", "free has no price"),
        (SEATS, "lots", "A budget is an amount of money"),
    ):
        assert run(["play", "decrypto", *seats, "--budget", budget, "--journal", "g.jsonl"]) == 2
        assert sentence in capsys.readouterr().err
        assert not Path("g.jsonl").exists()


def _without_usage(content: str) -> Answer:
    data = json.loads(said(content).body)
    del data["usage"]
    return Answer(json.dumps(data).encode())


UNTOLD = {
    "no usage": _without_usage('{"code": [4, 1, 2]}'),
    "time-out": Answer(b"", hang=True),
    "broken off": Answer(b'{"choices": [', cut=True),
    "error without status": Answer(b'{"error": {"message": "upstream broke"}}'),
    "no completion": Answer(b"{}"),
}
"""Answers of a server that does not say what they used."""


@pytest.mark.parametrize("name", UNTOLD)
def test_what_was_held_back_counts_until_better_is_known(
    name: str,
    chat: ChatServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("engine.llm.retry.TRIES", 1)
    settings = Path("parlour.toml").read_text()
    if name == "time-out":
        short = settings.replace("[models.free]", "timeout = 1\n[models.free]")
        Path("parlour.toml").write_text(short)
    chat.script = [UNTOLD[name], GUESS]
    command = ["play", "decrypto", *SEATS, "--set", "rounds=4", "--set", "play_on=yes"]
    code = run([*command, "--journal", "g.jsonl", "--json"])
    if name != "no usage":
        assert code == 3
        Path("parlour.toml").write_text(settings)
        assert run(["resume", "g.jsonl", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["usage"]["decoder"]
    calls = len(chat.questions)
    tokens = estimate_call(PRICED, chat.questions[0]["messages"], 0).tokens_in
    assert (told["calls"], told["estimated"]) == (calls, 1)
    assert told["tokens_in"] == tokens + 100 * (calls - 1)
    assert told["tokens_out"] == 400 + 20 * (calls - 1)
    assert told["cost"] == pytest.approx((told["tokens_in"] * 10 + told["tokens_out"] * 50) / 1e6)
    assert Path("g.jsonl").read_text().count('"estimated": 1}') == 1
    assert run(["show", "g.jsonl"]) == 0
    assert f"{calls} calls, " in (out := capsys.readouterr().out)
    assert ", 1 call by estimate" in out


def test_a_refusal_uses_nothing(chat: ChatServer, capsys: pytest.CaptureFixture[str]) -> None:
    chat.script = [failed(429), failed(503), GUESS]
    command = ["play", "decrypto", *SEATS, "--set", "rounds=4", "--set", "play_on=yes"]
    assert run([*command, "--journal", "g.jsonl", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["usage"]["decoder"]
    assert told == {
        "calls": 6,
        "tokens_in": 400,
        "tokens_out": 80,
        "cost": pytest.approx(0.008),
        "estimated": 0,
    }


@pytest.mark.parametrize("amount", ["6000tokens", "0.1"])
def test_a_budget_holds_at_a_server_that_tells_no_usage(
    amount: str, chat: ChatServer, capsys: pytest.CaptureFixture[str]
) -> None:
    chat.script = [_without_usage('{"code": [4, 1, 2]}')]
    command = ["play", "decrypto", *SEATS, "--set", "play_on=yes", "--journal", "game.jsonl"]
    assert run([*command, "--budget", amount]) == 3
    assert "might be passed" in capsys.readouterr().err
    assert 1 <= len(chat.questions) < 8


def test_what_is_estimated_is_counted_once() -> None:
    budget = Budget.parse("9000tokens")
    expected = estimate_call(PLAIN, ASKED, 0)
    reserved = budget.reserve(expected)
    budget.settle(reserved, expected)
    assert budget.covers(Usage(1, 7_800, 0))
    assert not budget.covers(Usage(1, 7_801, 0))
    assert str(budget) == "about 1,200 of 9,000 tokens"
    for content, tokens_out in (("x" * 30, 1_000), ("x" * 9_000, 3_000)):
        reply = Reply(content, None, None, "stop", None, None)
        assert complete_usage(PLAIN, reply, expected) == Usage(1, 200, tokens_out, None, 1)
    known = Reply("x", None, None, "stop", 7, None)
    assert complete_usage(PRICED, known, expected).tokens_in == 7
    assert complete_usage(PRICED, Reply("", None, None, None, 7, 8), expected) == Usage(
        1, 7, 8, 87 / 1e6
    )


def test_an_estimate_is_marked_where_people_read_it() -> None:
    used = Usage(3, 1_400, 1_200, 0.5, 2)
    assert format_usage([used]) == (
        "3 calls, 1,400 tokens in, 1,200 out, cost 0.5000, 2 calls by estimate"
    )
    assert _format_usage(used) == "3 calls, ~1,400 in, ~1,200 out, ~0.5000"


def test_cached_and_reasoning_tokens_have_their_prices() -> None:
    model = replace(PRICED, price_in=2.0, price_out=8.0, price_cached=0.5, price_reasoning=10.0)
    expected = estimate_call(model, ASKED, 0)
    assert expected.cost == pytest.approx((expected.tokens_in * 2 + expected.tokens_out * 10) / 1e6)
    reply = Reply("x", None, None, "stop", 100, 50, None, 40, 30)
    used = complete_usage(model, reply, expected)
    assert used.cost == pytest.approx((60 * 2 + 40 * 0.5 + 20 * 8 + 30 * 10) / 1e6)
    boasting = replace(reply, tokens_cached=10**8, tokens_reasoning=10**8)
    assert complete_usage(model, boasting, expected).cost == pytest.approx(550 / 1e6)
    plain = replace(model, price_cached=None, price_reasoning=None)
    assert complete_usage(plain, reply, expected).cost == pytest.approx(600 / 1e6)
