"""Journals of random games with odd secrets, for tests of what is done with kept games."""

from pathlib import Path

from engine.journal.writer import Journal
from engine.match import MoveDetails
from tests.samples import SAMPLES

SEED = "CanarySeedXQ"
"""Everything can be dealt again from it: nobody may see it while a game goes on."""
SECRETS = (*SAMPLES["decrypto"].material["keywords"], SEED)
"""What no onlooker of an unfinished game may see."""
PEOPLE = {"encoder": "human:[red]Ada", "decoder": "human:Ben", "interceptor": "word2vec"}
"""Who sits there; one of them tries to be markup."""


def keep_game(folder: Path, name: str, *, moves: int | None = None, seed: str = SEED) -> Path:
    """Write the journal of a random game of Decrypto, whole or up to some number of `moves`."""
    sample = SAMPLES["decrypto"]
    game = sample.game({})
    header = sample.header({}, seed)
    header.seats.update(PEOPLE)  # type: ignore[attr-defined]
    path = folder / f"{name}.jsonl"
    with Journal.create(path, header, durable=False) as journal:
        for seat, move in sample.finished(game, seed)[:moves]:
            journal.write_move(game.seats[seat], move, MoveDetails(41.0, 2))
    return path
