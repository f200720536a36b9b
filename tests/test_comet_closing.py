"""The closing question: what people and programs found in statements, asked after the match."""

import asyncio
import json
import re
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.screen import Screen
from textual.widgets import Input

import lab
from engine.closing import list_closing_questions
from engine.comet.belief_inquiry import StatedFeature
from engine.comet.belief_log import CLOSING, DECLINED, log_answered_beliefs, log_closing_answer
from engine.comet.beliefs import Beliefs, Opinion
from engine.comet.closing import (
    ClosingTable,
    ClosingView,
    Decline,
    FoundFeatures,
    StatementToRead,
    build_closing_view,
    enter_found_features,
    group_features,
)
from engine.config.settings import load_settings
from engine.dry_run import Meter, play_in_place
from engine.games.catalog import find
from engine.headless import play_session
from engine.journal.reader import read_record
from engine.learning.belief_reader import read_belief_record
from engine.llm.calls_file import build_calls_path
from engine.match import MoveDetails
from engine.options import parse_options
from engine.players.spec import parse_spec
from engine.seat import Seat
from engine.session import Session
from lab.analysis.evaluation import Report
from lab.experiment.file import Experiment
from lab.papers.comet.claims import JudgedClaim, list_claims
from lab.papers.comet.exhibits import compute_metrics
from lab.papers.comet.judge_verdicts import store_verdicts
from lab.papers.comet.lost_answers import count_losses
from lab.papers.comet.metrics import build_belief_table, list_belief_games
from lab.run.plan import plan_trials
from lab.run.store import RunFile
from screens.curtain import Curtain
from screens.forms.confirmation import ConfirmDialog
from screens.games.undercover.belief_panel import BeliefPanel
from screens.games.undercover.closing_form import ClosingForm
from screens.games.undercover.forms import SpeakerForm, VoterForm
from screens.players.seat_names import SeatNames
from screens.table.round_summary import RoundSummary
from screens.table.screen import TableScreen
from tests.looking import Opened, frame, in_front, until
from tests.test_lab_run import run as run_trials
from tests.test_plain import Typist
from tui.commands.resume import asks_people
from tui.plain.game import PlainGame
from tui.plain.prompter import Prompter

UNDERCOVER = find("undercover")
BOT = """
from random import Random

class Bot:
    def __init__(self, seat):
        self.seat, self.said = seat, 0
    async def decide(self, view, complaint):
        if len(view.lines) < len(view.order):
            self.said += 1
            return {"Describe": {"line": f"It is small, says {self.seat}, time {self.said}"}}
        return {"Accuse": {"seat": next(s for s in ("p1", "p2") if s != self.seat)}}

class Reader(Bot):
    def answer(self, question, view, complaint):
        assert question == "find-features", question
        first = [{"statement": 1, "feature": "it is small"}]
        return {"FoundFeatures": {"features": first}}

class Liar(Bot):
    def answer(self, question, view, complaint):
        return {"FoundFeatures": {"features": [{"statement": 99, "feature": "it is huge"}]}}

class Silent(Bot):
    def answer(self, question, view, complaint):
        return {"Decline": {}}

def reader(game, seat, seed): return Reader(seat)
def liar(game, seat, seed): return Liar(seat)
def silent(game, seat, seed): return Silent(seat)
def plain(game, seat, seed): return Bot(seat)
"""
PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    view = asked["view"]
    if "FoundFeatures" in asked["kinds"]:
        assert set(view) == {"word", "statements"}, view
        numbers = [one["number"] for one in view["statements"]]
        assert all(asked["seat"] not in one["speaker"] for one in view["statements"])
        found = [{"statement": number, "feature": "it is small"} for number in numbers]
        answer = {"FoundFeatures": {"features": found}}
    elif "Describe" in asked["kinds"]:
        said = f"It is small, says {asked['seat']} in round {view['number']}"
        answer = {"Describe": {"line": said}}
    else:
        answer = {"Accuse": {"seat": "p1" if asked["seat"] != "p1" else "p2"}}
    print(json.dumps(answer), flush=True)
"""
EXPERIMENT = """
name = "closing"
game = "undercover"
games = 1
[options]
words = "bee,butterfly"
rounds = 2
players = 3
order = "fixed"
[players]
reader = "py:{bots}:reader"
silent = "py:{bots}:silent"
{more}
[lineups]
seats.p1 = ["reader"]
seats.p2 = ["{second}"]
seats.p3 = ["silent"]
{beliefs}
"""


def write_experiment(folder: Path, second: str = "liar", beliefs: str = "programs = true") -> str:
    bots = folder / "bots.py"
    bots.write_text(BOT, "utf-8")
    program = folder / "bot.py"
    program.write_text(PROGRAM, "utf-8")
    specs = {
        "liar": f"py:{bots}:liar",
        "plain": f"py:{bots}:plain",
        "program": f"exec:python3 {program}",
        "model": "llm:word2vec,prompt=cot,beliefs=on",
    }
    more = f'{second} = "{specs[second]}"'
    section = f"[beliefs]\n{beliefs}" if beliefs else ""
    return EXPERIMENT.format(bots=bots, more=more, second=second, beliefs=section)


def test_programs_are_asked_by_the_experiment_or_if_a_model_is(tmp_path: Path) -> None:
    def plan(second: str, beliefs: str) -> set[bool]:
        experiment = Experiment.parse(write_experiment(tmp_path, second, beliefs))
        trials = plan_trials(experiment, data=load_settings().data)
        return {"ask_programs" in trial.content for trial in trials}

    assert plan("liar", "programs = true") == {True}
    assert plan("liar", "programs = false") == {False}
    assert plan("liar", "") == {False}
    assert plan("model", "") == {True}
    assert plan("model", "programs = false") == {False}


def test_answers_of_programs_count_and_who_declines_has_no_figure(tmp_path: Path) -> None:
    path = tmp_path / "closing.run"
    run_trials(path, write_experiment(tmp_path))
    with lab.open_run(path) as opened:
        games = [game for *_, game in list_belief_games(opened) if game is not None]
        claims = list_claims(games, ["feature"])
        assert [claim.text for claim in claims] == ["it is small"]
        calls = [json.loads(line) for line in opened.calls_text(1).splitlines()]
    asked = [call for call in calls if call["step"] == CLOSING]
    assert [call["seat"] for call in asked].count("p2") == 3  # none of its answers counts
    assert {call["verdict"] for call in asked if call["seat"] == "p3"} == {DECLINED}
    assert all("butterfly" not in str(call) or "bee" not in str(call) for call in asked)
    for call in asked:  # it is about the seat's last move
        assert call["move"] == max(c["move"] for c in calls if c["seat"] == call["seat"])
    with RunFile(path, writing=True) as run_file:
        claim = claims[0]
        judged = JudgedClaim("judge", "", "", "feature", claim.word, claim.text, verdict=True)
        store_verdicts(run_file, [judged])
    with lab.open_run(path) as opened:
        table = build_belief_table(opened).set_index("seat")
    heard = {seat: sum(s.seat != seat for s in games[0].statements) for seat in ("p1", "p2", "p3")}
    assert (table.loc["p1", "fer_count"], table.loc["p1", "fer_of"]) == (1, heard["p1"])
    assert (table.loc["p2", "fer_of"], table.loc["p3", "fer_of"]) == (0, 0)
    assert list(table["declined"]) == [0, 1, 1]


def test_a_program_is_asked_for_features_and_knows_nothing_more(tmp_path: Path) -> None:
    path = tmp_path / "closing.run"
    run_trials(path, write_experiment(tmp_path, "program"))
    with lab.open_run(path) as opened:
        calls = [json.loads(line) for line in opened.calls_text(1).splitlines()]
        ((*_, game),) = list_belief_games(opened)
    assert game is not None
    (call,) = (one for one in calls if one["step"] == CLOSING and one["seat"] == "p2")
    assert call["verdict"] == "legal"
    asked = json.loads(call["messages"][0]["content"])
    assert set(asked["kinds"]) == {"FoundFeatures", "Decline"}
    assert asked["view"].keys() == {"word", "statements"}
    assert asked["view"]["word"] == game.words["p2"]
    (other,) = {*game.words.values()} - {game.words["p2"]}
    assert other not in call["messages"][0]["content"]
    last = [one for one in game.decisions if one.seat == "p2"][-1]
    own = [place for place, one in enumerate(game.statements) if one.seat == "p2"]
    expected = set(range(last.heard)) - set(own)
    assert (last.features or {}).keys() == expected


def test_a_player_without_answers_declines_and_the_game_counts(tmp_path: Path) -> None:
    path = tmp_path / "closing.run"
    run_trials(path, write_experiment(tmp_path, "plain"))
    with lab.open_run(path) as opened:
        table = build_belief_table(opened).set_index("seat")
    assert (table.loc["p2", "declined"], table.loc["p2", "fer_of"]) == (1, 0)
    assert table.loc["p2", "wr_of"] == 1


async def play_words(path: Path, **given: str) -> Session:
    options = parse_options(
        UNDERCOVER.options_type, {"words": "bee,butterfly", "rounds": "2", **given}
    )
    lineup = dict.fromkeys(UNDERCOVER.list_seats(options), parse_spec("word2vec"))
    session = Session.create(
        UNDERCOVER, options, lineup, "moon", path=path, durable=False, settings=load_settings()
    )
    await play_session(session, session.create_players())
    return session


async def test_the_question_is_what_the_seat_heard_before_its_last_move(tmp_path: Path) -> None:
    session = await play_words(tmp_path / "g.jsonl")
    end = session.match.view(None)
    for seat in session.match.seats:
        view = session.match.view(seat)
        asked = build_closing_view(view, seat)
        rounds = view.find_exit_round(seat) or len(view.rounds)
        said = [line for done in view.rounds[:rounds] for line in done.lines if line.seat != seat]
        assert [one.text for one in asked.statements] == [line.text for line in said]
        assert [one.number for one in asked.statements] == list(range(1, len(said) + 1))
        assert end.words is not None
        assert asked.word == end.words[seat]
        (other,) = set(end.words) - {asked.word}
        told = asked.model_dump_json().replace(asked.word, "")
        assert other not in " ".join(told.split('"text"')[0:1])
    assert len(list(list_closing_questions(session))) == 5
    log_closing_answer(build_calls_path(tmp_path / "g.jsonl"), "p2", 2, None)
    assert [seat for seat, _ in list_closing_questions(session)] == [0, 2, 3, 4]  # asked once
    session.close()


async def test_a_person_s_answer_is_read_with_the_game(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    session = await play_words(path)
    (question,) = (one for seat, one in list_closing_questions(session) if seat == 0)
    beliefs = enter_found_features(question.view, {2: ["flies ", "", "flies", "is small"]})
    log_closing_answer(build_calls_path(path), "p1", session.totals.moves["p1"], beliefs)
    session.close()
    data = load_settings().data
    game = read_belief_record(read_record(path), data=data)
    assert game is not None
    last = [one for one in game.decisions if one.seat == "p1"][-1]
    heard = [place for place, one in enumerate(game.statements) if one.seat != "p1"]
    assert last.features == {heard[1]: ("flies", "is small")}


def test_losses_count_who_declined() -> None:
    calls = [
        {"seat": "p1", "server": "", "step": CLOSING, "verdict": DECLINED, "move": 4},
        {"seat": "p2", "server": "", "step": CLOSING, "verdict": "unreadable: no", "move": 4},
        {"seat": "p2", "server": "", "step": CLOSING, "verdict": "legal", "move": 4},
        {"seat": "p3", "server": "host", "step": CLOSING, "verdict": "unreadable: no", "move": 4},
    ]
    losses = count_losses(calls)
    assert {seat: one.declined for seat, one in losses.items()} == {"p1": 1, "p2": 0, "p3": 0}
    assert losses["p3"].answers == {CLOSING: 1}  # a model's is lost, and not declined


def test_an_answer_about_no_statement_is_refused() -> None:
    statement = StatementToRead(number=1, round=1, speaker="p2", text="It flies.")
    view, table = ClosingView(word="bee", statements=(statement,)), ClosingTable("undercover", ())
    wrong = FoundFeatures(features=(StatedFeature(2, "it flies"),))
    assert table.fault(view, wrong) == "There is no statement 2."
    right = FoundFeatures(features=(StatedFeature(1, "it flies"), StatedFeature(1, "it is small")))
    assert table.fault(view, right) is None
    assert table.fault(view, Decline()) is None
    assert group_features(right) == {1: ["it flies", "it is small"]}


async def test_the_form_takes_features_line_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.widgets.key_guard.ARM_AFTER", 0)
    monkeypatch.setattr("screens.widgets.key_guard.HOLD_TIME", 0)
    session = await play_words(tmp_path / "g.jsonl")
    asked = build_closing_view(session.match.view(Seat(0)), Seat(0))
    names = SeatNames(session.match.game.seats, ("Ada", "Ben", "Cy", "Di", "Ed"))

    def create() -> ClosingForm:
        form = ClosingForm(asked, names)
        form.person = "Ada"
        return form

    form = create()
    app = Opened(lambda: form)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert form.query(Input).first().has_focus
        await pilot.press(*"flies, small", "enter", *"x", "up", "down", "f5")
        await pilot.pause()
        (answer,) = app.answers
        assert answer is not None
        found = [[one.text for one in heard.features] for heard in answer.heard]
        assert found[:2] == [["flies", "small"], ["x"]]
        assert not any(found[2:])
        ended = create()
        app.push_screen(ended, app.answers.append)
        await pilot.pause()
        for _ in ended.lines[1:]:
            assert "Enter Next" in frame(app)
            await pilot.press("enter")
        await until(pilot, lambda: "Enter Done" in frame(app))
        await pilot.press("x", "down", "y", "enter")
        await pilot.pause()
        assert app.answers[1] is not None
        assert [one.text for one in app.answers[1].heard[-1].features] == ["xy"]
        skipped = create()
        app.push_screen(skipped, app.answers.append)
        await pilot.pause()
        await pilot.press("x", "escape")
        await pilot.pause()
        assert app.answers[2] is None
    session.close()


WORD, OTHER = "Quarkfennel", "Zephyrmollusk"


async def test_people_are_asked_before_the_end_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until both have answered, nobody's word is to be seen but the own one on the own form."""
    monkeypatch.setattr("screens.widgets.key_guard.ARM_AFTER", 0)
    monkeypatch.setattr("screens.widgets.key_guard.HOLD_TIME", 0)
    options = parse_options(
        UNDERCOVER.options_type, {"words": f"{WORD},{OTHER}", "rounds": "1", "players": "4"}
    )
    specs = ("human:Ada", "human:Ben", "random", "random")
    lineup = {f"p{n}": parse_spec(spec) for n, spec in enumerate(specs, 1)}
    path, settings = tmp_path / "g.jsonl", load_settings().model_copy(update={"beliefs": True})
    session = Session.create(
        UNDERCOVER, options, lineup, "whole", path=path, durable=False, settings=settings
    )
    app: Opened[Any] = Opened(lambda: TableScreen(session))
    stops = (Curtain, SpeakerForm, VoterForm, RoundSummary, BeliefPanel, ClosingForm)
    said, told = 0, 0
    asked: list[str] = []
    async with app.run_test(size=(80, 24)) as pilot:
        while not app.answers:
            await until(pilot, lambda: app.answers or isinstance(app.screen, stops))
            screen: Screen[Any] = app.screen
            if app.answers:
                break
            own = find_shown_words(screen)
            assert not [one for one in {WORD, OTHER} - own if one in frame(app)], frame(app)
            assert "undercover wins" not in frame(app).lower()
            if isinstance(screen, RoundSummary):
                told += "the votes are in" in frame(app)
                assert not asked
            if isinstance(screen, SpeakerForm):
                said += 1
                await pilot.press(*f"Thing {said}", "enter")
            elif isinstance(screen, VoterForm):
                await pilot.press("down", "enter")
            elif isinstance(screen, BeliefPanel):
                await pilot.press("escape")
            elif isinstance(screen, ClosingForm):
                asked.append(screen.person)
                await pilot.press(*"tiny", "f5" if len(asked) == 1 else "escape")
            else:
                await pilot.press("space")
            if isinstance(screen, SpeakerForm | VoterForm):
                await in_front(pilot, ConfirmDialog)
                await pilot.press("enter")
            await until(pilot, partial(left, app, screen))
    assert (app.answers, asked) == ([True], ["Ada", "Ben"])
    assert told  # the votes are public
    session.close()
    game = read_belief_record(read_record(path), data=settings.data)
    assert game is not None
    found = {one.seat: one.features for one in game.decisions if one.features is not None}
    assert list(found) == ["p1"]
    assert list((found["p1"] or {}).values()) == [("tiny",)]
    calls = [json.loads(line) for line in build_calls_path(path).read_text("utf-8").splitlines()]
    assert [one["verdict"] for one in calls if one["step"] == CLOSING] == ["legal", DECLINED]


async def test_resume_asks_what_was_left_open_before_it_shows_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.widgets.key_guard.ARM_AFTER", 0)
    monkeypatch.setattr("screens.widgets.key_guard.HOLD_TIME", 0)
    path, settings = tmp_path / "g.jsonl", load_settings().model_copy(update={"beliefs": True})
    given = {"words": f"{WORD},{OTHER}", "rounds": "1", "players": "3"}
    options = parse_options(UNDERCOVER.options_type, given)
    seats = UNDERCOVER.list_seats(options)
    specs = map(parse_spec, ("human:Ada", "human:Ben", "random"))
    lineup = dict(zip(seats, specs, strict=True))
    session = Session.create(
        UNDERCOVER, options, lineup, "moon", path=path, durable=False, settings=settings
    )
    rng = Random(3)
    while session.match.awaits:
        seat = min(session.match.awaits)
        move = session.match.view(seat).draw_move(rng)
        session.record_move(seat, move, MoveDetails(0.0, 1))
        session.match.submit(seat, move)
    session.close()
    assert asks_people(path, settings)
    assert not asks_people(path, load_settings())
    session = Session.resume(path, settings=settings)
    asked: list[str] = []
    app: Opened[Any] = Opened(lambda: TableScreen(session))
    async with app.run_test(size=(80, 24)) as pilot:
        while not app.answers:
            await until(pilot, lambda: app.answers or isinstance(app.screen, Curtain | ClosingForm))
            screen: Screen[Any] = app.screen
            own = find_shown_words(screen)
            assert not [one for one in {WORD, OTHER} - own if one in frame(app)], frame(app)
            if isinstance(screen, ClosingForm):
                asked.append(screen.person)
            await pilot.press("f5" if isinstance(screen, ClosingForm) else "enter")
            await until(pilot, partial(left, app, screen))
    assert (app.answers, asked) == ([True], ["Ada", "Ben"])
    session.close()
    assert not asks_people(path, settings)


def find_shown_words(screen: Screen[Any]) -> set[str | None]:
    """Find the words that a private screen may show."""
    match screen:
        case SpeakerForm() | VoterForm():
            return {screen.view.word}
        case ClosingForm():
            return {screen.asked.word}
    return set()


def left(app: Opened[Any], screen: Screen[Any]) -> bool:
    """Whether a screen is no more in front."""
    return bool(app.answers) or app.screen is not screen


def test_people_s_answers_in_recorded_games_are_figures(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    path = folder / "g.jsonl"
    session = asyncio.run(play_words(path))
    questions = dict(list_closing_questions(session))
    journal = path.read_text("utf-8")
    path.write_text(journal.replace('"p1": "word2vec"', '"p1": "human:Zoe"'), "utf-8")
    assert "human:Zoe" in path.read_text("utf-8")
    calls = build_calls_path(path)
    beliefs = enter_found_features(questions[Seat(0)].view, {1: ["flies"]})
    log_answered_beliefs(calls, "p1", 2, Beliefs(players={"p2": Opinion("mine")}, role="civilian"))
    log_closing_answer(calls, "p1", session.totals.moves["p1"], beliefs)
    session.close()
    run = tmp_path / "people.run"
    text = 'name = "people"\ngame = "undercover"\n[players]\none = "word2vec"\n'
    text += f'[recorded]\njournals = "{folder}"\n'
    run_trials(run, text)
    with lab.open_run(run) as opened:
        ((*_, game),) = list_belief_games(opened)
        assert game is not None
        (claim,) = (one for one in list_claims([game], ["feature"]) if one.text == "flies")
        assert "Zoe" not in opened.calls_text(1)
    with RunFile(run, writing=True) as run_file:
        judged = JudgedClaim("judge", "", "", "feature", claim.word, claim.text, verdict=True)
        store_verdicts(run_file, [judged])
    with lab.open_run(run) as opened:
        row = build_belief_table(opened).set_index("seat").loc["p1"]
        findings = list(compute_metrics(Report(opened)))
    assert (row["player"], row["fer_count"]) == ("person", 1)
    assert row["fer_of"] == len(questions[Seat(0)].view.statements)
    assert row["siaa_of"] == 1
    assert any("person" in one.labels and one.quantity == "FER" for one in findings)


async def test_in_plain_mode_people_are_asked_alone_and_before_the_end_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_BELIEFS", "yes")
    path = tmp_path / "g.jsonl"
    played = await play_words(path)
    played.close()
    people = {"p1": "Ada", "p3": "Ben"}
    text = path.read_text("utf-8")
    for seat, name in people.items():
        text = text.replace(f'"{seat}": "word2vec"', f'"{seat}": "human:{name}"')
    path.write_text(text, "utf-8")
    session = Session.resume(path, settings=load_settings(), durable=False)
    assert [spec.is_human for spec in session.specs.values()] == [True, False, True, False, False]
    told: list[str] = []

    def answer(prompt: str) -> str:
        told.append(prompt)
        if "Will you say" in prompt:
            return "n" if len([one for one in told if "Will you say" in one]) == 2 else ""
        if prompt.startswith("It told you"):
            return {1: "small; flies", 2: "u", 3: "it is red"}.get(
                sum(one.startswith("It told you") for one in told), ""
            )
        return ""

    terminal = Typist(answer)
    game = PlainGame(session, Prompter(terminal))
    assert await game.play()
    text = terminal.text
    result = text.index("The result:")
    assert text.index("Pass the keyboard to Ada") < text.index("Your word was") < result
    assert text.index("Pass the keyboard to Ben") < result
    calls = [json.loads(line) for line in build_calls_path(path).read_text("utf-8").splitlines()]
    found = {call["seat"]: call for call in calls if call["step"] == CLOSING}
    assert {seat: call["verdict"] for seat, call in found.items()} == {
        "p1": "legal",
        "p3": DECLINED,
    }
    heard = [
        [feature["text"] for feature in one["features"]] for one in found["p1"]["beliefs"]["heard"]
    ]
    assert heard[0] == ["it is red"]  # what was taken back is not kept
    assert not any(heard[1:])
    asked = build_closing_view(session.match.view(Seat(0)), Seat(0))
    for one in asked.statements:
        assert one.text in text[: text.index("Pass the keyboard to Ben")]
    assert session.match.view(None).words is not None
    (other,) = {*session.match.view(None).words} - {asked.word}
    before = text[: text.index("Pass the keyboard to Ben")]
    assert not re.search(rf"\b{other}\b", before)
    assert "wins" not in text[: text.index("Pass the keyboard to Ben")].lower()


def test_a_plan_counts_closing_questions_of_models_and_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    (tmp_path / "closing_bots.py").write_text(BOT)
    monkeypatch.syspath_prepend(tmp_path)
    options = parse_options(UNDERCOVER.options_type, {"words": "bee,butterfly", "rounds": "1"})
    seats = UNDERCOVER.list_seats(options)

    def count(spec: str, *, programs: bool) -> tuple[int, int]:
        meter = Meter(load_settings())
        lineup = {seat: parse_spec(spec if seat == "p1" else "random") for seat in seats}
        given = (UNDERCOVER, options, lineup, "moon", meter)
        asyncio.run(play_in_place(*given, asks_programs=programs))
        return meter.usage.least.calls, meter.questions

    plain = count("llm:m", programs=False)[0]
    assert count("llm:m,beliefs=on", programs=False)[0] == 2 * plain + 1
    agent = count("comet:m,beliefs=on", programs=False)[0]
    assert count("comet:m,beliefs=on,fe=off", programs=False)[0] <= agent
    assert count("py:closing_bots:plain", programs=False) == (0, plain)
    assert count("py:closing_bots:plain", programs=True) == (0, plain + 1)
