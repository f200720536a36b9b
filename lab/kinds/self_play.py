"""Self-play: one player fills all seats, and a pool of experiences grows game by game.

Games are played in batches. All games of a batch see the same pool; afterwards it learns from them
in their order. At each size that was asked for, the player is measured with the pool as it is
then, on the same deals. What a batch has brought is on disk before the next one begins, and each
game has a journal of its own, so that a run that is killed goes on where it was.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.belief_log import read_belief_game
from engine.comet.built_in_pool import BUILT_IN
from engine.comet.pool import Pool, write_pool
from engine.games.catalog import find
from engine.headless import play_session
from engine.journal_reader import read_record
from engine.lineup import Spec, parse_spec
from engine.llm.calls_file import calls_path
from engine.options import parse_options
from engine.pool_learning import BY_BELIEFS, Lesson, judge_lesson, read_lesson
from engine.session import Session
from engine.usage import Usage
from lab.desk import Desk, GatedPlayers
from lab.kinds.answers import AnswerFile
from lab.kinds.question import usage_of_calls
from lab.trial import Outcome, Trial, UnfitTrial
from lab.undercover.judging import create_judge


@dataclass(frozen=True, slots=True)
class Game:
    """A game to be played, or that was played."""

    seed: str
    path: Path


async def run(trial: Trial, desk: Desk) -> Outcome:
    """Grow a pool, and measure the player at each size.

    Raises:
        PlayerError: If the player fails.
        ValueError: If the game cannot be dealt, or the player cannot be created.
    """
    if desk.path is not None:
        return await Growth(trial, desk, desk.path).run()
    with TemporaryDirectory() as folder:
        return await Growth(trial, desk, Path(folder) / "self-play.jsonl").run()


class Growth:
    """The growth of one pool."""

    def __init__(self, trial: Trial, desk: Desk, path: Path) -> None:
        """Begin, or go on with what is on disk.

        Args:
            trial: What is to be done.
            desk: Where.
            path: The file of what batches have brought; files of games lie beside it.
        """
        self.content: Mapping[str, Any] = trial.content
        self.desk = desk
        self.path = path
        self.spec = trial.specs["player"]
        self.done = AnswerFile(path)
        self.pool = BUILT_IN
        self.games = 0
        self.usage = Usage()

    async def run(self) -> Outcome:
        """Grow to each size, and measure there."""
        rows: list[dict[str, Any]] = []
        figures: dict[str, Any] = {}
        for size in self.content["sizes"]:
            while self.count < size and self.games < self.content["most_games"]:
                rows += await self._grow(size)
            measured = await self._evaluate(size)
            rows += measured
            successes = [row["success"] for row in measured]
            figures[f"experiences_{size}"] = self.count
            figures[f"metaphors_{size}"] = len(successes)
            figures[f"successes_{size}"] = sum(successes)
        figures |= {"experiences": self.count, "games": self.games, **asdict(self.usage)}
        return Outcome(figures, rows, self.pool.encode())

    @property
    def count(self) -> int:
        """How many experiences the pool has, built-in ones apart."""
        return sum(not one.kept for one in self.pool.experiences)

    async def _grow(self, size: int) -> list[dict[str, Any]]:
        """Play a batch on the way to a size, and learn from it."""
        content, first = self.content, self.games + 1
        last = min(self.games + content["batch"], content["most_games"])
        name = f"games {first}-{last}"
        if name not in self.done:
            games = self._name_games("grow", first, last)
            lessons = await self._play(games)
            pool = self.pool
            for lesson in lessons:
                pool = lesson.apply(pool)
            rows = self._list_rows(lessons, "grow", size, first)
            self._store(name, {"rows": rows, "pool": pool.encode()}, games)
        stored = self.done[name]
        self.pool = Pool.decode(stored["pool"], name)
        self.games = last
        self.usage += Usage(**stored["usage"])
        rows = stored["rows"]
        return list(rows)

    async def _evaluate(self, size: int) -> list[dict[str, Any]]:
        """Measure the player with the pool as it is."""
        name = f"size {size}"
        if name not in self.done:
            games = self._name_games("evaluate", 1, self.content["evaluate"], f"{size}.")
            lessons = await self._play(games)
            rows = self._list_rows(lessons, "evaluate", size, 1)
            self._store(name, {"rows": rows}, games)
        stored = self.done[name]
        self.usage += Usage(**stored["usage"])
        return list(stored["rows"])

    def _name_games(self, phase: str, first: int, last: int, mark: str = "") -> list[Game]:
        stem = self.path.name.removesuffix(".jsonl")
        return [
            Game(
                f"{self.content['seed']}/{phase}/{number}",
                self.path.with_name(f"{stem}.{phase}-{mark}{number}.jsonl"),
            )
            for number in range(first, last + 1)
        ]

    async def _play(self, games: Sequence[Game]) -> list[Lesson]:
        """Play games at the same time with the pool as it is; their lessons in their order."""
        pool = self.path.with_name(f"{self.path.name.removesuffix('.jsonl')}.pool.jsonl")
        if "," in str(pool):
            raise UnfitTrial(f"Self-play needs a folder without a comma in its path, not {pool}.")
        write_pool(pool, self.pool)
        settings = (*self.spec.settings, ("pool", str(pool)), ("learn", "no"))
        spec = replace(self.spec, settings=settings)
        tasks = [asyncio.ensure_future(self._play_one(game, spec)) for game in games]
        try:
            return await asyncio.gather(*tasks)
        except BaseException:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            raise

    async def _play_one(self, game: Game, spec: Spec) -> Lesson:
        session = self._open(game, spec)
        try:
            session.budget = self.desk.budget
            players = GatedPlayers(session.create_players(), session.specs, self.desk.gates)
            await play_session(session, players)
        finally:
            session.close()
        record = read_record(game.path)
        lesson = read_lesson(record)
        assert lesson is not None
        judge = self.content["judge"]
        if judge == BY_BELIEFS or not lesson.metaphors:
            return lesson
        believed = read_belief_game(record)
        assert believed is not None
        client = create_judge(parse_spec(judge), calls_path(game.path), self.desk.budget)
        return await judge_lesson(lesson, believed, client, judge)

    def _open(self, game: Game, spec: Spec) -> Session:
        path = game.path
        if path.exists():
            if b"\n" in path.read_bytes():
                return Session.resume(path, durable=False)
            path.unlink()
        definition = find(self.content["game"])
        given = {name: str(value) for name, value in self.content["options"].items()}
        options = parse_options(definition.options_type, given)
        lineup = dict.fromkeys(definition.list_seats(options), spec)
        return Session.create(definition, options, lineup, game.seed, path=path, durable=False)

    def _list_rows(
        self, lessons: Sequence[Lesson], phase: str, size: int, first: int
    ) -> list[dict[str, Any]]:
        return [
            {
                "phase": phase,
                "size": size,
                "experiences": self.count,
                "game": number,
                "seat": said.seat,
                "method": said.own.method,
                "understood": said.understood,
                "teammates": said.teammates,
                "guessed": said.guessed,
                "opponents": said.opponents,
                "success": said.success,
            }
            for number, lesson in enumerate(lessons, first)
            for said in lesson.metaphors
        ]

    def _store(self, name: str, brought: dict[str, Any], games: Sequence[Game]) -> None:
        """Write down what a batch has brought; its games are not needed any more."""
        usage: Usage = Usage()
        for game in games:
            calls = calls_path(game.path)
            if calls.exists():
                usage += Usage(**usage_of_calls(calls.read_text("utf-8")))
        self.done.add(name, {**brought, "usage": asdict(usage)})
        for game in games:
            for path in (game.path, calls_path(game.path)):
                path.unlink(missing_ok=True)
