"""The lesson of a finished game of hidden sides: its metaphors and their outcomes."""

from dataclasses import dataclass
from pathlib import Path

from engine.call_log import CallLog, build_call_log, find_deciding_call
from engine.comet.beliefs import Beliefs, OwnMetaphor
from engine.comet.experience import Experience
from engine.comet.pool import ExperienceUse, Pool
from engine.games.catalog import find
from engine.journal.record import Record
from engine.learning.belief_reader import build_belief_record
from engine.learning.game_key import build_game_key
from engine.learning.metaphor_judge import judge_by_beliefs
from engine.learning.said_metaphor import SaidMetaphor


@dataclass(frozen=True, slots=True)
class Lesson:
    """The metaphors of a game and their outcomes."""

    game: str
    """The key of the game: games with the same deal and moves have the same key."""
    metaphors: tuple[SaidMetaphor, ...]

    def apply(self, pool: Pool) -> Pool:
        """Return the pool with this lesson added; unchanged if it already has the game."""
        said = [self._create_experience(one) for one in self.metaphors]
        shown = [
            ExperienceUse(id_, one.recognised, one.leaked)
            for one in self.metaphors
            for id_ in one.own.shown
        ]
        return pool.learn(self.game, said, shown)

    def _create_experience(self, said: SaidMetaphor) -> Experience:
        own = said.own
        return Experience(
            f"{self.game}/{said.seat}/{own.round}",
            said.words,
            own.feature,
            own.method,
            own.line,
            own.explanation,
            said.understood,
            said.teammates,
            said.guessed,
            said.opponents,
            recognised=int(said.recognised),
            leaked=int(said.leaked),
            comment=said.comment,
            judge=said.judge,
        )


def read_lesson(record: Record, calls_text: str | None = None, *, data: Path) -> Lesson | None:
    """Read the lesson of a finished game of hidden sides from the players' logged beliefs.

    Args:
        record: The journal.
        calls_text: The lines of its calls file; `None` looks for the file beside the journal.
        data: The data folder, with imported vectors.

    Returns:
        The lesson; `None` if the game is not over, or has no hidden sides.

    Raises:
        JournalError: If the journal breaks the rules.
    """
    definition = find(record.header.game)
    if not definition.brings("find_sides"):
        return None
    call_log = build_call_log(record, definition, calls_text, data=data)
    game = build_belief_record(call_log)
    if game is None:
        return None
    metaphors = (
        judge_by_beliefs(game, seat, own)
        for seat, said in _list_metaphors(call_log).items()
        for own in said
    )
    return Lesson(build_game_key(record), tuple(one for one in metaphors if one is not None))


def _list_metaphors(call_log: CallLog) -> dict[str, tuple[OwnMetaphor, ...]]:
    """List the metaphors that each seat said, from its last logged beliefs."""
    found: dict[str, tuple[OwnMetaphor, ...]] = {}
    for logged in call_log.moves:
        call = find_deciding_call(logged)
        if call is None or call.beliefs is None or call.verdict != "legal":
            continue
        try:
            found[logged.seat_name] = Beliefs.decode(call.beliefs).metaphors
        except ValueError:
            continue
    return found
