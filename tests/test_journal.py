"""The journal: a step ahead of what people see, and readable whatever became of it."""

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.journal.entries import MoveEntry, ReseatEntry
from engine.journal.errors import JournalError
from engine.journal.reader import MAX_BYTES, read_record
from engine.journal.record import Record
from engine.journal.replay import load_game, restore_match
from engine.journal.writer import Journal, JournalWriteError
from engine.match import MoveDetails
from tests.samples.decrypto import SAMPLE as DECRYPTO

HEADER = DECRYPTO.header({}, "7")
HINT = DECRYPTO.definition.move_types[0]
GUESS = DECRYPTO.definition.move_types[1]
ACCOUNT = MoveDetails(1.5, 2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "game.jsonl"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal.create(path, HEADER) as journal:
        yield journal


def write(path: Path, *lines: bytes | dict[str, Any]) -> Path:
    """A journal with these lines after a good header."""
    path.parent.mkdir(exist_ok=True)
    Journal.create(path, HEADER, durable=False).close()
    with path.open("ab") as file:
        for line in lines:
            file.write(line if isinstance(line, bytes) else json.dumps(line).encode())
            file.write(b"\n")
    return path


def header(**changes: Any) -> bytes:
    values = {
        "parlour": 1,
        "game": "decrypto",
        "seed": "7",
        "options": dict(HEADER.options),
        "material": dict(HEADER.material),
        "seats": dict(HEADER.seats),
        "version": "1",
        "created": "2026-01-01T00:00:00.000+00:00",
    }
    return json.dumps({**values, **changes}).encode() + b"\n"


def moved(**changes: Any) -> dict[str, Any]:
    move = {"Hint": {"words": ["a", "b", "c"]}}
    line = {"seat": "encoder", "move": move, "time": "t", "seconds": 1.0, "attempts": 1}
    return {**line, **changes}


def test_a_journal_is_read_as_it_was_written(journal: Journal, path: Path) -> None:
    journal.write_move("encoder", HINT(words=("a", "b", "c")), ACCOUNT)
    journal.write_reseat("decoder", "human:Ada")
    journal.write_move("decoder", GUESS(code=(3, 1, 4)), ACCOUNT)
    record = read_record(path)
    assert record.header == HEADER
    assert record.path == path
    assert not record.torn
    assert record.size == path.stat().st_size
    hint, reseated, guess = record.entries
    assert isinstance(hint, MoveEntry)
    assert isinstance(guess, MoveEntry)
    assert isinstance(reseated, ReseatEntry)
    assert (hint.seat, hint.move) == ("encoder", {"Hint": {"words": ["a", "b", "c"]}})
    assert (guess.seconds, guess.attempts) == (1.5, 2)
    assert record.players == {**HEADER.seats, "decoder": "human:Ada"}
    assert record.moves == (hint, guess)


@pytest.mark.usefixtures("journal")
def test_only_its_owner_can_read_it(path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_line_is_on_disk_when_the_call_returns(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And so is the name of the file, in its folder."""
    synced: list[tuple[bool, int]] = []

    def note(file: int) -> None:
        found = os.fstat(file)
        synced.append((stat.S_ISDIR(found.st_mode), found.st_size))

    monkeypatch.setattr(os, "fsync", note)
    with Journal.create(path, HEADER) as journal:
        assert [folder for folder, _ in synced] == [False, True]
        assert synced[0][1] == path.stat().st_size
        journal.write_move("encoder", HINT(words=("a", "b", "c")), ACCOUNT)
        assert synced[-1] == (False, path.stat().st_size)


@pytest.mark.usefixtures("journal")
def test_a_file_that_exists_is_not_written_over(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(JournalError, match="exists already; resume it, or name another"):
        Journal.create(path, HEADER)
    assert path.read_bytes() == before


def test_where_nothing_can_be_written_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match=r"file cannot be made: File exists\."):
        Journal.create(tmp_path / "file" / "game.jsonl", HEADER)


@pytest.mark.parametrize("seed", ["", "a\nb", "\x1b[31mred", "x" * 201, "\ud800", " x"])
def test_a_seed_that_is_no_plain_line_is_refused(path: Path, seed: str) -> None:
    with pytest.raises(JournalError, match="A seed is one line of 1 to 200 plain characters"):
        Journal.create(path, replace(HEADER, seed=seed))
    assert not path.exists()


# Writes that fail.


def test_a_full_disk_loses_nothing(
    journal: Journal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.write_move("encoder", HINT(words=("a", "b", "c")), ACCOUNT)
    before, real = path.read_bytes(), os.write

    def half(file: int, data: bytes) -> int:
        real(file, bytes(data)[:9])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", half)
    with pytest.raises(JournalWriteError, match=r"No space left on device\. Nothing is lost"):
        journal.write_move("decoder", GUESS(code=(1, 2, 3)), ACCOUNT)
    assert path.read_bytes() == before
    monkeypatch.setattr(os, "write", real)
    journal.write_move("decoder", GUESS(code=(1, 2, 4)), ACCOUNT)
    assert [moved.seat for moved in read_record(path).moves] == ["encoder", "decoder"]


def test_half_a_line_that_cannot_be_cut_off_at_once_is_cut_off_later(
    journal: Journal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write

    def half(file: int, data: bytes) -> int:
        real(file, bytes(data)[:9])
        raise OSError(5, "Input/output error")

    def broken(*_: object) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", half)
        patch.setattr(os, "ftruncate", broken)
        with pytest.raises(JournalWriteError, match="Input/output error"):
            journal.write_move("encoder", HINT(words=("a", "b", "c")), ACCOUNT)
    assert read_record(path).torn
    journal.write_move("encoder", HINT(words=("d", "e", "f")), ACCOUNT)
    (definition,) = read_record(path).moves
    assert definition.move == {"Hint": {"words": ["d", "e", "f"]}}


def test_a_disk_that_takes_a_byte_at_a_time_gets_the_whole_line(
    journal: Journal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda file, data: real(file, bytes(data)[:1]))
    journal.write_move("encoder", HINT(words=("a", "b", "c")), ACCOUNT)
    assert len(read_record(path).moves) == 1


# Going on.


def test_a_torn_line_is_left_out_and_cut_off(path: Path) -> None:
    write(path, moved())
    with path.open("ab") as file:
        file.write(b'{"seat": "dec')
    record = read_record(path)
    assert record.torn
    assert len(record.entries) == 1
    with Journal.reopen(record) as journal:
        journal.write_move("decoder", GUESS(code=(1, 2, 3)), ACCOUNT)
    assert [moved.seat for moved in read_record(path).moves] == ["encoder", "decoder"]
    assert not read_record(path).torn


def test_two_parlours_cannot_play_one_game(journal: Journal, path: Path) -> None:
    with pytest.raises(JournalError, match="being played in another Parlour"):
        Journal.reopen(read_record(path))
    journal.close()
    Journal.reopen(read_record(path)).close()


def test_a_crashed_parlour_does_not_hold_the_file(path: Path) -> None:
    """The lock goes with the process, however it ends."""
    code = (
        "import os, sys; from pathlib import Path; from engine.journal.writer import Journal;"
        "from tests.test_journal import HEADER;"
        "Journal.create(Path(sys.argv[1]), HEADER); os.kill(os.getpid(), 9)"
    )
    root = Path(__file__).parent.parent
    done = subprocess.run([sys.executable, "-c", code, str(path)], cwd=root, check=False)
    assert done.returncode == -9
    Journal.reopen(read_record(path)).close()


@pytest.mark.parametrize("more", [b'{"seat": "decoder"}\n', None])
def test_a_file_that_changed_since_it_was_read_is_read_again(
    path: Path, more: bytes | None
) -> None:
    """What another Parlour confirmed meanwhile is never cut off."""
    record = read_record(write(path, moved()))
    if more:
        with path.open("ab") as file:
            file.write(more)
    else:
        os.truncate(path, record.size - 1)
    before = path.read_bytes()
    with pytest.raises(JournalError, match="changed since it was read"):
        Journal.reopen(record)
    assert path.read_bytes() == before


def test_a_journal_that_is_gone_or_locked_away_says_so(path: Path) -> None:
    record = read_record(write(path))
    path.unlink()
    with pytest.raises(JournalError, match="cannot be written: No such file"):
        Journal.reopen(record)
    with pytest.raises(JournalError, match="cannot be read: No such file"):
        read_record(path)
    with pytest.raises(JournalError, match="cannot be read: Is a directory"):
        read_record(path.parent)


# Damage.

BROKEN: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "not JSON"),
    "text": (b"hello", "not JSON"),
    "not UTF-8": (b'{"seat": "\xff"}', "not JSON"),
    "UTF-16": ('{"seat": "encoder"}'.encode("utf-16"), "not JSON"),
    "zeros": (b"\0" * 40, "not JSON"),
    "a number": (b"5", "not an object"),
    "a list": (b"[]", "not an object"),
    "deep": (b"[" * 200_000, "not JSON"),
    "deep objects": (b'{"a":' * 200_000, "not JSON"),
    "a giant number": (b'{"seat": ' + b"9" * 5000 + b"}", "not JSON"),
    "NaN": (json.dumps(moved(seconds=float("nan"))).encode(), "not JSON"),
    "infinity": (json.dumps(moved(seconds=float("inf"))).encode(), "not JSON"),
    "overflow": (json.dumps(moved()).replace("1.0", "1e999").encode(), "out of range"),
    "half a surrogate": (json.dumps(moved(time="\ud800")).encode(), "not JSON"),
    "a key twice": (b'{"seat": "encoder", "seat": "decoder"}', "not JSON"),
    "a deep key twice": (
        json.dumps(moved()).replace('"words"', '"words": [], "words"').encode(),
        "not JSON",
    ),
    "no seat": (b"{}", "no such seat"),
    "a strange seat": (json.dumps(moved(seat="queen")).encode(), "no such seat"),
    "a seat that is a list": (json.dumps(moved(seat=["encoder"])).encode(), "no such seat"),
    "no move, nobody seated": (b'{"seat": "encoder", "time": "t"}', "player: field required"),
    "no time": (b'{"seat": "encoder", "move": {}}', "time: field required"),
    "a move that is text": (json.dumps(moved(move="CANARY")).encode(), "move: input should be"),
    "time before": (json.dumps(moved(seconds=-1)).encode(), "out of range"),
    "never asked": (json.dumps(moved(attempts=0)).encode(), "out of range"),
    "asked 1.5 times": (json.dumps(moved(attempts=1.5)).encode(), "attempts: input should be"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_damaged_line_is_named_and_explained(path: Path, name: str) -> None:
    line, why = BROKEN[name]
    write(path, moved(), line)
    with pytest.raises(JournalError) as caught:
        read_record(path)
    message = str(caught.value)
    assert message.startswith(f"{path}, line 3: ")
    assert why in message
    assert "CANARY" not in message
    assert len(message) < len(str(path)) + 200


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "first line is missing or cut short"),
        (header()[:-1], "first line is missing or cut short"),
        (b"{}\n", "line 1: not the header of a Parlour journal"),
        (b"[1]\n", "line 1: not an object"),
        (header(parlour=2), "has journal format 2; this Parlour reads format 1"),
        (header(parlour="\x1b[31m" * 99), "this Parlour reads format 1"),
        (header(seed=7), "line 1: seed: input should be a valid string"),
        (header(seed="\x1b]0;x\x07"), "line 1: the seed is no line of plain text"),
        (header(seats=[]), "line 1: seats: "),
        (header(seats={"encoder": 1}), r"line 1: seats.encoder: "),
        (header(seats={"\x1b[31mred": 1}), r"line 1: seats.red: "),
        (header(material=None), "line 1: material: "),
        (header(options="x"), "line 1: options: "),
    ],
)
def test_a_damaged_header_is_named_and_explained(tmp_path: Path, line: bytes, why: str) -> None:
    path = tmp_path / "game"
    path.write_bytes(line)
    with pytest.raises(JournalError, match=why) as caught:
        read_record(path)
    assert str(caught.value).isprintable()


def test_a_file_that_is_far_too_large_is_not_read_to_its_end(path: Path) -> None:
    write(path)
    os.truncate(path, 100 * MAX_BYTES)  # sparse: it takes no room
    with pytest.raises(JournalError, match="more than 32,000,000 bytes"):
        read_record(path)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"options": {"rounds": 99}}, "rounds must be a whole number from 1 to 24, not 99"),
        ({"options": {"rounds": [8]}}, "rounds must be a whole number"),
        ({"options": {"play_on": 7}}, "play_on must be yes or no"),
        ({"options": {"wobble": 1}}, "no option 'wobble'"),
        ({"material": {}}, "the material of Decrypto is four keywords"),
        ({"material": {"keywords": ["CANARY", "b", "c"]}}, "is four keywords"),
        ({"material": {"keywords": ["CANARY", "b", "c", 4]}}, "is four keywords"),
        ({"material": {"keywords": ["CANARY", "b", "c", "\x1b[31m"]}}, "is four keywords"),
        ({"material": {"keywords": "abcd"}}, "is four keywords"),
        ({"seats": {"encoder": "human"}}, "the seats of Decrypto are encoder, decoder, inter"),
    ],
)
def test_a_header_that_fits_no_game_is_explained(
    tmp_path: Path, changes: dict[str, Any], why: str
) -> None:
    path = tmp_path / "game"
    path.write_bytes(header(**changes))
    with pytest.raises(JournalError, match=f"line 1: .*{why}") as caught:
        load_game(DECRYPTO.definition, read_record(path))
    assert "CANARY" not in str(caught.value)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([moved(seat="decoder")], "line 2: it was not the turn of the decoder"),
        ([moved(), moved()], "line 3: it was not the turn of the encoder"),
        ([moved(move={"Guess": {"code": [1, 2, 3]}})], "line 2: a move is one of Hint, not"),
        ([moved(move={"Hint": {"words": ["CANARY", "CANARY", "c"]}})], "could not make this"),
        ([moved(move={"Hint": {"words": ["a"]}})], "line 2: Hint.words.2 is missing"),
        ([moved(move={"Hint": 1, "Guess": 2})], "line 2: a move is an object with one key"),
        (
            [moved(), moved(seat="decoder", move={"Guess": {"code": [1, 1, 2]}})],
            "line 3: the decoder could not make this move",
        ),
    ],
)
def test_a_move_the_rules_forbid_is_named_by_its_line(
    path: Path, lines: list[dict[str, Any]], why: str
) -> None:
    record = read_record(write(path, *lines))
    with pytest.raises(JournalError, match=why) as caught:
        restore_match(record, load_game(DECRYPTO.definition, record))
    assert "CANARY" not in str(caught.value)


def test_names_in_the_file_come_out_as_plain_text(tmp_path: Path) -> None:
    path = tmp_path / "game"
    seats = {**HEADER.seats, "encoder": "human:\x1b]0;owned\x07Ada\u202e"}
    new = {"seat": "decoder", "player": "human:\x1b[31mBob", "time": "\x1b[2J2026"}
    path.write_bytes(header(seats=seats, version="\x1b[1m1") + json.dumps(new).encode() + b"\n")
    record: Record = read_record(path)
    assert record.header.seats["encoder"] == "human:Ada"
    assert record.header.version == "1"
    (reseated,) = record.entries
    assert reseated == ReseatEntry("decoder", "human:Bob", "2026")
