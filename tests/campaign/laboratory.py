"""The laboratory's files, damaged, and all that reads them; links in the places that it writes."""

import asyncio
import json
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.comet.pool import read_built_in_pool
from engine.config.settings import load_settings
from images.deck_reader import open_deck
from lab.experiment.file import Experiment
from lab.papers.dixitworld.bench_files import BUILTIN
from lab.run.start import RunSettings, run_experiment
from lab.study.entry import Guess, Rating
from lab.study.file import StudyFile
from lab.study.study import Study, StudyItem
from tests.campaign.case import Case, Plan, expect, expect_end
from tests.campaign.damage import Form
from tests.campaign.files import Subject, build_subject_cases
from tests.campaign.processes import build_environment
from tests.campaign.reader import Reader
from tests.kept_games import keep_game

EXPERIMENT = """
name = "tiny"
game = "decrypto"
games = 2

[options]
rounds = 3

[players]
a = "random"
b = "random"

[lineups]
seats.encoder = ["a", "b"]
seats.decoder = ["b"]
seats.interceptor = ["a"]
"""


def build_cases(plan: Plan) -> list[Case]:
    """List the cases: damaged files by the plan, then links and a full disk."""
    cases = build_subject_cases("laboratory", list(_build_subjects()), plan)
    for name, beside in LINKS.items():
        cases.append(Case("laboratory", f"link/{name}", partial(_follow_no_link, beside), 90))
    for name in DISK:
        cases.append(Case("laboratory", f"full-disk/{name}", partial(_fill_disk, name), 120))
    return cases


def _build_subjects() -> Iterator[Subject]:
    """Yield every kind of file of the laboratory."""
    run = make_run()
    uses = [
        *(["lab", "status", "{}"], ["lab", "table", "games", "{}"]),
        *(["lab", "table", "turns", "{}"], ["lab", "table", "failures", "{}"]),
        *(["lab", "compare", "{}", "/whole.run"], ["lab", "report", "{}", "--out", "/page.html"]),
        ["lab", "merge", "{}", "/whole.run", "--into", "/merged.run"],
        ["lab", "run", "{}", "--accept-changes"],
    ]
    yield Subject("run", "run", run, "tiny.run", uses, 8, {"whole.run": run})
    toml = EXPERIMENT.encode()
    uses = [["lab", "run", "{}", "--dry-run"], ["lab", "run", "{}", "--into", "/new.run"]]
    yield Subject("experiment", "toml", toml, "tiny.toml", uses, 3)
    study = _make_study()
    uses = [["study", "show", "{}"], ["study", "export", "{}", "--out", "/exported"]]
    uses += [["study", "merge", "{}", "/whole.study"], ["study", "copy", "{}", "/copy.study"]]
    yield Subject("study", "jsonl", study, "tiny.study", uses, 3, {"whole.study": study})
    pool = read_built_in_pool().encode().encode()
    uses = [["pool", "show", "{}"], ["pool", "merge", "{}", "/whole.pool", "--into", "/new.pool"]]
    yield Subject("pool", "json", pool, "tiny.pool", uses, 3, {"whole.pool": pool})
    invented = files("lab.papers.decrypto").joinpath("invented_games.json").read_bytes()
    people = json.dumps(json.loads(invented)[:2]).encode()
    uses = [["lab", "import", "decrypto-human", "{}", "--into", "/people"]]
    yield Subject("people", "json", people, "people.json", uses, 2)
    bench = {f"bench/{path.name}": path.read_bytes() for path in BUILTIN.iterdir()}
    for name in ("bench.toml", "items.csv", "clues.csv", "similarity.csv"):
        others = {place: data for place, data in bench.items() if not place.endswith(name)}
        form: Form = "toml" if name.endswith(".toml") else "text"
        content = bench[f"bench/{name}"]
        yield Subject(
            *(f"bench-{name}", form, content, f"bench/{name}"),
            *([["lab", "bench", "show", "/bench"]], 1, others),
            instead={"lab bench": "bench"},
        )


@cache
def make_run() -> bytes:
    """Make a small finished run."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "tiny.run")
        experiment = Experiment.parse(EXPERIMENT, "tiny")
        work = run_experiment(path, experiment, EXPERIMENT, RunSettings(), settings=load_settings())
        asyncio.run(work)
        database = sqlite3.connect(path)
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()
        return path.read_bytes()


@cache
def _make_study() -> bytes:
    """Make a small study with a guess and a rating."""
    cards = tuple(list(open_deck().cards)[:4])
    items = tuple(
        StudyItem(id=f"item-{number}", clue=f"clue {number}", target=cards[0], candidates=cards)
        for number in range(3)
    )
    with TemporaryDirectory() as folder:
        path = Path(folder, "tiny.study")
        file = StudyFile.create(
            path,
            Study(name="tiny", mode="rate", source="test", deck="", fingerprint="", items=items),
        )
        file.lock_guess(
            Guess(
                rater="ada",
                item="item-0",
                card=cards[1],
                position=2,
                seconds=1.5,
                time="2026-01-31T19:02:11Z",
            )
        )
        file.add_rating(
            Rating(
                rater="ada",
                item="item-0",
                clarity=3,
                creativity=4,
                remark="why",
                seconds=2.5,
                time="2026-01-31T19:02:12Z",
            )
        )
        return path.read_bytes()


LINKS = {
    "lock": "tiny.run.lock",
    "games": "tiny.run.games",
    "log": "tiny.run-wal",
    "shared": "tiny.run-shm",
    "journal": "tiny.run-journal",
    "page": "page.html",
    "table": "table.csv",
    "run": "tiny.run",
    "new-run": "new.run",
    "merged": "merged.run",
    "exported": "copy.study",
    "pool": "new.pool",
}
"""By case: what is a link to something outside."""
WRITERS = (
    ["lab", "run", "/tiny.run", "--run-programs"],
    ["lab", "run", "/tiny.toml", "--into", "/new.run"],
    ["lab", "report", "/tiny.run", "--out", "/page.html"],
    ["lab", "table", "games", "/tiny.run", "--format", "csv", "--out", "/table.csv"],
    ["lab", "merge", "/tiny.run", "/whole.run", "--into", "/merged.run"],
    ["study", "copy", "/tiny.study", "/copy.study"],
    ["pool", "merge", "/tiny.pool", "/whole.pool", "--into", "/new.pool"],
)
"""All that the laboratory writes."""


def _prepare(folder: Path) -> dict[str, str]:
    """Write whole files of the laboratory, whose trials are open; return the environment."""
    for place in ("work", "data", "outside"):
        (folder / place).mkdir()
    for name in ("tiny.run", "whole.run"):
        (folder / name).write_bytes(make_run())
    database = sqlite3.connect(folder / "tiny.run")
    with database:
        for table in ("turns", "journals", "outcomes"):
            database.execute(f"DELETE FROM {table}")  # noqa: S608
    database.close()
    (folder / "tiny.toml").write_text(EXPERIMENT)
    (folder / "tiny.study").write_bytes(_make_study())
    for name in ("tiny.pool", "whole.pool"):
        (folder / name).write_text(read_built_in_pool().encode())
    return build_environment(folder, PARLOUR_DATA=str(folder / "data"))


def _follow_no_link(link: str, folder: Path) -> None:
    """Put a link in the place of a file, let everything write, and expect its target unchanged."""
    environment = _prepare(folder)
    outside = folder / "outside"
    if link.endswith(".games"):
        (outside / "file").write_text("mine")
        database = sqlite3.connect(folder / "tiny.run")
        for (key,) in database.execute("SELECT key FROM trials").fetchall():
            (outside / f"{key}.jsonl").write_text("mine")
        database.close()
        target = outside
    else:
        target = outside / "file"
        target.write_bytes(make_run() if link == "tiny.run" else b"mine")
    before = {path.name: path.read_bytes() for path in outside.iterdir()}
    (folder / link).unlink(missing_ok=True)
    (folder / link).symlink_to(target)
    uses = [_place(use, folder) for use in WRITERS]
    refused = 0
    for use, ended in Reader.of_thread().read(folder, uses, environment):
        expect_end(ended, (0, 1, 2, 3))
        refused += ended.code == 2
        after = {path.name: path.read_bytes() for path in outside.iterdir()}
        expect(after == before, f"{use}: something outside has changed")
    expect(refused, "nobody refused the link")


DISK = (
    *("run", "report", "table", "merge", "study", "pool"),
    *("vectors", "pool-export", "collect", "bench", "figures"),
)
"""What is written when the disk is full."""


LIMITED = """
import resource, signal, sys
sys.dont_write_bytecode = True
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
from tui.command_line import run
sys.exit(run(sys.argv[2:]))
"""
"""Runs a command that may write no file beyond a length, which stands for a full disk."""


def _fill_disk(name: str, folder: Path) -> None:
    """Write when no file may grow past some size, as on a full disk, and expect old files whole."""
    environment = _prepare(folder)
    uses = {
        "run": ["lab", "run", "/tiny.run"],
        "report": ["lab", "report", "/whole.run", "--out", "/page.html"],
        "table": ["lab", "table", "turns", "/whole.run", "--format", "csv", "--out", "/table.csv"],
        "merge": ["lab", "merge", "/tiny.run", "/whole.run", "--into", "/merged.run"],
        "study": ["study", "copy", "/tiny.study", "/copy.study"],
        "pool": ["pool", "merge", "/tiny.pool", "/whole.pool", "--into", "/new.pool"],
    }
    clues = "".join(f"{card},clue {number}\n" for number, card in enumerate(open_deck().cards))
    (folder / "clues.csv").write_text(f"card,clue\n{clues}")
    matrix = str(BUILTIN / "similarity.csv")
    cards = ["--clues", f"{folder}/clues.csv", "--similarity", matrix]
    old = f"{folder}/bench"
    shutil.copytree(BUILTIN, old)
    agreed = ("--consent", "[red]Ada=p1", "--consent", "Ben=p2")
    uses |= {
        "vectors": ["vectors", "import", "/words.txt", "--name", "small"],
        "pool-export": ["pool", "export", "/whole.pool", "--out", "/new.pool"],
        "collect": ["lab", "collect", "/games", "--into", "/new", *agreed],
        "bench": ["lab", "bench", "build", "/bench", "--replace", "--seed", "7"],
        "figures": ["study", "export", "/tiny.study", "--out", "/figures"],
    }
    values = " ".join("0.25" for _ in range(50))
    (folder / "words.txt").write_text("".join(f"word{n} {values}\n" for n in range(200)))
    (folder / "games").mkdir()
    keep_game(folder / "games", "kept")
    (folder / "page.html").write_text("old page")
    (folder / "table.csv").write_text("old table")
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    bench = {path.name: path.read_bytes() for path in Path(old).iterdir()}
    limit = {"run": 30_000, "study": 500, "collect": 200, "figures": 100}.get(name, 2_000)
    limit = 20_000 if name == "bench" else limit
    words = [*_place(uses[name], folder), *(cards if name == "bench" else ())]
    command = [sys.executable, "-B", "-c", LIMITED, str(limit), *words]
    done = subprocess.run(
        command, cwd=folder / "work", env=environment, capture_output=True, text=True, check=False
    )
    said = done.stderr.strip()
    expect(done.returncode in (2, 3), f"exit code {done.returncode}: {said[-300:]}")
    expect("Traceback" not in said, said[-300:])
    expect(
        re.search(r"too large|full|space|I/O error", said), f"it does not say why: {said[-300:]}"
    )
    for file, content in before.items():
        if not file.startswith("tiny.run"):  # it keeps what was stored
            expect((folder / file).read_bytes() == content, f"{file} has changed")
    expect(bench == {path.name: path.read_bytes() for path in Path(old).iterdir()}, "half a bench")
    left = {path.name for path in folder.iterdir() if path.is_file()} - before.keys()
    drafts = {one for one in left if not one.startswith(("tiny.run", "whole.run"))}
    expect(not {one for one in drafts if not one.endswith(".lock")}, f"left behind: {drafts}")
    if name == "run":
        again = [_place(["lab", command, "/tiny.run"], folder) for command in ("run", "status")]
        for _, ended in Reader.of_thread().read(folder, again, environment):
            expect_end(ended, (0,))


def _place(use: list[str], folder: Path) -> list[str]:
    return [f"{folder}{word}" if word.startswith("/") else word for word in use]
