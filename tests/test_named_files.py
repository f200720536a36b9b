"""A run or a journal from elsewhere makes Parlour read no file that it names."""

import json
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from PIL import Image

from engine.config.settings import load_settings
from engine.games.catalog import find
from lab.analysis.tables import Run
from lab.errors import BenchError
from lab.papers.dixitworld.bench_files import BUILTIN, hash_files, open_bench
from lab.papers.dixitworld.run_deck import find_bench, find_deck
from lab.run.store import RunFile
from lab.run.trial import build_key
from tui.command_line import run

CANARY = "MOTHERSMAIDENNAME"
_opened: list[str] | None = None


def _notice(event: str, given: tuple[object, ...]) -> None:
    if _opened is not None and event in ("open", "os.listdir", "os.scandir") and given:
        _opened.append(str(given[0]))


sys.addaudithook(_notice)


@pytest.fixture
def opened() -> Iterator[list[str]]:
    """Collect the names of the files and folders that this process opens."""
    global _opened
    _opened = []
    yield _opened
    _opened = None


@pytest.fixture(autouse=True)
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make files of the user that others should not get, outside of the working folder."""
    folder = tmp_path / "private"
    for name in ("deck", "bench", "games"):
        (folder / name).mkdir(parents=True)
    (folder / "words.txt").write_text(f"{CANARY * 9}\nalpha\nbeta\ngamma\ndelta\n")
    (folder / "moves.jsonl").write_text(f'{{"kind": "{CANARY}"}}\n')
    (folder / "my.pool").write_text(f'{{"{CANARY}": 1}}\n')
    (folder / "games" / "one.jsonl").write_text(f'{{"{CANARY}": 1}}\n')
    (folder / "deck" / "deck.toml").write_text(f'{CANARY} = "1"\n')
    (folder / "bench" / "bench.toml").write_text(f'{CANARY} = "1"\n')
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PARLOUR_PATIENCE", "0")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    return folder


def write_experiment(game: str, options: str, player: str, more: str) -> str:
    """Write an experiment in which one player has all seats."""
    text = f'name = "tiny"\ngame = "{game}"\n'
    if more:
        return f'{text}{more}\n[players]\np = "{player}"\n'
    seats = "\n".join(f'seats.{seat} = ["p"]' for seat in find(game).usual_seats())
    return f'{text}games = 1\n[options]\n{options}\n[players]\np = "{player}"\n[lineups]\n{seats}\n'


NAMING = {
    "keywords": ("decrypto", 'keywords = "FOLDER/words.txt"', "random", ""),
    "one of several": ("decrypto", 'keywords = ["", "FOLDER/words.txt"]', "random", ""),
    "words": ("taboo", 'words = "  FOLDER/words.txt"', "random", ""),
    "pairs": ("undercover", 'words = "FOLDER/words.txt"', "random", ""),
    "deck": ("dixit", 'deck = "FOLDER/deck"', "random", ""),
    "script": ("taboo", "", "script:FOLDER/moves.jsonl", ""),
    "pool": ("undercover", "", "comet:m,pool=FOLDER/my.pool,learn=no", ""),
    "bench": ("dixit", "", "random", '[bench]\nitems = "FOLDER/bench"'),
    "games": ("taboo", "", "random", '[recorded]\njournals = "FOLDER/games"'),
}
"""By what is named: the game, the options, the player and further sections of an experiment."""
WAYS = [
    ["lab", "run", "tiny.run"],
    ["lab", "run", "tiny.run", "--accept-changes", "--retry-failed"],
    ["lab", "run", "tiny.run", "--dry-run"],
    ["lab", "run", "tiny.run", "--accept-changes", "--into", "other.run"],
    ["lab", "run", "tiny.run", "--join", "q=random", "--processes", "2"],
]


@pytest.mark.parametrize("what", NAMING)
def test_the_experiment_of_a_run_from_elsewhere_reads_nothing(
    what: str, private: Path, opened: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    game, *rest = NAMING[what]
    Path("tiny.toml").write_text(write_experiment(game, "", "random", ""))
    assert run(["lab", "run", "tiny.toml", "--into", "tiny.run"]) == 0
    text = write_experiment(game, *(one.replace("FOLDER", str(private)) for one in rest))
    with sqlite3.connect("tiny.run") as database:
        database.execute("UPDATE facts SET value = ? WHERE name = 'experiment'", (text,))
    database.close()
    for arguments in WAYS if what == "keywords" else WAYS[1:3]:
        capsys.readouterr()
        assert run(arguments) == 2
        (said,) = capsys.readouterr().err.splitlines()
        assert said.startswith(f"tiny.run would read {private}")
        assert said.endswith("If that is what you want, add --read-files.")
    for command in (["status"], ["table", "games", "--out", "games.csv"], ["report"]):
        run(["lab", *command, "tiny.run"])
    assert not [name for name in opened if name.startswith(str(private))]
    assert not any(CANARY in path.read_text(errors="ignore") for path in Path().glob("*.*"))
    capsys.readouterr()
    run(["lab", "run", "tiny.run", "--accept-changes", "--read-files"])
    assert [name for name in opened if name.startswith(str(private))], "the user may allow it"


@pytest.mark.parametrize("source", ["tiny.toml", "tiny.run"])
@pytest.mark.parametrize("what", ["keywords", "script", "pool"])
def test_the_trials_of_a_run_read_nothing_else(
    what: str, source: str, private: Path, opened: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Options and players of trials may differ from those of the experiment."""
    game, option, player, _ = NAMING[what]
    Path("tiny.toml").write_text(write_experiment(game, "", "random", ""))
    assert run(["lab", "run", "tiny.toml", "--into", "tiny.run"]) == 0
    with RunFile(Path("tiny.run")) as file:
        ((kind, text),) = file.database.execute("SELECT kind, content FROM trials").fetchall()
    content = json.loads(text)
    if option:
        name, _, value = option.replace("FOLDER", str(private)).partition(" = ")
        content["options"][name] = json.loads(value)
    else:
        seat = min(content["seats"])
        content["seats"][seat] = player.replace("FOLDER", str(private))
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    with sqlite3.connect("tiny.run") as database:
        for table in ("turns", "journals", "calls", "outcomes"):
            database.execute(f"DELETE FROM {table}")  # noqa: S608
        query = "UPDATE trials SET content = ?, key = ?, costly = 1"
        database.execute(query, (text, build_key(kind, text)))
    database.close()
    capsys.readouterr()
    assert run(["lab", "run", source, "--into", "tiny.run", "--accept-changes"]) == 2
    assert f"would read {private}" in capsys.readouterr().err
    assert not [name for name in opened if name.startswith(str(private))]


def test_what_the_user_names_is_read(private: Path, tmp_path: Path) -> None:
    """An experiment file and a run in the own folder count as chosen."""
    (private / "words.txt").write_text("alpha\nriver\nmoon\ncastle\n")
    option = f'keywords = "{private}/words.txt"'
    Path("tiny.toml").write_text(write_experiment("decrypto", option, "random", ""))
    assert run(["lab", "run", "tiny.toml", "--into", "tiny.run"]) == 0
    assert run(["lab", "run", "tiny.toml"]) == 0
    assert run(["lab", "run", str(tmp_path / "data" / "runs" / "tiny.run")]) == 0
    assert run(["lab", "run", "tiny.run"]) == 2
    assert run(["lab", "run", "tiny.run", "--read-files"]) == 0


@pytest.mark.parametrize("what", ["script", "pool"])
def test_a_journal_from_elsewhere_reads_and_teaches_nothing(
    what: str, private: Path, opened: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    game, _, player, _ = NAMING[what]
    names = find(game).usual_seats()
    seats = [part for seat in names for part in ("--seat", f"{seat}=random")]
    assert run(["play", game, *seats, "--journal", "game.jsonl"]) == 0
    head, *_ = Path("game.jsonl").read_text().splitlines(keepends=True)
    spec = player.replace("FOLDER", str(private))
    seat = f'"{names[-1]}": '
    Path("game.jsonl").write_text(head.replace(f'{seat}"random"', f'{seat}"{spec}"'))
    assert spec in Path("game.jsonl").read_text()
    for command in (["resume", "game.jsonl"], ["branch", "game.jsonl", "--at", "0"]):
        capsys.readouterr()
        assert run([*command, "--json"]) == 2
        assert "add --read-files" in capsys.readouterr().err
        assert not [name for name in opened if name.startswith(str(private))]
        assert run([*command, "--json", "--read-files"]) in (2, 3)
        assert "--read-files" not in capsys.readouterr().err
        opened.clear()


def test_a_report_shows_the_bench_and_deck_of_its_items_alone(private: Path) -> None:
    """Whatever a run names: what it was not made of is not shown."""
    copytree(BUILTIN, private / "other")
    bench = f'[bench]\nitems = "{private}/other"\ntiers = ["easy"]'
    Path("tiny.toml").write_text(write_experiment("dixit", "", "random", bench))
    assert run(["lab", "run", "tiny.toml", "--into", "tiny.run"]) == 0
    data = load_settings().data
    with Run(Path("tiny.run"), data=data) as opened:
        assert find_bench(opened) is not None
        assert find_deck(opened) is not None
    clues = private / "other" / "clues.csv"
    clues.write_text(clues.read_text() + "\n")
    manifest = private / "other" / "bench.toml"
    with pytest.raises(BenchError, match="have changed"):
        open_bench(str(manifest.parent))
    old = next(one for one in manifest.read_text().splitlines() if one.startswith("hash"))
    new = f'hash = "{hash_files(manifest.parent)}"'
    manifest.write_text(manifest.read_text().replace(old, new))
    assert open_bench(str(manifest.parent)), "a whole bench"
    with Run(Path("tiny.run"), data=data) as opened:
        assert find_bench(opened) is None, "another bench lies there now"
    photos = private / "photos"
    photos.mkdir()
    for number in range(6):
        Image.new("RGB", (305, 460), (40 * number, 80, 90)).save(photos / f"photo{number}.png")
    assert run(["deck", "new", str(private / "album"), "--from", str(photos)]) == 0
    with sqlite3.connect("tiny.run") as database:
        rows = database.execute("SELECT number, kind, content FROM trials").fetchall()
        for number, kind, text in rows:
            content = json.loads(text) | {"deck": str(private / "album")}
            text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
            query = "UPDATE trials SET content = ?, key = ? WHERE number = ?"
            database.execute(query, (text, build_key(kind, text), number))
    database.close()
    with Run(Path("tiny.run"), data=data) as opened:
        assert find_deck(opened) is None, "the album is not the deck of the items"


@pytest.mark.parametrize(
    "named", ["../private/words.txt", "/dev/null", "linked.toml", "sub/a.toml"]
)
def test_a_collection_reads_only_experiments_beside_it(
    named: str, private: Path, opened: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("linked.toml").symlink_to(private / "words.txt")
    Path("sub").mkdir()
    Path("sub/a").write_text(CANARY)
    Path("all.toml").write_text(f'name = "all"\ntitle = "All"\nexperiments = ["{named}"]\n')
    assert run(["lab", "run", "all.toml", "--dry-run"]) == 2
    said = capsys.readouterr().err
    assert "there is no experiment" in said
    assert CANARY not in said
    assert not [name for name in opened if name.startswith(str(private))]
