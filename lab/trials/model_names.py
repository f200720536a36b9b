"""Name the models that answered in a trial, in the words of their servers."""

import json

from engine.text import clean

BETWEEN = " | "
"""Stands between two models; it is taken out of their names."""
ANSWERED = " answered as "
"""Stands between the model that was asked and the one that answered."""
MAX_NAME = 200
"""Characters of a name that are kept."""
MAX_MODELS = 20
"""The most models of a trial that are named."""


def name_served_models(calls: str) -> str:
    """Name which models answered in the lines of a calls file, with their fingerprints.

    Returns:
        For example `gpt-4o@api.openai.com answered as gpt-4o-2024-08-06 fp_1`; several are
        separated by `BETWEEN`. Empty if no server says what answered.
    """
    found = set()
    for line in calls.splitlines():
        call = json.loads(line)
        served = [_clean_name(call[name]) for name in ("served_model", "fingerprint") if call[name]]
        if served:
            asked = f"{_clean_name(call['model'])}@{_clean_name(call['server'])}"
            found.add(f"{asked}{ANSWERED}{' '.join(served)}")
    return BETWEEN.join(sorted(found)[:MAX_MODELS])


def _clean_name(name: object) -> str:
    return clean(str(name), MAX_NAME).replace(BETWEEN.strip(), " ")
