"""Faults of system calls: full and broken disks, quotas, no more files, and SIGKILL in between.

strace makes the Nth call on a file fail, or kills the process there.
"""

import json
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.journal.errors import JournalError
from engine.journal.reader import read_record
from tests.campaign.case import Case, Ended, Plan, expect, expect_end, expect_journals
from tests.campaign.original_files import pictures, vector_files, write_journal
from tests.campaign.processes import run_parlour

DISK_ERRORS = ("ENOSPC", "EIO", "EDQUOT")
WRITE_ERRORS = (*DISK_ERRORS, "EINTR", "EAGAIN")
KILLED = "SIGKILL"
BOT = """
import json, sys
for line in sys.stdin:
    used = json.loads(line)["view"]["rounds"]
    codes = [[1, 2, 3], [2, 3, 4], [3, 4, 1], [4, 1, 2], [1, 3, 2], [2, 4, 3], [3, 1, 4], [4, 2, 1]]
    print(json.dumps({"code": codes[len(used)]}), flush=True)
"""
SECONDS = 90.0
SEATS = {
    "decrypto": ("encoder", "decoder", "interceptor"),
    "taboo": ("attacker", "defender"),
    "undercover": ("p1", "p2", "p3", "p4", "p5"),
}


@dataclass(frozen=True)
class Fault:
    """What happens to a call of the system."""

    call: str
    """Its name, or several with commas between them."""
    how: str
    """The name of an error, or SIGKILL."""
    when: str
    """Which calls: `3` for the third, `3+` for all from the third on."""

    def __str__(self) -> str:
        return f"{self.call.split(',')[0]}-{self.how}-{self.when.replace('+', 'on')}"

    def wrap(self, *paths: Path) -> list[str]:
        """The command before another that makes it meet the fault, if on these files."""
        way = "signal" if self.how == KILLED else "error"
        named = [part for path in paths for part in ("-P", str(path))]
        inject = f"inject={self.call}:{way}={self.how}:when={self.when}"
        quiet = ["-qqq", "-o", "/dev/null", "--signal=none", "-e", f"trace={self.call}"]
        return ["strace", "-f", *quiet, *named, "-e", inject]


WRITES = [
    *(Fault("write", how, f"{n}+") for how in DISK_ERRORS for n in (1, 2, 5)),
    *(Fault("write", how, n) for how in WRITE_ERRORS for n in ("1", "3")),
    *(Fault("fsync,fdatasync", how, n) for how in ("EIO", "ENOSPC") for n in ("1", "3", "2+")),
    *(Fault("openat", how, "1") for how in ("EMFILE", "EIO", "ENOSPC", "EACCES", "EROFS", "EINTR")),
    *(Fault("flock", how, "1") for how in ("EAGAIN", "ENOLCK", "EIO")),
    *(Fault(call, KILLED, str(n)) for call in ("write", "fsync") for n in (1, 2, 3, 4, 7)),
    *(Fault("openat", KILLED, "1"), Fault("flock", KILLED, "1")),
]
"""Faults of a file that is written line by line."""
REOPENED = [
    *(Fault("ftruncate", how, "1") for how in ("EIO", "EPERM", "EINTR", KILLED)),
    *(Fault("read", how, "1") for how in ("EIO", "EINTR", KILLED)),
    *(Fault("openat", how, n) for how in ("EMFILE", "EIO", "EACCES", KILLED) for n in ("1", "2")),
    *(
        Fault("write", how, n)
        for how in ("ENOSPC", "EIO", KILLED)
        for n in ("1", "2", "4+")
        if how != KILLED or "+" not in n
    ),
    *(Fault("lseek", "EIO", "1"), Fault("fsync", "EIO", "1"), Fault("fsync", KILLED, "2")),
    *(Fault("fstat,newfstatat", "EIO", n) for n in ("1", "3")),
]
"""Faults of a journal that is continued."""
WHOLE = [
    *(Fault("write", how, n) for how in (*DISK_ERRORS, KILLED) for n in ("1", "2")),
    *(Fault("fsync,fdatasync", how, "1") for how in ("EIO", KILLED)),
    *(Fault("openat", how, "1") for how in ("EMFILE", "ENOSPC", "EACCES", KILLED)),
    *(Fault("rename,renameat,renameat2", how, "1") for how in ("EIO", "ENOSPC", "EACCES", KILLED)),
    *(Fault("ftruncate", how, "1") for how in ("ENOSPC", "EIO")),
    *(Fault("mkdir,mkdirat", how, "1") for how in ("ENOSPC", "EACCES")),
]
"""Faults of a file that is written as a whole, and takes the place of another."""


def build_cases(plan: Plan) -> list[Case]:
    """List the cases."""
    del plan
    if shutil.which("strace") is None:
        raise SystemExit("The part 'syscalls' needs strace, which is not installed.")
    return [
        *(
            _case(f"journal-{game}/{fault}", _play, game, fault)
            for game in ("decrypto",)
            for fault in WRITES
        ),
        *(
            _case(f"journal-{game}/{fault}", _play, game, fault)
            for game in ("taboo", "undercover")
            for fault in WRITES[::5]
        ),
        *(
            _case(f"calls/{fault}", _play_program, fault)
            for fault in WRITES
            if "flock" not in fault.call
        ),
        *(_case(f"resume/{fault}", _resume, fault) for fault in REOPENED),
        *(_case(f"series/{fault}", _series, fault) for fault in WRITES[::3]),
        *(_case(f"import/{fault}", _import, fault) for fault in WHOLE),
        *(_case(f"deck/{fault}", _make_deck, fault) for fault in WHOLE),
        *(_case(f"trust/{fault}", _trust, fault) for fault in WHOLE),
        *(
            _case(f"show-{form}/{fault}", _show, form, fault)
            for form in ("text", "html")
            for fault in SHOWN
        ),
        *(_case(f"agent/{fault}", _start_agent, fault) for fault in STARTS),
    ]


SHOWN = [
    Fault("write", how, n)
    for how in (*DISK_ERRORS, "EINTR", "EAGAIN", "EPIPE")
    for n in ("1", "1+")
    if (how, n) != ("EINTR", "1+")
]
STARTS = [
    *(Fault("clone,fork,vfork", how, "1") for how in ("EAGAIN", "ENOMEM")),
    *(Fault("pipe2,pipe", how, n) for how in ("EMFILE", "ENFILE") for n in ("1", "2", "3")),
    *(Fault("setsid", how, "1") for how in ("EPERM",)),
    *(Fault("prctl", "EPERM", n) for n in ("1+", "2", "3")),
]


def _case(name: str, run: Any, *arguments: object) -> Case:
    return Case("syscalls", name, partial(run, *arguments), 300)


def _seats(game: str, **others: str) -> list[str]:
    return [f"--seat={seat}={others.get(seat, 'random')}" for seat in SEATS[game]]


@cache
def _reference(game: str, program: bool = False) -> Mapping[str, Any]:
    """The result of a game that meets no fault."""
    with TemporaryDirectory(prefix="campaign-") as name:
        folder = Path(name)
        words = [
            "play",
            game,
            *_program_seats(folder, game, program=program),
            "--seed",
            "fault",
            "--json",
        ]
        ended = run_parlour(
            folder, *words, "--journal", str(folder / "game.jsonl"), seconds=SECONDS
        )
        expect_end(ended, (0,))
        return _result(ended)


def _program_seats(folder: Path, game: str, *, program: bool) -> list[str]:
    if not program:
        return _seats(game)
    (folder / "bot.py").write_text(BOT, encoding="utf-8")
    return _seats(game, interceptor=f"exec:{sys.executable} -S {folder / 'bot.py'}")


def _result(ended: Ended) -> Mapping[str, Any]:
    result: dict[str, Any] = json.loads(ended.out.splitlines()[-1])
    return {
        name: value for name, value in result.items() if name not in ("journal", "seats", "usage")
    }


def _codes(fault: Fault, *codes: int) -> tuple[int, ...]:
    """The exit codes after a fault; strace ends as what it traces."""
    return (-9, 137, 0) if fault.how == KILLED else (0, *codes)


def _expect_sentence(ended: Ended, fault: Fault) -> None:
    """Expect that a command without success says why."""
    if ended.code > 0 and fault.how not in (KILLED, "EPIPE"):  # nobody reads what it would say
        said = ended.err.strip()
        expect(said, f"exit code {ended.code} without a word")
        expect(len(said) < 4000, f"a message of {len(said)} characters")


def _play(
    game: str, fault: Fault, folder: Path, *, program: bool = False, of: str = "game.jsonl"
) -> None:
    """Play a game whose journal, or calls file, meets a fault; then resume it."""
    path = folder / "game.jsonl"
    words = [
        "play",
        game,
        *_program_seats(folder, game, program=program),
        "--seed",
        "fault",
        "--json",
    ]
    wrap = fault.wrap(folder / of)
    ended = run_parlour(folder, *words, "--journal", str(path), wrap=wrap, seconds=SECONDS)
    expect_end(ended, _codes(fault, 2, 3))
    _expect_sentence(ended, fault)
    _expect_continued(path, ended, _reference(game, program), folder)


def _expect_continued(path: Path, ended: Ended, whole: Mapping[str, Any], folder: Path) -> None:
    """Expect that a journal leads to the same result as one that met no fault."""
    if not path.exists():  # it was never begun
        expect(ended.code, "there is no journal, and nothing said so")
        return
    expect_journals(folder, torn=True)
    killed = ended.code in (-9, 137)
    try:
        read_record(path)
    except JournalError as error:
        expect(killed and "first line" in str(error), str(error))
        return
    again = run_parlour(folder, "resume", str(path), "--json", "--run-programs", seconds=SECONDS)
    expect_end(again, (0,))
    expect(_result(again) == whole, "after resuming the game has another result")
    expect_journals(folder)
    if ended.code == 0 and ended.out:
        expect(_result(ended) == whole, "the game has another result")


def _play_program(fault: Fault, folder: Path) -> None:
    _play("decrypto", fault, folder, program=True, of="game.calls.jsonl")


def _resume(fault: Fault, folder: Path) -> None:
    """Continue a journal whose last line is torn, and meet a fault."""
    path = folder / "game.jsonl"
    words = ["play", "decrypto", *_seats("decrypto"), "--seed", "fault", "--json"]
    expect_end(run_parlour(folder, *words, "--journal", str(path), seconds=SECONDS), (0,))
    lines = path.read_bytes().splitlines(keepends=True)
    kept = b"".join(lines[:5])
    path.write_bytes(kept + lines[5][:20])
    ended = run_parlour(
        folder, "resume", str(path), "--json", wrap=fault.wrap(path), seconds=SECONDS
    )
    expect_end(ended, _codes(fault, 2, 3))
    _expect_sentence(ended, fault)
    expect(path.read_bytes().startswith(kept), "confirmed moves are lost")
    _expect_continued(path, ended, _reference("decrypto"), folder)


def _series(fault: Fault, folder: Path) -> None:
    """Play several games into a folder, and meet a fault in the first one's journal."""
    games = folder / "games"
    games.mkdir()
    words = ["play", "taboo", *_seats("taboo"), "--seed", "fault", "--games", "4", "--json"]
    wrap = [*fault.wrap(), "--trace-path", str(games)]
    ended = run_parlour(folder, *words, "--journal", str(games), wrap=wrap, seconds=SECONDS)
    expect_end(ended, _codes(fault, 1, 2, 3))
    _expect_sentence(ended, fault)
    expect_journals(folder, torn=True)


def _import(fault: Fault, folder: Path) -> None:
    """Import vectors onto a broken disk; then without a fault."""
    source, data = folder / "glove.txt", folder / "data"
    source.write_bytes(vector_files()["glove.txt"])
    spaces = data / "vectors"
    spaces.mkdir(parents=True)
    words = ["vectors", "import", str(source), "--name", "mine"]
    draft = [spaces, spaces / "mine.space"]
    wrap = fault.wrap(*draft) if "write" not in fault.call else fault.wrap()
    if "write" in fault.call:  # drafts have names that nobody knows: all regular files then
        wrap = [
            *Fault("pwrite64,write,sendfile,copy_file_range", fault.how, fault.when).wrap(*draft)
        ]
    ended = run_parlour(folder, *words, wrap=wrap, seconds=SECONDS, PARLOUR_DATA=str(data))
    expect_end(ended, _codes(fault, 2))
    _expect_sentence(ended, fault)
    again = run_parlour(folder, *words, "--replace", seconds=SECONDS, PARLOUR_DATA=str(data))
    expect_end(again, (0,))
    left = sorted(path.name for path in spaces.iterdir())
    expect(left == ["mine.space"], f"beside the space lie {left}")
    checked = run_parlour(
        folder, "vectors", "info", "mine", seconds=SECONDS, PARLOUR_DATA=str(data)
    )
    expect_end(checked, (0,), says="words and numbers are as they were written")


def _make_deck(fault: Fault, folder: Path) -> None:
    """Make a deck on a broken disk; what is there afterwards is a whole deck, or none."""
    photos, deck = folder / "photos", folder / "deck"
    photos.mkdir()
    for suffix, data in pictures().items():
        (photos / f"one_{suffix}.{suffix}").write_bytes(data)
    words = ["deck", "new", str(deck), "--from", str(photos)]
    wrap = fault.wrap(deck, deck / "deck.toml", folder, deck / "one_png.png")
    ended = run_parlour(folder, *words, wrap=wrap, seconds=SECONDS)
    expect_end(ended, _codes(fault, 1, 2))
    _expect_sentence(ended, fault)
    if ended.code == 0:
        expect_end(run_parlour(folder, "deck", "check", str(deck), seconds=SECONDS), (0, 1))
    elif ended.code > 0:
        left = [
            path.name
            for path in folder.iterdir()
            if "deck" in path.name or path.name.startswith(".")
        ]
        expect(not left, f"a deck that was not made left {left}")


def _trust(fault: Fault, folder: Path) -> None:
    """Store that a file is trusted on a broken disk; what was trusted before stays so."""
    for name in ("parlour.toml", ".env"):
        (folder / "work").mkdir(exist_ok=True)
        (folder / "work" / name).write_text("\n")
    expect_end(run_parlour(folder, "trust", ".env", seconds=SECONDS), (0,))
    settings = folder / "home/config/parlour"
    paths = [settings / "trusted.json", settings / "trusted.json.new"]
    ended = run_parlour(folder, "trust", "parlour.toml", wrap=fault.wrap(*paths), seconds=SECONDS)
    expect_end(ended, _codes(fault, 2))
    _expect_sentence(ended, fault)
    listed = run_parlour(folder, "trust", "--list", seconds=SECONDS)
    expect_end(listed, (0,), says=r"\.env")
    expect(ended.code or "parlour.toml" in listed.out, "it says that it is trusted, and it is not")


def _show(form: str, fault: Fault, folder: Path) -> None:
    """Print a game into a file on a broken disk."""
    target = folder / "shown"
    redirect = ["sh", "-c", f'"$@" >{target}', "sh"]
    shown = folder / "game.jsonl"
    shown.write_bytes(write_journal("decrypto")[0])
    words = ["show", str(shown), "--format", form]
    ended = run_parlour(folder, *words, wrap=[*fault.wrap(target), *redirect], seconds=SECONDS)
    expect_end(ended, (0, 1, 2, 120) if fault.how in ("EINTR", "EPIPE") else (1, 2))
    _expect_sentence(ended, fault)
    if ended.code == 0:
        expect(target.stat().st_size > 500, "it says nothing, and the file is cut short")


def _start_agent(fault: Fault, folder: Path) -> None:
    """Start a program when the system cannot."""
    path = folder / "game.jsonl"
    words = [
        "play",
        "decrypto",
        *_program_seats(folder, "decrypto", program=True),
        "--seed",
        "fault",
    ]
    wrap = fault.wrap()
    ended = run_parlour(
        folder, *words, "--json", "--journal", str(path), wrap=wrap, seconds=SECONDS
    )
    expect_end(ended, (0, 2, 3))
    _expect_sentence(ended, fault)
    _expect_continued(path, ended, _reference("decrypto", True), folder)
