"""The key of a game, by which a pool knows what it has learned from."""

import json
from hashlib import sha256

from engine.journal.entries import MoveEntry
from engine.journal.record import Record

KEY_LENGTH = 16


def build_game_key(record: Record) -> str:
    """Compute the key of a game: a hash of its deal and of each seat's moves.

    The order of votes in the journal is ignored, as they are cast at the same time.
    """
    header = record.header
    moves: dict[str, list[object]] = {}
    for line in record.entries:
        if isinstance(line, MoveEntry):
            moves.setdefault(line.seat, []).append(line.move)
    whole = json.dumps([header.game, header.seed, dict(header.material), moves], sort_keys=True)
    return sha256(whole.encode()).hexdigest()[:KEY_LENGTH]
