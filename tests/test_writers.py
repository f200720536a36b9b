"""Nothing but `files/` opens a file for writing, replaces one or deletes one.

Ruff's TID251 refuses the functions of `os`, `shutil` and `tempfile`; this test sees the rest:
methods of paths, modes of `open`, and libraries that write. Each exception has its reason here.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHIPPED = ("engine", "images", "lab", "screens", "tui", "words")

METHODS = frozenset(
    {
        *("write_text", "write_bytes", "touch", "unlink", "rmtree", "rename", "symlink_to"),
        *("hardlink_to", "chmod", "fchmod", "rmdir", "to_csv", "to_parquet", "to_excel"),
        *("to_pickle", "to_html", "tofile", "savez", "savetxt", "memmap", "save", "savefig"),
        *("extract", "extractall", "backup", "deliver_screenshot", "save_screenshot"),
    }
)
"""Names of calls that may write or delete a file, whatever they are called on."""
CLASSES = frozenset({"NamedTemporaryFile", "TemporaryFile", "TemporaryDirectory", "mkdtemp"})
WRITING = frozenset("wax+")
"""Letters of modes that write."""
FLAGS = frozenset({"O_CREAT", "O_TRUNC", "O_WRONLY", "O_RDWR", "O_APPEND"})

ALLOWED = {
    # SQLite itself opens a run; `RunDatabase` has checked that it is a regular file.
    "lab/run/database.py": {"connect"},
    # Folders of mkdtemp, mode 0700, which nobody else can enter; gone at the end of the block.
    "lab/analysis/trial_game.py": {"TemporaryDirectory"},
    "lab/interchange/inspect_ai/log.py": {"TemporaryDirectory"},
    "lab/trials/self_play.py": {"TemporaryDirectory"},
    "words/importing/gensim.py": {"TemporaryDirectory", "symlink_to"},
    # A file without a name, and a map of it.
    "words/space/writer.py": {"TemporaryFile", "memmap", "O_CREAT", "O_RDWR", "w+", "w"},
    # The folder of the cache is made private, also where it was there before.
    "images/disk_cache.py": {"chmod"},
    # Pictures are written to memory, and tables to a stream that `files/` has opened, or stdout.
    "engine/games/dixit/card_pictures.py": {"save"},
    "images/deck_creation.py": {"save"},
    "screens/pictures/png.py": {"save"},
    "lab/csv.py": {"to_csv"},
    "lab/analysis/table_writer.py": {"to_parquet"},
    # Flags for `open_regular`, of files that grow by lines or records, or are written at their end.
    "engine/llm/calls_file.py": {"O_CREAT", "O_RDWR", "O_APPEND"},
    "engine/players/process/stderr.py": {"O_CREAT", "O_RDWR"},
    "engine/players/vectors/ranking_store.py": {"O_CREAT", "O_RDWR", "O_APPEND"},
    "words/importing/download.py": {"O_CREAT", "O_RDWR", "r+"},
    "lab/run/background.py": {"O_APPEND", "O_WRONLY"},
    "lab/run/store.py": {"O_CREAT", "O_RDWR"},
    # A folder of games that is empty.
    "lab/run/deletion.py": {"rmdir"},
    "lab/run/runner.py": {"rmdir"},
    # A chart is written to memory.
    "lab/report/charts.py": {"savefig"},
    # Whether a folder can be written to.
    "tui/commands/doctor.py": {"TemporaryFile"},
    # /dev/null.
    "engine/players/process/tree.py": {"O_RDWR"},
    "tui/command_line.py": {"w"},
    "tui/main.py": {"O_WRONLY"},
}
"""By module: the calls that it may make all the same."""


def find_writers(source: str) -> Iterator[str]:
    """Yield what a module calls that may write or delete a file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in FLAGS:
            yield node.attr
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name == "rename" and node.keywords:  # of a table's columns
            continue
        method = isinstance(node.func, ast.Attribute) and name in METHODS
        if method or name in CLASSES or ast.unparse(node.func) == "sqlite3.connect":
            yield name
        if name in {"open", "fdopen", "ZipFile", "GzipFile"}:
            for given in (*node.args, *(word.value for word in node.keywords)):
                mode = given.value if isinstance(given, ast.Constant) else ""
                if isinstance(mode, str) and len(mode) <= 3 and WRITING & {*mode}:
                    yield mode.replace("b", "")


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("path.open('wb')", "w"),
        ("open(path, mode='a')", "a"),
        ("os.fdopen(file, 'r+b')", "r+"),
        ("path.write_text('x')", "write_text"),
        ("path.unlink()", "unlink"),
        ("os.O_CREAT", "O_CREAT"),
        ("TemporaryFile()", "TemporaryFile"),
        ("sqlite3.connect(path)", "connect"),
    ],
)
def test_each_way_of_writing_is_seen(source: str, found: str) -> None:
    assert list(find_writers(source)) == [found]


def test_only_the_package_of_files_writes_files() -> None:
    written = {}
    for top in SHIPPED:
        for file in (ROOT / top).rglob("*.py"):
            if found := {*find_writers(file.read_text("utf-8"))}:
                written[str(file.relative_to(ROOT))] = found
    assert written == ALLOWED
