"""Models as people set them up: tables in parlour.toml, presets, `.env`, and what is learned."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.config.model_variables import read_environment
from engine.config.server_presets import PRESETS
from engine.config.settings import load_settings
from engine.errors import PlayerError, SetupError
from engine.llm.model import Model
from engine.llm.player import ModelPlayer
from engine.llm.server_limits import STREAMING
from engine.match import Match
from engine.play import ask_until_legal
from engine.players.factory import create_player
from engine.players.spec import LineupError, Spec
from engine.seat import Seat
from tests.chat_server import Answer, ChatServer, Question, failed, said, serving
from tests.samples.decrypto import SAMPLE as DECRYPTO
from tests.samples.dixit import SAMPLE as DIXIT
from tui.command_line import run

pytestmark = pytest.mark.usefixtures("trusted_folder")
KEY = "sk-canarykey-0123456789-abcdef"
HINTS = said('{"thoughts": "t", "words": ["orchard", "kettle", "violin"]}')
GAME = DECRYPTO.game({})
OPENING = Match(GAME, "models").view(Seat(0))


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings of a folder of its own."""
    monkeypatch.chdir(tmp_path)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "SSL_CERT_FILE", "MY_KEY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    monkeypatch.setattr("engine.llm.retry.BACKOFF", 0.001)
    return tmp_path / "parlour.toml"


@pytest.fixture
def chat() -> Iterator[ChatServer]:
    """A server that knows hints, at the address in its attribute `url`."""
    server = ChatServer([HINTS])
    with serving(server) as url:
        server.url = url  # type: ignore[attr-defined]
        yield server


def write(project: Path, chat: ChatServer, *lines: str, name: str = "mine") -> None:
    """A table of one model at this server."""
    address = f'base_url = "{chat.url}"'  # type: ignore[attr-defined]
    project.write_text("\n".join((f"[models.{name}]", address, *lines)))


def write_all(project: Path, chat: ChatServer, settings: dict[str, str]) -> None:
    """A table for each name, all of the same model at this server."""
    address = f'base_url = "{chat.url}"'  # type: ignore[attr-defined]
    tables = (f'[models.{name}]\nmodel = "m"\n{address}\n{one}' for name, one in settings.items())
    project.write_text("\n".join(tables))


def seat(name: str = "mine", said: list[str] | None = None) -> ModelPlayer[Any, Any]:
    """The model of that name as an encoder."""
    hear = (said if said is not None else []).append
    player = create_player(
        Spec("llm", name),
        DECRYPTO.definition,
        GAME,
        Seat(0),
        "s",
        notify=hear,
        settings=load_settings(),
    )
    assert isinstance(player, ModelPlayer)
    return player


# Tables.


async def test_a_table_says_how_a_model_is_asked(
    project: Path, chat: ChatServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    monkeypatch.setenv("TEAM", "canaryteam")
    write(
        project,
        chat,
        'model = "big/one"',
        'api_key_env = "MY_KEY"',
        "temperature = 0.2",
        "max_tokens = 900",
        'reasoning_effort = "low"',
        "timeout = 7",
        'structured = "json"',
        "price_in = 2.0",
        "price_out = 10.0",
        'extra_headers = { X-Title = "Parlour", X-Team-Token = "$TEAM" }',
        "extra_body = { top_k = 20, provider = { sort = 'price' } }",
    )
    player = seat()
    await ask_until_legal(GAME, player, OPENING)
    (question,), (headers,) = chat.questions, chat.headers
    del question["messages"]
    assert question == {
        "model": "big/one",
        "temperature": 0.2,
        "max_tokens": 900,
        "reasoning_effort": "low",
        "response_format": {"type": "json_object"},
        "stream": True,
        "stream_options": {"include_usage": True},
        "top_k": 20,
        "provider": {"sort": "price"},
    }
    assert headers["authorization"] == f"Bearer {KEY}"
    assert (headers["x-title"], headers["x-team-token"]) == ("Parlour", "canaryteam")
    assert player.model.server.timeout == 7
    assert player.usage.cost == pytest.approx((100 * 2 + 20 * 10) / 1e6)
    assert "canary" not in repr(player.model)


async def test_a_name_is_the_model_s_name_if_nothing_else_is_said(
    project: Path, chat: ChatServer
) -> None:
    write(project, chat, 'structured = "text"', 'temperature = "server"', name='"q:8b"')
    await ask_until_legal(GAME, seat("q:8b"), OPENING)
    assert chat.questions[0].keys() == {"model", "messages", *STREAMING}
    assert chat.questions[0]["model"] == "q:8b"


def test_two_files_bring_models_together(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.config.paths.user_config_path", lambda _: project.parent / "user")
    (project.parent / "user").mkdir()
    (project.parent / "user" / "parlour.toml").write_text('[models.a]\npreset = "vllm"\n')
    project.write_text('[models.b]\npreset = "ollama"\nmodel = "q"\n')
    assert Model.find("a", settings=load_settings()).server.host == "localhost:8000"
    model = Model.find("b", settings=load_settings())
    assert (model.server.host, model.name) == ("localhost:11434", "q")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_fills_in_the_address(
    preset: str, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = PRESETS[preset]
    if known.key_name:
        with pytest.raises(SetupError, match=f"^There is no key for .*: set {known.key_name}"):
            Model.find(f"some/model:8b@{preset}", settings=load_settings())
        monkeypatch.setenv(known.key_name, KEY)
    project.write_text(f'[models.x]\npreset = "{preset}"\nmodel = "some/model:8b"\n')
    for name in ("x", f"some/model:8b@{preset}"):
        model = Model.find(name, settings=load_settings())
        assert (model.name, model.server.url) == ("some/model:8b", known.url)
        assert model.server.key == (KEY if known.key_name else "none")


def test_a_model_may_have_an_at_in_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert Model.find("@cf/meta/llama", settings=load_settings()).name == "@cf/meta/llama"
    assert Model.find("claude@20240101", settings=load_settings()).name == "claude@20240101"
    with pytest.raises(SetupError, match=r"no preset 'olama'. Did you mean 'ollama'"):
        Model.find("qwen3@olama", settings=load_settings())


def test_the_key_of_one_host_is_not_sent_to_another(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    project.write_text('[models.x]\nbase_url = "https://elsewhere.example/v1"\n')
    with pytest.raises(SetupError, match=r"elsewhere.example: name its variable as api_key_env of"):
        Model.find("x", settings=load_settings())
    project.write_text('[models.x]\nbase_url = "http://localhost:1/v1"\n')
    assert Model.find("x", settings=load_settings()).server.key == "none"
    assert Model.find("x@ollama", settings=load_settings()).server.key == "none"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (f'api_key = "{KEY}"', "There is no setting 'api_key'. Did you mean 'api_key_env'?"),
        (f'api_key_env = "{KEY}"', "models.x.api_key_env must be the name of a variable"),
        ('api_key_env = "hf_canarykey"', "models.x.api_key_env must be the name of a variable"),
        (f'base_url = "{KEY}"', "models.x.base_url: this is no web address"),
        (
            f'extra_headers = {{ Authorization = "{KEY}" }}',
            "headers: a key does not belong here",
        ),
        (f'extra_headers = {{ X = "${KEY}" }}', "must be headers that name variables in capitals"),
        ('extra_headers = { X = "a\\nb" }', "extra_headers must be headers of plain text"),
        ('extra_headers = { X = "$CANARY" }', ""),
        (f'extra_body = {{ api_key = "{KEY}" }}', "extra_body: a key does not belong here"),
        ("extra_body = { messages = [] }", "extra_body: messages is set by Parlour alone"),
        ('preset = "olama"', "models.x.preset must be one of openai, openrouter, ollama"),
        (
            'structured = "yes"',
            "models.x.structured must be one of auto, schema, json, tools, text.",
        ),
        ("temperature = 3", "models.x.temperature must be a number from 0 to 2 or server."),
        ("extra_body = 3", "models.x.extra_body must be a table."),
        ("max_tokens = 0", "models.x.max_tokens must be a whole number from 1 to 10000000."),
        ("price_in = -1", "models.x.price_in must be a number from 0 to 1000000."),
        ("tempreature = 1", "There is no setting 'tempreature'. Did you mean 'temperature'?"),
    ],
)
def test_a_wrong_table_is_one_sentence_without_a_key(
    line: str, sentence: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project.write_text(f"[models.x]\n{line}\n")
    command = ["play", "decrypto", "--seat", "encoder=llm:x"]
    command += ["--seat", "decoder=random", "--seat", "interceptor=random"]
    assert run(command) == 2
    out, err = capsys.readouterr()
    assert sentence in err
    assert len(err.splitlines()) == 1
    assert "canarykey" not in out + err
    run(["config", "show"])
    run(["doctor"])
    assert "canarykey" not in "".join(capsys.readouterr())


def test_a_model_that_lacks_a_key_cannot_sit_down(project: Path) -> None:
    project.write_text('[models.x]\npreset = "openrouter"\napi_key_env = "MY_KEY"\n')
    with pytest.raises(LineupError, match=r"^There is no key for openrouter.ai: set MY_KEY\.$"):
        seat("x")


async def test_messages_name_the_place_that_can_be_mended(
    project: Path, chat: ChatServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    for answer, words in (
        (failed(401), "check MY_KEY."),
        (failed(404), "or base_url of models.mine is wrong"),
        (Answer(b"<html>"), "check base_url of models.mine"),
        (Answer(b"", hang=True), "timeout of models.mine sets how long"),
    ):
        chat.script = [answer]
        seconds = 1 if answer.hang else 60
        write(project, chat, 'api_key_env = "MY_KEY"', f"timeout = {seconds}")
        with pytest.raises(PlayerError) as caught:
            await seat().decide(OPENING, None)
        assert words in str(caught.value)
        assert "canarykey" not in str(caught.value) + caught.value.private


async def test_a_model_noted_as_blind_is_not_sent_pictures(project: Path, chat: ChatServer) -> None:
    write(project, chat, "vision = false")
    game = DIXIT.games[0]
    player = create_player(
        Spec("llm", "mine"), DIXIT.definition, game, Seat(0), "s", settings=load_settings()
    )
    with pytest.raises(PlayerError, match="seat a model that sees"):
        await player.decide(Match(game, "m").view(Seat(0)), None)
    assert not chat.questions


# A file of variables.


def test_variables_may_lie_in_a_file_that_overrides_nothing(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project.parent / ".env").write_text(
        f"# ours\nOPENAI_API_KEY={KEY}\nexport MY_KEY='a b$c' # note\nBROKEN\n"
    )
    assert read_environment()["OPENAI_API_KEY"] == KEY
    assert read_environment()["MY_KEY"] == "a b$c"
    assert Model.find("m", settings=load_settings()).server.key == KEY
    monkeypatch.setenv("OPENAI_API_KEY", "sk-other")
    assert Model.find("m", settings=load_settings()).server.key == "sk-other"
    import os

    assert "MY_KEY" not in os.environ


def test_a_broken_file_of_variables_is_named_by_its_line(project: Path) -> None:
    file = project.parent / ".env"
    file.write_text(f"A=1\n'{KEY}\n")
    with pytest.raises(SetupError, match=r"^\.env, line 2: not NAME=VALUE\.$"):
        Model.find("m", settings=load_settings())
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(SetupError, match=r"^\.env is not UTF-8 text\.$"):
        Model.find("m", settings=load_settings())


# What is learned.


async def test_what_a_server_refuses_is_learned_once_and_said(
    project: Path, chat: ChatServer
) -> None:
    write(project, chat, "max_tokens = 50", 'reasoning_effort = "low"')
    chat.script = [
        failed(400, "Unsupported parameter", param="temperature"),
        failed(400, "Use 'max_completion_tokens' instead of 'max_tokens'."),
        failed(400, "Unknown argument: reasoning_effort"),
        failed(400, "response_format json_schema is not supported"),
        HINTS,
    ]
    said_: list[str] = []
    player = seat(said=said_)
    await ask_until_legal(GAME, player, OPENING)
    *_, last = chat.questions
    keys = {"model", "messages", "max_completion_tokens", "response_format"}
    assert last.keys() == {*keys, *STREAMING}
    assert last["response_format"] == {"type": "json_object"}
    assert [sentence.split(" ", 3)[3] for sentence in said_] == [
        "takes no temperature: it has its own from now on.",
        "takes max_tokens under the name max_completion_tokens.",
        "takes no reasoning_effort: it thinks as it likes.",
        "cannot be asked for a JSON schema: its answers are asked for by JSON by a switch now.",
    ]
    asked = len(chat.questions)
    await ask_until_legal(GAME, seat(said=said_), OPENING)  # another seat, another game
    assert len(chat.questions) == asked + 1
    assert len(said_) == 4


async def test_what_was_refused_to_one_seat_is_not_kept_from_others(
    project: Path, chat: ChatServer
) -> None:
    """A server may refuse a value but not another, or two settings only together."""

    def choose(question: Question) -> Answer:
        if question.get("temperature") == 0.2 or {"temperature", "reasoning_effort"} <= {*question}:
            return failed(400, "Unsupported value", param="temperature")
        return HINTS

    chat.script = [choose]
    seats = {
        "cold": "temperature = 0.2",
        "warm": "temperature = 0.9",
        "deep": 'temperature = 0.9\nreasoning_effort = "high"',
        "seed": "temperature = 0.2",
    }
    write_all(project, chat, seats)
    for name in (*seats, *seats):
        await ask_until_legal(GAME, seat(name), OPENING)
    sent = [(one.get("temperature"), one.get("reasoning_effort")) for one in chat.questions]
    assert sent == [
        *((0.2, None), (None, None)),  # cold: refused, learned
        (0.9, None),
        *((0.9, "high"), (None, "high")),  # deep: refused, learned
        (None, None),  # the same settings as cold
        *((None, None), (0.9, None), (None, "high"), (None, None)),
    ]


async def test_a_refused_seed_is_learned_for_all_seeds(project: Path, chat: ChatServer) -> None:
    write(project, chat)
    chat.script = [failed(400, "Unknown parameter: seed"), HINTS]
    for number in (5, 6, 7):
        player = seat()
        player.model = player.model.with_settings({"model_seed": number})
        await ask_until_legal(GAME, player, OPENING)
    assert [one.get("seed") for one in chat.questions] == [5, None, None, None]


async def test_a_form_that_was_wished_for_is_not_given_up(project: Path, chat: ChatServer) -> None:
    write(project, chat, 'structured = "schema"')
    chat.script = [failed(400, "response_format json_schema is not supported")]
    with pytest.raises(PlayerError, match="refuses the question"):
        await seat().decide(OPENING, None)
    assert len(chat.questions) == 1


# Asking again.


async def test_every_fault_is_told_in_words_of_its_own(project: Path, chat: ChatServer) -> None:
    write(project, chat)
    faults = [
        said('{"words": ["a', finish_reason="length"),
        said(""),
        said("", reasoning="Hm."),
        said(None, refusal="No."),
        said("no idea"),
        said('{"words": ["a"]}'),
        said('{"words": ["quarkfennel", "b", "c"]}'),
    ]
    asked: set[str] = set()
    for fault in faults:
        chat.questions.clear()
        chat.script = [fault, HINTS]
        assert (await ask_until_legal(GAME, seat(), OPENING))[1] == 2
        last = chat.questions[1]["messages"][-1]["content"]
        asked.add(last.removeprefix(chat.questions[0]["messages"][1]["content"]).strip())
    assert len(asked) == len(faults)
    assert any(text.startswith("That move is against the rules.") for text in asked)
    assert any("cut off" in text for text in asked)


async def test_reasoning_in_tags_is_kept_apart(
    project: Path, chat: ChatServer, tmp_path: Path
) -> None:
    write(project, chat)
    chat.script = [said('<think>Hm, trees.</think>{"words": ["orchard", "kettle", "violin"]}')]
    path = tmp_path / "calls"
    player = create_player(
        Spec("llm", "mine"),
        DECRYPTO.definition,
        GAME,
        Seat(0),
        "s",
        calls=path,
        settings=load_settings(),
    )
    await ask_until_legal(GAME, player, OPENING)
    call = json.loads(path.read_text())
    assert "Hm, trees." in call["reasoning"]
    parts = [
        {"type": "thinking", "thinking": [{"type": "text", "text": '{"words": ["x", "y", "z"]}'}]},
        {"type": "reasoning", "text": '{"words": ["x", "y", "z"]}'},
        {"type": "text", "text": '{"words": ["orchard", "kettle", "violin"]}'},
    ]
    chat.script = [said(parts)]
    assert (await ask_until_legal(GAME, player, OPENING))[0].words == (
        "orchard",
        "kettle",
        "violin",
    )
