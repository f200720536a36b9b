"""What machines say in Undercover before the vote: on the screen, in the journal, in a replay."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.config.settings import load_settings
from engine.export.format import FORMATS, Format, export_match
from engine.forms.giveaway import match_in_line
from engine.games.catalog import CATALOG
from engine.games.undercover.discussion import (
    build_remark_prompt,
    compose_remark,
    find_remark_fault,
)
from engine.games.undercover.doubt_phrases import shorten_quote, voice_doubt
from engine.games.undercover.doubt_reason import Doubt, Fault
from engine.games.undercover.moves import Accuse, Describe
from engine.games.undercover.pragmatic_beliefs import infer_beliefs
from engine.games.undercover.sentence_count import count_sentences
from engine.games.undercover.suspicion import rate_suspects
from engine.headless import play_session
from engine.journal.entries import RemarkEntry
from engine.journal.reader import read_record
from engine.match import Match
from engine.players.pragmatic.listeners import load_listeners
from engine.players.spec import parse_spec
from engine.remark import LONGEST_REMARK
from engine.seat import Seat
from engine.session import Session
from engine.text import clean
from screens.curtain import Curtain
from screens.forms.seat_form import SeatForm
from screens.games.undercover.discussion import Discussion
from screens.replay.steps import build_replay_steps
from screens.table.round_summary import RoundSummary
from screens.table.screen import TableScreen
from screens.watch.presenter_settings import Presentation
from screens.watch.screen import WatchScreen
from tests.chat_server import Answer, ChatServer, Question, failed, said, serving
from tests.looking import Opened, frame, in_front, until
from tests.test_plain import Typist
from tui.plain.game import PlainGame
from tui.plain.prompter import Prompter

UNDERCOVER = CATALOG["undercover"]
WORDS = ("zygomorph", "quincunx")
MACHINES = {"p1": "human:Ada", "p2": "random", "p3": "human:Ben", "p4": "random", "p5": "random"}


@pytest.fixture
def chat(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setattr("engine.llm.retry.BACKOFF", 0.001)
    server = ChatServer([])
    with serving(server) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        yield server


def create_session(path: Path, seats: dict[str, str] = MACHINES, **options: Any) -> Session:
    given = {"words": ",".join(WORDS), "rounds": 1, "order": "fixed", "machines_talk": True}
    chosen = UNDERCOVER.options_type(**{**given, "players": len(seats), **options})
    lineup = {name: parse_spec(spec) for name, spec in seats.items()}
    return Session.create(UNDERCOVER, chosen, lineup, "moon", path=path, settings=load_settings())


async def play_until(pilot: Pilot[Any], kind: type[Any]) -> Any:
    """Answer for all people until a screen of a kind is in front."""
    rng = Random(3)
    while not isinstance(pilot.app.screen, kind):
        screen: Any = pilot.app.screen
        if isinstance(screen, Curtain):
            screen.dismiss(True)
        elif isinstance(screen, SeatForm):
            screen.dismiss(screen.view.draw_move(rng))
        await pilot.pause()
    return pilot.app.screen


def list_remarks(path: Path) -> list[tuple[str, str]]:
    entries = read_record(path).entries
    return [(one.seat, one.remark) for one in entries if isinstance(one, RemarkEntry)]


def start_vote(seed: str = "moon") -> Match[Any, Any, Any]:
    options = UNDERCOVER.options_type(words=",".join(WORDS), machines_talk=True)
    match: Match[Any, Any, Any] = Match(UNDERCOVER.draw(options, Random(1)), seed)
    while match.view(None).speaker is not None:
        (seat,) = match.awaits
        match.submit(Seat(seat), Describe(line=f"line of {seat}"))
    return match


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
async def test_machines_say_a_sentence_each_which_is_kept_and_shown(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    path = tmp_path / "game.jsonl"
    app: Opened[Any] = Opened(lambda: TableScreen(create_session(path)))
    async with app.run_test(size=size) as pilot:
        summary = await play_until(pilot, RoundSummary)
        assert isinstance(summary.reveal, Discussion)
        await until(pilot, lambda: len(summary.reveal.remarks) == 3)
        kept = list_remarks(path)
        assert [seat for seat, _ in kept] == ["p2", "p4", "p5"]
        await until(pilot, lambda: "Random 3: " in frame(app))
        assert not [word for word in WORDS if word in frame(app)]
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: "Random 3: " in frame(app))
        summary.dismiss(None)
        await until(pilot, lambda: app.screen is not summary)
        curtain = await play_until(pilot, Curtain)
        assert len(curtain.news) == 3, "who did not look at the discussion reads it here"
    record = read_record(path)
    steps = build_replay_steps(record, UNDERCOVER, tmp_path)
    told = " ".join(steps.describe_step(number) for number in range(len(steps.steps)))
    assert told.count("says in the discussion: ") == 3
    assert "p1" not in told
    assert "p3" not in told


async def play_discussion(path: Path) -> None:
    """Play a game of people and machines that talk up to the end of its only round."""
    app: Opened[Any] = Opened(lambda: TableScreen(create_session(path)))
    async with app.run_test(size=(80, 24)) as pilot:
        summary = await play_until(pilot, RoundSummary)
        await until(pilot, lambda: len(summary.reveal.remarks) == 3)
        summary.dismiss(None)
        await pilot.pause()
        await play_until(pilot, RoundSummary)


@pytest.mark.parametrize("seat", [None, "p1", "p2"])
async def test_exports_tell_what_was_said_in_its_place_and_with_names(
    tmp_path: Path, seat: str | None
) -> None:
    path = tmp_path / "game.jsonl"
    await play_discussion(path)
    record, data = read_record(path), load_settings().data

    def export(format: Format) -> str:  # noqa: A002 - its parameter
        return export_match(record, UNDERCOVER, seat, format, data=data)

    told = export("text").splitlines()
    said = [place for place, line in enumerate(told) if " says in the discussion: " in line]
    assert len(said) == 3
    before, after = told[said[0] - 1], told[said[-1] + 1]
    assert "Random 3 says “" in before
    assert " votes for " in after
    assert not [line for line in told[said[0] : said[-1] + 1] if "p1" in line or "p3" in line]
    page = export("html")
    assert page.count("The discussion") == 1
    assert page.index("The discussion") < page.index("Random 3: <bdi>")
    listed = json.loads(export("json"))["remarks"]
    assert [(one["seat"], one["remark"]) for one in listed] == list_remarks(path)
    assert {one["turn"] for one in listed} == {5}
    assert "remark" not in export("csv"), "its columns are those of other programs"


async def test_exports_tell_no_remark_that_is_not_public(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    await play_discussion(path)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    said = [place for place, line in enumerate(lines) if '"remark"' in line]
    words = read_record(path).header.material
    told = json.loads(lines[said[0]])
    own = create_session(tmp_path / "probe.jsonl").match.view(Seat(1)).word
    assert own in json.dumps(words)
    early = {**told, "remark": "canaryearly", "turn": 0}
    odd_turn = {**told, "remark": "canaryturn", "turn": 3}
    secret = {**told, "remark": f"canarysecret {own}"}
    lines[said[0]] = json.dumps(secret) + "\n"
    lines.insert(said[0], json.dumps(odd_turn) + "\n")
    lines.insert(1, json.dumps(early) + "\n")
    cut = said[-1] + 3  # the game is not over: nobody knows the words
    path.write_text("".join(lines[:cut]), encoding="utf-8")
    record, data = read_record(path), load_settings().data
    for seat in (None, "p1", "p3"):
        for format_ in FORMATS:
            text = export_match(record, UNDERCOVER, seat, format_, data=data)
            assert "canary" not in text, (seat, format_)
            others = [word for word in WORDS if seat is None or word != own]
            assert not [word for word in others if word in text] or seat in ("p1", "p3")
        assert "Random 3 says in the discussion" in export_match(
            record, UNDERCOVER, seat, "text", data=data
        )


@pytest.mark.parametrize("large", [False, True])
async def test_an_audience_sees_machines_talk_one_after_another(
    tmp_path: Path, *, large: bool
) -> None:
    path = tmp_path / "game.jsonl"
    session = create_session(path, dict.fromkeys(MACHINES, "random"))
    presentation = Presentation(pace=60, thoughts=False, large=large)
    app: Opened[Any] = Opened(lambda: WatchScreen(session, presentation))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await in_front(pilot, WatchScreen)
        for described in range(1, 6):
            await pilot.press("right")
            await until(pilot, lambda: session.totals.moves.total() >= described)  # noqa: B023
        await until(pilot, lambda: "Now they discuss it." in frame(app))
        assert isinstance(table.reveal, Discussion)
        for spoken in range(1, 6):
            assert len(table.reveal.remarks) == spoken - 1, "each step shows one remark"
            table.action_step()
            await until(pilot, lambda: len(table.reveal.remarks) == spoken)  # noqa: B023
        assert len(list_remarks(path)) == 5
        assert not [word for word in WORDS if word in frame(app)]
        assert not session.match.sealed
        table.pacing.seconds = 0
        await pilot.press("space")
        await until(pilot, lambda: not session.match.awaits)


async def test_remarks_change_no_vote_and_are_no_part_of_the_result(tmp_path: Path) -> None:
    votes = []
    for name, talk in (("talk", True), ("silent", False)):
        path = tmp_path / f"{name}.jsonl"
        app: Opened[Any] = Opened(lambda: TableScreen(create_session(path, machines_talk=talk)))  # noqa: B023
        async with app.run_test(size=(80, 24)) as pilot:
            (await play_until(pilot, RoundSummary)).dismiss(None)
            await pilot.pause()
            await play_until(pilot, RoundSummary)
        record = read_record(path)
        votes.append([(one.seat, one.move) for one in record.moves])
        assert bool(list_remarks(path)) is talk
    assert votes[0] == votes[1]


async def test_the_same_seed_says_the_same(tmp_path: Path) -> None:
    said_: list[Any] = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.jsonl"
        app: Opened[Any] = Opened(lambda: TableScreen(create_session(path)))  # noqa: B023
        async with app.run_test(size=(80, 24)) as pilot:
            summary = await play_until(pilot, RoundSummary)
            await until(pilot, lambda: len(summary.reveal.remarks) == 3)  # noqa: B023
        said_.append(list_remarks(path))
    assert said_[0] == said_[1]


async def test_a_resumed_machine_does_not_speak_twice(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    app: Opened[Any] = Opened(lambda: TableScreen(create_session(path)))
    async with app.run_test(size=(80, 24)) as pilot:
        summary = await play_until(pilot, RoundSummary)
        await until(pilot, lambda: len(summary.reveal.remarks) == 3)
    resumed = Session.resume(path, settings=load_settings())

    async def leave(*_: object) -> None:
        raise AssertionError("no person is asked")

    resumed.create_players(leave)
    for seat in resumed.match.seats:
        assert resumed.specs[seat].is_human or await resumed.ask_for_remark(seat) is None
    resumed.close()
    assert len(list_remarks(path)) == 3


async def test_without_people_nobody_talks(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = create_session(path, dict.fromkeys(MACHINES, "random"))
    app: Opened[Any] = Opened(lambda: TableScreen(session))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(app.answers))
    assert not list_remarks(path)


def test_what_is_composed_cannot_tell_a_word() -> None:
    match = start_vote()
    view = match.view(None)
    for seed in range(200):
        for seat in match.seats:
            text = compose_remark(view, seat, Random(seed))
            assert text == clean(text)
            assert not [word for word in WORDS if word in text]
            assert f"line of {seat}" not in text, "nobody doubts themselves"


def answer_as(question: Question, line: str) -> Answer:
    """Say a line where a remark is asked for, and else make some legal move."""
    asked = question["messages"][-1]["content"]
    if "Before the vote all talk" in json.dumps(question["messages"]):
        return said(json.dumps({"thoughts": "t", "line": line}))
    if "Vote for one of" in asked:
        return said('{"thoughts": "t", "seat": "p1"}')
    return said(json.dumps({"thoughts": "t", "line": "It is seldom seen"}))


MODEL = {"p1": "human:Ada", "p2": "llm:m", "p3": "random"}


async def talk_with(path: Path, chat: ChatServer, line: str) -> tuple[str, Any]:
    """Play up to the discussion with a model that says a line; return the frame and the usage."""
    chat.script = [lambda question: answer_as(question, line)]
    session = create_session(path, MODEL)
    app: Opened[Any] = Opened(lambda: TableScreen(session))
    async with app.run_test(size=(80, 24)) as pilot:
        summary = await play_until(pilot, RoundSummary)
        await until(pilot, lambda: bool(session.match.sealed))
        await pilot.pause()
        shown = frame(app)
        assert isinstance(summary.reveal, Discussion)
        return shown, session.usage["p2"]


async def test_a_model_says_what_it_likes_in_one_sentence(tmp_path: Path, chat: ChatServer) -> None:
    path = tmp_path / "game.jsonl"
    shown, usage = await talk_with(path, chat, "I doubt p1, who was vague")
    assert "I doubt ● Ada, who was vague" in shown
    assert dict(list_remarks(path))["p2"] == "I doubt p1, who was vague"
    assert usage.calls == 3, "a statement, a remark and a vote"
    calls = path.with_suffix(".calls.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line).get("step") for line in calls if '"m"' in line].count("remark") == 1


@pytest.mark.parametrize("line", ["It is a {word}", "{word}s!", "One. Two. Three.", "", "x" * 161])
async def test_a_model_that_tells_its_word_or_rambles_says_nothing(
    tmp_path: Path, chat: ChatServer, line: str
) -> None:
    path = tmp_path / "game.jsonl"
    word = create_session(tmp_path / "probe.jsonl", MODEL).match.view(Seat(1)).word
    shown, usage = await talk_with(path, chat, line.format(word=word))
    assert "p2" not in dict(list_remarks(path))
    assert word not in shown
    assert word not in path.read_text(encoding="utf-8").split("\n", 1)[1]
    assert usage.calls == 4, "a statement, two tries to talk, and a vote"


async def test_what_a_model_says_is_cleaned(tmp_path: Path, chat: ChatServer) -> None:
    path = tmp_path / "game.jsonl"
    shown, _ = await talk_with(path, chat, "\x1b[31mI doubt\u202e [b]p1[/b]")
    assert dict(list_remarks(path))["p2"] == "I doubt [b]p1[/b]"
    assert "I doubt [b]● Ada[/b]" in shown


async def test_a_model_that_fails_stops_nothing(
    tmp_path: Path, chat: ChatServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    told: list[str] = []
    monkeypatch.setattr(TableScreen, "show_notice", lambda _, sentence: told.append(sentence))

    def answer(question: Question) -> Answer:
        refused = "Before the vote all talk" in json.dumps(question["messages"])
        return failed(400, "no talk") if refused else answer_as(question, "")

    session = create_session(path, MODEL)
    chat.script = [answer]
    app: Opened[Any] = Opened(lambda: TableScreen(session))
    async with app.run_test(size=(100, 30)) as pilot:
        await play_until(pilot, RoundSummary)
        await until(pilot, lambda: len(session.match.sealed) == 2)
    assert [one for one in told if one.startswith("m says nothing: ")]
    assert "p2" not in dict(list_remarks(path))


def test_the_prompt_shows_the_own_word_and_asks_for_one_sentence() -> None:
    match = start_vote()
    view = match.view(Seat(1))
    prompt = build_remark_prompt(view)
    assert view.word in prompt.user
    assert not [one for one in WORDS if one != view.word and one in prompt.system + prompt.user]
    assert '"line": "<your sentence>"' in prompt.user


async def test_in_lines_machines_talk_before_anybody_is_asked_for_a_vote(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = create_session(path)
    asked: list[str] = []
    lines = iter(("dry", "old"))

    def answer(prompt: str) -> str | None:
        if "description" in prompt:
            return next(lines)
        if "vote" in prompt:
            asked.append(terminal.text)
            return None
        return "yes" if "Y/n" in prompt else ""

    terminal = Typist(answer)
    await PlainGame(session, Prompter(terminal)).play()
    told = [line for line in asked[0].splitlines() if line.startswith("Random")]
    said = [line for line in told if " says: " in line]
    assert [line.partition(" says: ")[0] for line in said] == ["Random", "Random 2", "Random 3"]
    assert not [word for word in ("p1,", "p3,") if word in " ".join(said)]
    assert [seat for seat, _ in list_remarks(path)] == ["p2", "p4", "p5"]


async def test_in_a_game_without_people_doubts_are_narrated_and_name_whom_the_vote_is_against(
    tmp_path: Path,
) -> None:
    secret = ("umbrella", "canopy")
    seats = dict.fromkeys(MACHINES, "pragmatic")
    path = tmp_path / "game.jsonl"
    session = create_session(path, seats, words=",".join(secret), rounds=2)
    lines: list[str] = []
    await play_session(session, session.create_players(), lines.append)
    session.close()
    remarks = list_remarks(path)
    told = [line for line in lines if " says in the discussion: " in line]
    assert told == [f"{seat} says in the discussion: {text}" for seat, text in remarks]
    assert len(remarks) >= 5
    assert not [text for _, text in remarks for word in secret if match_in_line(text, word)]
    assert all(len(text) <= LONGEST_REMARK for _, text in remarks)
    assert len({text for _, text in remarks}) == len(remarks)
    votes = session.match.view(None).rounds[0].votes
    for (_, text), vote in zip(remarks[:5], votes, strict=True):
        assert vote is not None
        assert f"p{vote + 1}" in text, "it doubts whom it votes against"
        assert "“" in text


async def test_without_narration_nobody_talks(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = create_session(path, dict.fromkeys(MACHINES, "pragmatic"))
    await play_session(session, session.create_players())
    session.close()
    assert not list_remarks(path)


@pytest.mark.parametrize("fault", list(Fault))
def test_a_spoken_doubt_is_one_sentence_that_can_be_said(fault: Fault) -> None:
    view = start_vote().view(Seat(0))
    copied = Seat(2) if fault is Fault.COPIED else None
    doubt = Doubt(Seat(1), fault, "It is long and " * 20, copied, (Seat(3), Seat(4)))
    spoken = set()
    for seed in range(40):
        for seat in range(5):
            seen = view.model_copy(update={"seat": Seat(seat)})
            text = voice_doubt(doubt, seen, Random(seed))
            assert find_remark_fault(seen, text) is None
            assert len(text) <= LONGEST_REMARK
            assert text[0] == "“" or text[0].isupper() or text.startswith("p2")
            assert text[-1] in ".?"
            spoken.add(text)
    assert len(spoken) >= (1 if fault is Fault.SILENT else 3)


def test_a_spoken_doubt_quotes_no_line_with_the_own_word() -> None:
    view = start_vote().view(Seat(0))
    assert view.word is not None
    doubt = Doubt(Seat(1), Fault.OTHER, f"It is no {view.word}.", None, (Seat(3),))
    for number in range(1, 6):
        text = voice_doubt(doubt, view.model_copy(update={"number": number}), Random(number))
        assert view.word not in text
        assert "p2" in text
        assert find_remark_fault(view, text) is None


def test_whoever_led_a_tie_is_voted_for_rather_than_a_third() -> None:
    match = start_vote()
    for seat, vote in enumerate(("p2", "p1", "p2", "p1", "p3")):
        match.submit(Seat(seat), Accuse(seat=vote))
    view = match.view(Seat(4))
    assert view.rounds[-1].out is None
    beliefs = infer_beliefs(load_listeners(), view)
    even = replace(beliefs, odd=0.2, other=dict.fromkeys(beliefs.other, 0.4))
    marks = rate_suspects(load_listeners(), view, even, Random(1))
    assert marks[Seat(0)] == marks[Seat(1)] > marks[Seat(2)] == marks[Seat(3)]


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("“It is wet.” hardly goes with my word, p2.", 1),
        ("I doubt “It is long and…” most of all.", 1),
        ("He said “It is wet.” That is all.", 2),
        ("It is wet. it is cold.", 2),
        ("It is wet… or cold.", 1),
        ("It is wet (or so.) and cold.", 1),
    ],
)
def test_a_quotation_ends_no_sentence_that_goes_on(line: str, count: int) -> None:
    assert count_sentences(line) == count


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("nice one", "nice one"),
        ("Nice one!", "Nice one"),
        ("I think it is wet.", "I think it is wet"),
    ],
)
def test_a_line_is_quoted_as_it_was_written(line: str, quoted: str) -> None:
    assert shorten_quote(line) == quoted
