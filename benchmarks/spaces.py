"""How fast spaces of word vectors open: the built-in ones, and with `--big` one of 400,000 x 300.

`--big` writes a text of about 1 GB in the shape of GloVe 6B to a temporary folder, imports it as a
user would, and looks a word up in the new space in a fresh process.
"""

import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks import create_parser
from engine.config.child_environment import PYTHON, build_environment
from engine.config.paths import get_vectors_folder
from engine.config.settings import load_settings
from words.space.errors import SpaceError
from words.space.folder import find_space
from words.space.names import BUILTIN_SPACES

OPEN_MS = 50
"""Bound on opening an embedded space."""
READY_MS = 100
"""Bound on opening a big space and answering its first question."""
MEMORY_MB = 200
"""Bound on the memory of a process that has done so."""
IMPORT_S = 30
"""Bound on importing a big space from text."""
ROWS, WIDTH = 400_000, 300
REPEATS = 15

FIRST_QUESTION = """
import sys
from pathlib import Path
from time import perf_counter
import numpy
from words.space.reader import Space

path = Path(sys.argv[1])
started = perf_counter()
plain = len(path.read_bytes()) if sys.argv[2:] else 0
read = perf_counter()
space = Space.open(path)
opened = perf_counter()
words = space.get_word(10), space.get_word(len(space) // 2)
first, second = space.get_vectors([space.find_row(word) for word in words])
similarity = first @ second
asked = perf_counter()
space.find_nearest(first, 10)
answered = perf_counter()
status = Path("/proc/self/status")
peak = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
times = (read - started, opened - read, asked - opened, answered - asked)
print(*(1000 * one for one in times), int(peak.split()[1]) / 1024)
"""


def main() -> int:
    """Print every figure with its bound; 1 if one is missed."""
    parser = create_parser(
        __doc__,
        bounds=f"a built-in space opens in {OPEN_MS} ms; with --big the import takes {IMPORT_S} "
        f"s, the first question {READY_MS} ms and {MEMORY_MB} MB",
        takes="20 seconds, with --big two minutes and 2 GB of disk",
    )
    parser.add_argument("--big", action="store_true", help="also import 400,000 vectors, 1 GB")
    given = parser.parse_args()
    missed = [name for name in BUILTIN_SPACES if not check_builtin(name)]
    if given.big and not check_big_import():
        missed.append("big")
    return int(bool(missed))


def time_first_lookup(path: Path, *, read: bool = False) -> list[float]:
    """Milliseconds to read the file plainly, open, compare and search; then peak memory in MB.

    Each is the median over fresh processes, with numpy imported before and the file in the
    system's cache.
    """
    command = [sys.executable, "-c", FIRST_QUESTION, str(path), *(["read"] if read else [])]
    runs = [
        [
            float(figure)
            for figure in subprocess.run(command, capture_output=True, check=True).stdout.split()
        ]
        for _ in range(REPEATS + 1)
    ][1:]
    return [median(column) for column in zip(*runs, strict=True)]


def check_builtin(name: str) -> bool:
    try:
        path = find_space(name, imported=get_vectors_folder(load_settings().data))
        path.stat()
    except (SpaceError, OSError) as error:
        print(f"{name}: {error}")
        return False
    plain, opened, compared, searched, memory = time_first_lookup(path, read=True)
    print(
        f"{name}: {path.stat().st_size / 1e6:.1f} MB opened in {opened:.2f} ms "
        f"(bound {OPEN_MS}; {opened / plain:.2f} of reading the file plainly), "
        f"two words compared in {compared:.2f} ms, ten nearest in {searched:.2f} ms, "
        f"process {memory:.0f} MB"
    )
    return opened < OPEN_MS


def check_big_import() -> bool:
    """Import a large text and look words up in the new space."""
    from words.importing.importer import import_vectors

    with TemporaryDirectory(prefix="parlour-bench-") as name:
        folder = Path(name)
        text = folder / "big.txt"
        write_text(text)
        size = text.stat().st_size / 1e9
        started = perf_counter()
        report = import_vectors(text, folder, "big", environment=build_environment(PYTHON))
        seconds = perf_counter() - started
        text.unlink()
        _, opened, compared, searched, memory = time_first_lookup(report.path)
    ready = opened + compared + searched
    print(
        f"import: {report.rows:,} x {report.width} from {size:.2f} GB of text in {seconds:.1f} s "
        f"(bound {IMPORT_S})"
    )
    print(
        f"first question: {ready:.0f} ms (bound {READY_MS}): opened in {opened:.1f}, "
        f"compared in {compared:.1f}, ten nearest in {searched:.0f}; "
        f"process {memory:.0f} MB (bound {MEMORY_MB})"
    )
    return seconds < IMPORT_S and ready < READY_MS and memory < MEMORY_MB


def write_text(path: Path) -> None:
    """Write random vectors in the shape of GloVe 6B, with five significant digits."""
    import numpy as np

    random = np.random.default_rng(6)
    numbers = [f"{number:.5g}" for number in random.normal(0, 0.35, 1 << 20)]
    starts = random.integers(0, len(numbers) - WIDTH, ROWS)
    with path.open("w") as file:
        for row, start in enumerate(starts.tolist()):
            file.write(f"word{row} {' '.join(numbers[start : start + WIDTH])}\n")


if __name__ == "__main__":
    sys.exit(main())
