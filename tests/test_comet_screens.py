"""What people see of CoMet: the table of beliefs, and the panel that asks for theirs."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.call_log import build_call_log
from engine.comet.belief_log import PANEL, log_answered_beliefs
from engine.comet.beliefs import Beliefs, Feature, HeardStatement, Opinion, Plan
from engine.comet.taboo_beliefs import TabooBeliefs, TabooTurn
from engine.config.settings import load_settings
from engine.games.catalog import find
from engine.games.undercover.view import Line
from engine.headless import play_session
from engine.journal.reader import read_record
from engine.llm.calls_file import Call, append_call, build_calls_path
from engine.options import parse_options
from engine.players.spec import parse_spec
from engine.seat import Seat
from engine.session import Session
from screens.games.ui import load_game_ui
from screens.games.undercover.belief_panel import BeliefPanel
from screens.games.undercover.inspected_beliefs import render_beliefs
from screens.players.seat_names import SeatNames
from screens.players.seat_naming import name_seats
from tests.looking import Opened, frame

HOSTILE = "[red]x[/red]\x1b[2J \u202eevil"
UNDERCOVER = find("undercover")


def open_session(path: Path, **given: str) -> Session:
    """A game of baselines with a journal."""
    options = parse_options(
        UNDERCOVER.options_type, {"words": "bee,butterfly", "rounds": "1", **given}
    )
    lineup = dict.fromkeys(UNDERCOVER.list_seats(options), parse_spec("word2vec"))
    return Session.create(
        UNDERCOVER, options, lineup, "moon", path=path, durable=False, settings=load_settings()
    )


async def test_beliefs_are_a_table_by_turn_and_hostile_text_stays_text(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    session = open_session(path)
    await play_session(session, session.create_players())
    session.close()
    beliefs = Beliefs(
        heard=(HeardStatement(1, "p2", HOSTILE, (Feature(HOSTILE, "mismatch"),), metaphor=True),),
        guesses=(HOSTILE,),
        players={"p2": Opinion("other", HOSTILE), "p3": Opinion("mine", "Knows wings.")},
        role="undercover",
        plans=(Plan(1, "deceive", HOSTILE, "Stay calm."),),
        lost={"voter": 1},
    )
    for move, role in ((1, "unknown"), (2, "undercover")):
        call = Call("p1", "m", "host", 1, 0, [], {}, verdict="legal", move=move, step="speaker")
        call.beliefs = replace(beliefs, role=role).encode()  # type: ignore[arg-type]
        call.reply = json.dumps({"seat": "p2", "reason": f"They buzz. {HOSTILE}"})
        append_call(build_calls_path(path), call)
    record = read_record(path)
    call_log = build_call_log(record, UNDERCOVER, data=load_settings().data)
    names = name_seats(
        tuple(record.players), list(session.specs.values()), UNDERCOVER, data=load_settings().data
    )
    logged = next(one for one in call_log.moves if one.seat_name == "p1" and one.number == 2)
    lines = list(render_beliefs(call_log, logged, names, 76))
    text = "\n".join(line.plain for line in lines)
    assert all(line.cell_length <= 76 for line in lines)
    for said in ("1 speak", "1 vote", "○ other", "● mine", "deceive", "unknown", "undercover"):
        assert said in text
    assert "[red]x[/red]" in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "voter 1" in text
    view = session.match.view(None)
    assert view.words is not None
    word, role = view.words[0], str(view.roles[0])
    assert f'Its word was "{word}"; it was {"a " * (role == "civilian")}{role}.' in text
    assert "in truth" in text
    third = names.format_player("p3").plain
    of_p3 = next(line.plain for line in lines if line.plain.startswith(third))
    assert of_p3.split()[-1] == ("mine" if view.words[2] == word else "other")
    assert f"Voted for   {names.format_player('p2').plain}" in text
    assert "They buzz." in text
    playing = replace(call_log, over=False)
    early = "\n".join(line.plain for line in render_beliefs(playing, logged, names, 76))
    assert "in truth" not in early
    assert f'Its word was "{word}".' in early


async def test_the_panel_takes_an_answer_or_is_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.widgets.key_guard.ARM_AFTER", 0)
    monkeypatch.setattr("screens.widgets.key_guard.HOLD_TIME", 0)
    session = open_session(tmp_path / "g.jsonl")
    view = session.match.view(Seat(0))
    view = view.model_copy(update={"lines": tuple(Line(seat, f"l{seat}") for seat in view.order)})
    names = SeatNames(view.seats, ("Ada", "Ben", "Cy", "Di", "Ed"))
    panel = BeliefPanel(view, names)
    panel.person = "Ada"
    app = Opened(lambda: panel)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("2", "3", "3", "1", "u")
        shown = frame(app)
        assert "2, 3, 4, 5: has your word / has another word / undecided" in shown
        assert all(name in shown for name in ("not sure", "a civilian", "undercover"))
        assert panel.collect().players["p3"].side == "other"  # type: ignore[index]
        await pilot.press("enter")
        await pilot.pause()
        (answer,) = app.answers
        assert answer is not None
        assert answer.role == "undercover"
        assert [one.side for one in (answer.players or {}).values()] == [
            "mine",
            "other",
            "undecided",
            "undecided",
        ]
        silent = BeliefPanel(view, names)
        silent.person = "Ada"
        app.push_screen(silent, app.answers.append)
        await pilot.pause()
        assert app.screen is silent
        await pilot.press("2", "escape")
        await pilot.pause()
        assert app.answers[1] is None
    session.close()


async def test_what_people_answered_is_hidden_while_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    options = parse_options(UNDERCOVER.options_type, {"words": "bee,butterfly", "order": "fixed"})
    lineup = dict.fromkeys(UNDERCOVER.list_seats(options), parse_spec("human"))
    session = Session.create(
        UNDERCOVER, options, lineup, "moon", path=path, durable=False, settings=load_settings()
    )
    from engine.games.undercover.moves import Describe
    from engine.match import MoveDetails

    for seat in (0, 1):
        session.record_move(Seat(seat), Describe(line=f"It is number {seat}."), MoveDetails(1.0, 1))
    log_answered_beliefs(build_calls_path(path), "p1", 1, Beliefs(role="undercover"))
    session.open_table()
    session.close()
    call_log = build_call_log(read_record(path), UNDERCOVER, data=load_settings().data)
    assert not call_log.over
    assert all(not logged.calls for logged in call_log.moves)
    assert PANEL in build_calls_path(path).read_text("utf-8")


async def test_what_taboo_players_thought_stands_beside_what_they_said(tmp_path: Path) -> None:
    path, taboo = tmp_path / "g.jsonl", find("taboo")
    options = parse_options(taboo.options_type, {"word": "zorvexal", "turns": "2"})
    lineup = dict.fromkeys(taboo.list_seats(options), parse_spec("random"))
    session = Session.create(
        taboo, options, lineup, "moon", path=path, durable=False, settings=load_settings()
    )
    await play_session(session, session.create_players())
    session.close()
    call = Call("defender", "m", "host", 1, 0, [], {}, verdict="legal", move=1, step="x")
    call.beliefs = TabooBeliefs((TabooTurn(1, ("apple",)),)).encode()
    append_call(build_calls_path(path), call)

    def show() -> str:
        record = read_record(path)
        call_log = build_call_log(record, taboo, data=load_settings().data)
        names = name_seats(
            tuple(record.players), list(session.specs.values()), taboo, data=load_settings().data
        )
        logged = next(one for one in call_log.moves if one.seat_name == "defender")
        lines = load_game_ui("taboo").render_beliefs(call_log, logged, names, 200)
        return "\n".join(line.plain for line in lines)

    said = json.loads(path.read_text("utf-8").splitlines()[2])["move"]
    told = show()
    assert "The target was" in told
    assert "suspects: apple; move: " in told
    assert next(iter(next(iter(said.values())).values())) in told
    path.write_text("".join(path.read_text("utf-8").splitlines(keepends=True)[:3]), "utf-8")
    assert "zorvexal" not in show()  # the game goes on, and the defender does not know it
