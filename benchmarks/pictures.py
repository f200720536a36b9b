"""Four cards of 30 x 20 cells: from a key to the complete picture, and inside our own process.

In real terminals (xterm and foot with Sixel, on a virtual screen): compared with textual-image,
which shows the same cards in the same run, from the second time on; textual-image is installed into
a temporary folder for this run. In our process: from the first card's mount until the last card's
bytes are passed to the driver, with everything cached (warm) and with nothing (cold).
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from unittest.mock import patch

from PIL import Image
from textual.drivers.headless_driver import HeadlessDriver

from benchmarks import create_parser
from benchmarks.card_apps import CARDS, COLUMNS, ROWS, PictureScreen, StartScreen
from benchmarks.windows import NEEDED, find_missing_programs, run_in
from images.deck_reader import open_deck
from images.disk_cache import DiskCache
from screens.pictures.cache import PictureCache
from screens.pictures.card_picture import CardPicture
from screens.pictures.graphics_mode import DEFAULT_CELL, GraphicsMode
from screens.pictures.protocol import Protocol
from tui.app import ParlourApp

PART = 0.35
"""The most of textual-image's time and bytes that ours may take."""
WARM, COLD, STALL = 30, 300, 100
"""Milliseconds; a stall is how long the app hears no key while it prepares pictures."""
TIMES = 5
REQUIREMENTS = Path(__file__).with_name("requirements.txt")


def main() -> int:
    """Print what was measured; 1 if a bound is missed."""
    create_parser(
        __doc__,
        bounds=f"{PART} of textual-image's time and bytes in terminals; in our process {WARM} ms "
        f"warm, {COLD} ms cold, and no longer than {STALL} ms without taking keys",
        takes="two minutes",
    ).parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        paths = create_card_files(folder)
        shown = [protocol for protocol in Protocol if protocol is not Protocol.NONE]
        results = [check_in_process(protocol, paths, folder) for protocol in shown]
        results += [compare_in_terminal(kind, folder) for kind in NEEDED]
    return int(not all(results))


def create_card_files(folder: Path) -> list[Path]:
    """Create cards of exactly the size of their cells, so that both apps paint the same pixels."""
    deck = open_deck()
    size = COLUMNS * DEFAULT_CELL[0], ROWS * DEFAULT_CELL[1]
    paths = []
    for identity in list(deck.cards)[:CARDS]:
        with Image.open(deck.get_path(identity)) as card:
            card.convert("RGBA").resize(size).save(folder / f"{identity}.png")
        paths.append(folder / f"{identity}.png")
    return paths


def compare_in_terminal(kind: str, folder: Path) -> bool:
    """Whether the second paint is fast and small enough in that terminal."""
    if lacking := find_missing_programs(kind):
        print(f"{kind}: not measured, as there is no {' and no '.join(lacking)} here")
        return True
    library = folder / "library"
    if not library.exists():
        install = ["pip", "install", "--quiet", "--no-deps", "--target", str(library)]
        command = [sys.executable, "-m", *install, "--requirement", str(REQUIREMENTS)]
        subprocess.run(command, check=True)
    (ours, our_bytes), (theirs, their_bytes) = (
        time_second_paint(kind, which, folder, library) for which in ("ours", "theirs")
    )
    print(
        f"{kind}, second paint: {1000 * ours:.0f} ms and {our_bytes / 1000:.0f} KB, textual-image "
        f"{1000 * theirs:.0f} ms and {their_bytes / 1000:.0f} KB, ratios {ours / theirs:.2f} and "
        f"{our_bytes / their_bytes:.2f} (bound {PART})"
    )
    return ours <= PART * theirs and our_bytes <= PART * their_bytes


def time_second_paint(kind: str, which: str, folder: Path, library: Path) -> tuple[float, float]:
    """Median seconds and bytes of every paint but the first."""
    report = folder / "report.json"
    run = [sys.executable, "-m", "benchmarks.card_apps", which, str(folder)]
    env = {
        "PYTHONPATH": f"{Path(__file__).parent.parent}:{library}",
        "XDG_CACHE_HOME": str(folder / "cache"),
        "COLORTERM": "truecolor",
    }
    run_in(kind, [sys.executable, "-m", "benchmarks.relay", str(report), *run], env)
    seconds, written = zip(*json.loads(report.read_text())[1:], strict=True)
    return median(seconds), median(written)


def check_in_process(protocol: Protocol, paths: list[Path], folder: Path) -> bool:
    """Whether pictures are handed over fast enough in that protocol, warm and cold."""
    warm, cold, stall = asyncio.run(measure(protocol, paths, folder / f"cache-{protocol}"))
    print(
        f"{protocol}: {1000 * warm:.0f} ms warm (bound {WARM}), {1000 * cold:.0f} ms cold "
        f"(bound {COLD}), no longer than {1000 * stall:.0f} ms deaf (bound {STALL})"
    )
    return 1000 * warm <= WARM and 1000 * cold <= COLD and 1000 * stall <= STALL


async def measure(protocol: Protocol, paths: list[Path], cache: Path) -> tuple[float, float, float]:
    """Seconds warm (the median), cold, and of the longest stall meanwhile."""
    app = ParlourApp(
        StartScreen, pictures=PictureCache(GraphicsMode(protocol), store=DiskCache(cache))
    )
    with record_driver_writes() as writes:
        async with app.run_test(size=(130, 40)) as pilot:
            await pilot.pause(0.5)
            beats: list[float] = []
            heart = asyncio.create_task(beat(beats))
            cold = await paint(app, paths, writes)
            heart.cancel()
            stall = max(after - before for before, after in pairwise(beats))
            warm = []
            for _ in range(TIMES):
                await app.pop_screen()
                await pilot.pause(0.3)
                warm.append(await paint(app, paths, writes))
    return median(warm), cold, stall


async def paint(app: ParlourApp, paths: list[Path], writes: list[float]) -> float:
    """Seconds from the mount of the first card until the last write with a card in it."""
    mounts: list[float] = []

    class Timed(CardPicture):
        def on_mount(self) -> None:
            mounts.append(perf_counter())
            super().on_mount()

    table = PictureScreen(Timed(path, classes="card") for path in paths)
    writes.clear()
    await app.push_screen(table)
    while not app.placements or len(app.placements.placed) < len(paths):  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    return writes[-1] - min(mounts)


async def beat(beats: list[float]) -> None:
    """Note when the app could have heard a key."""
    while True:
        beats.append(perf_counter())
        await asyncio.sleep(0.002)


@contextmanager
def record_driver_writes() -> Iterator[list[float]]:
    """Record the times of writes to the driver of an app that runs as if in a terminal."""
    writes: list[float] = []

    def write(_: HeadlessDriver, data: str) -> None:  # noqa: ARG001
        writes.append(perf_counter())

    with (
        patch.object(HeadlessDriver, "is_headless", property(lambda _: False)),
        patch.object(HeadlessDriver, "write", write),
    ):
        yield writes


if __name__ == "__main__":
    sys.exit(main())
