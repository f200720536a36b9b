"""Run every benchmark: `make bench`, or `python -m benchmarks [NAME ...]` for some of them."""

import subprocess
import sys

NAMES = (
    "similarity",
    "word_forms",
    "games",
    "dixit",
    "undercover",
    "taboo",
    "pragmatic",
    "spaces",
    "first_frame",
    "latency",
    "memory",
    "kill",
    "pictures",
    "answer_parsing",
    "first_request",
    "at_once",
    "lab_speed",
    "lab_models",
    "lab_tables",
    "lab_board",
    "lab_kill",
    "dixitworld",
    "comet",
)
"""In the order in which they run."""


def main(names: tuple[str, ...]) -> int:
    """Run each in a process of its own, so that none warms another up; 1 if any missed a bound."""
    missed = []
    for name in names or NAMES:
        print(f"== {name}", flush=True)
        if subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=False).returncode:
            missed.append(name)
    print(f"missed: {', '.join(missed)}" if missed else "every bound is met")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main(tuple(sys.argv[1:])))
