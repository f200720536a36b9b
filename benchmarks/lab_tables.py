"""Open a run of 100,000 games and compute its matrix with intervals, in a fresh process."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks import create_parser
from engine.config.settings import load_settings
from lab.experiment.finder import read_experiment
from lab.run.start import RunSettings, run_experiment
from lab.run.store import RunFile
from lab.run.task import Result
from lab.run.trial import Trial

ROWS, MAX_SECONDS = 100_000, 2.0
KNOWN = """SELECT content, figures, turns, text FROM trials JOIN outcomes USING (number)
    JOIN turns USING (number) JOIN journals USING (number) ORDER BY number"""


def synthesise(path: Path) -> None:
    """Play an example, and pretend that there were as many games of the like as wanted."""
    experiment, text = read_experiment("decrypto-crossplay")
    asyncio.run(run_experiment(path, experiment, text, RunSettings(), settings=load_settings()))
    with RunFile(path, writing=True) as run:
        known = run.database.execute(KNOWN).fetchall()
        trials, results = [], []
        for number in range(len(known) + 1, ROWS + 1):
            content, figures, turns, journal = known[number % len(known)]
            values = {**json.loads(content), "seed": f"more/{number}", "deal": number // len(known)}
            trials.append(Trial("match", values))
            results.append(
                Result(number, figures=figures, turns=turns, journal=journal, seconds=0.1, host="x")
            )
        run.add_trials(trials)
        run.store(results, 1)


def measure(path: Path) -> int:
    """Print how long each step takes once the libraries are loaded; 1 if it is too long."""
    import statsmodels.stats.proportion as proportion

    from lab.analysis.tables import Run

    started = perf_counter()
    with Run(path, data=load_settings().data) as run:
        games = run.games()
        opened = perf_counter() - started
        groups = games.groupby(["player_encoder", "player_decoder"], observed=True)
        lost = games["reason"] == "miscommunication"
        counts = groups["trial"].count()
        hits = lost.groupby([games["player_encoder"], games["player_decoder"]], observed=True).sum()
        proportion.proportion_confint(hits, counts, method="wilson")
        groups["rounds"].agg(["mean", "sem"])
        took = perf_counter() - started
    print(
        f"{len(games):,} games: table {opened:.2f} s, with the matrix {took:.2f} s "
        f"(bound {MAX_SECONDS:g} s)"
    )
    return int(took > MAX_SECONDS)


def main() -> int:
    """Make the run, tell its size, and measure it."""
    parser = create_parser(
        __doc__,
        bounds=f"{MAX_SECONDS:g} s",
        takes="20 seconds",
    )
    parser.add_argument("run", type=Path, nargs="?", help="measure this run, made before")
    if given := parser.parse_args().run:
        return measure(given)
    with TemporaryDirectory() as name:
        path = Path(name, "many.run")
        synthesise(path)
        print(f"{path.stat().st_size / ROWS / 1000:.2f} kB a game")
        command = (sys.executable, "-m", "benchmarks.lab_tables", str(path))
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
