"""`parlour agents check`: fixed positions of every game and role, a table, an exit code."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import PlayerError
from engine.games.catalog import CATALOG
from engine.games.decrypto.moves import Words
from engine.players.agent_check import check_agent
from engine.sample_position import build_positions
from tests.chat_server import ChatServer, failed, said, serving
from tui.command_line import run

GUESSER = """#!/bin/sh
while read -r request; do
    case $request in
    *canary-never*) ;;
    *'"role":0'*) echo 'I would rather not' ;;
    *'"role":1'*) echo '{"code": [1, 1, 1]}' ;;
    *) echo '{"code": [1, 2, 3]}' ;;
    esac
done
"""

PLAYED = {name: one for name, one in CATALOG.items() if one.brings("create_baseline")}
"""The games in which positions are found, by random players."""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("PARLOUR_TIMEOUT", raising=False)
    monkeypatch.chdir(tmp_path)


def checked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    code = run(("agents", "check", *arguments, "--json"))
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return code, told


UNASKED = {Words}
"""Moves that only a tie of two teams asks for, which no position of the check is in."""


@pytest.mark.parametrize("name", PLAYED)
async def test_positions_are_fixed_legal_to_ask_and_of_every_kind_of_move(name: str) -> None:
    definition = CATALOG[name]
    found = await build_positions(definition, 3)
    again = await build_positions(definition, 3)
    assert found == again
    kinds: set[type[Any]] = set()
    for role, of_role in found.items():
        assert len(of_role) == 3, role
        assert len({repr(one.view) for one in of_role}) == 3
        for one in of_role:
            kinds.update(one.game.moves(one.view))
    assert kinds == set(definition.move_types) - UNASKED


async def test_moves_at_random_are_legal_everywhere() -> None:
    answers = [
        answer
        async for answer in check_agent(
            PLAYED.values(),
            lambda definition, at: definition.create_random_player(at.seat, "check"),
            2,
        )
    ]
    assert {answer.verdict for answer in answers} == {"legal"}
    assert {answer.game for answer in answers} == set(PLAYED)


async def test_an_agent_that_only_fails_is_asked_no_more() -> None:
    class Never:
        async def decide(self, view: object, complaint: str | None) -> object:
            raise PlayerError(f"No luck with {type(view).__name__}.", str(complaint))

    asking = check_agent(PLAYED.values(), lambda *_: Never(), 2)
    for _ in range(3):
        assert (await anext(asking)).verdict == "failed"
    with pytest.raises(PlayerError, match="No luck with View"):
        await anext(asking)


def test_a_table_and_exit_code_0_if_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(("agents", "check", "random")) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[1].split() == ["Game", "Role", "Asked", "Legal", "Seconds"]
    asked = 2 * sum(line.split()[0] in PLAYED for line in out.splitlines() if line.strip())
    assert f"{asked} of {asked} answers were legal." in out
    assert err.count(": legal") == asked


def test_answers_are_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bot.sh").write_text(GUESSER)
    (tmp_path / "bot.sh").chmod(0o755)
    code, told = checked(capsys, "exec:./bot.sh", "--game", "decrypto", "--positions", "1")
    assert code == 1
    assert told["fine"] is False
    verdicts = {row["role"]: row for row in told["roles"]}
    assert verdicts["encoder"]["unreadable"] == 1
    assert verdicts["decoder"]["illegal"] == 1
    assert verdicts["interceptor"]["legal"] == 1
    assert run(("agents", "check", "exec:./bot.sh", "--game", "decrypto")) == 1
    head, *_ = capsys.readouterr().out.splitlines()[1:]
    assert head.split() == ["Game", "Role", "Asked", "Legal", "Illegal", "Unreadable", "Seconds"]
    assert len(head) <= 80
    assert [(one["role"], one["verdict"]) for one in told["wrong"]] == [
        ("encoder", "unreadable"),
        ("decoder", "illegal"),
    ]
    code, told = checked(
        capsys, "exec:./bot.sh", "--game", "decrypto", "--role", "interceptor", "--slow", "0.001"
    )
    assert code == 1
    assert told["roles"][0]["slow"] == 2


def test_a_program_that_fails_gives_exit_code_3_and_leaves_its_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bot.sh").write_text("#!/bin/sh\necho sorry >&2\nexit 4\n")
    (tmp_path / "bot.sh").chmod(0o755)
    code, told = checked(capsys, "exec:./bot.sh")
    assert code == 3
    assert told["roles"][0]["failed"] == 2
    kept = Path(told["kept"])
    assert {file.read_text() for file in kept.glob("*.stderr")} == {"sorry\n" * 4, "sorry\n" * 2}


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("llama",), "There is no player 'llama'"),
        (("human",), "human is a person"),
        (("random", "--game", "chess"), "There is no game 'chess'"),
        (("random", "--role", "interceptr"), "Did you mean 'interceptor'?"),
        (("exec:./nothing",), "There is no program './nothing'"),
    ],
)
def test_what_cannot_be_checked_is_explained(
    arguments: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(("agents", "check", *arguments)) == 2
    out, err = capsys.readouterr()
    assert why in err
    assert not out


def test_a_model_is_checked_with_tokens_and_what_its_server_takes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def answered(question: dict[str, Any]) -> Any:
        if "response_format" in question and question["response_format"]["type"] == "json_schema":
            return failed(400, "response_format json_schema is not supported")
        return said('{"code": [1, 2, 3]}')

    with serving(ChatServer([answered])) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-canarykey-0123456789")
        arguments = ("llm:canarymodel", "--game", "decrypto", "--role", "interceptor")
        code, told = checked(capsys, *arguments)
        assert run(("agents", "check", *arguments)) == 0
    out = capsys.readouterr().out
    assert code == 0
    assert told["roles"][0]["tokens_in"] == 200
    assert told["roles"][0]["tokens_out"] == 40
    assert told["server"]["model"] == "canarymodel"
    assert told["server"]["form"] == "json"
    assert told["server"]["pictures"] is None
    assert len(told["learned"]) == 1
    assert "answers asked for as JSON by a switch; pictures not tried." in out
    assert "200 + 40" in out
    kept = "".join(file.read_text() for file in Path(told["kept"]).iterdir())
    assert "canarykey" not in out + kept + json.dumps(told)
