"""Match a paper's rows with ours: what names the same player, model or setting."""

import re
from collections.abc import Mapping, Sequence

from engine.players.spec import parse_spec
from lab.papers.exhibit import Published
from lab.papers.finding import Finding


def match_published(
    published: Sequence[Published], finding: Finding, specs: Mapping[str, str]
) -> Published | None:
    """Find the published value of the same cell; players are known by name, SPEC or model."""
    for one in published:
        if one.quantity == finding.quantity and len(one.labels) == len(finding.labels):
            pairs = zip(one.labels, finding.labels, strict=True)
            if all(is_same_player(theirs, ours, specs) for theirs, ours in pairs):
                return one
    return None


def is_same_player(theirs: str, ours: str, specs: Mapping[str, str]) -> bool:
    """Whether a paper's row and ours name the same thing: a player by its model, or its kind."""
    wanted = _simplify(theirs)
    if wanted == _simplify(ours):
        return True
    if ours not in specs:
        return _is_version(wanted, ours)
    spec = parse_spec(specs[ours])
    if not spec.asks_model:
        return wanted == _simplify(spec.kind)
    return _is_version(wanted, spec.argument.rpartition("/")[2])


VERSION = re.compile(r"[\d.v]+|instruct|chat|it|hf|latest|preview")
"""Matches the parts of a model's name that say which version of the same model it is."""


def _is_version(wanted: str, model: str) -> bool:
    """Whether a model is a version of the wanted one: `gpt-4o-2024-11-20`, not `gpt-4o-mini`."""
    parts = re.findall(r"[a-z0-9.]+", model.casefold())
    return any(
        _simplify("".join(parts[:end])) == wanted and all(map(VERSION.fullmatch, parts[end:]))
        for end in range(1, len(parts) + 1)
    )


def _simplify(text: str) -> str:
    """Reduce a name to its letters and digits: `Llama3.1 8B` and `llama-3.1-8b` are the same."""
    return re.sub(r"[^a-z0-9]", "", text.casefold())
