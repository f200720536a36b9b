"""Sum the usage of models in the lines of a calls file."""

import json
from dataclasses import asdict
from typing import Any

from engine.usage import Usage


def sum_call_usage(text: str) -> dict[str, Any]:
    """Sum the usage in the lines of a calls file; programs, which have no server, use nothing."""
    total = Usage()
    for line in text.splitlines():
        call = json.loads(line)
        if not call["server"]:
            continue
        known = call["tokens_in"] is not None and call["tokens_out"] is not None
        tokens = call["tokens_in"] or 0, call["tokens_out"] or 0
        total += Usage(1, *tokens, call["cost"], int(not known))
    return asdict(total)
