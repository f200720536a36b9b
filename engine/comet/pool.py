"""The pool of experiences, as data and as text."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path

from engine.comet.beliefs import MAX_TEXT
from engine.comet.experience import Experience
from engine.errors import SetupError
from engine.format_version import find_format_fault
from engine.games.comet_settings import BUILT_IN_POOL
from engine.text import clean, escape_controls
from engine.type_adapter import get_type_adapter
from files.regular import read_limited

FORMAT = 1
"""The format version that is written, and the only one that is read."""


MOST_BYTES = 64_000_000
"""Maximum size of a pool's file in bytes, enough for more than 100,000 experiences."""


class PoolError(SetupError):
    """A pool that cannot be read or written; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Rules for choosing and forgetting experiences."""

    shown: int = 3
    """Number of experiences shown for a sentence, one of each kind as far as available."""
    proven_after: int = 3
    """Minimum number of uses of a best experience."""
    good_score: float = 0.5
    """A best experience has a score above this."""
    forget_after: int = 5
    """After this many uses, an experience is forgotten if its score is at most `forget_score`."""
    forget_score: float = 0.2
    forget_failure_after: int = 2
    """After this many uses, it is forgotten if its score is not above 0."""
    most: int = 1_000
    """Maximum number of experiences; beyond it, those with the lowest scores are removed."""


@dataclass(frozen=True)
class Pool:
    """Experiences, the games that they come from, and the policy."""

    experiences: tuple[Experience, ...] = ()
    games: tuple[str, ...] = ()
    """The keys of the games that were learned from."""
    policy: Policy = field(default_factory=Policy)

    @cached_property
    def by_id(self) -> dict[str, Experience]:
        """The experiences by ID."""
        return {one.id: one for one in self.experiences}

    def encode(self) -> str:
        """Encode the text of the file."""
        head = {"pool": FORMAT, "policy": asdict(self.policy), "games": self.games}
        lines = (head, *map(asdict, self.experiences))
        return escape_controls(
            "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
        )

    @classmethod
    def decode(cls, text: str, place: str | Path) -> "Pool":
        """Decode the text of a file.

        Raises:
            PoolError: If it is wrong; the message gives the place, the line and the reason.
        """
        number = 1
        try:
            lines = [line for line in text.split("\n") if line.strip()]
            head = json.loads(lines[0]) if lines else {}
            if not isinstance(head, dict) or "pool" not in head:
                raise PoolError(f"{place} is no pool of experiences.")
            if fault := find_format_fault(place, "pool", head["pool"], FORMAT):
                raise PoolError(fault)
            policy = get_type_adapter(Policy).validate_python(head.get("policy", {}))
            games = get_type_adapter(tuple[str, ...]).validate_python(head.get("games", ()))
            found = []
            for number, line in enumerate(lines[1:], 2):  # noqa: B007 - the message names it
                found.append(_tidy(get_type_adapter(Experience).validate_python(json.loads(line))))
        except PoolError:
            raise
        except (ValueError, RecursionError) as error:
            why = "it is no JSON" if isinstance(error, json.JSONDecodeError) else "it is no part"
            raise PoolError(f"{place}, line {number}: {why} of a pool of experiences.") from None
        return cls(tuple({one.id: one for one in found}.values()), games, policy)

    @classmethod
    def read(cls, path: Path) -> "Pool":
        """Read a file.

        Raises:
            PoolError: If it cannot be read, or is not a pool.
        """
        try:
            text = read_limited(path, MOST_BYTES).decode("utf-8")
        except FileNotFoundError:
            raise PoolError(f"There is no pool {path}; parlour pool new FILE makes one.") from None
        except OSError as error:
            raise PoolError(f"The pool {path} cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise PoolError(f"{path} is no pool of experiences: it is not UTF-8 text.") from None
        return _decode_once(text, path)

    def learn(
        self, game: str, said: Sequence[Experience], shown: Iterable["ExperienceUse"]
    ) -> "Pool":
        """Add the metaphors of a game, and update the experiences that were shown for them.

        Args:
            game: The key of the game; a known game changes nothing.
            said: The metaphors that were said in it.
            shown: The outcomes of metaphors for which experiences were shown.
        """
        if game in self.games:
            return self
        known = dict(self.by_id)
        for use in shown:
            if (one := known.get(use.id)) is not None:
                known[use.id] = replace(
                    one,
                    uses=one.uses + 1,
                    recognised=one.recognised + use.recognised,
                    leaked=one.leaked + use.leaked,
                )
        for one in said:
            known.setdefault(one.id, one)
        pool = replace(self, experiences=tuple(known.values()), games=(*self.games, game))
        return pool.forget()

    def forget(self) -> "Pool":
        """Remove the experiences that the policy forgets."""
        policy = self.policy

        def is_forgotten(one: Experience) -> bool:
            poor = one.uses >= policy.forget_after and one.score <= policy.forget_score
            failed = one.uses >= policy.forget_failure_after and one.score <= 0
            return not one.kept and (poor or failed)

        left = [one for one in self.experiences if not is_forgotten(one)]
        if len(left) > policy.most:
            order = sorted(
                range(len(left)), key=lambda n: (left[n].kept, left[n].score, n), reverse=True
            )
            left = [left[n] for n in sorted(order[: policy.most])]
        return replace(self, experiences=tuple(left))

    def merge(self, other: "Pool") -> "Pool":
        """Merge two pools; of an experience in both, the one with more uses is kept."""
        known = dict(self.by_id)
        for one in other.experiences:
            mine = known.get(one.id)
            if mine is None or one.uses > mine.uses:
                known[one.id] = one
        games = tuple(dict.fromkeys((*self.games, *other.games)))
        return replace(self, experiences=tuple(known.values()), games=games).forget()


@lru_cache(maxsize=2)
def _decode_once(text: str, path: Path) -> Pool:
    """Decode a pool, once for all seats of a game; pools are immutable."""
    return Pool.decode(text, path)


@dataclass(frozen=True, slots=True)
class ExperienceUse:
    """The outcome of a metaphor for which an experience was shown."""

    id: str
    recognised: bool
    leaked: bool


def _tidy(one: Experience) -> Experience:
    """Clean the texts of an experience, as a pool may come from an untrusted source."""
    return replace(
        one,
        id=clean(one.id, 80),
        words=tuple(clean(word, 60) for word in one.words),
        feature=clean(one.feature, MAX_TEXT),
        metaphor=clean(one.metaphor, MAX_TEXT),
        explanation=clean(one.explanation, MAX_TEXT),
        comment=clean(one.comment, MAX_TEXT),
    )


def read_built_in_pool() -> Pool:
    """Read the experiences of a new pool."""
    return Pool.read(BUILT_IN_POOL)
