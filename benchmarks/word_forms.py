"""The rule on forms of secret words against pairs that were labelled by hand."""

import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import create_parser
from benchmarks.decrypto import format_share
from engine.forms.giveaway import match_word

PAIRS = Path(__file__).parents[1] / "tests" / "data" / "word_forms.tsv"
"""What was said, the secret word, whether it gives the word away, the kind of pair, and when it
was written: before the rule (`first`) or before the last corrections to it (`second`)."""
MAX_MISSES = 0.03
"""Bound on the share of forms that pass."""
MAX_FALSE_ALARMS = 0.05
"""Bound on the share of other words that are taken for forms."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A labelled pair."""

    said: str
    secret: str
    is_form: bool
    kind: str
    written: str


def read_pairs() -> tuple[Pair, ...]:
    """Read the labelled pairs."""
    lines = PAIRS.read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in lines)
    return tuple(
        Pair(said, secret, form == "yes", kind, written)
        for said, secret, form, kind, written in rows
    )


def find_errors(pairs: Sequence[Pair]) -> list[Pair]:
    """List the pairs that the rule judges otherwise than their label."""
    return [one for one in pairs if bool(match_word(one.said, one.secret)) != one.is_form]


def print_errors(title: str, pairs: Sequence[Pair]) -> bool:
    """Print misses and false alarms of the rule; whether the bounds are kept."""
    forms = [one for one in pairs if one.is_form]
    wrong = find_errors(pairs)
    misses = sum(one.is_form for one in wrong)
    alarms, others = len(wrong) - misses, len(pairs) - len(forms)
    shares = format_share(misses, len(forms)), format_share(alarms, others)
    counts = f"{misses:4} of {len(forms):4}", f"{alarms:4} of {others:4}"
    print(f"{title:22} misses {counts[0]}, {shares[0]} %   false alarms {counts[1]}, {shares[1]} %")
    return misses <= MAX_MISSES * len(forms) and alarms <= MAX_FALSE_ALARMS * others


def main() -> int:
    """Print all figures; 1 if a bound is missed."""
    create_parser(
        __doc__,
        bounds=f"at most {MAX_MISSES:.0%} of forms missed, and {MAX_FALSE_ALARMS:.0%} false alarms",
        takes="three seconds",
    ).parse_args()
    pairs = read_pairs()
    kept = print_errors("all pairs", pairs)
    for written in ("first", "second"):
        print_errors(f"written {written}", [one for one in pairs if one.written == written])
    by_kind: defaultdict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        by_kind[pair.kind].append(pair)
    for kind, some in by_kind.items():
        print(f"  {kind:26} {len(find_errors(some))} wrong of {len(some)}")
    for pair in find_errors(pairs):
        print(f"  wrong: {pair.said!r} for {pair.secret!r} ({pair.kind})")
    return int(not kept)


if __name__ == "__main__":
    sys.exit(main())
