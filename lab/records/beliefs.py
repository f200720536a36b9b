"""What people said of their beliefs in recorded games: the lines of their calls files."""

import json
from dataclasses import asdict, replace

from engine.comet.belief_log import CLOSING, PANEL
from engine.journal.record import Record
from engine.llm.calls_file import read_calls


def read_stated_beliefs(record: Record) -> str:
    """Read what people stated in a game, as the lines of a calls file; empty if they did not.

    Prompts and answers of machines are left out, and so is the time of day.

    Raises:
        JournalError: If the calls file is damaged.
    """
    stated = (
        replace(call, messages=[], time=call.time[:10])
        for call in read_calls(record)
        if call.step in (PANEL, CLOSING) and call.model == "person"
    )
    return "".join(json.dumps(asdict(call)) + "\n" for call in stated)
