"""Programs and Python players in seats: what they are sent, what is read, how they fail."""

import asyncio
import json
import re
import stat
import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.errors import PlayerError, Unreadable
from engine.games.catalog import CATALOG
from engine.games.decrypto.moves import Guess, Hint
from engine.games.decrypto.options import Options
from engine.games.decrypto.view import View
from engine.match import Match
from engine.play import ask_until_legal, play
from engine.players.factory import create_player
from engine.players.process.command import get_program_name
from engine.players.program_player import ProgramPlayer
from engine.players.program_question import build_question
from engine.players.spec import LineupError, parse_spec
from engine.seat import Seat
from engine.session import Session
from engine.value_text import list_values
from tests.new_game import EVERY_SAMPLE
from tests.patience import come_true
from tests.samples import Sample
from tests.samples.decrypto import SAMPLE as DECRYPTO
from tui.command_line import run

GAME = DECRYPTO.game({})
ANSWER = '{"words": ["orchard", "kettle", "violin"]}'
DOCS = Path(__file__).parent.parent / "docs" / "agents.md"
BASELINES = ("--seat", "encoder=word2vec", "--seat", "decoder=glove")


def opening() -> View:
    view: View = Match(GAME, "agents").view(Seat(0))
    return view


class Bot:
    """A Python program in a seat, and the file of its stderr."""

    def __init__(self, folder: Path, code: str) -> None:
        (folder / "bot.py").write_text(code, encoding="utf-8")
        self.errors = folder / "game.encoder.stderr"
        self.command = f"{sys.executable} {folder / 'bot.py'}"
        self.player: ProgramPlayer[Any, Any] = ProgramPlayer(
            self.command, GAME, "encoder", self.errors, settings=load_settings()
        )

    async def hint(self) -> tuple[Any, int]:
        """Ask for hints until they are legal."""
        return await ask_until_legal(GAME, self.player, opening())


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("PARLOUR_TIMEOUT", raising=False)
    monkeypatch.chdir(tmp_path)


# What is sent.


def test_a_question_is_one_line_with_view_kinds_and_complaint() -> None:
    line = build_question("decrypto", "encoder", opening(), (Hint,), "no\nway \u202e")
    assert "\n" not in line
    assert line.isascii()
    asked = json.loads(line)
    assert list(asked) == ["game", "seat", "view", "kinds", "complaint"]
    assert asked["complaint"] == "no\nway \u202e"
    assert asked["view"]["keywords"] == list(opening().keywords or ())
    assert asked["kinds"]["Hint"]["required"] == ["words"]
    assert asked["kinds"]["Hint"]["properties"]["words"]["minItems"] == 3
    assert "$ref" not in line


@pytest.mark.parametrize("sample", EVERY_SAMPLE.values(), ids=EVERY_SAMPLE)
def test_no_secret_of_another_seat_is_ever_sent(sample: Sample) -> None:
    looked = 0
    for match in sample.matches(4):
        for seat in sorted(match.awaits):
            hidden, leaks = sample.find_leaks(match, seat, partial(_sent, sample, match, seat))
            looked += hidden
            assert not leaks, "\n".join(leaks)
    assert bool(looked) is sample.hides_words


def _sent(sample: Sample, match: Match[Any, Any, Any], seat: Seat, view: Any) -> str:
    """The question to a program, without escapes."""
    game = match.game
    line = build_question(sample.definition.name, game.seats[seat], view, game.moves(view), None)
    return json.dumps(json.loads(line), ensure_ascii=False)


@pytest.mark.parametrize("sample", EVERY_SAMPLE.values(), ids=EVERY_SAMPLE)
async def test_every_game_and_role_can_be_played_through_the_pipe(
    sample: Sample, tmp_path: Path
) -> None:
    """Moves reach a program's answers and come back the same."""
    for match in sample.matches(1):
        for seat in sorted(match.awaits):
            view = match.view(seat)
            move = sample.move(view, Random(match.turn))
            spoken = json.dumps({type(move).__name__: _fields(move)})
            (tmp_path / "say").write_text(spoken + "\n", encoding="utf-8")
            player: Any = ProgramPlayer(
                "cat say", match.game, match.game.seats[seat], None, settings=load_settings()
            )
            assert await player.decide(view, None) == move
            player.close()
        if match.turn > 4:
            break


def _fields(move: Any) -> dict[str, Any]:
    return dict(list_values(move))


# What is read.


async def test_a_program_stays_for_the_next_question(tmp_path: Path) -> None:
    bot = Bot(
        tmp_path,
        "import sys\nfor n, line in enumerate(sys.stdin):\n"
        '    print(\'{"words": ["orchard", "kettle", "violin%d"]}\' % n, flush=True)',
    )
    assert await bot.hint() == (Hint(words=("orchard", "kettle", "violin0")), 1)
    assert await bot.hint() == (Hint(words=("orchard", "kettle", "violin1")), 1)
    bot.player.close()


async def test_a_complaint_reaches_the_program_and_the_second_answer_counts(tmp_path: Path) -> None:
    bot = Bot(
        tmp_path,
        "import sys, json\nfor line in sys.stdin:\n"
        "    why = json.loads(line)['complaint']\n"
        "    sys.stderr.write(f'{why}\\n')\n"
        f"    print('{ANSWER}' if why else 'nonsense', flush=True)",
    )
    move, attempts = await bot.hint()
    assert (move.words, attempts) == (("orchard", "kettle", "violin"), 2)
    bot.player.close()
    expected = "None\nNo move could be read from that answer."
    await come_true(lambda: bot.errors.read_text().startswith(expected))  # by a thread


async def test_a_keyword_as_a_hint_is_refused_with_the_reason(tmp_path: Path) -> None:
    bot = Bot(
        tmp_path,
        "import sys, json\nfor line in sys.stdin:\n"
        "    words = json.loads(line)['view']['keywords'][:3]\n"
        "    print(json.dumps({'Hint': {'words': words}}), flush=True)",
    )
    with pytest.raises(PlayerError, match=r"No legal move in 3 tries\."):
        await bot.hint()
    bot.player.close()


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"[]",
        b"null",
        b"\xff\xfe\x00",
        b"[" * 5000,
        b'{"words": "abc"}',
        b'{"words": [1, 2, 3]}',
        b'{"Guess": {"code": [1, 2, 3]}}',
        b'{"words": ["a", "b"]}',
        b"\x1b]0;title\x07",
    ],
)
async def test_a_line_that_is_no_move_is_no_move(answer: bytes, tmp_path: Path) -> None:
    (tmp_path / "say").write_bytes(answer + b"\n")
    bot = Bot(
        tmp_path,
        "import sys\nfor _ in sys.stdin:\n"
        "    sys.stdout.buffer.write(open('say', 'rb').read()); sys.stdout.flush()",
    )
    with pytest.raises(Unreadable) as caught:
        await bot.player.decide(opening(), None)
    assert str(caught.value) == "The answer of bot.py holds no move."
    assert caught.value.private.isprintable()
    assert caught.value.private.endswith("Answer with one JSON object with the key words.")
    bot.player.close()


async def test_lines_nobody_asked_for_answer_nothing(tmp_path: Path) -> None:
    bot = Bot(
        tmp_path,
        "import sys, pathlib\nfor n, line in enumerate(sys.stdin):\n"
        "    for word in ('one', 'two'):\n"
        '        print(\'{"words": ["orchard", "kettle", "%s%d"]}\' % (word, n), flush=True)\n'
        "    pathlib.Path('both').touch()",
    )
    first, _ = await bot.hint()
    await come_true((tmp_path / "both").exists)
    second, _ = await bot.hint()
    assert (first.words[2], second.words[2]) == ("one0", "one1")
    bot.player.close()


async def test_what_a_program_says_is_clean(tmp_path: Path) -> None:
    said = json.dumps({"words": ["\x1b[31morchard", "ket\u202etle", " violin "]})
    bot = Bot(tmp_path, f"import sys\nfor _ in sys.stdin:\n    print({said!r}, flush=True)")
    move, _ = await bot.hint()
    assert move == Hint(words=("orchard", "kettle", "violin"))
    bot.player.close()


# How it fails.


async def test_a_program_that_answers_once_and_ends_is_started_again(tmp_path: Path) -> None:
    bot = Bot(tmp_path, f"input()\nprint('{ANSWER}')")
    for _ in range(3):
        assert (await bot.hint())[1] == 1
    bot.player.close()


async def test_a_program_that_crashed_is_started_again(tmp_path: Path) -> None:
    bot = Bot(
        tmp_path,
        "import sys, pathlib\ninput()\nmark = pathlib.Path('mark')\n"
        "if not mark.exists():\n    mark.touch()\n    sys.exit('crashed')\n"
        f"print('{ANSWER}')",
    )
    move, attempts = await bot.hint()
    assert (move.words[0], attempts) == ("orchard", 1)
    await come_true(lambda: bot.errors.read_text() == "crashed\n")  # a thread takes it there
    assert stat.S_IMODE(bot.errors.stat().st_mode) == 0o600
    bot.player.close()


@pytest.mark.parametrize(
    ("code", "how"),
    [
        ("input(); raise SystemExit(7)", "ended with exit code 7 before it answered"),
        ("raise SystemExit(7)", "ended with exit code 7 before it answered"),
        ("import os; os.kill(os.getpid(), 9)", "ended with signal 9 before it answered"),
    ],
)
async def test_a_program_that_always_crashes_fails_its_seat(
    code: str, how: str, tmp_path: Path
) -> None:
    bot = Bot(tmp_path, f"import sys; sys.stderr.write('canaryword'); sys.stderr.flush()\n{code}")
    with pytest.raises(PlayerError, match=how) as caught:
        await bot.hint()
    assert "canaryword" not in str(caught.value)
    assert str(bot.errors) in str(caught.value)
    await come_true(lambda: bot.errors.read_text() == "canaryword" * 2)
    bot.player.close()


async def test_a_program_that_does_not_answer_is_stopped(tmp_path: Path) -> None:
    bot = Bot(
        tmp_path,
        "import os, pathlib, time\npathlib.Path('pid').write_text(str(os.getpid()))\n"
        f"input()\nprint('{ANSWER}', flush=True)\ntime.sleep(600)",
    )
    await bot.hint()  # it has started, which takes as long as it takes
    bot.player.timeout = 0.5
    with pytest.raises(PlayerError, match=r"bot\.py did not answer within 0\.5 seconds"):
        await bot.hint()
    process = Path("/proc") / (tmp_path / "pid").read_text()
    await come_true(lambda: not process.exists())


async def test_a_question_that_is_called_off_leaves_no_answer_behind(tmp_path: Path) -> None:
    bot = Bot(
        tmp_path,
        "import sys, time, pathlib\nfor line in sys.stdin:\n"
        "    first = not pathlib.Path('mark').exists()\n    pathlib.Path('mark').touch()\n"
        "    if first: time.sleep(0.3)\n"
        "    word = 'stale' if first else 'fresh'\n"
        '    print(\'{"words": ["orchard", "kettle", "%s"]}\' % word, flush=True)',
    )
    asked = asyncio.create_task(bot.hint())
    while not (tmp_path / "mark").exists():  # noqa: ASYNC110 - another process makes it
        await asyncio.sleep(0.01)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert (await bot.hint())[0].words[2] == "fresh"
    bot.player.close()


async def test_an_endless_line_fails_the_seat(tmp_path: Path) -> None:
    bot = Bot(tmp_path, "import sys\ninput()\nwhile True: sys.stdout.write('x' * 65536)")
    with pytest.raises(PlayerError, match="a line of more than 1,000,000 bytes"):
        await bot.hint()


async def test_a_program_that_reads_nothing_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_TIMEOUT", "0.3")
    bot = Bot(tmp_path, "import time; time.sleep(60)")
    big = bot.player.decide(opening(), "x" * 300_000)
    with pytest.raises(PlayerError, match="did not answer within"):
        await big


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("exec:./canary", r"There is no program './canary'"),
        ("exec:bot.sh", r"for the file in this folder say \./bot\.sh"),
        ("exec:./bot.sh", r"chmod \+x \./bot\.sh"),
        ("exec:./folder", "is a folder, not a program"),
        ("exec:'half", "cannot be read: No closing quotation"),
        ("exec:''", "'exec' needs a COMMAND"),
        ("exec", "'exec' needs a COMMAND"),
        ("py:bots", "'py' takes MODULE:FACTORY"),
        ("py:canarymodule:make", "The code of canarymodule failed"),
        ("player:canary", "There is no player 'canary'"),
    ],
)
def test_an_agent_that_is_not_there_is_explained(spec: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "bot.sh").write_text("#!/bin/sh\n")
    (tmp_path / "folder").mkdir()
    with pytest.raises(LineupError, match=why) as caught:
        create_player(
            parse_spec(spec), DECRYPTO.definition, GAME, Seat(0), "1", settings=load_settings()
        )
    assert str(caught.value).isprintable()


def test_a_program_is_called_by_its_file() -> None:
    assert get_program_name("./deep/bot.sh 3") == "bot.sh"
    assert get_program_name("python3 -u /secret/bot.py --level 3") == "bot.py"
    assert get_program_name('sh -c "echo hi; exit 3"') == "sh"
    assert parse_spec("exec:python3 a/b.py").display_name("x") == "b.py"


# Python players.

PLAYER = """
class Player:
    def __init__(self, *told): self.told = told
    async def decide(self, view, complaint): {decide}
    def close(self): __import__("pathlib").Path("closed").touch()
def make(game, seat, seed): return Player(game, seat, seed)
"""


def seated(folder: Path, monkeypatch: pytest.MonkeyPatch, decide: str, name: str) -> Any:
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, name, raising=False)
    (folder / f"{name}.py").write_text(PLAYER.format(decide=decide), encoding="utf-8")
    return create_player(
        parse_spec(f"py:{name}:make"),
        DECRYPTO.definition,
        GAME,
        Seat(0),
        "1",
        settings=load_settings(),
    )


IMPORT_HINT = "from engine.games.decrypto.moves import Hint"


@pytest.mark.parametrize(
    "decide",
    [
        "return {'Hint': {'words': ['orchard', 'kettle', 'violin']}}",
        f"{IMPORT_HINT}; return Hint(words=('orchard', 'kettle', 'violin'))",
        f"{IMPORT_HINT}; return Hint(words=['orchard', 'kettle', 'violin'])",
    ],
)
async def test_a_python_player_moves(
    decide: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = seated(tmp_path, monkeypatch, decide, "canarybots1")
    assert await ask_until_legal(GAME, player, opening()) == (
        Hint(words=("orchard", "kettle", "violin")),
        1,
    )
    assert player.player.told == ("decrypto", "encoder", "1")
    player.close()
    assert (tmp_path / "closed").exists()


@pytest.mark.parametrize(
    ("decide", "kind", "private"),
    [
        ("return None", Unreadable, "That is no move: a move is an object"),
        ("return {'Guess': {'code': [1, 2, 3]}}", Unreadable, "a move is one of Hint"),
        (
            f"{IMPORT_HINT}; return Hint.model_construct(words='abc')",
            Unreadable,
            "Hint.words",
        ),
        ("raise KeyError(view.keywords)", PlayerError, "KeyError"),
        ("import sys; sys.exit()", PlayerError, "SystemExit"),
        ("import asyncio; raise asyncio.CancelledError", PlayerError, "CancelledError"),
        (
            "from engine.errors import PlayerError as E; raise E(f'\\x1b[2J{view.keywords}')",
            PlayerError,
            "('",
        ),
    ],
)
async def test_a_python_player_that_fails_fails_its_seat(
    decide: str,
    kind: type[PlayerError],
    private: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = seated(tmp_path, monkeypatch, decide, "canarybots2")
    view = opening()
    with pytest.raises(kind) as caught:
        await player.decide(view, None)
    assert private in getattr(caught.value, "private", "")
    assert caught.value.private.isprintable()
    assert not [word for word in view.keywords or () if word in str(caught.value)]


async def test_a_number_that_cannot_be_written_down_is_no_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated(tmp_path, monkeypatch, "return {'Guess': {'code': [10**5000, 1, 2]}}", "canarybots5")
    match = Match(GAME, "agents")
    match.submit(Seat(0), Hint(words=("orchard", "kettle", "violin")))
    guesser = create_player(
        parse_spec("py:canarybots5:make"),
        DECRYPTO.definition,
        GAME,
        Seat(2),
        "1",
        settings=load_settings(),
    )
    with pytest.raises(Unreadable) as caught:
        await guesser.decide(match.view(Seat(2)), None)
    assert caught.value.private == "That is no move: too long."


def test_a_python_player_that_cannot_let_go_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    text = PLAYER.format(decide="return None").replace("Path", "NoSuchThing")
    (tmp_path / "canarybots4.py").write_text(text)
    lineup = dict.fromkeys(GAME.usual_seats(), parse_spec("py:canarybots4:make"))
    session = Session.create(
        CATALOG["decrypto"],
        Options(),
        lineup,
        "s",
        path=tmp_path / "g.jsonl",
        settings=load_settings(),
    )
    said: list[str] = []
    session.notify = said.append
    session.create_players()
    session.reseat(Seat(0), parse_spec("random"))
    session.close()
    assert said == ["The code of canarybots4:make failed."] * 3


async def test_a_package_announces_its_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated(tmp_path, monkeypatch, "return {'Hint': {'words': ['a', 'b', 'c']}}", "canarybots3")
    info = tmp_path / "canary-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: canary\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[parlour.players]\nguesser = canarybots3:make\n")
    player: Any = create_player(
        parse_spec("player:guesser"),
        DECRYPTO.definition,
        GAME,
        Seat(0),
        "1",
        settings=load_settings(),
    )
    assert await player.decide(opening(), None) == Hint(words=("a", "b", "c"))
    with pytest.raises(LineupError, match="Did you mean 'guesser'"):
        create_player(
            parse_spec("player:gueser"),
            DECRYPTO.definition,
            GAME,
            Seat(0),
            "1",
            settings=load_settings(),
        )


# The very lines of docs/agents.md.


def code(kind: str, number: int = 0) -> str:
    found = re.findall(rf"^```{kind}\n(.*?)^```$", DOCS.read_text("utf-8"), re.M | re.S)
    return str(found[number])


@pytest.mark.parametrize(
    ("file", "kind", "command"),
    [("bot.py", "python", "exec:python3 bot.py"), ("bot.sh", "sh", "exec:./bot.sh")],
)
def test_the_agents_of_the_docs_play_a_game_as_the_docs_say(
    file: str, kind: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = code(kind)
    assert len(lines.splitlines()) <= 10
    assert f"interceptor={command}" in DOCS.read_text("utf-8").replace('"', "")
    (tmp_path / file).write_text(lines)
    (tmp_path / file).chmod(0o755)
    seats = (*BASELINES, "--seat", f"interceptor={command}")
    assert run(("play", "decrypto", *seats, "--set", "play_on=yes", "--json")) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["rounds"]) == 8
    guesses = [tuple(one["interceptor"]) for one in told["rounds"]]
    codes = [tuple(one["code"]) for one in told["rounds"]]
    assert all(guess not in codes[:number] for number, guess in enumerate(guesses))


def test_the_game_of_the_docs_branches_as_the_docs_say(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bot.sh").write_text(code("sh"))
    (tmp_path / "bot.sh").chmod(0o755)
    seats = (*BASELINES, "--seat", "interceptor=exec:./bot.sh")
    assert run(("play", "decrypto", *seats, "--json", "--journal", "evening.jsonl")) == 0
    (line,) = re.findall(r"^    parlour (branch .*)$", DOCS.read_text("utf-8"), re.M)
    capsys.readouterr()
    assert run((*line.replace("llm:", "").split(), "--json")) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["branched"] == {"journal": "evening.jsonl", "moves": 3}


def test_the_python_player_of_the_docs_plays_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "bots", raising=False)
    (tmp_path / "bots.py").write_text(code("python", 1))
    seats = (*BASELINES, "--seat", "interceptor=py:bots:make")
    assert run(("play", "decrypto", *seats, "--json")) == 0
    assert json.loads(capsys.readouterr().out)["rounds"]


def test_the_question_of_the_docs_has_the_shape_of_a_real_one() -> None:
    told = json.loads(code("json"))
    match = Match(GAME, "1")
    match.submit(Seat(0), Hint(words=("orchard", "kettle", "violin")))
    real = json.loads(
        build_question("decrypto", "interceptor", match.view(Seat(2)), (Guess,), None)
    )
    assert told.keys() == real.keys()
    assert told["view"].keys() == real["view"].keys()
    assert told["view"]["options"].items() <= real["view"]["options"].items()
    assert told["kinds"] == real["kinds"]


# At the table.


async def test_three_programs_play_a_game_through(tmp_path: Path) -> None:
    (tmp_path / "all.py").write_text(
        "import sys, json, itertools\nfor n, line in enumerate(sys.stdin):\n"
        "    asked = json.loads(line)\n    view = asked['view']\n"
        "    if 'Hint' in asked['kinds']:\n"
        "        words = [f'{w}' for w in itertools.islice(WORDS, 3)]\n"
        "        move = {'words': words}\n"
        "    else:\n        move = {'code': [1, 2, 3]}\n"
        "    print(json.dumps(move), flush=True)\n".replace(
            "for n", "WORDS = (f'{a}{b}ix' for a in 'bdfgk' for b in 'aeiou')\nfor n", 1
        )
    )
    match = Match(GAME, "1")
    command = f"exec:{sys.executable} all.py"
    players: dict[Seat, Any] = {
        seat: create_player(
            parse_spec(command), DECRYPTO.definition, GAME, seat, "1", settings=load_settings()
        )
        for seat in match.seats
    }
    await play(match, players)
    for player in players.values():
        player.close()
    assert match.score is not None


def test_a_journal_from_elsewhere_starts_no_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    crash = tmp_path / "crash.sh"
    crash.write_text("#!/bin/sh\ntouch started\nexit 3\n")
    crash.chmod(0o755)
    seats = (*BASELINES, "--seat", "interceptor=exec:./crash.sh")
    journal = tmp_path / "game.jsonl"
    assert run(("play", "decrypto", *seats, "--journal", str(journal))) == 3
    assert "crash.sh ended with exit code 3" in capsys.readouterr().err
    (tmp_path / "started").unlink()
    assert run(("resume", str(journal))) == 2
    said = capsys.readouterr().err
    assert "would start exec:./crash.sh" in said
    assert "--run-programs" in said
    assert not (tmp_path / "started").exists()
    assert run(("resume", str(journal), "--run-programs")) == 3
    assert (tmp_path / "started").exists()
