"""Each fault of servers and models with each game, CoMet and questions: an honest end, and soon."""

import asyncio
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest

from engine.config.settings import Settings, load_settings
from engine.errors import PlayerError
from engine.headless import play_session
from engine.journal.caveats import record_caveats
from engine.journal.entries import MoveEntry
from engine.journal.reader import parse_record, read_record
from engine.journal.record import Record
from engine.journal.writer import MemoryJournal
from engine.match import Match, MoveDetails
from engine.players.spec import Spec
from engine.session import Session
from engine.session_result import build_result
from lab.analysis.measures import RIGHT
from lab.experiment.file import Experiment
from lab.mock.completion import FILLER
from lab.mock.http_server import serve_mock_model
from lab.mock.model_server import MockModelServer
from lab.mock.modes import answers, delivery, refusals
from lab.mock.modes.answers import OTHER_MODEL
from lab.mock.modes.catalog import MODES, Modes, parse_modes
from lab.mock.modes.texts import FAMILIES
from lab.run.plan import plan_trials
from lab.run.question_gates import Gates
from lab.run.trial import Trial, TrialResources
from lab.trials import run_trial
from lab.trials.match_figures import build_figures, build_turn_rows
from tests.samples import SAMPLES

COMET = ("undercover", "taboo")
PLAYED = (*((game, "llm") for game in SAMPLES), *((game, "comet") for game in COMET))
KEY = "sk-canary-of-a-key"
INVENTED = "Next round, please."
TOKENS = {token.strip() for family in FAMILIES for token in family if len(token.strip()) > 3}
TEXTS = ("words", "clue", "line", "word")
"""The fields of moves that a player words."""
SHORT = {"undercover": {"players": "3", "undercover": "1"}}
MOST_CALLS = 20
"""The most calls for one move, the attempts at each included."""
WITHIN = 300.0
"""Seconds in which all games with one mode have ended, however busy the machine is."""
QUESTIONS = """
name = "asked"
game = "decrypto"
games = 1
[players]
model = "llm:word2vec"
[lineups]
fixed.encoder = "model"
fixed.decoder = "model"
fixed.interceptor = "model"
[options]
rounds = 2
play_on = true
[[questions]]
ask = "predict-decoder"
[[questions]]
ask = "beliefs"
"""
ITEMS = """
name = "items"
game = "dixit"
[players]
model = "llm:word2vec"
[bench]
players = ["model"]
show = "descriptions"
"""

type Answers = Literal["good", "none", "failed"]
EXPECTED: dict[str, Answers] = {
    **dict.fromkeys(("loading", "no-schema", "no-format", "tools-only"), "good"),
    **dict.fromkeys(("wrong-language", "ansi", "markup", "control-tokens", "prose"), "good"),
    **dict.fromkeys(("invented-turns", "duplicate-keys", "wrong-model"), "good"),
    **dict.fromkeys(("no-streaming", "slow", "slow-stream"), "good"),
    **dict.fromkeys(("copycat", "garbage", "empty", "refusal", "truncated"), "none"),
    **dict.fromkeys(("endless", "repeats", "reasoning-only"), "none"),
    **dict.fromkeys(("429", "500", "error200", "timeout"), "failed"),
    **dict.fromkeys(("dropped", "truncated-stream"), "failed"),
}
"""By mode: whether each answer is a good one, or none, or each call fails."""


@pytest.fixture
def settings(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings with which nothing is waited for but what the mode needs."""
    monkeypatch.setattr(delivery, "LATE_SECONDS", 0.02)
    monkeypatch.setattr(delivery, "PIECE_SECONDS", 0.001)
    monkeypatch.setattr(refusals, "LOADING_SECONDS", 0.2)
    monkeypatch.setattr(answers, "PAUSE", 0.0)
    monkeypatch.setattr("engine.llm.retry.BACKOFF", 0.01)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr("engine.llm.stream.MAX_WRITTEN_CHARS", 2_000)
    mode = request.node.callspec.params["mode"]
    timeout = 0.1 if mode == "timeout" else WITHIN
    patience = 0.1 if EXPECTED[mode] == "failed" else WITHIN
    return load_settings().model_copy(update={"timeout": timeout, "patience": patience})


class Play:
    """A game that a model plays in all seats, and random players for it where it fails."""

    def __init__(self, game: str, kind: str, folder: Path) -> None:
        self.sample = SAMPLES[game]
        self.name = f"{game} {kind}"
        header = self.sample.header({**self.sample.short, **SHORT.get(game, {})}, "moon")
        seats = dict.fromkeys(header.seats, f"{kind}:word2vec")
        self.path = folder / f"{game}-{kind}.jsonl"
        self.path.write_text(MemoryJournal(replace(header, seats=seats)).text)
        self.told: list[str] = []
        """What was said to everybody."""

    async def play(self, settings: Settings) -> None:
        self.session = session = Session.resume(self.path, settings=settings, durable=False)
        session.notify = self.hear
        try:
            players = session.create_players()
            await play_session(session, players, self.hear, stand_in=Spec("random"))
        finally:
            session.close()

    def hear(self, line: str) -> None:
        """Note a line, in which no secret may be by now."""
        match = self.session.match
        if not match.score:
            hidden = self.sample.hidden(match._state, None)
            assert not [one for one in hidden if one.casefold() in line.casefold()], line
        self.told.append(line)

    def read_calls(self) -> list[dict[str, Any]]:
        path = self.path.with_suffix(".calls.jsonl")
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]

    def list_moves(self) -> Iterator[tuple[MoveEntry, list[dict[str, Any]]]]:
        """Each move of the journal, with the calls for it."""
        calls = defaultdict(list)
        for call in self.read_calls():
            calls[call["seat"], call["move"]].append(call)
        made = Counter[str]()
        for entry in read_record(self.path).moves:
            made[entry.seat] += 1
            yield entry, calls.pop((entry.seat, made[entry.seat]), [])
        assert not calls, "no call is for a move that nobody made"


def check_end(play: Play, expected: Answers) -> None:
    """Check that the game has ended, and counts what the model did and nothing else."""
    session, record = play.session, read_record(play.path)
    assert session.match.score is not None
    not_own = 0
    for entry, calls in play.list_moves():
        assert 0 < len(calls) <= MOST_CALLS
        legal = [call for call in calls if call["verdict"] == "legal" and is_move(call)]
        if entry.stand_in:
            not_own += 1
            assert not legal, "whose move was legal is not replaced"
            if expected == "good":
                assert calls[-1]["verdict"].startswith("illegal")
        else:
            assert legal == calls[-1:], "the last answer, and no other, is the move"
            check_texts(entry.move, legal[0]["reply"])
        if expected != "good":
            assert entry.stand_in, "the model has answered nothing"
            assert not [call for call in calls if call["verdict"] == "legal"]
    if expected == "good":
        assert not_own <= len(record.moves) // 4, "at most what broke the rules three times"
    report = session.definition.build_report(session.match.view(None))
    figures = build_figures(session, report, build_turn_rows(session.definition, report))
    told = build_result(session)
    counted = [one.get("stand-in", 0) for one in told["not_own"].values()]
    assert figures["stand_in_moves"] == sum(counted) == not_own
    assert figures["moves"] == len(record.moves)
    assert any("by a stand-in" in one for one in record_caveats(record)) == bool(not_own)


def is_move(call: dict[str, Any]) -> bool:
    """Whether a call asked for the move itself, and not for what led to it, as CoMet's do."""
    return not call.get("step") or call.get("beliefs") is not None


def check_texts(move: Any, reply: str) -> None:
    """Check that the model worded the texts of a move itself, before any turn that it invented."""
    said = reply.partition(INVENTED)[0]
    for name in TEXTS:
        given = move.get(name, [])
        for text in [given] if isinstance(given, str) else given:
            assert text in said or not text.isascii(), f"{text} is not in {said}"


def check_nothing_slips_through(play: Play) -> None:
    """Check that nothing of keys, reasoning, control tokens or invented turns is passed on."""
    journal, calls = play.path.read_text("utf-8"), play.read_calls()
    asked = json.dumps([call["messages"] for call in calls], ensure_ascii=False)
    told = "\n".join(play.told)
    assert KEY not in journal + told + json.dumps(calls)
    for text in (journal, told):
        assert FILLER.strip() not in text
        assert "\x1b" not in text
        assert "\\u001b" not in text
    for text in (journal, told, asked):
        assert not [token for token in TOKENS if token in text]
        assert INVENTED not in text


def build_trials(settings: Settings) -> Iterator[tuple[Trial, Record]]:
    """Build trials with questions about a game, and an item of the bench."""
    sample, options = SAMPLES["decrypto"], {"rounds": "2", "play_on": "yes"}
    header = sample.header(options, "asked/1")
    match = Match(sample.game(options), header.seed)
    lines, rng = MemoryJournal(header), Random("asked")
    while match.awaits:
        for seat in sorted(match.awaits):
            move = sample.move(match.view(seat), rng)
            match.submit(seat, move)
            lines.write_move(match.game.seats[seat], move, MoveDetails(1.0, 1))
    record = parse_record(Path("asked"), lines.text.encode())
    for text in (QUESTIONS, ITEMS):
        found = plan_trials(Experiment.parse(text), data=settings.data, deals=[1])
        for trial in found:
            if trial.kind in ("question", "item"):
                yield trial, record
            if trial.kind == "item":
                break


async def check_question(trial: Trial, resources: TrialResources, expected: Answers) -> None:
    """Check that a trial with questions counts an answer if there was one, and only then."""
    if expected == "failed":
        with pytest.raises(PlayerError):
            await run_trial(trial, resources)
        return
    outcome = await run_trial(trial, resources)
    figures = outcome.figures
    if trial.kind == "item":
        assert figures["answered"] is (expected == "good")
        assert (figures["chosen"] is None) is (expected == "none")
        return
    asked = figures["questions"]
    assert asked > 0
    assert figures["unanswered"] == (asked if expected == "none" else 0)
    estimate = RIGHT.estimate({name: [value] for name, value in figures.items()} | {"deal": [1]})
    assert estimate.count == asked - figures["unanswered"]
    if expected == "none":
        assert figures["right"] == 0
        assert estimate.value is None, "a share of no answers is undefined, and not 0"
        assert all(row["right"] is None and row["why_unanswered"] for row in outcome.turns)


def test_each_mode_is_expected() -> None:
    assert EXPECTED.keys() == MODES.keys()


@pytest.mark.parametrize("mode", MODES)
async def test_games_and_questions_end_honestly(
    mode: str, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = EXPECTED[mode]
    server = MockModelServer(Modes(parse_modes(mode)))
    async with serve_mock_model(server, "127.0.0.1", 0) as port, asyncio.timeout(WITHIN):
        monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{port}/v1")
        plays = [Play(game, kind, tmp_path) for game, kind in PLAYED]
        async with asyncio.TaskGroup() as together:
            for play in plays:
                together.create_task(play.play(settings))
            for number, (trial, record) in enumerate(build_trials(settings)):
                path = tmp_path / f"trial-{number}.jsonl"
                resources = TrialResources(Gates({}, settings), path, record)
                together.create_task(check_question(trial, resources, expected))
    for play in plays:
        check_end(play, expected)
        check_nothing_slips_through(play)
        if mode == "wrong-model":
            assert {call["served_model"] for call in play.read_calls()} == {OTHER_MODEL}
