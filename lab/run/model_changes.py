"""Notice that a model was not the same in a whole run: another one answered, or is offered."""

import json
from collections import defaultdict

from engine.joined_text import join_names
from engine.text import clean
from lab.run.store import RunFile
from lab.trials.model_names import ANSWERED, BETWEEN

SERVED = """
SELECT DISTINCT json_extract(figures, '$.served') FROM outcomes JOIN trials USING (number)
WHERE costly AND figures != ''
"""
MAX_NAMED = 5
"""The most models that a sentence names."""
MAX_SENTENCE = 600


def find_served_differences(run_file: RunFile) -> list[str]:
    """Say which models were answered for by several, or whose servers changed what they offer."""
    served: defaultdict[str, set[str]] = defaultdict(set)
    for (text,) in run_file.database.execute(SERVED):
        for entry in str(text or "").split(BETWEEN):
            asked, answered, name = entry.partition(ANSWERED)
            if answered:
                served[asked].add(name)
    sentences = [
        f"{asked} was answered for by {len(names)} models or configurations: "
        f"{join_names(sorted(names)[:MAX_NAMED])}{', and others' * (len(names) > MAX_NAMED)}."
        for asked, names in sorted(served.items())
        if len(names) > 1
    ]
    sentences += [
        f"{host} did not say the same of its models at every start of the run."
        for host, answers in sorted(_collect_answers(run_file).items())
        if len(answers) > 1
    ]
    return [clean(sentence, MAX_SENTENCE) for sentence in sentences]


def _collect_answers(run_file: RunFile) -> dict[str, set[str]]:
    """Collect by server what it said of its models at the starts of the run, if it answered."""
    answers: defaultdict[str, set[str]] = defaultdict(set)
    for (text,) in run_file.database.execute("SELECT environment FROM sittings"):
        servers = json.loads(text).get("servers")
        for host, models in servers.items() if isinstance(servers, dict) else ():
            if models is not None:
                answers[host].add(json.dumps(models, sort_keys=True))
    return answers
