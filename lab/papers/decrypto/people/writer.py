"""Describe imported games, and write them with their flags."""

from collections.abc import Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

import pandas as pd

from engine.journal.folder import write_journals
from files.replacement import replace_file
from lab.csv import format_csv
from lab.papers.decrypto.people.ending import judge_ending
from lab.papers.decrypto.people.reader import ImportedGame


def describe_import(games: Sequence[ImportedGame]) -> list[dict[str, Any]]:
    """Describe the imported games as JSON values: events of turns, both endings, all flags."""
    return [
        {
            "game": one.number,
            "episode": one.episode,
            "file": one.file_name,
            "keywords": list(one.keywords),
            "turns": [
                {
                    "turn": count,
                    "code": list(turn.code),
                    "hints": list(turn.hints),
                    "decoder": list(turn.bob),
                    "interceptor": list(turn.eve),
                    "miscommunication": turn.bob != turn.code,
                    "interception": turn.eve == turn.code,
                }
                for count, turn in enumerate(one.turns, 1)
            ],
            "second_token": asdict(judge_ending(one.turns, play_on=False)),
            "all_turns": asdict(judge_ending(one.turns, play_on=True)),
            "flags": [
                {"turn": flag.turn, "kind": flag.kind, "what": flag.what} for flag in one.flags
            ],
        }
        for one in games
    ]


def write_games(games: Sequence[ImportedGame], folder: Path) -> list[Path]:
    """Write journals and `flags.csv` into a new folder.

    Raises:
        JournalError: If the folder is not empty.
    """
    paths = write_journals(folder, {one.file_name: one.journal for one in games})
    flags = chain.from_iterable(one.flags for one in games)
    rows = [(one.game, one.turn or "", one.kind, one.what) for one in flags]
    table = pd.DataFrame(rows, columns=["game", "turn", "kind", "what"], dtype=object)
    replace_file(folder / "flags.csv", format_csv(table))
    return paths
