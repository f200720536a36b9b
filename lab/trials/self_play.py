"""Run trials in which a player learns from games with itself and is evaluated (kind `self_play`).

What it learns are experiences with metaphors in Undercover, in a growing pool. Games are played in
batches. All games of a batch use the same pool, which then learns from them in their order. At each
requested size of the pool, the player is evaluated, always on the same deals. The result of a batch
is on disk before the next one begins, and each game has its own journal, so that a killed run can
be resumed. `estimate_self_play` estimates the usage of a model in advance.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.comet.belief_record import BeliefRecord, Decision, Statement
from engine.comet.beliefs import OwnMetaphor
from engine.comet.pool import Pool, read_built_in_pool
from engine.comet.pool_file import write_pool
from engine.config.settings import Settings
from engine.game import GameType
from engine.game_estimate import play_sample
from engine.games.catalog import find
from engine.headless import play_session
from engine.journal.reader import read_record
from engine.learning.belief_reader import read_belief_record
from engine.learning.lesson import Lesson, read_lesson
from engine.learning.referee import ask_referee, judge_lesson
from engine.learning.said_metaphor import BY_BELIEFS, SaidMetaphor
from engine.llm.calls_file import build_calls_path
from engine.match import Match
from engine.options import parse_options
from engine.players.spec import Spec, find_model, parse_spec, read_game_settings
from engine.prompt_estimate import estimate_prompt
from engine.session import Session
from engine.usage import Usage
from engine.usage_range import UsageRange
from files.removal import delete_file
from lab.papers.comet.judge import create_judge
from lab.run.question_gates import GatedPlayers
from lab.run.trial import Outcome, Trial, TrialResources, UnfitTrial
from lab.trials.answer_file import AnswerFile
from lab.trials.call_usage import sum_call_usage

SAMPLE_GAMES = 16
"""Number of games that baselines play to estimate the usage of a game."""
METAPHORS_PLANNED = 1 / 3
"""The assumed share of metaphors among statements for estimates, about that of the mock model
server. Without a planner all statements are metaphors."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a batch or an evaluation, before or after it is played."""

    seed: str
    path: Path


async def run(trial: Trial, resources: TrialResources) -> Outcome:
    """Grow a pool, and evaluate the player at each size.

    Raises:
        PlayerError: If the player fails.
        ValueError: If the game cannot be dealt, or the player cannot be created.
    """
    if resources.path is not None:
        return await Growth(trial, resources, resources.path).run()
    with TemporaryDirectory() as folder:
        return await Growth(trial, resources, Path(folder) / "self-play.jsonl").run()


async def estimate_self_play(trial: Trial, settings: Settings) -> UsageRange:
    """Estimate the usage of growing a pool from some games that baselines play.

    The number of games follows from the metaphors per game, see `METAPHORS_PLANNED`: each is an
    experience, and batches are always completed. The fewest games are played if all statements are
    metaphors, the most if a third as many are as is assumed.

    Raises:
        LineupError: If a model is not set up.
    """
    content, spec = trial.content, trial.specs["player"]
    definition, options = _find_game(content)
    lineup = dict.fromkeys(definition.list_seats(options), spec)
    seeds = [f"{content['seed']}/estimate/{number}" for number in range(SAMPLE_GAMES)]
    played = [
        await play_sample(definition, options, lineup, seed, settings=settings) for seed in seeds
    ]
    said = [_list_statements(match) for _, match in played]
    values = read_game_settings(spec, definition, data=settings.data)
    share = METAPHORS_PLANNED if values.get("sp", True) else 1.0
    statements = sum(map(len, said)) / len(said) if values.get("met", True) else 0.0
    each = share * statements
    least, expected = _count_games(content, max(map(len, said))), _count_games(content, each)
    most = _count_games(content, each / 3)
    used = sum((used for used, _ in played), UsageRange())
    usage = _scale_ends(used, least / len(played), most / len(played), expected / len(played))
    if content["judge"] == BY_BELIEFS:
        return usage
    judged = _estimate_judge(content["judge"], said[0], settings)
    return usage + _scale_ends(judged, 0, most * max(map(len, said)), expected * each)


def _count_games(content: Mapping[str, Any], each: float) -> int:
    """Count the games of growing a pool, if each brings so many experiences."""
    grown: int = 0
    for size in content["sizes"]:
        while grown < content["most_games"] and grown * each < size:
            grown = min(grown + content["batch"], content["most_games"])
    evaluated: int = len(content["sizes"]) * content["evaluate"]
    return grown + evaluated


def _scale_ends(usage: UsageRange, least: float, most: float, expected: float) -> UsageRange:
    return UsageRange(
        usage.scale(least).least, usage.scale(most).most, usage.scale(expected).expected
    )


def _list_statements(match: Match[Any, Any, Any]) -> list[Statement]:
    view = match.view(None)
    return [
        Statement(number, view.seats[line.seat], line.text)
        for number, done in enumerate(view.rounds, 1)
        for line in done.lines
    ]


def _estimate_judge(judge: str, statements: list[Statement], settings: Settings) -> UsageRange:
    """Estimate a judge's usage for one metaphor of a game with these statements."""
    names = list(dict.fromkeys(one.seat for one in statements))
    seat, line = names[0], statements[0].text
    thought = [
        Decision(one.seat, one.round, "vote", 0, {seat: "undecided"}, guesses=("word",))
        for one in (*statements, *statements)  # everybody speaks and votes
    ]
    words = {
        name: "word" if place < len(names) / 2 else "other" for place, name in enumerate(names)
    }
    game = BeliefRecord(words, {}, "draw", tuple(statements), tuple(thought))
    own = OwnMetaphor(1, line, line, "structural", line)
    said = SaidMetaphor(seat, own, ("word", "other"), 0, 0, 0, 0, "")
    model = find_model(parse_spec(judge), settings=settings)
    return estimate_prompt(model, ask_referee(said, game).prompt)


def _find_game(content: Mapping[str, Any]) -> tuple[GameType, Any]:
    """Find the game of a self-play trial, and its options."""
    definition = find(content["game"])
    given = {name: str(value) for name, value in content["options"].items()}
    return definition, parse_options(definition.options_type, given)


class Growth:
    """The growth of one pool."""

    def __init__(self, trial: Trial, resources: TrialResources, path: Path) -> None:
        """Begin, or resume from disk.

        Args:
            trial: The trial.
            resources: Its environment.
            path: The file of the batches' results; files of games are beside it.
        """
        self.content: Mapping[str, Any] = trial.content
        self.resources = resources
        self.path = path
        self.spec = trial.specs["player"]
        self.done = AnswerFile(path)
        self.pool = read_built_in_pool()
        self.games = 0
        self.usage = Usage()

    async def run(self) -> Outcome:
        """Grow to each size, and evaluate there."""
        rows: list[dict[str, Any]] = []
        figures: dict[str, Any] = {}
        for size in self.content["sizes"]:
            while self.count < size and self.games < self.content["most_games"]:
                rows += await self._play_to_size(size)
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
        """Number of experiences in the pool, without built-in ones."""
        return sum(not one.kept for one in self.pool.experiences)

    async def _play_to_size(self, size: int) -> list[dict[str, Any]]:
        """Play a batch on the way to a size, and learn from it."""
        content, first = self.content, self.games + 1
        last = min(self.games + content["batch"], content["most_games"])
        name = f"games {first}-{last}"
        if name not in self.done:
            games = self._plan_games("grow", first, last)
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
        """Evaluate the player with the current pool."""
        name = f"size {size}"
        if name not in self.done:
            games = self._plan_games("evaluate", 1, self.content["evaluate"], f"{size}.")
            lessons = await self._play(games)
            rows = self._list_rows(lessons, "evaluate", size, 1)
            self._store(name, {"rows": rows}, games)
        stored = self.done[name]
        self.usage += Usage(**stored["usage"])
        return list(stored["rows"])

    def _plan_games(self, phase: str, first: int, last: int, mark: str = "") -> list[Game]:
        stem = self.path.name.removesuffix(".jsonl")
        return [
            Game(
                f"{self.content['seed']}/{phase}/{number}",
                self.path.with_name(f"{stem}.{phase}-{mark}{number}.jsonl"),
            )
            for number in range(first, last + 1)
        ]

    async def _play(self, games: Sequence[Game]) -> list[Lesson]:
        """Play games concurrently with the current pool; return their lessons in order."""
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
            session.budget = self.resources.budget
            players = GatedPlayers(session.create_players(), session.specs, self.resources.gates)
            await play_session(session, players)
        finally:
            session.close()
        record = read_record(game.path)
        data = self.resources.settings.data
        lesson = read_lesson(record, data=data)
        assert lesson is not None
        judge = self.content["judge"]
        if judge == BY_BELIEFS or not lesson.metaphors:
            return lesson
        believed = read_belief_record(record, data=data)
        assert believed is not None
        client = create_judge(
            parse_spec(judge),
            build_calls_path(game.path),
            self.resources.budget,
            settings=self.resources.settings,
        )
        return await judge_lesson(lesson, believed, client, judge)

    def _open(self, game: Game, spec: Spec) -> Session:
        path = game.path
        if path.exists():
            if b"\n" in path.read_bytes():
                return Session.resume(path, settings=self.resources.settings, durable=False)
            delete_file(path)
        definition, options = _find_game(self.content)
        lineup = dict.fromkeys(definition.list_seats(options), spec)
        return Session.create(
            definition,
            options,
            lineup,
            game.seed,
            settings=self.resources.settings,
            path=path,
            durable=False,
        )

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
        """Store the result of a batch, whose games are then no longer needed."""
        usage: Usage = Usage()
        for game in games:
            calls = build_calls_path(game.path)
            if calls.exists():
                usage += Usage(**sum_call_usage(calls.read_text("utf-8")))
        self.done.add(name, {**brought, "usage": asdict(usage)})
        for game in games:
            for path in (game.path, build_calls_path(game.path)):
                delete_file(path)
