"""Taking over: the operator plays a machine's turn, and the journal says whose move it was."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Button

from engine.config.settings import load_settings
from engine.export.format import export_match
from engine.games.catalog import CATALOG
from engine.games.decrypto.moves import Hint
from engine.games.decrypto.options import Options
from engine.games.dixit.moves import Tell
from engine.games.undercover.moves import Accuse
from engine.journal.entries import OpenTableEntry as TableOpened
from engine.journal.reader import read_record
from engine.llm.budget import Budget
from engine.llm.player import ModelPlayer
from engine.match import Match
from engine.players.factory import create_player
from engine.players.spec import parse_spec
from engine.seat import Seat
from engine.session import Session
from engine.takeover import HeldTurn
from screens.curtain import Curtain
from screens.dialogs.failure import FailureDialog
from screens.dialogs.leave import LeaveDialog
from screens.forms.confirmation import ConfirmDialog
from screens.forms.seat_screen import BackToTakeover
from screens.games.decrypto.forms import EncoderForm, GuesserForm
from screens.help.description import describe_screen
from screens.operator.answer_count_dialog import AnswerCountDialog
from screens.operator.answer_text import format_move
from screens.operator.budget import BudgetDialog
from screens.operator.open_table_dialog import OpenTableDialog
from screens.operator.reseat_dialog import ReseatDialog
from screens.operator.screen import TURN_KEYS, TakeoverScreen
from screens.operator.takeover_dialog import TakeoverDialog
from screens.private_screen import PrivateLeaveDialog
from screens.table.round_summary import RoundSummary
from screens.table.screen import TableScreen
from screens.widgets.private_text_area import PrivateTextArea
from tests.chat_server import Answer, ChatServer, Question, failed, said, serving
from tests.looking import SIZES, Opened, appears, frame, in_front, until
from tests.samples.decrypto import SAMPLE as DECRYPTO
from tui.command_line import run

KEYWORDS = ("zygomorph", "quincunx", "vexillum", "ophicleide")
HINTS = said('{"thoughts": "t", "words": ["orchard", "kettle", "violin"]}')
OTHER = said('{"thoughts": "t", "words": ["saddle", "copper", "lantern"]}')
ILLEGAL = said('{"words": ["quincunx", "kettle", "violin"]}')
GAME = DECRYPTO.game({})
OPENING = Match(GAME, "takeover").view(Seat(0))
MODEL = {"encoder": "llm:m", "decoder": "random", "interceptor": "random"}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    monkeypatch.setattr("engine.llm.retry.BACKOFF", 0.001)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-takeover")


@contextmanager
def serving_script(*script: Any) -> Iterator[ChatServer]:
    chat = ChatServer(script)
    with serving(chat) as url, pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_BASE_URL", url)
        yield chat


def create_model(calls: Path | None = None) -> ModelPlayer[Any, Any]:
    found = create_player(
        parse_spec("llm:m"),
        DECRYPTO.definition,
        GAME,
        Seat(0),
        "s",
        calls=calls,
        settings=load_settings(),
    )
    assert isinstance(found, ModelPlayer)
    return found


def read_calls(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("ascii").splitlines()]


# One question without a decision.


async def test_an_edited_question_is_put_and_kept_as_asked_for(tmp_path: Path) -> None:
    with serving_script(HINTS) as chat:
        model = create_model(tmp_path / "calls")
        prompt = replace(model.build_prompt(OPENING), user="Think of music.")
        answer = await model.ask(OPENING, prompt, assisted="asked")
    assert answer.verdict.legal
    assert answer.verdict.move == Hint(words=("orchard", "kettle", "violin"))
    assert chat.questions[0]["messages"][1] == {"role": "user", "content": "Think of music."}
    (call,) = read_calls(tmp_path / "calls")
    assert (call["assisted"], call["verdict"], call["attempt"]) == ("asked", "legal", 1)
    assert model.usage.calls == 1


async def test_a_held_turn_is_played_as_its_player_plays_it_by_itself(tmp_path: Path) -> None:
    """Unreadable, illegal, legal: each complaint differs, and nothing of it is the operator's."""
    with serving_script(said("no"), ILLEGAL, HINTS) as chat:
        model = create_model(tmp_path / "calls")
        secret = DECRYPTO.material["keywords"][0]
        chat.script[1] = said(json.dumps({"words": [secret, "kettle", "violin"]}))
        turn = HeldTurn(GAME, model, OPENING, can_ask_again=True)
        turn.start()
        await turn.wait()
    assert turn.unexpected_error is None
    assert [draft.verdict.legal for draft in turn.drafts] == [False, False, True]
    assert [str(draft.verdict).partition(":")[0] for draft in turn.drafts] == [
        "unreadable",
        "illegal",
        "legal",
    ]
    assert {draft.assisted for draft in turn.drafts} == {""}
    assert [len(question["messages"]) for question in chat.questions] == [2, 4, 4]
    assert "against the rules" in chat.questions[2]["messages"][3]["content"]
    assert [call["attempt"] for call in read_calls(tmp_path / "calls")] == [1, 2, 3]
    assert turn.attempts == 3


async def test_several_answers_are_asked_for_at_the_same_time() -> None:
    waiting: list[Question] = []

    def answer(question: Question) -> Answer:
        waiting.append(question)
        while len(waiting) < 3:
            pass
        return HINTS

    with serving_script(answer):
        turn = HeldTurn(GAME, create_model(), OPENING, can_ask_again=True)
        turn.ask(turn.prompt, 3)
        await turn.wait()
    assert [draft.assisted for draft in turn.drafts] == ["asked"] * 3


async def test_an_edited_answer_is_judged_at_once_and_is_its_own_again_when_put_back() -> None:
    with serving_script(HINTS):
        turn = HeldTurn(GAME, create_model(), OPENING, can_ask_again=True)
        turn.start()
        await turn.wait()
    (draft,) = turn.drafts
    secret = DECRYPTO.material["keywords"][0]
    for text, word in (("", "unreadable"), (f'{{"words": ["{secret}", "b", "c"]}}', "illegal")):
        draft.edit(text)
        assert (str(draft.verdict).partition(":")[0], draft.assisted) == (word, "edited")
    draft.edit('["a", "b", "c"]')
    assert (draft.verdict.legal, draft.assisted) == (True, "edited")
    draft.edit(draft.original)
    assert (draft.verdict.legal, draft.assisted) == (True, "")


async def test_of_several_questions_those_that_are_answered_count_though_one_fails() -> None:
    with serving_script(HINTS, failed(401), HINTS):
        turn = HeldTurn(GAME, create_model(), OPENING, can_ask_again=True)
        turn.ask(turn.prompt, 3)
        await turn.wait()
    assert len(turn.drafts) == 2
    assert "does not accept the key" in str(turn.failure)


class Computing:
    """A player that only computes."""

    only_computes = True

    async def decide(self, view: Any, complaint: str | None) -> Any:  # noqa: ARG002
        assert current_thread() is not main_thread()
        return Hint(words=("orchard", "kettle", "violin"))


async def test_a_held_player_that_only_computes_does_so_beside_the_event_loop() -> None:
    turn = HeldTurn(GAME, Computing(), OPENING, can_ask_again=True)
    turn.start()
    await turn.wait()
    turn.ask(None)
    await turn.wait()
    assert turn.unexpected_error is None
    assert len(turn.drafts) == 2


class Buggy:
    """A player that breaks."""

    async def decide(self, view: Any, complaint: str | None) -> Any:  # noqa: ARG002
        raise ZeroDivisionError


async def test_a_mistake_of_ours_is_not_taken_for_a_failure_of_the_seat(tmp_path: Path) -> None:
    table = create_table(tmp_path, {**MODEL, "encoder": "random"}, "encoder")
    table.session.create_players()[Seat(0)] = Buggy()  # type: ignore[index]
    app = Opened(lambda: table)
    with pytest.raises(ZeroDivisionError):
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app._exception)


# At the table.


def create_table(
    tmp_path: Path,
    lineup: dict[str, str],
    hold: str = "",
    *,
    budget: Budget | None = None,
    **options: Any,
) -> TableScreen:
    specs = {seat: parse_spec(spec) for seat, spec in lineup.items()}
    asked = Options(keywords=",".join(KEYWORDS), rounds=1, **options)
    sitting = Session.create(
        CATALOG["decrypto"],
        asked,
        specs,
        "canary",
        path=tmp_path / "game.jsonl",
        settings=load_settings(),
    )
    sitting.budget = budget
    table = TableScreen(sitting)
    if hold:
        table.operator.taken_over = frozenset({Seat(list(lineup).index(hold))})
    return table


def provenance(tmp_path: Path) -> str:
    """Whose the encoder's move was; the exports know it, too."""
    record = read_record(tmp_path / "game.jsonl")
    whose = record.moves[0].provenance
    data = json.loads(
        export_match(record, CATALOG["decrypto"], None, "json", data=load_settings().data)
    )
    expected = {} if whose == "own" else {"encoder": {whose: 1}}
    assert data["not_own"] == expected
    assert f",{whose}," in export_match(
        record, CATALOG["decrypto"], None, "csv", data=load_settings().data
    )
    return whose


async def takeover_screen(pilot: Pilot[Any]) -> TakeoverScreen:
    screen = await in_front(pilot, TakeoverScreen)
    assert isinstance(screen, TakeoverScreen)
    await until(
        pilot, lambda: screen.turn.asking_since is None and "asking" not in frame(pilot.app)
    )
    return screen


async def press_button(pilot: Pilot[Any], label: str) -> None:
    button = next(b for b in pilot.app.screen.query(Button) if str(b.label) == label)
    button.press()
    await pilot.pause()


async def wait_for_end(pilot: Pilot[Any], app: Opened[Any]) -> None:
    await until(pilot, lambda: app.answers == [True])


@pytest.mark.parametrize("size", SIZES)
async def test_the_first_answer_sealed_untouched_is_the_models_own(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """Prompt, raw answer, move, verdict and use are in sight, and every key, in every terminal."""
    with serving_script(HINTS):
        app = Opened(lambda: create_table(tmp_path, MODEL, "encoder"))
        async with app.run_test(size=size) as pilot:
            await takeover_screen(pilot)
            await appears(pilot, "legal  words: orchard · kettle · violin")
            seen = frame(app)
            for words in ("You play Decrypto", "The keywords:", '"thoughts": "t"', "100 tokens in"):
                assert words in seen
            for key in (
                "F5 Send",
                "F7 Ask again",
                "F8 Ask several",
                "F4 By hand",
                "F6 Reseat",
            ):
                assert key in seen
            for key in ("F12 Hand back", "F9 Hide", "Esc Leave", "F1 Help", "Tab Next page"):
                assert key in seen
            await pilot.press("f5")
            await wait_for_end(pilot, app)
    assert provenance(tmp_path) == "own"
    (first, *_) = read_record(tmp_path / "game.jsonl").moves
    assert first.attempts == 1
    assert first.usage is not None
    assert first.usage.calls == 1


async def test_the_prompt_is_edited_and_put_again(tmp_path: Path) -> None:
    with serving_script(HINTS, OTHER) as chat:
        app = Opened(lambda: create_table(tmp_path, MODEL, "encoder"))
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await takeover_screen(pilot)
            screen.query_one("#user").focus()
            await pilot.press("ctrl+end", *"Sing!")
            await appears(pilot, "Prompt, edited")
            await pilot.press("f7")
            await appears(pilot, "saddle · copper · lantern")
            await takeover_screen(pilot)
            assert "Prompt, edited" in frame(app)
            assert "its own" in frame(app)  # the first answer is listed, too
            await pilot.press("f5")
            await wait_for_end(pilot, app)
    assert provenance(tmp_path) == "asked"
    assert chat.questions[1]["messages"][1]["content"].endswith("Sing!")
    assert [call["assisted"] for call in read_calls(tmp_path / "game.calls.jsonl")] == ["", "asked"]
    (first, *_) = read_record(tmp_path / "game.jsonl").moves
    assert first.usage is not None
    assert (first.usage.calls, first.attempts) == (2, 2)


async def test_of_several_answers_one_is_chosen(tmp_path: Path) -> None:
    with serving_script(HINTS, OTHER):
        app = Opened(lambda: create_table(tmp_path, MODEL, "encoder"))
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await takeover_screen(pilot)
            assert "Other answer" not in frame(app)
            helped = describe_screen(screen)
            assert helped
            labels = [label for _, label, _ in helped.keys]
            ours = [label for _, label, _ in TURN_KEYS.values()]
            assert [label for label in labels if label in ours] == ours
            await pilot.press("f8")
            await in_front(pilot, AnswerCountDialog)
            await pilot.press("3")
            await until(pilot, lambda: len(screen.turn.drafts) == 4)
            assert screen.panel.index == 1
            await appears(pilot, "Ctrl+↑↓ Other answer")
            await pilot.press("ctrl+down", "ctrl+down")
            await until(pilot, lambda: screen.panel.index == 3)
            await pilot.press("f5")
            await wait_for_end(pilot, app)
    assert provenance(tmp_path) == "asked"


async def test_an_answer_is_edited_and_sealed_only_when_it_is_legal(tmp_path: Path) -> None:
    with serving_script(ILLEGAL):
        app = Opened(lambda: create_table(tmp_path, MODEL, "encoder"))
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await takeover_screen(pilot)
            await until(pilot, lambda: (len(screen.turn.drafts), screen.panel.index) == (3, 2))
            await appears(pilot, "against the rules")
            await pilot.press("f5")
            assert app.screen is screen
            page = screen.query_one("#answer", PrivateTextArea)
            page.focus()
            page.select_all()
            await pilot.press(*'["fiddle", "b", "c"]')
            await appears(pilot, "legal  words: fiddle · b · c")
            await pilot.press("ctrl+up")  # another answer, and back: nothing typed is lost
            await until(pilot, lambda: "quincunx" in page.text)
            await pilot.press("ctrl+down")
            await until(pilot, lambda: "fiddle" in page.text)
            assert not app.clipboard
            page.select_all()
            await pilot.press("ctrl+c")
            assert not app.clipboard
            await pilot.press("f5")
            await wait_for_end(pilot, app)
    assert provenance(tmp_path) == "edited"


async def test_a_move_is_made_by_hand_on_the_seats_own_screen(tmp_path: Path) -> None:
    with serving_script(said("Pass.")):
        app = Opened(lambda: create_table(tmp_path, MODEL, "encoder"))
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await takeover_screen(pilot)
            await pilot.press("f4")
            await in_front(pilot, EncoderForm)
            await pilot.press("escape")
            await in_front(pilot, BackToTakeover)
            await pilot.press("enter")
            assert await in_front(pilot, TakeoverScreen) is screen
            await pilot.press("f4")
            await in_front(pilot, EncoderForm)
            for hint in ("ash", "birch", "cedar"):
                await pilot.press(*hint, "enter")
            await in_front(pilot, ConfirmDialog)
            await pilot.press("enter")
            await wait_for_end(pilot, app)
    assert provenance(tmp_path) == "by hand"
    assert "made by the operator" in export_match(
        read_record(tmp_path / "game.jsonl"),
        CATALOG["decrypto"],
        None,
        "text",
        data=load_settings().data,
    )


async def test_somebody_else_takes_the_seat_and_is_held_as_well(tmp_path: Path) -> None:
    with serving_script(HINTS):
        app = Opened(lambda: create_table(tmp_path, MODEL, "encoder"))
        async with app.run_test(size=(80, 24)) as pilot:
            first = await takeover_screen(pilot)
            await pilot.press("f6")
            await in_front(pilot, ReseatDialog)
            await pilot.press(*"glov", "enter")
            await appears(pilot, "'glove'")
            await pilot.press("e", "enter")
            await until(
                pilot, lambda: isinstance(app.screen, TakeoverScreen) and app.screen != first
            )
            screen = await takeover_screen(pilot)
            assert "GloVe, encoder" in frame(app)
            assert not screen.query("#user")
            assert not screen.check_action("ask_again", ())  # it would answer the same
            await pilot.press("f5")
            await wait_for_end(pilot, app)
    record = read_record(tmp_path / "game.jsonl")
    assert record.players["encoder"] == "glove"
    assert record.moves[0].provenance == "own"


async def test_a_person_who_sits_down_in_a_takeover_plays_at_an_open_table(tmp_path: Path) -> None:
    """Where no person played, everything could be looked at: who sits down now may have."""
    lineup = {"encoder": "random", "decoder": "random", "interceptor": "random"}
    app = Opened(lambda: create_table(tmp_path, lineup, "decoder"))
    async with app.run_test(size=(80, 24)) as pilot:
        await takeover_screen(pilot)
        assert "F5 Send" in frame(app)
        assert "Next page" not in frame(app)  # the answer is the only page
        assert read_record(tmp_path / "game.jsonl").table_open  # should they leave now, and resume
        await pilot.press("f6")
        await in_front(pilot, ReseatDialog)
        await press_button(pilot, "A person")
        await in_front(pilot, Curtain)
        assert "The table is open" in frame(app)
        await pilot.press("space")
        await in_front(pilot, GuesserForm)
    assert read_record(tmp_path / "game.jsonl").table_open


async def test_a_program_is_held_with_its_question_and_its_very_words(tmp_path: Path) -> None:
    bot = tmp_path / "bot.sh"
    bot.write_text(
        "#!/bin/sh\nread l; echo Hello.; while read l; do echo 'Well: [4, 3, 2]'; done\n"
    )
    bot.chmod(0o755)
    lineup = {"encoder": "random", "decoder": "random", "interceptor": f"exec:{bot}"}
    app = Opened(lambda: create_table(tmp_path, lineup, "interceptor"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await takeover_screen(pilot)
        assert [draft.text for draft in screen.turn.drafts] == ["Hello.", "Well: [4, 3, 2]"]
        assert '"seat": "interceptor"' in screen.query_one("#user", PrivateTextArea).text
        await pilot.press("f7")
        await until(pilot, lambda: len(screen.turn.drafts) == 3)
        await takeover_screen(pilot)
        await pilot.press("f5")
        await wait_for_end(pilot, app)
    (moved,) = [
        one for one in read_record(tmp_path / "game.jsonl").moves if one.seat == "interceptor"
    ]
    assert (moved.provenance, moved.attempts) == ("asked", 3)


async def test_what_fails_is_said_and_nothing_typed_is_lost(tmp_path: Path) -> None:
    with serving_script(failed(401), failed(401), HINTS):
        app = Opened(lambda: create_table(tmp_path, MODEL, "encoder"))
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await takeover_screen(pilot)
            await appears(pilot, "does not accept the key")
            assert screen.check_action("seal", ()) is None
            page = screen.query_one("#user", PrivateTextArea)
            page.focus()
            await pilot.press("ctrl+end", *"Sing!", "f7")
            await takeover_screen(pilot)
            await appears(pilot, "does not accept the key")
            assert page.text.endswith("Sing!")
            await pilot.resize_terminal(100, 30)
            await pilot.press("f7")
            await appears(pilot, "orchard · kettle · violin")
            assert page.text.endswith("Sing!")
            await pilot.press("f5")
            await wait_for_end(pilot, app)
    assert provenance(tmp_path) == "asked"


async def test_asking_is_called_off_and_a_seat_is_let_go(tmp_path: Path) -> None:
    """Asked again after nothing came, and let go of, it is the model's own move."""
    with serving_script(Answer(b"", hang=True), HINTS) as chat:
        app = Opened(lambda: create_table(tmp_path, MODEL, "encoder"))
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await in_front(pilot, TakeoverScreen)
            await appears(pilot, "Esc Call it off")
            await until(pilot, chat.asked.is_set)
            await pilot.press("escape")
            await appears(pilot, "No answer yet.")
            await pilot.press("f7")
            await until(pilot, lambda: len(screen.turn.drafts) == 1)
            await pilot.press("f12")
            await wait_for_end(pilot, app)
    assert provenance(tmp_path) == "own"


async def test_asking_goes_on_while_nobody_else_could_sit_down(tmp_path: Path) -> None:
    with serving_script(Answer(b"", hang=True)) as chat:
        app = Opened(lambda: create_table(tmp_path, MODEL, "encoder"))
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await in_front(pilot, TakeoverScreen)
            await until(pilot, chat.asked.is_set)
            await pilot.press("f6")
            await in_front(pilot, ReseatDialog)
            await pilot.press(*"vectors:nosuch", "enter")
            await appears(pilot, "✗")
            await pilot.pause(0.1)
            assert screen.turn.asking_since is not None
            await pilot.press("escape")
            await appears(pilot, "Esc Call it off")


async def test_a_budget_that_does_not_reach_for_another_question_is_asked_about(
    tmp_path: Path,
) -> None:
    with serving_script(HINTS, OTHER):
        app = Opened(
            lambda: create_table(tmp_path, MODEL, "encoder", budget=Budget.parse("1calls"))
        )
        async with app.run_test(size=(80, 24)) as pilot:
            await takeover_screen(pilot)
            await pilot.press("f7")
            await appears(pilot, "The budget of 1 call might be passed")
            await takeover_screen(pilot)
            await pilot.press("f7")
            await in_front(pilot, BudgetDialog)
            await pilot.press("enter")
            await appears(pilot, "saddle · copper · lantern")
            await takeover_screen(pilot)
            await pilot.press("f5")
            await wait_for_end(pilot, app)
    assert provenance(tmp_path) == "asked"


async def test_hostile_answers_are_shown_as_plain_text(tmp_path: Path) -> None:
    hostile = "\x1b[31m[red]\u202eevil\x07 " + "x" * 300_000 + '{"words": ["a", "b", "c"]}'
    with serving_script(said(hostile)):
        app = Opened(lambda: create_table(tmp_path, MODEL, "encoder"))
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await takeover_screen(pilot)
            await appears(pilot, "no move")
            text = screen.query_one("#answer", PrivateTextArea).text
            assert text.startswith("[red]evil x")
            assert len(text) <= 20_000
            assert not {"\x1b", "\u202e", "\x07"} & set(frame(app))


# Where people play.

PEOPLE = {"encoder": "llm:m", "decoder": "human:Ben", "interceptor": "human:Cyd"}


def test_the_operators_tools_are_offered_only_where_they_disturb_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = dict.fromkeys(MODEL, "human:Ada")

    def is_offered(lineup: dict[str, str]) -> bool:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        table = create_table(folder, lineup)
        offered = table.find_takeover("Ada") is not None
        assert offered == table.check_action("take_over", ()) == table.check_action("inspect", ())
        if not offered:  # until turns are held from the start, or the table is open
            table.operator.invited = True
            assert table.offers_takeover == bool(table.operator.machines)
            table.operator.invited = False
            table.session.open_table()
            assert table.offers_takeover == bool(table.operator.machines)
        return offered

    with_machine, with_model = {**people, "decoder": "random"}, {**people, "decoder": "llm:m"}
    assert not is_offered(people)
    assert not is_offered(with_machine)
    assert is_offered(with_model)
    assert is_offered(dict.fromkeys(MODEL, "random"))
    monkeypatch.setenv("PARLOUR_OPERATOR", "yes")
    assert is_offered(with_machine)
    assert not is_offered(people)


async def test_with_people_nothing_of_a_machine_is_shown_before_the_table_is_opened(  # noqa: PLR0915 - one game, turn by turn
    tmp_path: Path,
) -> None:
    """Held or not, at a closed table the machine plays; an open one is announced to each."""
    notice = "The table is open"
    lineup = {"encoder": "human:Ada", "decoder": "llm:m", "interceptor": "human:Cyd"}
    with serving_script(said('{"code": [1, 2, 3]}')):
        table = create_table(tmp_path, lineup, "decoder", tokens=4)
        app = Opened(lambda: table)
        async with app.run_test(size=(80, 24)) as pilot:
            await in_front(pilot, Curtain)
            assert notice not in frame(app)
            await pilot.press("escape")
            await in_front(pilot, LeaveDialog)
            await press_button(pilot, "Take over")
            await in_front(pilot, OpenTableDialog)
            assert not [word for word in KEYWORDS if word in frame(app)]
            await pilot.press("enter")  # keep it closed
            await in_front(pilot, Curtain)
            await pilot.press("space")
            await in_front(pilot, EncoderForm)
            await pilot.press("escape")
            await in_front(pilot, PrivateLeaveDialog)
            await press_button(pilot, "Take over")
            await in_front(pilot, OpenTableDialog)
            await pilot.press("right", "enter")
            await in_front(pilot, TakeoverDialog)
            await pilot.press("enter")
            await in_front(pilot, EncoderForm)
            for hint in ("ash", "birch", "cedar"):
                await pilot.press(*hint, "enter")
            await in_front(pilot, ConfirmDialog)
            await pilot.press("enter")
            shown = set()
            for _ in range(2):  # Cyd's turn, and the operator's, in whichever order
                await in_front(pilot, Curtain)
                assert notice in " ".join(frame(app).replace("│", " ").split())
                assert not [word for word in KEYWORDS if word in frame(app)]
                await pilot.press("space")
                await until(pilot, lambda: isinstance(app.screen, TakeoverScreen | GuesserForm))
                shown.add(type(app.screen))
                if isinstance(app.screen, TakeoverScreen):
                    screen = await takeover_screen(pilot)
                    screen.query_one("#user").focus()
                    await appears(pilot, KEYWORDS[0])
                    await pilot.press("f9")
                    await in_front(pilot, Curtain)
                    assert not [word for word in KEYWORDS if word in frame(app)]
                    await pilot.press("space")
                    await in_front(pilot, TakeoverScreen)
                    await pilot.press("f5")
                else:
                    await pilot.press("1", "2", "4", "enter")
                    await in_front(pilot, ConfirmDialog)
                    await pilot.press("enter")
            assert shown == {TakeoverScreen, GuesserForm}
            await in_front(pilot, RoundSummary)
            await pilot.press("enter")
            await wait_for_end(pilot, app)
    assert any(
        isinstance(definition, TableOpened)
        for definition in read_record(tmp_path / "game.jsonl").entries
    )


async def test_at_a_closed_table_a_held_seat_plays_by_itself(tmp_path: Path) -> None:
    with serving_script(HINTS):
        app = Opened(lambda: create_table(tmp_path, PEOPLE, "encoder"))
        async with app.run_test(size=(80, 24)) as pilot:
            await in_front(pilot, Curtain)
            assert "◇ open table" not in frame(app)
            assert not [word for word in KEYWORDS if word in frame(app)]
    assert not read_record(tmp_path / "game.jsonl").table_open
    assert read_record(tmp_path / "game.jsonl").moves[0].provenance == "own"


async def test_a_turn_that_waits_to_be_held_is_not_shown_once_a_person_has_sat_down(
    tmp_path: Path,
) -> None:
    (tmp_path / "empty").touch()
    lineup = {
        "encoder": "random",
        "decoder": f"script:{tmp_path / 'empty'}",
        "interceptor": "random",
    }
    table = create_table(tmp_path, lineup, "interceptor")
    app = Opened(lambda: table)
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, FailureDialog)
        await press_button(pilot, "A person takes over")
        await in_front(pilot, GuesserForm)
        await until(pilot, lambda: table.match.sealed == {Seat(2)})
        await pilot.press("1", "2", "4", "enter")
        await in_front(pilot, ConfirmDialog)
        await pilot.press("enter")
        await in_front(pilot, RoundSummary)
        await pilot.press("enter")
        await wait_for_end(pilot, app)
    assert not table.session.table_open


async def test_one_person_alone_is_told_of_an_open_table_once(tmp_path: Path) -> None:
    lineup = {"encoder": "random", "decoder": "human:Ben", "interceptor": "random"}
    table = create_table(tmp_path, lineup)
    table.session.open_table()
    app = Opened(lambda: table)
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, Curtain)
        assert "The table is open" in frame(app)
        await pilot.press("space")
        await in_front(pilot, GuesserForm)


async def test_a_failed_turn_is_taken_over_after_the_table_has_been_opened(tmp_path: Path) -> None:
    with serving_script(said("Nothing."), said("Nothing."), said("Nothing."), HINTS) as chat:
        app = Opened(lambda: create_table(tmp_path, PEOPLE))
        async with app.run_test(size=(80, 24)) as pilot:
            await in_front(pilot, FailureDialog)
            await press_button(pilot, "Take over")
            await in_front(pilot, OpenTableDialog)
            await pilot.press("escape")
            await in_front(pilot, FailureDialog)
            await press_button(pilot, "Take over")
            await in_front(pilot, OpenTableDialog)
            await pilot.press("right", "enter")
            await in_front(pilot, Curtain)
            await pilot.press("space")
            screen = await takeover_screen(pilot)
            await appears(pilot, "No legal move in 3 tries")
            assert len(screen.turn.drafts) == len(chat.questions) == 3
            await pilot.press("f7")
            await appears(pilot, "orchard · kettle · violin")
            await takeover_screen(pilot)
            await pilot.press("f5")
            await in_front(pilot, Curtain)
    record = read_record(tmp_path / "game.jsonl")
    assert record.table_open
    assert record.moves[0].provenance == "asked"


async def test_w_chooses_whose_turns_to_take_over_even_while_they_think(tmp_path: Path) -> None:
    with serving_script(Answer(b"", hang=True)) as chat:
        table = create_table(tmp_path, MODEL)
        app = Opened(lambda: table)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, chat.asked.is_set)
            await pilot.press("w")
            await in_front(pilot, TakeoverDialog)
            await pilot.press("a", "enter")
            await in_front(pilot, TableScreen)
            assert table.operator.taken_over == frozenset(map(Seat, range(3)))
            await pilot.press("w")
            await in_front(pilot, TakeoverDialog)
            await pilot.press("space")
            await appears(pilot, "○ plays     m, encoder")
            await pilot.press("a", "a", "escape")
            await in_front(pilot, TableScreen)
            assert not table.operator.taken_over


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("--seat encoder=random --hold encoder", "--hold needs --open-table"),
        ("--seat encoder=random --hold decoder", "a person sits there"),
        ("--seat encoder=random --hold encodr", "encoder"),
        ("--open-table", "no machines"),
        (
            "--seat encoder=random --seat decoder=random --seat interceptor=random --hold all",
            "--hold is for the app",
        ),
    ],
)
def test_a_seat_that_cannot_be_held_is_told_in_a_sentence(
    arguments: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", "decrypto", *arguments.split()]) == 2
    assert why in capsys.readouterr().err


def test_a_card_is_told_by_its_letter_and_its_own_name() -> None:
    letters = {"card": {"A": "ladder_well", "B": "jelly_lamps"}}
    assert (
        format_move(Tell(card="jelly_lamps", clue="adrift"), letters)
        == "card: B (jelly_lamps)   clue: adrift"
    )
    assert format_move(Accuse(seat="p2"), {"seat": {"p2": "p2"}}) == "seat: p2"
