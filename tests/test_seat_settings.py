"""Settings of seats: what a SPEC sets after commas."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.games.catalog import CATALOG
from engine.journal.reader import read_record
from engine.options import parse_options
from engine.play import play
from engine.players.factory import create_player
from engine.players.seat_settings import list_settings
from engine.players.spec import LineupError, Spec, find_model, move_options_to_seats, parse_spec
from engine.seat import Seat
from engine.session import Session
from screens.setup.last_setup import load_last_setup
from tui.command_line import run

DECRYPTO = CATALOG["decrypto"]
SEATS = DECRYPTO.usual_seats()


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("word2vec,k=128", Spec("word2vec", "", (("k", "128"),))),
        ("vectors:news, k = 064", Spec("vectors", "news", (("k", "64"),))),
        (
            "llm:org/gpt:free,max_tokens=900,temperature=0.70",
            Spec("llm", "org/gpt:free", (("temperature", "0.7"), ("max_tokens", "900"))),
        ),
        ("llm:m,temperature=server", Spec("llm", "m", (("temperature", "server"),))),
        ("llm:m,reasoning_effort=low", Spec("llm", "m", (("reasoning_effort", "low"),))),
        ("exec:./bot.py --names a,b=c", Spec("exec", "./bot.py --names a,b=c")),
        ("human:Ada, Countess", Spec("human", "Ada, Countess")),
        ("script:a,k=2.jsonl", Spec("script", "a,k=2.jsonl")),
        ("py:bots:make,k=1", Spec("py", "bots:make,k=1")),
    ],
)
def test_a_spec_takes_settings_after_commas(text: str, spec: Spec) -> None:
    assert parse_spec(text) == spec
    assert parse_spec(str(spec)) == spec


def test_a_choice_that_only_one_setting_has_needs_no_name() -> None:
    assert str(parse_spec("pragmatic,cautious")) == "pragmatic,caution=cautious"
    assert str(parse_spec("pragmatic,bold,strength=4")) == str(
        parse_spec("pragmatic,strength=4,caution=bold")
    )
    with pytest.raises(LineupError, match="caution is set twice"):
        parse_spec("pragmatic,bold,caution=cautious")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("word2vec,kk=3", r"There is no setting of 'word2vec' 'kk'\. Did you mean 'k'\?"),
        ("llm:m,temprature=1", "Did you mean 'temperature'"),
        ("word2vec,k=0", "k must be a whole number from 1 to 4096, not 0"),
        ("llm:m,temperature=3", "temperature must be a number from 0 to 2 or server, not 3"),
        ("llm:m,temperature=nan", "temperature must be a number from 0 to 2 or server"),
        ("llm:m,reasoning_effort=LOW!", "reasoning_effort must be a word in small letters"),
        (
            "llm:m,structured=xml",
            "structured must be one of auto, schema, json, tools, text, not 'xml'",
        ),
        ("llm:m,temperature=1,temperature=1", "temperature is set twice"),
        ("word2vec,128", "takes a setting such as k=16, not '128'"),
        ("word2vec,", "takes a setting such as k=16, not ''"),
        ("random,k=3", "There is no setting of 'random' 'k'. There is: model_seed."),
        ("human,k=3", "A player of kind 'human' has no settings"),
        ("llm:m,base_url=http://x", "base_url is set for a model in parlour.toml"),
    ],
)
def test_a_setting_that_does_not_exist_is_explained(text: str, why: str) -> None:
    with pytest.raises(LineupError, match=why):
        parse_spec(text)


@pytest.mark.parametrize(
    "text",
    [
        "llm:m,api_key=CANARYKEY1234567",
        "llm:m,key=CANARYKEY1234567",
        "llm:m,authorization=CANARYKEY1234567",
        "llm:m,api_key_env=CANARYKEY1234567",
        "llm:sk-proj-CANARYKEY1234567890,temperature=0",
        "llm:m,temperature=sk-CANARYKEY1234567",
        "llm:m,sk-CANARYKEY1234567",
    ],
)
def test_a_key_is_never_a_setting_and_never_quoted(text: str) -> None:
    with pytest.raises(LineupError, match="key") as caught:
        parse_spec(text)
    assert "CANARYKEY" not in str(caught.value)


def test_a_game_says_which_settings_it_has() -> None:
    dixit = CATALOG["dixit"]
    with pytest.raises(LineupError, match="There is no setting of 'word2vec' 'k'"):
        parse_spec("word2vec,k=3", dixit)
    with pytest.raises(LineupError, match="no setting of 'word2vec' in Dixit 'k'"):
        Session.create(
            dixit,
            parse_options(dixit.options_type, {}),
            dict.fromkeys(dixit.usual_seats(), parse_spec("word2vec,k=3")),
            "1",
            settings=load_settings(),
        )
    for definition in CATALOG.values():
        for kind in ("llm", "word2vec"):
            for option in list_settings(kind, definition).values():
                assert option.help.endswith((".", "?"))
                assert option.default is not None or option.usual


def test_only_what_differs_from_the_default_is_part_of_the_name() -> None:
    assert parse_spec("word2vec,k=16").display_name("decoder") == "word2vec"
    assert parse_spec("vectors:news,k=64").display_name("x", DECRYPTO) == "news k=64"
    spec = parse_spec("llm:gpt-4o,temperature=0.2,max_tokens=9")
    assert spec.display_name("x") == "gpt-4o temperature=0.2 max_tokens=9"


def test_random_players_take_a_seed_of_their_own() -> None:
    for definition in CATALOG.values():
        assert list(list_settings("random", definition)) == ["model_seed"]
    usual = moves("random", "random", "random")
    assert usual == moves("random", "random", "random")
    other = moves("random", "random,model_seed=2", "random")
    for one, two in zip(usual, other, strict=True):  # the deal and the others stay as they are
        assert (one.hints, one.code, one.interceptor) == (two.hints, two.code, two.interceptor)
    assert [one.decoder for one in usual] != [two.decoder for two in other]


def moves(*specs: str, **options: str) -> list[Any]:
    """The moves of a game of Decrypto."""
    lineup = {seat: parse_spec(spec) for seat, spec in zip(SEATS, specs, strict=True)}
    chosen = parse_options(DECRYPTO.options_type, {"play_on": "yes", **options})
    session = Session.create(DECRYPTO, chosen, lineup, "settings", settings=load_settings())
    asyncio.run(play(session.match, session.create_players()))
    return list(session.match.view(None).rounds)


def test_k_of_a_seat_plays_as_k_of_the_game_did_and_counts_for_its_seat_alone() -> None:
    usual = moves("word2vec", "glove", "glove")
    of_game = moves("word2vec", "glove", "glove", k="512")
    assert moves("word2vec,k=512", "glove", "glove") == of_game != usual
    assert moves("word2vec,k=16", "glove", "glove", k="512") == usual
    assert moves("word2vec", "glove,k=512", "glove") == usual


def test_set_k_is_given_to_the_seats_that_take_it(capsys: pytest.CaptureFixture[str]) -> None:
    seats = {"encoder": "word2vec,k=8", "decoder": "glove", "interceptor": "random"}
    given = [text for seat, spec in seats.items() for text in ("--seat", f"{seat}={spec}")]
    assert run(("play", "decrypto", *given, "--set", "k=64", "--seed", "a", "--json")) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["seats"] == {**seats, "decoder": "glove,k=64"}
    assert result["options"]["k"] == 64


def test_an_option_of_a_seat_given_to_the_game_is_explained(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(("play", "decrypto", "--set", "temperature=1", "--seat", "encoder=glove")) == 2
    why = " ".join(capsys.readouterr().err.split())
    assert "temperature is a setting of a seat, not of the game" in why
    assert "--seat encoder=llm:MODEL,temperature=1" in why


def test_help_tells_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    run(["play", "--help"])
    out = capsys.readouterr().out
    for definition in CATALOG.values():
        for kind in ("llm", "word2vec"):
            assert all(f"\n    {name}=" in out for name in list_settings(kind, definition))
    assert "0 to 2, or server." in out


def test_settings_of_a_model_go_with_its_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:1/v1")
    model = find_model(
        parse_spec("llm:m,temperature=0.2,max_tokens=9,reasoning_effort=low,timeout=7"),
        settings=load_settings(),
    )
    assert (model.temperature, model.max_tokens, model.reasoning_effort) == (0.2, 9, "low")
    assert model.server.timeout == 7
    assert (
        find_model(parse_spec("llm:m,temperature=server"), settings=load_settings()).temperature
        is None
    )
    assert find_model(parse_spec("llm:m"), settings=load_settings()).temperature == 0.7


def test_settings_are_kept_in_the_journal_and_come_back(tmp_path: Path) -> None:
    lineup = dict.fromkeys(SEATS, parse_spec("word2vec,k=128"))
    path = tmp_path / "game.jsonl"
    session = Session.create(
        DECRYPTO,
        parse_options(DECRYPTO.options_type, {}),
        lineup,
        "a",
        path=path,
        settings=load_settings(),
    )
    session.close()
    assert json.loads(path.read_text().splitlines()[0])["seats"]["encoder"] == "word2vec,k=128"
    resumed = Session.resume(path, settings=load_settings())
    assert resumed.specs == dict(enumerate(lineup.values()))
    player: Any = resumed.create_players()[Seat(0)]
    assert player.k == 128
    resumed.reseat(Seat(1), parse_spec("glove,k=2"))
    resumed.close()
    assert Session.from_record(read_record(path), settings=load_settings()).specs[
        Seat(1)
    ] == parse_spec("glove,k=2")


def test_an_old_set_up_with_k_sets_it_for_the_seats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    seats = {"encoder": "human:Ada", "decoder": "word2vec", "interceptor": "llm:m"}
    old = {"game": "decrypto", "seats": seats, "options": {"k": "64", "rounds": "3"}}
    (tmp_path / "setup.json").write_text(json.dumps(old))
    setup = load_last_setup(data=load_settings().data)
    assert setup is not None
    assert dict(setup.options) == {"rounds": "3"}
    assert dict(setup.seats) == {**seats, "decoder": "word2vec,k=64"}


def test_a_value_that_an_old_option_never_took_is_refused() -> None:
    with pytest.raises(LineupError, match="k must be a whole number from 1 to 4096"):
        move_options_to_seats(DECRYPTO, {"k": "0"}, {"encoder": parse_spec("glove")})


def test_a_player_with_a_setting_of_another_game_is_not_created() -> None:
    game: Any = None
    with pytest.raises(LineupError, match="Dixit"):
        create_player(
            parse_spec("glove,k=3"), CATALOG["dixit"], game, Seat(0), "1", settings=load_settings()
        )


def test_k_is_shown_with_its_player_and_not_as_an_option_of_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    seats = {"encoder": "word2vec,k=8", "decoder": "glove", "interceptor": "random"}
    given = [text for seat, spec in seats.items() for text in ("--seat", f"{seat}={spec}")]
    assert run(("play", "decrypto", *given, "--journal", str(path))) == 0
    capsys.readouterr()
    assert run(("show", str(path))) == 0
    shown = capsys.readouterr().out
    assert "Encoder: ♡ word2vec k=8" in shown
    assert "Options: as usual" in shown
    assert run(("show", str(path), "--format", "json")) == 0
    assert json.loads(capsys.readouterr().out)["options"]["k"] == 16
