"""Run trials that read a recorded game in place of a match and count its events (kind `recorded`).

No player is asked.
"""

from pathlib import Path

from engine.journal.reader import parse_record
from engine.session import Session
from lab.run.trial import Outcome, Trial, TrialResources
from lab.trials.match_figures import build_figures, build_turn_rows, reveal_facts


async def run(trial: Trial, resources: TrialResources) -> Outcome:
    """Count the events of the record.

    Raises:
        JournalError: If the journal breaks the rules.
    """
    content = trial.content
    text = content["journal"]
    record = parse_record(Path(content["source"]), text.encode())
    session = Session.from_record(record, settings=resources.settings)
    report = reveal_facts(session.definition.build_report(session.match.view(None)), record)
    rows = build_turn_rows(session.definition, report)
    figures = build_figures(session, report, rows)
    resolved = {
        "resolved": report["outcome"] is not None or report["reason"] is not None,
        "source": content["source"],
    }
    return Outcome({**figures, **resolved}, rows, text, content.get("beliefs", ""))
