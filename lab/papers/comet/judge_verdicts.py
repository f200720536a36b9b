"""Keep the verdicts of judges in a run."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from engine.comet.belief_record import Verdicts, build_claim_key
from lab.errors import RunError
from lab.papers.comet.claims import JudgedClaim, Kind

if TYPE_CHECKING:
    from lab.run.store import RunFile


FACT = "verdicts"
"""The name of the verdicts among the facts of a run."""


ROWS: TypeAdapter[list[tuple[str, str, str, Kind, str, str, bool | tuple[str, ...]]]] = TypeAdapter(
    list[tuple[str, str, str, Kind, str, str, bool | tuple[str, ...]]]
)
"""How they are written: the fields of `JudgedClaim`."""


def store_verdicts(run_file: "RunFile", judged: Iterable[JudgedClaim]) -> None:
    """Add verdicts to a run; they replace earlier ones of the same judge."""
    known = {(one.judge, one.kind, one.word, one.text): one for one in load_verdicts(run_file)}
    known |= {(one.judge, one.kind, one.word, one.text): one for one in judged}
    rows = [[getattr(one, name) for name in JudgedClaim.__slots__] for one in known.values()]
    run_file.set_facts({FACT: json.dumps(rows, ensure_ascii=False)})


def load_verdicts(run_file: "RunFile") -> list[JudgedClaim]:
    """Load all verdicts of a run, by judge, in the order of their first verdicts.

    Raises:
        RunError: If they are not what Parlour writes.
    """
    try:
        rows = ROWS.validate_json(run_file.read_fact(FACT) or "[]")
    except ValidationError:
        raise RunError(f"{run_file.path} is damaged: the verdicts of judges.") from None
    return [JudgedClaim(*row) for row in rows]


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
