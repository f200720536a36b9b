"""Read a run as tables: a row for each game, turn, call or failure."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

import pandas as pd
from pydantic import ValidationError

from engine.game import GameType
from engine.journal.reader import parse_record
from engine.journal.record import Record
from engine.players.seat_settings import list_told_settings
from engine.players.spec import parse_spec
from engine.usage import Usage
from lab.analysis.codebook import explain_columns
from lab.analysis.json_reader import flatten, read_objects
from lab.analysis.stand_in_rule import (
    MATCH_MOVED,
    MATCH_NOT_OWN,
    MOVED,
    NOT_OWN,
    Tally,
    apply_rule,
    find_not_own,
)
from lab.errors import RunError
from lab.experiment.file import Experiment
from lab.experiment.sections import StandIns
from lab.run.call_lines import read_call_lines
from lab.run.compression import decompress_lines
from lab.run.environment import Environment
from lab.run.lineup import OPTION, ORIGINAL, PLAYER, SETTING, SPEC, Lineup
from lab.run.store import Counts, RunFile
from lab.run.trial import join_places

TABLES = ("games", "turns", "calls", "failures")


GAMES = f"""
SELECT t.number, t.deal, t.seed, t.model_seed, t.lineup, o.figures, o.seconds, o.finished, o.host,
    o.sitting, {MATCH_NOT_OWN}
FROM outcomes o JOIN trials t USING (number)
WHERE t.kind = ? AND o.failure = '' ORDER BY t.number
"""  # noqa: S608 - of constants


TURNS = f"""
SELECT t.number, t.deal, t.seed, t.model_seed, t.lineup, o.figures, {MATCH_NOT_OWN}, u.turns
FROM turns u
JOIN trials t USING (number) JOIN outcomes o USING (number)
WHERE t.kind = ? AND o.failure = '' ORDER BY t.number
"""  # noqa: S608 - of constants


TALLIES = f"""
SELECT l.key, sum(o.failure = ''), sum(o.failure != ''),
    sum(CASE WHEN o.failure = '' THEN {NOT_OWN} + coalesce({MATCH_NOT_OWN}, 0) > 0 ELSE 0 END)
FROM trials t JOIN outcomes o USING (number) JOIN lineups l ON l.number = t.lineup
WHERE t.kind = ? GROUP BY l.key ORDER BY min(t.number)
"""  # noqa: S608 - of constants


FAILURES = """
SELECT t.number AS trial, t.kind, t.deal, t.seed, t.content -> 'players' AS players, o.failure,
    o.seconds, o.finished, o.host, o.sitting
FROM outcomes o JOIN trials t USING (number) WHERE o.failure != '' ORDER BY t.number
"""


PLAIN = ("replaced", "follow", "question", "asked", "context", "model_seed")
"""Columns that identify trials, as their content names them."""


PREFIXES = {"options": OPTION, "players": PLAYER, "seats": SPEC, "original": ORIGINAL}
"""By part of a trial's content: the prefix of its columns."""


CALLS = """
SELECT t.number, t.kind, o.failure != '', t.content, c.text
FROM calls c JOIN trials t USING (number) JOIN outcomes o USING (number)
ORDER BY t.number
"""


class Run:
    """A run, opened for reading; it may still be in progress."""

    def __init__(self, path: Path, *, data: Path) -> None:
        """Open the run.

        Args:
            path: The run file.
            data: The data folder, with the vectors that players used.

        Raises:
            RunError: If it does not exist.
        """
        self.file = RunFile(path)
        self.path = path
        self.data = data
        """The data folder."""
        self.experiment_text = self.file.read_fact("experiment") or ""
        self.experiment = Experiment.parse(self.experiment_text, f"the experiment of {path.name}")

    @property
    def counts(self) -> Counts:
        """The numbers of trials: all, finished and failed."""
        return self.file.count_trials()

    def counts_of(self, kind: str) -> int:
        """Count the finished trials of a kind."""
        query = "SELECT count(*) FROM outcomes o JOIN trials t USING (number) WHERE t.kind = ?"
        return int(self.file.read_value(f"{query} AND o.failure = ''", kind))

    def count_deals(self, kind: str) -> int:
        """Count the deals with a trial of a kind that has ended."""
        query = """SELECT count(DISTINCT t.deal) FROM outcomes o JOIN trials t USING (number)
            WHERE t.kind = ?"""
        return int(self.file.read_value(query, kind))

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of all seats, in table order; for sides, the names of the roles."""
        return self.experiment.seats

    @property
    def usage(self) -> Usage:
        """The usage of all trials with an outcome, failed ones included."""
        return self.file.sum_usage()

    @property
    def asked_specs(self) -> set[str]:
        """The SPECs of all players that were asked in trials with an outcome."""
        query = """SELECT DISTINCT json_extract(t.content, '$.seats')
            FROM trials t JOIN outcomes USING (number)"""
        rows = self.file.database.execute(query)
        return {spec for (seats,) in rows for spec in json.loads(seats).values()}

    @property
    def environments(self) -> list[dict[str, Any]]:
        """For each time that the run was started or resumed: start, end, part and environment."""
        query = "SELECT began, ended, part, environment FROM sittings ORDER BY rowid"
        return [
            {"began": began, "ended": ended, "part": part, **self._parse_environment(environment)}
            for began, ended, part, environment in self.file.database.execute(query)
        ]

    def _parse_environment(self, text: str) -> dict[str, Any]:
        """Parse what a start of the run says of its environment.

        Raises:
            RunError: If it is not what Parlour writes.
        """
        try:
            return Environment.model_validate_json(text).model_dump(exclude_none=True)
        except ValidationError as error:
            where = f"the environment of a start: {join_places(error)}"
            raise RunError(f"{self.path} is damaged: {where}.") from None

    def games(self, kind: str = "match", *, every: bool = False) -> pd.DataFrame:
        """Build a row for each finished trial of a kind.

        Args:
            kind: `match`, `replay` or `question`.
            every: Whether to keep games with moves that are not the players' own (of stand-ins, or
                assisted) as they were played. If not, `[report] stand_ins` of the experiment says
                how they count, and `attrs["excluded"]` of the table how many are left out.
        """
        rows = self.file.database.execute(GAMES, (kind,)).fetchall()
        if not rows:
            return _mark_excluded(pd.DataFrame(columns=["trial", "deal", "seed"]), 0)
        *known, figures, seconds, finished, hosts, sittings, before = zip(*rows, strict=True)
        table = pd.concat([self._identify(*known), read_objects(figures, self.path)], axis=1)
        if any(one is not None for one in before):
            table[MATCH_MOVED] = [one or 0 for one in before]
        table = table.assign(
            seconds=seconds,
            finished=finished,
            host=pd.Categorical(hosts),
            sitting=sittings,
        )
        if every:
            return _mark_excluded(table, 0)
        kept, excluded = apply_rule(table, self.stand_ins, self.experiment.definition)
        return _mark_excluded(kept.reset_index(drop=True), excluded)

    def turns(self, kind: str = "match", *, every: bool = False) -> pd.DataFrame:
        """Build a row for each turn of each finished trial of a kind; for questions, each answer.

        Args:
            kind: `match`, `replay` or `question`.
            every: Whether to keep turns of games with moves that are not the players' own. If not,
                they are kept only if the experiment counts these games as they were played.
        """
        rows = self.file.database.execute(TURNS, (kind,)).fetchall()
        rows = [row for row in rows if row[-1] != "[]"]
        if not rows:
            return _mark_excluded(pd.DataFrame(columns=["trial", "deal", "seed"]), 0)
        *known, figures, before, turns = zip(*rows, strict=True)
        lists = [json.loads(one) for one in turns]
        games = self._identify(*known)
        moved = read_objects(figures, self.path).reindex(columns=list(MOVED))
        counted = moved.fillna(0).astype(int)
        counted[MATCH_MOVED] = [one or 0 for one in before]
        not_own = find_not_own(counted)
        if not_own.any():
            games["not_own"] = counted.sum(axis=1)
        lengths = [len(one) for one in lists]
        head = games.loc[games.index.repeat(lengths)].reset_index(drop=True)
        flat = (flatten(turn) for one in lists for turn in one)
        table = pd.concat([head, pd.DataFrame(list(flat))], axis=1)
        if every or self.stand_ins == "count" or not not_own.any():
            return _mark_excluded(table, 0)
        kept = table[table["not_own"] == 0].drop(columns="not_own").reset_index(drop=True)
        return _mark_excluded(kept, len(table) - len(kept))

    @property
    def stand_ins(self) -> StandIns:
        """How tables count games with moves of stand-ins."""
        return self.experiment.report.stand_ins

    def tally_lineups(self, kind: str) -> dict[str, Tally]:
        """Count the trials of a kind that have ended, by the key of their line-up."""
        rows = self.file.database.execute(TALLIES, (kind,))
        return {key: Tally(finished, failed, moved) for key, finished, failed, moved in rows}

    def tally(self, kind: str) -> Tally:
        """Count the trials of a kind that have ended."""
        return sum(self.tally_lineups(kind).values(), Tally())

    def calls(self, *, texts: bool = False) -> pd.DataFrame:
        """Build a row for each call of a model or program, in all kinds of trial, failed or not.

        Args:
            texts: Whether to include messages, replies and reasoning.
        """
        found = [
            _describe_call(number, kind, bool(failed), json.loads(content), call, texts=texts)
            for number, kind, failed, content, packed in self.file.database.execute(CALLS)
            for call in read_call_lines(packed, self.path)
        ]
        return pd.DataFrame(found) if found else pd.DataFrame(columns=["trial", "kind", "seat"])

    def failures(self) -> pd.DataFrame:
        """Build a row for each failed trial, with the reason."""
        return pd.read_sql_query(FAILURES, self.file.database)

    def table(self, name: str, kind: str = "match", *, every: bool = False) -> pd.DataFrame:
        """Build a table by its name, one of `TABLES`."""
        match name:
            case "games":
                return self.games(kind, every=every)
            case "turns":
                return self.turns(kind, every=every)
            case "calls":
                return self.calls()
            case "failures":
                return self.failures()
        raise ValueError(name)

    def read_lineups(self, kind: str) -> tuple[dict[str, Lineup], dict[int, str]]:
        """Read the line-ups of a kind of trial by key, and the key of each of its trials."""
        every = self.file.read_lineups()
        query = """SELECT t.number, l.key FROM trials t JOIN lineups l ON l.number = t.lineup
            WHERE t.kind = ?"""
        keys = dict(self.file.database.execute(query, (kind,)))
        return {key: every[key] for key in dict.fromkeys(keys.values())}, keys

    def explain_columns(self, columns: Iterable[str]) -> dict[str, str]:
        """Explain these columns, see `lab.analysis.codebook`."""
        return explain_columns(self.experiment.game, columns)

    def journal(self, trial: int) -> str:
        """Read the journal of a match as text; empty if it has none."""
        return decompress_lines(
            self.file.read_value("SELECT text FROM journals WHERE number = ?", trial), self.path
        )

    def record(self, trial: int) -> Record:
        """Read the journal of a match as a `Record`.

        Raises:
            JournalError: If the trial has none.
        """
        return parse_record(Path(f"{self.path.name}#{trial}"), self.journal(trial).encode())

    def calls_text(self, trial: int) -> str:
        """Read the lines of a trial's calls file as text; empty if it has none."""
        packed = self.file.read_value("SELECT text FROM calls WHERE number = ?", trial)
        return decompress_lines(packed, self.path)

    def read_calls(self, trial: int) -> Iterator[dict[str, Any]]:
        """Read the lines of a trial's calls file, if it has one."""
        packed = self.file.read_value("SELECT text FROM calls WHERE number = ?", trial)
        return read_call_lines(packed, self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.database.close()

    def _identify(
        self,
        numbers: Sequence[int],
        deals: Sequence[int],
        seeds: Sequence[str],
        model_seeds: Sequence[int | None],
        lineups: Sequence[int],
    ) -> pd.DataFrame:
        """Build the columns that identify trials: deal, players and options."""
        identity = pd.DataFrame({"trial": numbers, "deal": deals, "seed": seeds})
        shared = pd.DataFrame({"lineup": lineups, "model_seed": model_seeds})
        groups = shared.groupby(["lineup", "model_seed"], sort=False, dropna=False)
        first = identity["trial"].groupby(groups.ngroup()).first()
        known = [self._describe_trial(int(number)) for number in first]
        names = [name for name in self._list_columns() if any(name in one for one in known)]
        table = pd.DataFrame({name: [one.get(name) for one in known] for name in names})
        for seat in self.seats:
            if f"spec_{seat}" in table:
                specs = table[f"spec_{seat}"]
                table = table.assign(**_split_settings(seat, specs, self.experiment.definition))
        for name in table:
            if not name.startswith(OPTION) and name != "model_seed":
                table[name] = table[name].astype("category")
        codes = groups.ngroup().to_numpy()
        return pd.concat([identity, table.take(codes).reset_index(drop=True)], axis=1)

    def _describe_trial(self, number: int) -> dict[str, Any]:
        """Describe what a trial shares with those of its line-up and model seed."""
        content = json.loads(
            self.file.read_value("SELECT content FROM trials WHERE number = ?", number)
        )
        found = {name: content[name] for name in PLAIN if name in content}
        for column, prefix in PREFIXES.items():
            values = content.get(column, {})
            found |= {f"{prefix}{name}": value for name, value in values.items()}
        for seat, role in content.get("roles", {}).items():  # players sit by role
            found[f"{SPEC}{role}"] = content["seats"][seat]
        return found

    def _list_columns(self) -> Iterator[str]:
        """Yield the possible columns that identify trials, in order."""
        yield from PLAIN
        yield from (f"{OPTION}{name}" for name in self.experiment.options)
        for prefix in (PLAYER, SPEC, ORIGINAL):
            for seat in self.seats:
                yield f"{prefix}{seat}"


def _split_settings(seat: str, specs: pd.Series, definition: GameType) -> dict[str, pd.Series]:
    """Split the settings of a seat's SPECs into columns `setting_NAME_SEAT`."""
    parsed = {
        text: list_told_settings(spec.kind, spec.settings, definition)
        for text, spec in ((one, parse_spec(one)) for one in sorted({*specs.dropna()}))
    }
    names = dict.fromkeys(name for settings in parsed.values() for name in settings)
    return {
        f"{SETTING}{name}_{seat}": specs.map(
            {spec: settings.get(name) for spec, settings in parsed.items()}
        )
        for name in names
    }


def _describe_call(
    number: int,
    kind: str,
    failed: bool,
    content: Mapping[str, Any],
    call: Mapping[str, Any],
    *,
    texts: bool,
) -> dict[str, Any]:
    verdict, _, why = call["verdict"].partition(": ")
    messages = json.dumps(call["messages"], ensure_ascii=False)
    plain = ("model", "server", "move", "attempt", "repeat", "time", "seconds")
    usage = ("tokens_in", "tokens_cached", "tokens_out", "tokens_reasoning", "cost")
    served = ("served_model", "fingerprint", "response_id", "finish", "failure")
    row = {
        "trial": number,
        "kind": kind,
        "trial_failed": failed,
        "deal": content["deal"],
        "seed": content["seed"],
        "seat": call["seat"],
        "player": content.get("asked") or _find_player(content, call["seat"]),
        "spec": content["seats"].get(call["seat"]),
        **{name: call.get(name) for name in (*plain, *usage, *served)},
        "verdict": verdict,
        "why": why,
        "prompt_hash": call.get("prompt_hash", ""),
        "question_hash": sha256(messages.encode()).hexdigest()[:16],
    }
    if texts:
        row |= {"messages": messages, "reply": call["reply"], "reasoning": call["reasoning"]}
    return row


def _find_player(content: Mapping[str, Any], seat: str) -> str | None:
    """Find the name of a seat's player; if players were seated by role, by the seat's role."""
    players: Mapping[str, str] = content["players"]
    if "player" in players:  # self-play: one player has all seats
        return players["player"]
    return players.get(content.get("roles", {}).get(seat, seat))


def _mark_excluded(table: pd.DataFrame, count: int) -> pd.DataFrame:
    table.attrs["excluded"] = int(count)
    return table
