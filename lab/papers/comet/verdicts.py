"""Keep the verdicts of judges in a run."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.comet.decisions import Verdicts, build_claim_key
from lab.papers.comet.claims import JudgedClaim

if TYPE_CHECKING:
    from lab.run.store import RunFile


FACT = "verdicts"
"""The name of the verdicts among the facts of a run."""


# In a run.


def store_verdicts(run_file: "RunFile", judged: Iterable[JudgedClaim]) -> None:
    """Add verdicts to a run; they replace earlier ones of the same judge."""
    known = {(one.judge, one.kind, one.word, one.text): one for one in load_verdicts(run_file)}
    known |= {(one.judge, one.kind, one.word, one.text): one for one in judged}
    rows = [[getattr(one, name) for name in JudgedClaim.__slots__] for one in known.values()]
    run_file.set_facts({FACT: json.dumps(rows, ensure_ascii=False)})


def load_verdicts(run_file: "RunFile") -> list[JudgedClaim]:
    """Load all verdicts of a run, by judge, in the order of their first verdicts."""
    rows = json.loads(run_file.read_fact(FACT) or "[]")
    found = []
    for judge, prompt_hash, time, kind, word, text, verdict in rows:
        said = tuple(verdict) if isinstance(verdict, list) else verdict
        found.append(JudgedClaim(judge, prompt_hash, time, kind, word, text, said))
    return found


def read_verdicts(run_file: "RunFile") -> Verdicts:
    """Read the effective verdicts: for each claim that of the first judge in this run."""
    features: dict[str, bool] = {}
    statements: dict[str, bool] = {}
    blind: dict[str, tuple[str, ...]] = {}
    for one in load_verdicts(run_file):
        if isinstance(one.verdict, tuple):
            blind.setdefault(one.text, one.verdict)
        else:
            known = features if one.kind == "feature" else statements
            known.setdefault(build_claim_key(one.word, one.text), one.verdict)
    return Verdicts(features, statements, blind)
