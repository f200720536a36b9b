"""What each kind of file from elsewhere can cause: the lines of the table in docs/security.md."""

import asyncio
import json
import zipfile
from pathlib import Path

import pytest

from engine.config.child_environment import PYTHON, build_environment
from engine.config.settings import load_settings
from engine.journal.reader import read_record
from engine.session import Session
from images.deck import DeckError
from images.deck_reader import open_deck
from screens.result import ResultScreen
from tests.chat_server import Answer, ChatServer, said, serving
from tests.decks import make_deck
from tests.looking import Opened
from tests.vector_files import kv, lines
from tui.command_line import run
from tui.recording import Recording, RecordingError
from words.importing.importer import import_vectors
from words.space.errors import SpaceError

KEY = "canarykey-0123456789-abcdef"
PROGRAM = "exec:touch ran"
BASELINES = ["--seat", "encoder=random", "--seat", "decoder=random"]
HINTS = '{"words": ["orchard", "kettle", "violin"]}'


@pytest.fixture(autouse=True)
def strange(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files from elsewhere, and beside it one that is none of their business."""
    (tmp_path / "strange").mkdir()
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "file").write_text("as it was")
    monkeypatch.chdir(tmp_path / "strange")
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr("engine.llm.retry.BACKOFF", 0.001)
    return tmp_path / "strange"


@pytest.fixture(autouse=True)
def _nothing_has_happened(strange: Path) -> object:
    """Check after each test that no program ran, and nothing outside was written."""
    yield
    assert not (strange / "ran").exists()
    private = strange.parent / "private"
    assert [(file.name, file.read_text()) for file in private.iterdir()] == [("file", "as it was")]


def journal(name: str = "game.jsonl", player: str = "random", moves: int = 1) -> Path:
    """The journal of a game that is not over."""
    seats = [*BASELINES, "--seat", "interceptor=random", "--set", "rounds=2"]
    assert run(["play", "decrypto", *seats, "--seed", "s", "--journal", name]) == 0
    kept = Path(name).read_text().splitlines(keepends=True)[: moves + 1]
    head = json.loads(kept[0])
    head["seats"]["interceptor"] = player
    Path(name).write_text("".join([json.dumps(head) + "\n", *kept[1:]]))
    return Path(name)


# A model's answer.


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_an_answer_leads_no_key_to_another_host(
    status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = ChatServer([said(HINTS)])
    with serving(other) as there:
        own = ChatServer([Answer(b"", status, {"location": f"{there}/chat/completions"})])
        with serving(own) as url:
            monkeypatch.setenv("OPENAI_BASE_URL", url)
            run(["play", "decrypto", "--seat", "encoder=llm:m", *BASELINES[2:], *random_last()])
    assert own.questions
    assert not other.questions


def test_an_answer_is_only_a_move(monkeypatch: pytest.MonkeyPatch, strange: Path) -> None:
    words = [PROGRAM, "../../private/file", "$(touch ran)"]
    answers = [
        json.dumps({"words": words, "player": PROGRAM, "journal": "../private/file"}),
        json.dumps({"player": PROGRAM, "tool_calls": [{"function": {"name": "exec"}}]}),
        HINTS,
    ]
    with serving(ChatServer([said(text) for text in answers])) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        seats = ["--seat", "encoder=llm:m", *BASELINES[2:], *random_last()]
        run(["play", "decrypto", *seats, "--set", "rounds=1", "--journal", "game.jsonl"])
    assert {file.name for file in strange.iterdir()} <= {"game.jsonl", "game.calls.jsonl"}


def random_last() -> list[str]:
    return ["--seat", "interceptor=random"]


# A journal, and the files beside it.


@pytest.mark.parametrize("player", [PROGRAM, "py:bots:make", "player:bots"])
@pytest.mark.parametrize("command", [["resume"], ["branch", "--at", "1"]])
def test_a_journal_starts_no_program(
    player: str, command: list[str], strange: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (strange / "bots.py").write_text("open('ran', 'w')\n")
    path = journal(player=player)
    assert run([command[0], str(path), *command[1:]]) == 2
    assert "--run-programs" in capsys.readouterr().err
    for form in ("text", "json", "csv", "html"):
        run(["show", str(path), "--format", form])


def test_a_journal_of_a_model_asks_it_where_the_user_says(monkeypatch: pytest.MonkeyPatch) -> None:
    own = ChatServer([said('{"code": [1, 2, 3]}')])
    path = journal(player="llm:gpt@https://evil.example/v1")
    with serving(own) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        run(["resume", str(path)])
    assert own.questions[0]["model"] == "gpt@https://evil.example/v1"


@pytest.mark.parametrize("name", ["game.calls.jsonl", "game.interceptor.stderr"])
def test_a_link_beside_a_journal_leads_to_no_other_file(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    model = name.endswith("calls.jsonl")
    path = journal(player="llm:m" if model else "exec:sh -c 'echo x >&2'")
    Path(name).symlink_to("../private/file")
    with serving(ChatServer([said('{"code": [1, 2, 3]}')])) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        assert run(["resume", str(path), "--run-programs"]) == 3
    assert "Traceback" not in capsys.readouterr().err


def test_a_link_in_place_of_a_page_is_replaced(strange: Path) -> None:
    path = journal(moves=99)
    page = strange / "game.html"
    page.symlink_to("../private/file")
    session = Session.from_record(read_record(path), settings=load_settings())
    session.journal = type("Kept", (), {"path": path})()
    screen = ResultScreen(session)

    async def write_page() -> None:
        async with Opened(lambda: screen).run_test() as pilot:
            await pilot.pause()
            screen.action_write_page()

    asyncio.run(write_page())
    assert not page.is_symlink()
    assert "<html" in page.read_text()


def test_a_calls_file_is_only_printed(capsys: pytest.CaptureFixture[str]) -> None:
    path = journal(moves=99)
    call = {"seat": "encoder", "model": PROGRAM, "server": "http://evil.example/v1", "attempt": 1}
    call |= {"repeat": 0, "messages": [{"role": "user", "content": "../private/file"}]}
    call |= {"settings": {"base_url": "x"}, "reply": f'{{"player": "{PROGRAM}"}}', "move": 1}
    Path("game.calls.jsonl").write_text(json.dumps(call) + "\n")
    for form in ("text", "json"):
        assert run(["show", str(path), "--calls", "--format", form]) == 0
    assert PROGRAM in capsys.readouterr().out


# Decks, vectors, words, scripts, recordings.


def test_a_deck_reads_no_picture_from_elsewhere(strange: Path) -> None:
    deck = make_deck(strange / "deck", 4)
    outside = make_deck(strange / "other", 4)
    card = next(deck.glob("*.png"))
    card.unlink()
    card.symlink_to(outside / card.name)
    with pytest.raises(DeckError, match="link out of the folder"):
        open_deck(str(deck))
    card.unlink()
    with (deck / "deck.toml").open("a") as file:
        file.write('\n[cards."../other/card_00"]\n\n[cards."/etc/passwd"]\n')
    with pytest.raises(DeckError):
        open_deck(str(deck))


def test_a_vector_file_is_unpacked_nowhere_else(strange: Path, tmp_path: Path) -> None:
    space = tmp_path / "vectors"
    with zipfile.ZipFile("v.zip", "w") as archive:
        archive.writestr("../../private/v.txt", lines())
    import_vectors(strange / "v.zip", space, "mine", environment=build_environment(PYTHON))
    assert [file.name for file in space.iterdir()] == ["mine.space"]
    for name in ("../../private/x", "/x", ".x", "a/b"):
        with pytest.raises(SpaceError, match="cannot be named"):
            import_vectors(strange / "v.zip", space, name, environment=build_environment(PYTHON))


def test_the_arrays_in_a_zip_stay_in_its_folder(strange: Path, tmp_path: Path) -> None:
    kv(tmp_path, beside=False)
    with zipfile.ZipFile("v.zip", "w") as archive:
        archive.write(tmp_path / "mine.kv", "mine.kv")
        for name in ("mine.kv./../../x.npy", "mine.kv.a/x.npy", "mine.kv./x.npy"):
            archive.writestr(name, b"x")
    report = import_vectors(
        strange / "v.zip",
        tmp_path / "vectors",
        "mine",
        trust=True,
        environment=build_environment(PYTHON),
    )
    assert report.rows == 9


def test_a_pickle_is_not_loaded_unless_the_user_trusts_it(strange: Path, tmp_path: Path) -> None:
    (strange / "v.kv").write_bytes(b"\x80\x02cposix\nsystem\nX\x09\0\0\0touch ran\x85R.")
    with pytest.raises(SpaceError, match="run any program"):
        import_vectors(
            strange / "v.kv", tmp_path / "vectors", "mine", environment=build_environment(PYTHON)
        )


def test_a_script_is_only_moves(capsys: pytest.CaptureFixture[str]) -> None:
    for line in (f'{{"player": "{PROGRAM}"}}', PROGRAM, f'{{"Guess": {{"code": "{PROGRAM}"}}}}'):
        Path("script").write_text(line + "\n")
        assert run(["play", "decrypto", *BASELINES, "--seat", "interceptor=script:script"]) == 2
        assert "script, line 1: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game", "option"), [("decrypto", "keywords=words"), ("undercover", "words=words")]
)
def test_files_of_words_are_only_words(game: str, option: str) -> None:
    rows = [f"{PROGRAM}\t../private/file", "$(touch ran)\tx", "llm:x@http://evil.example\ty"]
    Path("words").write_text("\n".join(rows * 3) + "\n")
    run(["play", game, "--set", option])


def test_a_recording_is_a_new_file(strange: Path) -> None:
    (strange / "a.cast").symlink_to("../private/file")
    (strange / "b.cast").symlink_to("../private/new")
    for name in ("a.cast", "b.cast", "../private/file"):
        with pytest.raises(RecordingError):
            Recording.create(strange / name, "x")


def test_a_new_journal_is_a_new_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.jsonl").symlink_to("../private/new.jsonl")
    Path("b.jsonl").symlink_to("../private/file")
    for name in ("a.jsonl", "b.jsonl"):
        assert run(["play", "decrypto", *BASELINES, *random_last(), "--journal", name]) == 2
    assert "exists already" in capsys.readouterr().err
