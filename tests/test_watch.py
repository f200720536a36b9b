"""Watching machines: the pace, and what the audience sees, is asked and is told."""

import shlex
from asyncio import Event
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise, starmap
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.color import Color
from textual.content import Content
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen

from engine.config.settings import load_settings
from engine.config.start import load_start
from engine.games.audience_poll import Poll, PollAnswer
from engine.games.catalog import CATALOG
from engine.games.dixit.deck import open_unchanged_deck
from engine.games.dixit.view import Stage
from engine.games.explanation import PROBABILITY, Explanation
from engine.journal.reader import read_record
from engine.llm.calls_file import Call
from engine.llm.thoughts import MAX_THOUGHTS_CHARS, extract_thoughts
from engine.options import parse_options
from engine.play import play
from engine.players.spec import parse_spec
from engine.seat import Seat
from engine.session import Session
from screens.dialogs.failure import FailureDialog
from screens.dialogs.leave import LeaveDialog
from screens.dialogs.remedy import Remedy
from screens.games.dixit.large_reveal import LargeDixitReveal
from screens.games.ui import load_game_ui
from screens.games.undercover.large_reveal import LargeUndercoverReveal
from screens.help.screen import HelpScreen
from screens.home import HomeScreen
from screens.pictures.blocks import QUADRANTS
from screens.players.seat_names import SeatNames
from screens.watch.demo import Demo
from screens.watch.end_card import EndCard
from screens.watch.large_headline import LargeTable
from screens.watch.opening_card import OpeningCard
from screens.watch.pacing import Pacing
from screens.watch.poll.bars import TRACK, PollRows, render_bar
from screens.watch.poll.panel import PollPanel
from screens.watch.poll.score import score_polls
from screens.watch.poll.tally import PollResult, Tally
from screens.watch.poll.verdict import PollVerdict
from screens.watch.presenter_settings import Presentation
from screens.watch.reveal import Reveal
from screens.watch.screen import WatchScreen
from screens.watch.shell_command import build_command
from screens.watch.thought_source import Thought, find_first_sentence, find_thought_source
from screens.watch.thought_source import read_thoughts as thoughts_of
from screens.watch.thoughts import ThoughtList, ThoughtsPage, split_pages
from screens.widgets.cards.row import CardRow
from screens.widgets.letter_size import MIN_ROWS
from screens.widgets.seat_line import SeatLine
from tests.looking import Opened, appears, frame, in_front, until
from tests.readable_letters import make_letters_readable
from tests.samples import SAMPLES, Sample
from tests.test_table import PEOPLE, guess, leaks, session
from tests.test_takeover import press_button
from tests.watching import sitting
from tui.app import ParlourApp
from tui.command_line import run
from tui.home import create_home

DECRYPTO = SAMPLES["decrypto"]
AT_ONCE = Presentation(pace=0)
ASKING = Presentation(pace=0, polls=True)


@pytest.fixture(autouse=True)
def hold_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave a page of a game with polls only by a key."""
    monkeypatch.setattr("screens.watch.presentation_table.VERDICT_SECONDS", 3600.0)


POLLED = {
    name: sample for name, sample in SAMPLES.items() if sample.definition.brings("build_poll")
}
polled_game = pytest.mark.parametrize("sample", POLLED.values(), ids=POLLED)


def shows(table: WatchScreen, kind: type[Any]) -> bool:
    """Is a page of that kind shown instead of the table?"""
    return table.page is not None and type(table.page) is kind and table.page.is_mounted


async def test_machines_alone_can_be_paused_and_left(tmp_path: Path) -> None:
    app = Opened(lambda: WatchScreen(session(tmp_path, dict.fromkeys(PEOPLE, "random"), rounds=1)))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await in_front(pilot, WatchScreen)
        await pilot.press("space")
        await appears(pilot, "paused")
        assert not table.pacing.running
        assert not leaks(pilot)
        await pilot.press("escape")
        await in_front(pilot, LeaveDialog)
        await pilot.press("right", "enter")
        await until(pilot, lambda: app.answers == [False])


async def test_a_card_says_first_what_is_played_until_enter_and_not_when_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_letters_readable(monkeypatch)
    sat = sitting(DECRYPTO)
    settings = Presentation(pace=600, opening=True)
    app = Opened(lambda: WatchScreen(sat, settings))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await in_front(pilot, WatchScreen)
        await until(pilot, lambda: shows(table, OpeningCard))
        await appears(pilot, DECRYPTO.definition.summary)
        assert all(label in frame(app) for label in table.names.labels)
        assert not table.query_one(SeatLine).visible
        assert table.page_time[0] * 600 == pytest.approx(6), "however slow moves are"
        await pilot.press("enter")
        await until(pilot, lambda: table.page is None)
        assert DECRYPTO.definition.summary not in frame(app)
        assert table.query_one(SeatLine).visible
        await until(pilot, lambda: Seat(0) in table.thinking_seconds)
        await pilot.press("right")
        await until(pilot, lambda: sat.match.view(None).hints)
    assert not WatchScreen(sat, settings).opens


async def test_a_step_shows_one_move_while_all_machines_have_thought_already() -> None:
    sat = sitting(DECRYPTO)
    app = Opened(lambda: WatchScreen(sat, Presentation(pace=600)))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await in_front(pilot, WatchScreen)
        players: list[Any] = list(table.players.values())
        await until(pilot, lambda: players[0].asked == 1)
        assert sat.match.view(None).hints is None
        await pilot.press("right")
        await until(pilot, lambda: sat.match.view(None).hints)
        assert not table.pacing.running
        await until(pilot, lambda: [player.asked for player in players] == [1, 1, 1])
        assert not sat.match.sealed
        await pilot.press("right")
        await until(pilot, lambda: sat.match.sealed == {1})
        await pilot.press("full_stop")
        await until(pilot, lambda: shows(table, Reveal))
        assert sat.match.turn == 2


@pytest.mark.parametrize("remedy", [Remedy.BASELINE, Remedy.PERSON])
async def test_a_machine_that_fails_while_the_audience_is_asked_takes_no_guess_away(
    tmp_path: Path, remedy: Remedy
) -> None:
    (tmp_path / "short").write_text('{"Guess": {"code": [1, 2, 3]}}\n')
    lineup = {**dict.fromkeys(PEOPLE, "random"), "interceptor": f"script:{tmp_path / 'short'}"}
    table = WatchScreen(session(tmp_path, lineup, rounds=2, tokens=4), ASKING)
    app = Opened(lambda: table)
    async with app.run_test(size=(100, 40)) as pilot:
        await until(pilot, lambda: shows(table, Reveal))
        await pilot.press("enter")
        await in_front(pilot, FailureDialog)
        await press_button(pilot, remedy.value)
        if remedy is Remedy.PERSON:
            await guess(pilot, "124")
        await in_front(pilot, WatchScreen)
        await until(pilot, lambda: shows(table, PollPanel))
        await until(pilot, lambda: isinstance(app.focused, PollPanel))
        await pilot.press("1", "enter")
        await until(pilot, lambda: shows(table, Reveal))
        assert len(table.poll_results) == 1


async def test_a_pace_can_be_paused_stepped_and_changed() -> None:
    now = 0.0
    pacing = Pacing(3.0, lambda: now)
    now = 3.0
    await pacing.wait()
    pacing.restart()
    pacing.step()
    assert not pacing.running
    await pacing.wait()
    pacing.toggle_pause()
    assert pacing.running
    pacing.change_pace(-1)
    assert pacing.seconds == 2.0
    for _ in range(20):
        pacing.change_pace(1)
    assert pacing.seconds == 60.0
    pacing.skip()
    pacing.restart()  # what was released is shown: the next thing has its own time
    now = 100.0
    await pacing.wait()


async def test_the_audience_guesses_and_is_told_how_often_it_was_right() -> None:
    sat = sitting(DECRYPTO, rounds="3", tokens="4")
    app = Opened(lambda: WatchScreen(sat, ASKING))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await in_front(pilot, WatchScreen)
        await until(pilot, lambda: shows(table, Reveal))  # in round 1 nobody knows anything
        await pilot.press("enter")
        await until(pilot, lambda: shows(table, PollPanel))
        code = sat.match.view(Seat(0)).code
        wrong = next(digit for digit in (1, 2, 3, 4) if digit not in code)
        await until(pilot, lambda: len(sat.match.sealed) == 1)  # the last move is kept back
        await pilot.press(*f"{code[0]}{code[0]}{wrong}", "tab", f"{wrong}", "backspace")
        await pilot.press(*f"{code[1]}", "tab", f"{wrong}")
        assert table.page.tally.hands == (
            (code[0] - 1, code[0] - 1, wrong - 1),
            (code[1] - 1,),
            (wrong - 1,),
        )
        await pilot.press("9", "space", "right")
        await pilot.pause()
        assert sat.match.turn == 3
        await pilot.press("enter")
        await until(pilot, lambda: shows(table, Reveal))
        done = sat.match.view(None).rounds[1]
        theirs = sum(a == b for a, b in zip(done.interceptor, done.code, strict=True))
        await appears(pilot, f"audience 2 of 3   Random 3, interceptor {theirs} of 3")
        said = [done.hints[place] for place in range(3)]
        assert f"{said[0]} {code[0]} ✓" in frame(app)
        assert f"{said[2]} {wrong} ✗" in frame(app)
        await pilot.press("enter")
        await until(pilot, lambda: shows(table, PollPanel))
        await pilot.press("enter")  # nobody raises a hand: it does not count
        await until(pilot, lambda: shows(table, Reveal))
        await pilot.press("enter")
        await in_front(pilot, EndCard)
        await appears(pilot, f"audience 2 of 3   Random 3, interceptor {theirs} of 3")
        await pilot.press("left_shift")
        await pilot.pause()
        assert not app.answers
        await pilot.press("q")
        await until(pilot, lambda: app.answers == [True])


def test_an_answer_counts_once_it_can_be_judged_and_an_undecided_audience_is_not_right() -> None:
    poll = Poll("Who?", (PollAnswer("p1"), PollAnswer("p2"), PollAnswer("p3")))
    empty = Tally.start(poll)
    p2 = empty.add_hand(0, 1).add_hand(0, 0).add_hand(0, 1)
    tie = p2.remove_last_hand(0)
    assert [tally.find_majority(0) for tally in (empty, p2, tie)] == [None, 1, None]
    poll_results = [PollResult("view", poll, tally) for tally in (empty, p2, tie)]

    def counted(*right: bool | None) -> tuple[str, dict[Seat, str]]:
        given = score_polls(
            poll_results, lambda _: (right,), lambda _: {Seat(4): (2,), Seat(5): (None,)}
        )
        return str(given[0]), {seat: str(hits) for seat, hits in given[1].items()}

    assert counted(None, None, None) == ("0 of 0", {4: "0 of 0", 5: "0 of 0"})
    assert counted(None, True, None) == ("1 of 1", {4: "0 of 0", 5: "0 of 0"})
    assert counted(False, True, True) == ("1 of 2", {4: "2 of 2", 5: "0 of 2"})


async def test_polls_are_turned_on_and_off_and_the_end_card_leads_home() -> None:
    sat = sitting(SAMPLES["undercover"], rounds="3")
    app = Opened(lambda: WatchScreen(sat, ASKING))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await in_front(pilot, WatchScreen)
        await until(pilot, lambda: shows(table, PollPanel))
        await pilot.press("1", "enter")
        await until(pilot, lambda: shows(table, Reveal))
        await appears(pilot, "the end shows who was right")
        await pilot.press("enter")
        await until(pilot, lambda: shows(table, PollPanel) or isinstance(app.screen, EndCard))
        await pilot.press("g")
        await in_front(pilot, EndCard)
        suspect = sat.match.view(None).roles[0]
        await appears(pilot, f"audience {int(suspect == 'undercover')} of 1")
        await pilot.press("escape")
        await until(pilot, lambda: app.answers == [False])


async def test_the_end_card_comes_when_the_help_is_closed() -> None:
    sat = sitting(SAMPLES["taboo"], turns="1")
    go, table = Event(), WatchScreen(sat, Presentation(pace=0))
    defender = sat.create_players(table.ask_person)[Seat(1)]

    class Slow:
        async def decide(self, view: Any, complaint: str | None) -> Any:
            await go.wait()
            return await defender.decide(view, complaint)

    sat.create_players(table.ask_person)[Seat(1)] = Slow()  # type: ignore[index]
    app = Opened(lambda: table)
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, WatchScreen)
        await pilot.press("f1")
        helping = await in_front(pilot, HelpScreen)
        go.set()
        await until(pilot, lambda: not sat.match.awaits)
        await pilot.pause(0.1)
        assert app.screen is helping
        await pilot.press("escape")
        await in_front(pilot, EndCard)
        await pilot.press("escape")
        await until(pilot, lambda: app.answers == [False])


async def next_page(pilot: Pilot[Any], table: WatchScreen) -> bool:
    """Wait for the next page; whether it is the end card."""
    before = getattr(table, "looked_at", None)
    await until(
        pilot,
        lambda: (
            isinstance(pilot.app.screen, EndCard)
            or (table.page is not None and table.page.is_mounted and table.page is not before)
        ),
    )
    table.looked_at = table.page  # type: ignore[attr-defined]
    return isinstance(pilot.app.screen, EndCard)


@polled_game
async def test_nothing_secret_is_shown_before_its_time(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that is written to the terminal is read, with machines that think of their secrets."""
    leaked: list[str] = []
    pages: list[str] = []
    display = App._display

    def said(_: Seat, view: Any) -> str:
        if sample.definition.name == "dixit" and view.stage is Stage.VOTE:
            view = view.model_copy(
                update={"hand": ()}
            )  # who votes is asked about the cards on the table
        hidden = sample.hidden(sat.match._state, None)
        return f"ponderous {' '.join(word for word in hidden if word in repr(view))}"

    def kept(self: App[Any], screen: Any, drawn: Any) -> None:
        if drawn is not None and sat.match.score is None:
            text = drawn.render_segments(self.console).casefold()
            hidden = sample.hidden(sat.match._state, None)
            leaked.extend(word for word in hidden if word.casefold() in text)
        display(self, screen, drawn)

    short = {name: "2" for name in ("turns", "rounds") if name in sample.definition.list_options()}
    sat = sitting(sample, said, **short)
    monkeypatch.setattr(App, "_display", kept)
    monkeypatch.setattr("screens.widgets.gradual_reveal.PACE", 0.01)
    # large words in letters, not in blocks, in which nobody could look for secrets
    monkeypatch.setattr("screens.widgets.large_text.fit_letters", lambda *_, **__: None)
    monkeypatch.setattr("screens.watch.thoughts.fit_paragraphs", lambda *_, **__: [])
    app = Opened(lambda: WatchScreen(sat, ASKING))
    async with app.run_test(size=(130, 44)) as pilot:
        table = await in_front(pilot, WatchScreen)
        while not await next_page(pilot, table):
            pages.append(type(table.page).__name__)
            if shows(table, ThoughtsPage):
                await appears(pilot, "ponderous")
            if shows(table, PollPanel):
                await pilot.press("1")
            if isinstance(table.page, Reveal):
                table.page.reveal_rest()
            await pilot.press("l", "enter")
    assert leaked == []
    assert {"PollPanel", "Reveal", "ThoughtsPage"} <= {*pages}
    assert pages[-1] == "ThoughtsPage"


async def test_thoughts_that_waited_are_told_in_the_end_and_none_are_if_never() -> None:
    def said(seat: Seat, view: Any) -> str:
        return f"seat {seat} ponders {view.keywords[0] if view.keywords else 'in the dark'}"

    sat = sitting(DECRYPTO, said, rounds="2", tokens="4")
    word = DECRYPTO.material["keywords"][0]
    app = Opened(lambda: WatchScreen(sat, ASKING))
    async with app.run_test(size=(100, 40)) as pilot:
        table = await in_front(pilot, WatchScreen)
        await until(pilot, lambda: shows(table, Reveal))
        await pilot.press("enter")
        await until(pilot, lambda: shows(table, ThoughtsPage))
        await appears(pilot, "seat 2 ponders in the dark")
        assert "seat 0" not in frame(app)
        assert "Random and Random 2: shown at the end, as it would give secrets away now." in frame(
            app
        )
        await pilot.press("enter")
        await until(pilot, lambda: shows(table, PollPanel))
        await pilot.press("enter")
        await until(pilot, lambda: shows(table, Reveal))
        await pilot.press("enter")
        await until(pilot, lambda: shows(table, ThoughtsPage))
        await appears(pilot, f"seat 1 ponders {word}")
        assert frame(app).count(f"seat 0 ponders {word}") == 2
        assert "shown at the end" not in frame(app)
    app = Opened(lambda: WatchScreen(sitting(DECRYPTO, said), Presentation(0, thoughts=False)))
    async with app.run_test(size=(100, 40)) as pilot:
        await in_front(pilot, EndCard)
        assert "ponders" not in frame(app)


async def test_the_reason_of_a_storyteller_need_not_wait_for_the_end() -> None:
    definition = CATALOG["dixit"]
    options = definition.options_type(rounds=2)
    specs = dict.fromkeys(definition.list_seats(options), parse_spec("pragmatic"))
    sat = Session.create(definition, options, specs, "why", settings=load_settings())
    players, teller = sat.create_players(), Seat(0)
    view = sat.match.view(teller)
    move = await players[teller].decide(view, None)
    source = find_thought_source(sat, players[teller], teller, "Round 1 of 2", move)
    (thought,) = thoughts_of(sat, [source])
    assert " but not all, should find it" in thought.text
    assert thought.is_open
    assert definition.must_withhold(view, thought.text, [view])
    hidden = [card for card in view.hand if card != move.card]
    titles = [open_unchanged_deck(view.deck, view.fingerprint).cards[card].title for card in hidden]
    assert not [title for title in titles if title in thought.text]
    voted = replace(thought, when="Round 1 of 2   vote")
    listed = ThoughtList(
        [thought, thought, voted], [], SeatNames(sat.match.game.seats, sat.match.game.seats)
    )
    rows = [row.plain for row in listed.layout_lines(100)]
    assert [row for row in rows if row.startswith("Round")] == ["Round 1 of 2: clue"]
    assert "Vote" in rows


@pytest.mark.parametrize(
    ("player", "begin", "guessed"),
    [
        ("pragmatic", "I expect the decoder to get this", (" sure", "I drew one of")),
        ("word2vec", "is one of the 16 words", (" nearer to ", "it drew one of")),
        (
            "vectors:webster,think=yes",
            "is one of the 16 words",
            (" nearer to ", " as likely for ", "it drew one of"),
        ),
    ],
)
async def test_reasons_of_decrypto_follow_the_reveal_and_name_no_keyword(
    monkeypatch: pytest.MonkeyPatch, player: str, begin: str, guessed: tuple[str, ...]
) -> None:
    words = ("umbrella", "canopy", "violin", "harbor")
    definition = CATALOG["decrypto"]
    options = definition.options_type(rounds=2, tokens=4, keywords=",".join(words))
    specs = dict.fromkeys(definition.list_seats(options), parse_spec(player))
    sat = Session.create(definition, options, specs, "why", settings=load_settings())
    leaked: list[str] = []
    early: list[str] = []
    display = App._display

    def kept(self: App[Any], screen: Any, drawn: Any) -> None:
        if drawn is not None and sat.match.score is None:
            text = drawn.render_segments(self.console).casefold()
            leaked.extend(word for word in words if word in text)
            if begin.casefold() in text and not sat.match.view(None).rounds:
                early.append(text)
        display(self, screen, drawn)

    monkeypatch.setattr(App, "_display", kept)
    monkeypatch.setattr("screens.widgets.gradual_reveal.PACE", 0.01)
    pages: list[str] = []
    app = Opened(lambda: WatchScreen(sat, ASKING))
    async with app.run_test(size=(100, 34)) as pilot:
        table = await in_front(pilot, WatchScreen)
        while not await next_page(pilot, table):
            if shows(table, ThoughtsPage):
                await appears(pilot, begin)
                pages.append(frame(app))
            if isinstance(table.page, Reveal):
                table.page.reveal_rest()
            await pilot.press("enter")
    assert not leaked
    assert not early
    assert len(pages) == 2
    assert all(sum(map(page.count, guessed)) >= 2 for page in pages)


async def test_a_thought_is_of_who_chose_the_move_though_somebody_else_sits_there_by_now() -> None:
    lineup = {"encoder": "random", "decoder": "pragmatic", "interceptor": "random"}
    specs = {seat: parse_spec(spec) for seat, spec in lineup.items()}
    sat = Session.create(
        CATALOG["decrypto"],
        CATALOG["decrypto"].options_type(),
        specs,
        "s",
        settings=load_settings(),
    )
    players, first = sat.create_players(), sat.match.view(Seat(0))
    sat.match.submit(Seat(0), await players[Seat(0)].decide(first, None))
    move = await players[Seat(1)].decide(sat.match.view(Seat(1)), None)
    noted = find_thought_source(sat, players[Seat(1)], Seat(1), "Round 1 of 8", move)
    sat.reseat(Seat(1), parse_spec("random"))
    (thought,) = thoughts_of(sat, [noted])
    assert "-".join(map(str, move.code)) in thought.text
    assert thought.text.endswith(" sure.")


def explain(*values: float, chosen: int = 0, measure: str = PROBABILITY) -> Explanation:
    rows = tuple("abcdef"[: len(values)])
    table = tuple((value,) for value in values)
    return Explanation("t", rows, ("p",), table, measure, frozenset({(chosen, 0)}), "how")


@pytest.mark.parametrize(
    ("explanation", "line"),
    [
        (explain(0.62, 0.2, 0.18), "a, 62% sure; else b, 20%"),
        (explain(0.2, 0.41, chosen=0), "a, 20% sure; rather b, 41%"),
        (explain(0.25, 0.25, 0.25), ""),
        (explain(1.0), ""),
        (explain(0.9, 0.1, measure="cosine"), ""),
    ],
)
def test_what_a_machine_thought_is_a_plain_line_or_nothing(
    explanation: Explanation, line: str
) -> None:
    assert explanation.describe_certainty() == line


def test_of_a_long_thought_the_first_sentence_is_told() -> None:
    assert find_first_sentence("It is\n wet.  So it is 3.5 m deep. Or not.") == "It is wet."
    assert find_first_sentence("") == ""


def test_thoughts_are_what_a_model_considered_clean_and_short() -> None:
    def call(**answer: Any) -> Call:
        return Call("p1", "model", "server", 1, 0, [], {}, **answer)

    assert extract_thoughts(call()) == ""
    assert extract_thoughts(call(reply='so: {"thoughts": "a\\nb [red]c[/red]", "card": "A"}')) == (
        "a b [red]c[/red]"
    )
    assert (
        extract_thoughts(call(reply="{}", reasoning="one\x1b[31m two\u202e\n\nthree"))
        == "one two three"
    )
    assert extract_thoughts(call(reply='{"thoughts": "said"}', reasoning="longer")) == "said"
    assert (
        len(extract_thoughts(call(reply=f'{{"thoughts": "{"x" * 5000}"}}'))) == MAX_THOUGHTS_CHARS
    )
    long = extract_thoughts(call(reasoning="x" * 10_000_000 + " the end"))
    assert len(long) == MAX_THOUGHTS_CHARS
    assert long.endswith("x the end")


@pytest.mark.parametrize(
    "game",
    [name for name, sample in SAMPLES.items() if sample.definition.brings("create_baseline")],
)
async def test_watching_makes_the_same_moves_as_playing_headless(game: str, tmp_path: Path) -> None:
    definition = CATALOG[game]
    options = parse_options(definition.options_type, SAMPLES[game].short)
    players = ("random", "word2vec") if game == "decrypto" else ("random",)
    seats = enumerate(definition.list_seats(options))
    lineup = {name: parse_spec(players[n % len(players)]) for n, name in seats}

    def opened(name: str) -> Session:
        return Session.create(
            definition, options, lineup, "same", path=tmp_path / name, settings=load_settings()
        )

    headless = opened("headless.jsonl")
    await play(headless.match, headless.create_players(), before_move=headless.record_move)
    headless.close()
    app = Opened(lambda: WatchScreen(opened("watched.jsonl"), AT_ONCE))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, EndCard)
    played, watched = (read_record(tmp_path / f"{name}.jsonl") for name in ("headless", "watched"))
    assert [(m.seat, m.move) for m in watched.moves] == [(m.seat, m.move) for m in played.moves]
    assert all(moved.seconds < 5 for moved in watched.moves)


async def test_the_journal_tells_how_long_machines_thought_not_how_long_they_were_shown(
    tmp_path: Path,
) -> None:
    sat = session(tmp_path, dict.fromkeys(PEOPLE, "random"), rounds=1)
    app = Opened(lambda: WatchScreen(sat, Presentation(pace=600)))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await in_front(pilot, WatchScreen)
        await until(pilot, lambda: Seat(0) in table.thinking_seconds)
        thought = table.thinking_seconds[Seat(0)]
        await pilot.pause(0.3)
        await pilot.press("right")
        await until(pilot, lambda: read_record(tmp_path / "game.jsonl").moves)
    assert read_record(tmp_path / "game.jsonl").moves[0].seconds == pytest.approx(thought, abs=0.01)


async def test_nobody_has_moved_while_the_table_waits_for_their_move() -> None:
    sat = sitting(SAMPLES["undercover"])
    app = Opened(lambda: WatchScreen(sat, Presentation(pace=600)))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await in_front(pilot, WatchScreen)
        await until(pilot, lambda: bool(table.ready))
        await appears(pilot, "speaks now")
        assert "✓" not in frame(app)
        assert "thinking" not in frame(app)
        await pilot.press("right")
        await until(pilot, lambda: len(sat.match.view(None).lines) == 1)


@pytest.mark.parametrize("name", ["undercover", "dixit"])
async def test_a_reveal_in_large_type_fits_every_terminal(name: str) -> None:
    sat = sitting(SAMPLES[name])
    app = Opened(lambda: WatchScreen(sat, replace(ASKING, large=True)))
    async with app.run_test(size=(100, 30)) as pilot:
        table = await in_front(pilot, WatchScreen)
        await until(pilot, lambda: shows(table, PollPanel))
        await pilot.press("enter")
        await until(pilot, lambda: shows(table, Reveal))
        page = table.page
        await pilot.press("space")  # hold it
        await until(pilot, lambda: "paused" in frame(app))
        page.content.reveal_rest()
        done = sat.match.view(None).rounds[0]
        told = "votes for" if name == "undercover" else done.clue
        large = {"undercover": LargeUndercoverReveal, "dixit": LargeDixitReveal}[name]
        assert type(page.content) is large
        for size in ((60, 20), (80, 24), (100, 30), (200, 60)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda size=size: table.size == size)
            await pilot.pause()
            if isinstance(page.content, LargeUndercoverReveal):
                width = page.content.size.width
                stages = range(len(page.content.pauses) + 1)
                layouts = [page.content.layout_stage(width, stage) for stage in stages]
                assert len(set(map(len, layouts))) == 1, "nothing moves"
                assert all(line.cell_length <= width for rows in layouts for line in rows)
                if size[1] >= 24:
                    assert len(layouts[0]) <= page.size.height
            else:
                assert told in str(page.content.top.head.content)
                assert page.content.verdict.region.bottom <= page.region.bottom
                assert page.content.row.size.height >= page.size.height // 2


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30)])
def test_thoughts_are_one_whole_sentence_of_each_machine_on_pages_that_fit(
    size: tuple[int, int],
) -> None:
    names = SeatNames(("p1", "p2", "p3", "p4", "p5"), ("Iris", "Otto", "Mabel", "Hugo", "Greta"))
    text = "I may be undercover (89%), and vote where it helps my side: p5 said nothing of mine"
    thoughts = [
        Thought(Seat(seat), f"Round 1   {move}", None, f"{move}: {text}; I was nearer to p2.")
        for move in ("statement", "vote")
        for seat in range(5)
    ]
    room = Size(*size)
    pages = split_pages(thoughts, thoughts[:1], names, room, large=False)
    assert [thought.seat for page in pages for thought in page] == list(range(5))
    for page in pages:
        rows = [
            row.plain for row in ThoughtList(page, thoughts[:1], names).layout_lines(size[0] - 4)
        ]
        assert len(rows) <= size[1] - 7
        assert "…" not in "".join(rows)
        assert " ".join("".join(rows).split()).count("nothing of mine") == len(page)
        assert "" in rows[:-1], "air between them"


async def test_thoughts_in_large_type_are_one_clause_of_each_machine() -> None:
    names = SeatNames(("p1", "p2"), ("Iris", "Otto"))
    texts = ("It fits. More follows.", "p1 is odd; nobody else is.", "First 62 % sure: else no")
    thoughts = [
        Thought(seat, "Round 1   vote", None, text)  # type: ignore[arg-type]
        for seat, text in zip((0, 0, 1), (texts[2], *texts[:2]), strict=True)
    ]

    class Thinking(Screen[None]):
        def compose(self) -> ComposeResult:
            yield ThoughtsPage(ThoughtList(thoughts, thoughts[:1], names, large=True))

    app = Opened(Thinking)
    async with app.run_test(size=(80, 14)) as pilot:
        await appears(pilot, "It fits.")
        text = frame(app)
        assert "Iris is odd." in text
        assert not [one for one in ("More", "nobody else", "62 %") if one in text]
        assert "Iris: shown at the end" in text
        await pilot.resize_terminal(200, 60)
        await until(pilot, lambda: "It fits." not in frame(app))  # in large letters
        assert "█" in frame(app)


async def test_large_type_shows_the_hints_instead_of_the_table() -> None:
    sat = sitting(DECRYPTO)
    app = Opened(lambda: WatchScreen(sat, Presentation(pace=600, large=True)))
    async with app.run_test(size=(120, 40)) as pilot:
        table = await in_front(pilot, WatchScreen)
        await until(pilot, lambda: Seat(0) in table.thinking_seconds)
        await pilot.press("right")
        await until(pilot, lambda: sat.match.view(None).hints)
        large = table.query_one(LargeTable)
        words = [one.text for one in large.words if one.display]
        await until(pilot, lambda: large.words[0].size.height >= 4)
        assert tuple(words) == sat.match.view(None).hints
        board = table.query_one("#table").children[1]
        assert (board.display, large.display) == (False, True)
        await pilot.press("l")
        assert (board.display, large.display) == (True, False)
        await pilot.press("l", "right")
        await until(pilot, lambda: sat.match.sealed)
        await pilot.press("right")
        await until(pilot, lambda: shows(table, Reveal))
        done = sat.match.view(None).rounds[0]
        await appears(pilot, "missed" if done.decoder != done.code else "understood")
        lines = frame(app).splitlines()
        (edge,) = [n for n, line in enumerate(lines) if line.count("─╯") == len(done.hints)]
        under = lines[edge + 1 : edge + 1 + MIN_ROWS]  # each hint under the card of its digit
        assert all(set(line) <= set(f"{QUADRANTS}█") for line in under), "in large letters"
        assert any("██" in line for line in lines[edge + MIN_ROWS :])  # the large signs


@polled_game
async def test_a_poll_and_the_keys_fit_every_terminal(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_letters_readable(monkeypatch)
    app = Opened(lambda: WatchScreen(sitting(sample), ASKING))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await in_front(pilot, WatchScreen)
        if sample is DECRYPTO:  # in round 1 nothing is known yet
            await until(pilot, lambda: shows(table, Reveal))
            await pilot.press("enter")
        await until(pilot, lambda: shows(table, PollPanel))
        await pilot.press(*"2222")
        for width, height in ((80, 24), (160, 45)):
            await pilot.resize_terminal(width, height)
            await until(pilot, lambda size=(width, height): table.size == size)  # type: ignore[misc]
            await appears(pilot, "█")
            shown = frame(app)
            for answer in table.page.poll.answers:
                label = answer.label
                if label in table.names.seats:
                    label = table.names.get_label(label)
                assert label in shown or label.isdecimal()  # digits may be figures
                assert height == 24 or answer.note.partition(" ")[0] in shown
            assert "polls: on" in shown or "polls on" in shown
            for text in ("Reveal", "Leave", "F1 Help", table.page.when):
                assert text in shown
            assert shown.count("█") > 3


async def test_the_cards_of_a_poll_stay_a_row_above_the_controls() -> None:
    app = Opened(lambda: WatchScreen(sitting(SAMPLES["dixit"]), ASKING))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await in_front(pilot, WatchScreen)
        await until(pilot, lambda: shows(table, PollPanel))
        panel = table.query_one(PollPanel)
        cards = panel.query_one(CardRow)
        await until(pilot, lambda: bool(cards.region) and cards.region.bottom < panel.region.bottom)
        assert panel.when in frame(app)
        assert panel.poll.question in frame(app)


@pytest.mark.parametrize("height", range(5, 46, 4))
@pytest.mark.parametrize("width", [60, 100, 200])
async def test_the_bars_of_a_poll_count_hands_and_never_touch(width: int, height: int) -> None:
    names = SeatNames(tuple(f"p{n}" for n in range(5)), tuple(f"A{n}" for n in range(5)))
    said = "It is much too long for large letters, " * 2
    poll = Poll("Who?", tuple(PollAnswer(seat, said) for seat in names.seats))
    tally = Tally.start(poll).add_hand(0, 1).add_hand(0, 2)

    class Asked(Screen[None]):
        def compose(self) -> ComposeResult:
            yield PollRows(poll, tally, names)

    app = Opened(Asked)
    async with app.run_test(size=(width, height)) as pilot:
        rows = (await in_front(pilot, Asked)).query_one(PollRows)
        margin, left, each = rows.measure_columns(width)
        lines = [line[margin + left :] for line in rows.render().plain.splitlines()]
        bars = [index for index, line in enumerate(lines) if line[:1] in "█▄▀━" and line.strip()]
        parted = [
            after - before > 1 or (lines[before][0], lines[after][0]) == ("▀", "▄")
            for before, after in pairwise(bars)
        ]
        if height // 5 > 1:
            assert sum(parted) == 1
        else:
            assert all(lines[bar].startswith("━") for bar in bars)
        assert all(2 * line.count("█") < each for line in lines)
        assert len(lines) <= max(height, 5), "no answer is pushed off the screen"
        small = {
            count: render_bar(count, 3, 40).plain.partition(TRACK)[0].split() for count in (1, 3)
        }
        assert small == {1: ["███"], 3: ["███"] * 3}


async def test_statements_are_large_below_the_hands_for_their_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_letters_readable(monkeypatch)
    names = SeatNames(("p1", "p2", "p3"), ("Ada", "Ben", "Cleo"))
    said = ("It is small.", "It swims.", "I like it a lot.")
    answers = tuple(starmap(PollAnswer, zip(names.seats, said, strict=True)))
    tally = Tally.start(poll := Poll("Who?", answers)).add_hand(0, 1).add_hand(0, 1)

    class Asked(Screen[None]):
        def compose(self) -> ComposeResult:
            yield PollRows(poll, tally, names)

    app = Opened(Asked)
    async with app.run_test(size=(100, 24)) as pilot:
        await in_front(pilot, Asked)
        lines = [line.rstrip() for line in frame(app).splitlines()]
        for number, (name, words) in enumerate(zip(("Ada", "Ben", "Cleo"), said, strict=True), 1):
            (at,) = (row for row, line in enumerate(lines) if words in line)
            assert name in lines[at - 1]
            assert lines[at - 1].count("█") == (6 if name == "Ben" else 0)
            assert lines[at].startswith(str(number))
            assert lines[at].endswith("2" if name == "Ben" else "0")


async def test_who_is_out_is_dim_among_the_players_once_it_has_been_revealed() -> None:
    sat = sitting(SAMPLES["undercover"], players="6", rounds="9")
    app = Opened(lambda: WatchScreen(sat, ASKING))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await in_front(pilot, WatchScreen)
        line = table.query_one(SeatLine)
        out: set[Seat] = set()
        while not out:  # a vote may be tied
            await until(pilot, lambda: shows(table, PollPanel))
            await pilot.press("enter")
            await until(pilot, lambda: shows(table, Reveal))
            assert not line.out
            out = {done.out for done in sat.match.view(None).rounds if done.out is not None}
            while table.page is not None and not shows(table, PollPanel):
                await pilot.press("enter")
        assert line.out == out
        (gone,) = out
        (span,) = (span for span in line.render().spans if "strike" in str(span.style))
        shown = line.render().plain[span.start : span.end]
        assert table.names.format_player(gone).plain.startswith(shown)


async def test_the_verdict_stays_in_sight_where_news_are_too_high() -> None:
    sat = sitting(SAMPLES["undercover"], players="10", undercover="4", rounds="1")
    app = Opened(lambda: WatchScreen(sat, ASKING))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await in_front(pilot, WatchScreen)
        await until(pilot, lambda: shows(table, PollPanel))
        await pilot.press("0", "enter")
        await until(pilot, lambda: shows(table, Reveal))
        await appears(pilot, "Right answers   audience")
        assert "Random 10 (1 of 1 hands)" in frame(app)
        assert "nobody has won" not in frame(app)
        await pilot.press(*["down"] * 9)
        await appears(pilot, "nobody has won")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[Any]]:
    """The tables that commands would open, in a terminal that is there."""
    tables: list[Any] = []
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("tui.terminal.streams.list_redirected_streams", list)

    def keep(first: Callable[[], Any], *_: object, notices: tuple[str, ...] = ()) -> int:
        assert not notices
        tables.append(first().first)
        return 0

    monkeypatch.setattr("tui.launch.open_app", keep)
    yield tables
    for table in tables:
        table.session.close()


def test_the_command_opens_a_table_of_machines(opened: list[Any]) -> None:
    asked = "watch dixit --set rules=boxed --set players=5 --seat p2=random --pace 4 --no-poll"
    assert run(shlex.split(f"{asked} --thoughts never --large --seed 'the moon'")) == 0
    (table,) = opened
    assert type(table) is WatchScreen
    assert list(table.session.header.seats.values()) == [
        *("pragmatic:Iris", "random", "pragmatic:Otto,strength=4"),
        *("pragmatic:Mabel,strength=2", "pragmatic:Hugo,strength=5"),
    ]
    assert (table.pacing.seconds, table.thoughts, table.polls, table.large) == (
        *(4.0, False, False, True),
    )
    assert run(shlex.split(build_command(table.session))[1:]) == 0
    again = opened[1].session.header
    header = table.session.header
    assert (again.seed, again.options, again.seats) == (header.seed, header.options, header.seats)
    assert opened[1].polls
    table.session.close()
    assert table.session.journal is not None
    assert run(["resume", str(table.session.journal.path), "--watch"]) == 0
    assert type(opened[2]) is WatchScreen


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("watch decrypto --seat encoder=human:Ada", "parlour watch is for machines, and encoder"),
        ("watch decrypto --thoughts latr", "Did you mean 'late'? There is: late, never."),
        ("watch decrypto --pace nan", "--pace"),
        ("watch decrypto --pace -1", "greater than or equal to 0"),
        ("watch decrypt", "Did you mean 'decrypto'?"),
    ],
)
def test_a_command_that_means_nothing_is_refused(
    opened: list[Any], arguments: str, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments.split()) == 2
    assert said in capfd.readouterr().err
    assert not opened


def test_there_must_be_a_terminal(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    assert run(["watch", "decrypto"]) == 2
    assert "there is no terminal here; parlour play decrypto prints" in capfd.readouterr().err
    assert not list(tmp_path.rglob("*.jsonl"))


def test_a_demonstration_shows_no_game_twice() -> None:
    demo = Demo(load_settings(), Presentation(), "moon")
    shown = [demo.create_session() for _ in range(12)]
    names = [session.definition.name for session in shown]
    assert all(set(names[n : n + 4]) == set(names) for n in (0, 4, 8))
    assert all(one != other for one, other in pairwise(names))
    assert len({session.header.seed for session in shown}) == 12
    assert all(session.journal is None for session in shown)
    assert {spec.kind for session in shown for spec in session.specs.values()} == {"pragmatic"}
    other = Demo(load_settings(), Presentation(), "sun")
    assert other.create_session().header.seed != shown[0].header.seed


async def test_a_demonstration_goes_on_by_itself_until_somebody_leaves() -> None:
    class Quick(Demo):
        def create_session(self) -> Session:
            created.append(sitting(SAMPLES["taboo"]))
            return created[-1]

    created: list[Session] = []
    demo = Quick(load_settings(), Presentation(pace=0, end_seconds=0.05), "moon")
    app = ParlourApp(lambda: create_home(load_start(), demo))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: len(created) >= 3)  # a game is over in less than a second
        assert not created[0].match.awaits
        assert not created[1].match.awaits
        demo.presentation = Presentation(pace=600)
        slow = len(created)
        await until(pilot, lambda: len(created) == slow + 1)
        await in_front(pilot, WatchScreen)
        await pilot.press("escape")
        await in_front(pilot, LeaveDialog)
        await pilot.press("right", "enter")
        await in_front(pilot, HomeScreen)


def test_large_type_says_who_spoke_in_their_colour() -> None:
    definition = CATALOG["undercover"]
    options = definition.options_type(words="ocean,river", order="fixed")
    specs = dict.fromkeys(definition.list_seats(options), parse_spec("random"))
    sat = Session.create(definition, options, specs, "who", settings=load_settings())
    names = SeatNames(sat.match.game.seats, ("Ada", "Ben", "Cleo", "Dan", "Eve"))
    ui = load_game_ui("undercover")
    assert ui.build_headline(sat.match.view(None), names).who == ""
    for _ in range(2):
        (seat,) = sat.match.awaits
        sat.match.submit(seat, sat.match.view(seat).draw_move(Random(1)))
        headline = ui.build_headline(sat.match.view(None), names)
        assert headline.who == names.get_label(seat)
        assert headline.style == names.get_style(seat)
        assert headline.score == ""  # nobody is out yet


async def test_who_won_a_round_is_in_sight_with_the_verdict_of_the_audience() -> None:
    sat = sitting(SAMPLES["decrypto"])
    app = Opened(lambda: WatchScreen(sat, replace(ASKING, large=True)))
    async with app.run_test(size=(130, 44)) as pilot:
        table = await in_front(pilot, WatchScreen)

        async def check_rows() -> None:
            page = table.page
            page.content.reveal_rest()
            for size in ((100, 30), (120, 40), (200, 60), (130, 44)):
                await pilot.resize_terminal(*size)
                await until(pilot, lambda: table.size == size)  # noqa: B023
                await pilot.pause()
                content = page.content
                rows = len(content.layout_stage(content.size.width, content.stage))
                assert rows <= content.parent.size.height, size

        await until(pilot, lambda: shows(table, Reveal))
        assert table.page.verdict is None
        await check_rows()
        await pilot.press("enter")
        await until(pilot, lambda: shows(table, PollPanel))
        await pilot.press("1", "enter")
        await until(pilot, lambda: shows(table, Reveal))
        assert table.page.verdict is not None
        await check_rows()


async def test_a_poll_is_painted_once_and_dixits_cards_stay_in_their_places() -> None:
    app = Opened(lambda: WatchScreen(sitting(SAMPLES["dixit"]), replace(ASKING, large=True)))
    async with app.run_test(size=(130, 44)) as pilot:
        table = await in_front(pilot, WatchScreen)
        await until(pilot, lambda: shows(table, PollPanel) and table.page.outer_size.height)
        assert table.page.height == table.page.outer_size.height
        (row,) = table.page.query(CardRow)
        await until(pilot, lambda: all(slot.picture.region.area for slot in row.slots))
        polled = [slot.picture.region for slot in row.slots]
        assert len({place.y for place in polled}) == 1, "all beside each other"
        await pilot.press("1", "enter")
        await until(pilot, lambda: shows(table, Reveal))
        (row,) = table.page.query(CardRow)
        await until(pilot, lambda: all(slot.picture.region.area for slot in row.slots))
        assert [slot.picture.region for slot in row.slots] == polled
        table.page.reveal_rest()
        await until(pilot, lambda: table.page.is_complete)
        await pilot.pause()
        assert [slot.picture.region for slot in row.slots] == polled
        assert "The audience said" in table.page.content.top.large.text
        assert not table.page.verdict.display
        await pilot.resize_terminal(100, 30)  # no hall: the verdict stands below
        await until(pilot, lambda: table.page.verdict.display)
        await appears(pilot, "The audience")


@pytest.mark.parametrize(
    ("hands", "right", "said"),
    [
        ((0, 0, 1), (True, False), ("The audience said Ada: right", "success")),
        ((0, 1, 1), (True, False), ("The audience said Ben: wrong", "error")),
        ((0, 1), (True, False), ("The audience was undecided", "foreground")),
        ((1,), (None, None), ("The audience said Ben", "foreground")),
    ],
)
def test_in_a_hall_one_line_says_whether_the_audience_was_right(
    hands: tuple[int, ...], right: tuple[bool | None, ...], said: tuple[str, str]
) -> None:
    poll = Poll("Who?", (PollAnswer("p1"), PollAnswer("p2")))
    tally = Tally.start(poll)
    for hand in hands:
        tally = tally.add_hand(0, hand)
    names = SeatNames(("p1", "p2"), ("Ada", "Ben"))
    verdict = PollVerdict(PollResult(None, poll, tally), (right,), Content(""), names, large=True)
    summaries, style = verdict.summarize()
    assert (summaries[0], style) == said


async def test_undercover_says_in_a_hall_who_was_what_where_the_votes_fell() -> None:
    sat = sitting(SAMPLES["undercover"], rounds="1")
    app = Opened(lambda: WatchScreen(sat, replace(ASKING, large=True)))
    async with app.run_test(size=(130, 44)) as pilot:
        table = await in_front(pilot, WatchScreen)
        await until(pilot, lambda: shows(table, PollPanel))
        await pilot.press("enter")
        await until(pilot, lambda: shows(table, Reveal))
        reveal = table.page.content
        last = len(reveal.pauses)
        view = sat.match.view(None)
        out = view.rounds[0].out
        told = [text for text, *_ in reveal.list_news(last)]
        assert view.over
        assert told[-1] in ("The civilians win", "Undercover wins", "A draw")
        if out is not None:
            name = table.names.get_label(out)
            assert told[0] in (f"{name} was undercover", f"{name} was a civilian")
            assert [text for text, *_ in reveal.list_news(len(reveal.ballots) + 1)] == [
                f"{name} is out"
            ]
        assert reveal.list_end() == []


async def test_large_letters_in_a_players_colour_follow_the_theme() -> None:
    app = Opened(lambda: WatchScreen(sitting(DECRYPTO), Presentation(pace=600, large=True)))
    async with app.run_test(size=(130, 44)) as pilot:
        table = await in_front(pilot, WatchScreen)
        word = table.query_one(LargeTable).words[0]
        await until(pilot, lambda: bool(word.text))
        before = word.styles.color
        app.theme = "parlour-light"
        await until(pilot, lambda: word.styles.color != before)
        assert word.styles.color == Color.parse(app.theme_variables[word.ink.removeprefix("$")])
