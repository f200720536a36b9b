"""The lesson of a finished game of hidden sides: its metaphors and their outcomes."""

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from engine.call_log import CallLog, build_call_log, find_deciding_call
from engine.comet.belief_game import BeliefGame, find_following, is_first_hit
from engine.comet.beliefs import Beliefs, OwnMetaphor
from engine.comet.experience import Experience
from engine.comet.pool import ExperienceUse, Pool
from engine.games.catalog import find
from engine.journal.entries import MoveEntry
from engine.journal.record import Record
from engine.learning.beliefs import build_belief_game
from engine.wording import format_count

BY_BELIEFS = "beliefs"
"""The name of the judge if the players' logged beliefs decide."""


KEY_LENGTH = 16


@dataclass(frozen=True, slots=True)
class SaidMetaphor:
    """A metaphor of a game, and its outcome."""

    seat: str
    own: OwnMetaphor
    words: tuple[str, str]
    """The word that it describes, and the other word."""
    understood: int
    teammates: int
    guessed: int
    opponents: int
    comment: str
    judge: str = BY_BELIEFS

    @property
    def recognised(self) -> bool:
        """Whether a teammate understood it."""
        return self.understood > 0

    @property
    def leaked(self) -> bool:
        """Whether an opponent guessed the word from it."""
        return self.guessed > 0

    @property
    def success(self) -> bool:
        """Whether a teammate understood it and no opponent guessed the word."""
        return self.recognised and not self.leaked


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
    game = build_belief_game(call_log)
    if game is None:
        return None
    metaphors = (
        _judge_by_beliefs(game, seat, own)
        for seat, said in _list_metaphors(call_log).items()
        for own in said
    )
    return Lesson(build_game_key(record), tuple(one for one in metaphors if one is not None))


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


def _judge_by_beliefs(game: BeliefGame, seat: str, own: OwnMetaphor) -> SaidMetaphor | None:
    """Judge a metaphor by the beliefs that the players logged next."""
    places = [
        place
        for place, said in enumerate(game.statements)
        if said.seat == seat and said.round == own.round and said.text == own.line
    ]
    if not places:
        return None  # it was edited, or never said
    teammates, opponents = find_sides(game, seat)
    thought = [
        following.beliefs.get(seat) == "mine"
        for name in teammates
        if (following := find_following(game, name, places[0], "beliefs")) is not None
        and following.beliefs is not None
    ]
    hits = [
        hit
        for name in opponents
        if (hit := is_first_hit(game, name, places[0], game.words[seat])) is not None
    ]
    other = next((word for word in game.words.values() if word != game.words[seat]), "")
    comment = (
        f"{sum(thought)} of {format_count(len(thought), 'teammate')} understood it, "
        f"{sum(hits)} of {format_count(len(hits), 'opponent')} guessed the word."
    )
    return SaidMetaphor(
        seat,
        own,
        (game.words[seat], other),
        sum(thought),
        len(thought),
        sum(hits),
        len(hits),
        comment,
    )


def find_sides(game: BeliefGame, seat: str) -> tuple[list[str], list[str]]:
    """Find the other seats with the same word, and the seats with the other word."""
    word = game.words[seat]
    same = [name for name, owns in game.words.items() if owns == word and name != seat]
    return same, [name for name, owns in game.words.items() if owns != word]
