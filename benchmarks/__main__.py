"""Run every benchmark: `make bench`, or `python -m benchmarks [NAME ...]` for some of them.

Options after a name are the benchmark's own: `python -m benchmarks latency --help`.
"""

import ast
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

NAMES = (
    "similarity",
    "word_forms",
    "decrypto",
    "dixit",
    "undercover",
    "taboo",
    "pragmatic",
    "written_hints",
    "form_hints",
    "unseen",
    "caution",
    "plain_hints",
    "large_space",
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
    "coverage",
)
"""In the order in which they run."""


def main(arguments: list[str]) -> int:
    """Run each in a process of its own, so that none warms another up; 1 if any missed a bound."""
    names = list(takewhile(lambda one: not one.startswith("-"), arguments))
    options = arguments[len(names) :]
    if options and not names:
        print(describe_usage())
        return int(options[0] not in ("-h", "--help"))
    if unknown := [name for name in names if name not in NAMES]:
        print(f"There is no benchmark {unknown[0]!r}. There is: {', '.join(NAMES)}.")
        return 2
    missed = []
    for name in names or NAMES:
        print(f"== {name}", flush=True)
        command = (sys.executable, "-m", f"benchmarks.{name}", *options)
        if subprocess.run(command, check=False).returncode:
            missed.append(name)
    if not {"-h", "--help"} & {*options}:
        print(f"missed: {', '.join(missed)}" if missed else "every bound is met")
    return int(bool(missed))


def describe_usage() -> str:
    """What can be run, with the first line of each benchmark's docstring."""
    lines = [str(__doc__), "Benchmarks:"]
    for name in NAMES:
        tree = ast.parse(Path(__file__).with_name(f"{name}.py").read_text("utf-8"))
        what = (ast.get_docstring(tree) or "").partition("\n")[0]
        lines.append(f"  {name:15} {what}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
