"""Run the fault campaign: `python -m tests.campaign`, or `--part` or `--case` for some of it."""

import argparse
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from fnmatch import fnmatch
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory, gettempdir, mkdtemp

from tests.campaign.case import Case, Plan, run_case
from tests.campaign.self_check import build_wrong_cases, find_passed

ROOT = Path(__file__).parent.parent.parent
PASSED_OVER = {".git", ".venv", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache"}
PASSED_OVER |= {".hypothesis", ".import_linter_cache", "matplotlib"}
"""Written by the reader when it starts, or by tools that may run beside the campaign."""
PARTS = (
    *("server", "agents", "files", "laboratory", "merges", "workers", "isolation"),
    *("signals", "syscalls"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the arguments choose; 1 if anything failed."""
    chosen = _parse(arguments)
    # A shell ignores some for jobs in the background, and every program would inherit that.
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    if not Path("/proc/self/environ").exists():
        print("The campaign needs Linux: it looks for processes in /proc.", file=sys.stderr)
        return 2
    wrong = build_wrong_cases() if chosen.self_check else {}
    cases = list(wrong) or _build_cases(chosen)
    if not cases:
        print("No case has such a name; --list shows them all.", file=sys.stderr)
        return 2
    if chosen.list:
        print("\n".join(case.label for case in cases))
        return 0
    with _own_home() as home:
        before = _list_watched(home)
        failures = _run(cases, chosen)
        new = sorted(_list_watched(home) - before)
    if chosen.self_check:
        failures = find_passed(wrong, failures)
        for case in cases:
            if case.label in failures:
                _print_failure(case, failures[case.label], chosen)
    _print_table(cases, failures)
    for path in new:
        print(f"written outside of the campaign's folders: {path}")
    return int(bool(failures or new))


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.campaign", description=__doc__)
    parser.add_argument("--part", choices=PARTS, action="append", help="run this part; repeatable")
    parser.add_argument("--case", metavar="PATTERN", action="append",
                        help="run cases such as 'server/gzip-*'; repeatable")  # fmt: skip
    parser.add_argument("--list", action="store_true", help="list the cases, and run none")
    parser.add_argument("--jobs", type=int, default=3, metavar="N", help="cases at a time (3)")
    parser.add_argument("--mutants", type=int, default=Plan.mutants, metavar="N",
                        help=f"damaged files to try ({Plan.mutants:,})")  # fmt: skip
    parser.add_argument("--seed", default=Plan.seed, help="what decides how files are damaged")
    parser.add_argument("--self-check", action="store_true",
                        help="run cases with wrong expectations, which have to fail")  # fmt: skip
    return parser.parse_args(arguments)


def _build_cases(chosen: argparse.Namespace) -> list[Case]:
    plan = Plan(chosen.mutants, chosen.seed)
    patterns = chosen.case or ["*"]
    wanted = {pattern.partition("/")[0] for pattern in patterns}
    parts = chosen.part or [part for part in PARTS if _matches(part, wanted)]
    built = {part: import_module(f"tests.campaign.{part}").build_cases(plan) for part in parts}
    empty = [part for part, cases in built.items() if not cases]
    if empty:
        raise SystemExit(f"parts without a case: {', '.join(empty)}")
    cases = [case for some in built.values() for case in some if _matches(case.label, patterns)]
    twice = [label for label, count in Counter(case.label for case in cases).items() if count > 1]
    if twice:
        raise SystemExit(f"two cases of one name: {', '.join(twice)}")
    return cases


def _matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)


def _run(cases: Sequence[Case], chosen: argparse.Namespace) -> dict[str, str]:
    """Run the cases, some at a time; print each failure, and return why which failed."""
    space = Path(mkdtemp(prefix="campaign-"))
    started = time.monotonic()
    failures: dict[str, str] = {}
    try:
        with ThreadPoolExecutor(chosen.jobs) as pool:
            futures = {
                pool.submit(_run_in, case, space / f"{number}"): case
                for number, case in enumerate(cases)
            }
            for done, future in enumerate(as_completed(futures), 1):
                case = futures[future]
                if reason := future.result():
                    failures[case.label] = reason
                    if not chosen.self_check:
                        _print_failure(case, reason, chosen)
                seconds = time.monotonic() - started
                line = f"{done}/{len(cases)}  {len(failures)} failed  {seconds:.0f} s  {case.label}"
                _print_progress(line)
    finally:
        rmtree(space, ignore_errors=True)
    _print_progress("")
    return failures


def _run_in(case: Case, space: Path) -> str:
    try:
        return run_case(case, space)
    finally:
        rmtree(space, ignore_errors=True)


@contextmanager
def _own_home() -> Iterator[Path]:
    """A home for what forgets to have one; it has to stay empty."""
    before = dict(os.environ)
    with TemporaryDirectory(prefix="campaign-home-") as name:
        for variable in [one for one in os.environ if one.startswith(("XDG_", "PARLOUR_"))]:
            del os.environ[variable]
        os.environ["HOME"] = name
        try:
            yield Path(name)
        finally:
            os.environ.clear()
            os.environ.update(before)


def _list_watched(home: Path) -> set[Path]:
    """Every file of the project, of the home, and of Parlour among the temporary files."""
    found = {path for path in Path(gettempdir()).iterdir() if path.name.startswith("parlour")}
    for place in (ROOT, home):
        for folder, folders, files in os.walk(place):
            folders[:] = [name for name in folders if name not in PASSED_OVER]
            found.update(Path(folder, name) for name in files)
    return found


def _print_progress(line: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{line[:100]}")
        sys.stderr.flush()


def _print_failure(case: Case, reason: str, chosen: argparse.Namespace) -> None:
    _print_progress("")
    print(f"FAILED {case.label}: {reason}\n       {_repeat(case, chosen)}", flush=True)


def _print_table(cases: Sequence[Case], failures: dict[str, str]) -> None:
    for part in dict.fromkeys(case.part for case in cases):
        tried = [case.label for case in cases if case.part == part]
        survived = sum(label not in failures for label in tried)
        print(f"{part:<10} {survived:>6,} / {len(tried):,}")
    print(f"{'all':<10} {len(cases) - len(failures):>6,} / {len(cases):,} survived")


def _repeat(case: Case, chosen: argparse.Namespace) -> str:
    """The command that runs a case again."""
    if chosen.self_check:
        return "python -m tests.campaign --self-check"
    plan = [f"--mutants {chosen.mutants}"] if chosen.mutants != Plan.mutants else []
    plan += [f"--seed {chosen.seed}"] if chosen.seed != Plan.seed else []
    return " ".join(["python -m tests.campaign", "--case", case.label, *plan])


if __name__ == "__main__":
    sys.exit(main())
