"""Branching: a new game with the first moves of a kept one, which are told apart everywhere."""

import csv
import json
import stat
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from engine.config.settings import load_settings
from engine.config.start import load_start
from engine.errors import OptionError
from engine.export.format import export_match
from engine.games.catalog import find
from engine.headless import play_session
from engine.journal.branch import branch_match
from engine.journal.errors import JournalError
from engine.journal.reader import read_record
from engine.journal.record import Record
from engine.journal.writer import Journal
from engine.match import MoveDetails
from engine.options import parse_options
from engine.players.spec import Spec, parse_spec
from engine.seat import Seat
from engine.session import Session
from engine.usage import Usage
from screens.curtain import Curtain
from screens.dialogs.question import ChoiceDialog
from screens.home import HomeScreen
from screens.replay.screen import PrivateReplay, ReplayScreen, create_replay, open_replay
from screens.result import ResultScreen
from screens.saved.folder import list_journals
from screens.saved.screen import GamesList
from screens.setup.branch import BranchScreen, BranchSetup
from screens.setup.seat_row import SeatRow
from screens.table.screen import TableScreen
from screens.watch.end_card import EndCard
from screens.watch.presenter_settings import Presentation
from tests.kept_games import SECRETS, keep_game
from tests.looking import Opened, appears, frame, in_front, until
from tests.samples import SAMPLES
from tui.app import ParlourApp
from tui.command_line import run
from tui.home import create_home

RANDOM = {seat: Spec("random") for seat in ("encoder", "decoder", "interceptor")}
ENTRY = find("decrypto")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of one's own games."""
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "data" / "games"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def whole(data: Path) -> Path:
    """A finished game of two people and a baseline, of six moves."""
    return keep_game(data, "whole")


@pytest.fixture
def unfinished(data: Path) -> Path:
    """A game that stopped within its second round, the decoder's guess sealed."""
    return keep_game(data, "unfinished", moves=5)


@pytest.fixture
def eventful(tmp_path: Path) -> Record:
    """A game in which everything happens that a journal can tell."""
    sample = SAMPLES["decrypto"]
    path = tmp_path / "eventful.jsonl"
    moves = sample.finished(sample.game({}), "eventful")
    used = Usage(2, 100, 10, 0.5)
    with Journal.create(path, sample.header({}, "eventful"), durable=False) as journal:
        journal.write_move("encoder", moves[0][1], MoveDetails(3.0, 2, usage=used))
        journal.write_open_table()
        journal.write_reseat("decoder", "llm:m")
        journal.write_usage("decoder", used)
        journal.write_move(
            "decoder", moves[1][1], MoveDetails(1.0, 1, assisted="edited", usage=used)
        )
        journal.write_reseat("interceptor", "glove")
        journal.write_move("interceptor", moves[2][1], MoveDetails(1.0, 1, stand_in="random"))
    return read_record(path)


def secrets_in(text: str) -> set[str]:
    return {secret for secret in SECRETS if secret in text}


async def played(session: Session) -> Session:
    """Play a session of machines to its end."""
    await play_session(session, session.create_players())
    session.close()
    return session


@pytest.mark.parametrize(
    "name",
    [name for name, sample in SAMPLES.items() if sample.definition.brings("create_baseline")],
)
async def test_the_same_moves_from_any_step_are_the_same_game(name: str, tmp_path: Path) -> None:
    definition = SAMPLES[name].definition
    options = parse_options(definition.options_type, SAMPLES[name].variants[0])
    seats = dict.fromkeys(definition.list_seats(options), Spec("random"))
    path = tmp_path / "old.jsonl"
    end = (
        await played(
            Session.create(definition, options, seats, "again", path=path, settings=load_settings())
        )
    ).match
    old = read_record(path)
    moves = [(one.seat, one.move) for one in old.moves]
    scripts = {}
    for seat in seats:
        script = tmp_path / f"{seat}.moves"
        script.write_text("".join(f"{json.dumps(move)}\n" for name, move in moves if name == seat))
        scripts[seat] = Spec("script", str(script))
    for number in range(len(moves)):
        for lineup in ({}, scripts):
            path = tmp_path / f"{number}-{len(lineup)}.jsonl"
            match = (
                await played(
                    branch_match(
                        old,
                        definition,
                        number,
                        lineup,
                        path,
                        durable=False,
                        settings=load_settings(),
                    )
                )
            ).match
            new = read_record(path)
            assert [(one.seat, one.move) for one in new.moves] == moves
            assert [one.copied for one in new.moves].count(True) == number
            assert match.score == end.score
            for eyes in (None, *end.seats):
                assert match.view(eyes) == end.view(eyes)


def test_what_is_copied_and_what_is_not(eventful: Record, tmp_path: Path) -> None:
    before = eventful.path.read_bytes()
    path = tmp_path / "new" / "branch.jsonl"
    lineup = {"decoder": Spec("random"), "interceptor": Spec("human", "Ada")}
    session = branch_match(eventful, ENTRY, 2, lineup, path, settings=load_settings())
    session.close()
    assert eventful.path.read_bytes() == before
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[0].pop("branched") == {"journal": "eventful.jsonl", "moves": 2}
    assert lines[0].pop("created") > eventful.header.created
    assert lines[0] == {
        name: value
        for name, value in json.loads(before.splitlines()[0]).items()
        if name != "created"
    } | {"version": session.header.version}
    first, second = eventful.moves[:2]
    assert lines[1:] == [
        {"seat": "encoder", "move": first.move, "time": first.time, "seconds": 3.0}
        | {"attempts": 2, "copied": True},
        {"seat": "decoder", "player": "llm:m", "time": lines[2]["time"]},
        {"seat": "decoder", "move": second.move, "time": second.time, "seconds": 1.0}
        | {"attempts": 1, "assisted": "edited", "copied": True},
        {"seat": "decoder", "player": "random", "time": lines[4]["time"]},
        {"seat": "interceptor", "player": "human:Ada", "time": lines[5]["time"]},
    ]
    resumed = Session.resume(path, settings=load_settings())
    resumed.close()
    for one in (session, resumed):
        assert one.match.sealed == {Seat(1)}
        assert one.match.awaits == {Seat(2)}
        assert one.specs == {Seat(0): Spec("random"), Seat(1): Spec("random")} | {
            Seat(2): Spec("human", "Ada")
        }
        assert (one.totals.usage, one.table_open) == ({}, False)
        assert one.totals.not_own == {"encoder": {"copied": 1}, "decoder": {"copied": 1}}
        assert one.caveats == ["Branched from eventful.jsonl after move 2."]


def test_a_branch_of_a_branch_tells_of_the_nearer_one(whole: Path, tmp_path: Path) -> None:
    first = tmp_path / "first.jsonl"
    branch_match(read_record(whole), ENTRY, 5, {}, first, settings=load_settings()).close()
    branch_match(
        read_record(first), ENTRY, 0, {}, tmp_path / "second.jsonl", settings=load_settings()
    ).close()
    branched = read_record(tmp_path / "second.jsonl").header.branched
    assert str(branched) == "Branched from first.jsonl before its first move."
    assert read_record(tmp_path / "second.jsonl").players == read_record(whole).players


@pytest.mark.parametrize(
    ("fixture", "moves", "said"),
    [
        ("whole", 6, "is over after 6 moves: it can be branched after 0 to 5, not 6"),
        ("whole", -1, "0 to 5, not -1"),
        ("unfinished", 6, "has 5 moves so far: it can be branched after 0 to 5, not 6"),
    ],
)
def test_where_a_game_cannot_be_branched(
    fixture: str, moves: int, said: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    record = read_record(request.getfixturevalue(fixture))
    with pytest.raises(OptionError, match=said):
        branch_match(record, ENTRY, moves, {}, tmp_path / "new.jsonl", settings=load_settings())
    with pytest.raises(OptionError, match="Did you mean 'encoder'"):
        branch_match(
            record,
            ENTRY,
            5,
            {"encodr": Spec("random")},
            tmp_path / "new.jsonl",
            settings=load_settings(),
        )
    assert not (tmp_path / "new.jsonl").exists()
    with pytest.raises(JournalError, match="exists already"):
        branch_match(record, ENTRY, 5, {}, record.path, settings=load_settings())


def test_a_branch_that_was_not_written_to_its_end_is_no_other_game(
    whole: Path, tmp_path: Path
) -> None:
    path = tmp_path / "new.jsonl"
    branch_match(read_record(whole), ENTRY, 3, RANDOM, path, settings=load_settings()).close()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]) + lines[3][:-4])
    with pytest.raises(JournalError, match="branch again"):
        read_record(path)


def test_copied_moves_are_told_apart_in_every_export(eventful: Record, tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    session = branch_match(eventful, ENTRY, 3, RANDOM, path, settings=load_settings())
    session.create_players()
    rest = SAMPLES["decrypto"].finished(session.match.game, "eventful")[3:]
    for seat, move in rest:
        session.record_move(seat, move, MoveDetails(1.0, 1))
        session.match.submit(seat, move)
    session.close()
    record = read_record(path)
    told = json.loads(export_match(record, ENTRY, None, "json", data=load_settings().data))
    assert told["branched"] == {"journal": "eventful.jsonl", "moves": 3}
    assert [one["provenance"] for one in told["moves"]] == ["copied"] * 3 + ["own"] * len(rest)
    assert [one["player"] for one in told["moves"][:3]] == ["random", "llm:m", "random"]
    assert told["not_own"] == {seat: {"copied": 1} for seat in RANDOM}
    assert told["usage"] == {}
    rows = list(
        csv.DictReader(
            StringIO(export_match(record, ENTRY, None, "csv", data=load_settings().data))
        )
    )
    assert [row["provenance"] for row in rows[:4]] == ["copied"] * 3 + ["own"]
    for form in ("text", "html"):
        page = export_match(record, ENTRY, None, form, data=load_settings().data)
        assert "Branched from eventful.jsonl after move 3." in page
        assert "not the player's own" not in page
    assert (
        json.loads(export_match(eventful, ENTRY, None, "json", data=load_settings().data))[
            "branched"
        ]
        is None
    )


def test_a_file_name_is_shown_as_text(whole: Path, tmp_path: Path) -> None:
    odd = tmp_path / "[red]‮evil<b>.jsonl"
    odd.write_bytes(whole.read_bytes())
    path = tmp_path / "new.jsonl"
    branch_match(read_record(odd), ENTRY, 1, {}, path, settings=load_settings()).close()
    page = export_match(read_record(path), ENTRY, None, "html", data=load_settings().data)
    assert "[red]" in page
    assert "<b>" not in page
    assert "‮" not in page


def branched(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(("branch", *arguments))
    out, err = capsys.readouterr()
    return code, out, err


ALL_RANDOM = [word for seat in RANDOM for word in ("--seat", f"{seat}=random")]


def test_the_command_plays_on_and_prints_the_result(
    whole: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = branched(capsys, str(whole), "--at", "4", *ALL_RANDOM, "--json")
    assert code == 0, err
    told = json.loads(out)
    assert told["branched"] == {"journal": "whole.jsonl", "moves": 4}
    assert told["not_own"] == {
        "encoder": {"copied": 2},
        "decoder": {"copied": 1},
        "interceptor": {"copied": 1},
    }
    assert Path(told["journal"]).parent == data
    assert read_record(Path(told["journal"])).moves[:4] == tuple(
        replace(moved, copied=True) for moved in read_record(whole).moves[:4]
    )
    own = ("--journal", "own.jsonl")
    code, out, err = branched(capsys, str(whole), "--at", "0", *ALL_RANDOM, *own)
    assert code == 0, err
    assert "Branched from whole.jsonl before its first move." in out
    assert read_record(Path("own.jsonl")).moves


def test_the_command_warns_that_an_unfinished_game_of_people_is_given_away(
    unfinished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "its secrets are shown here, to each seat and at the end"
    code, _, err = branched(capsys, str(unfinished), "--at", "5", *ALL_RANDOM, "--json")
    assert code == 0
    assert said in err.splitlines()[0]
    machines = tmp_path / "machines.jsonl"
    branch_match(
        read_record(unfinished), ENTRY, 0, RANDOM, machines, settings=load_settings()
    ).close()
    assert said not in branched(capsys, str(machines), "--at", "0", *ALL_RANDOM)[2]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Missing option '--at'"),
        (["--at", "six"], "it should be a valid integer"),
        (["--at", "6", *ALL_RANDOM], "0 to 5, not 6"),
        (["--at", "2", "--seat", "decodr=glove"], "Did you mean 'decoder'?"),
        (["--at", "2", "--seat", "decoder=golve"], "Did you mean 'glove'?"),
        (["--at", "2", "--seat", "decoder"], "--seat takes a pair such as encoder=word2vec"),
        (["--at", "2", "--json"], "The seats encoder and decoder are people's"),
        (["--at", "2"], "there is no terminal here. Fill them, for example: --seat encoder="),
        (["--at", "2", *ALL_RANDOM, "--journal", "there/"], "There is no folder there/"),
        (["--at", "2", *ALL_RANDOM, "--hold", "decoder"], "--hold is for the app"),
        (["--at", "2", *ALL_RANDOM, "--watch"], "--watch shows the game in the app"),
        (["--at", "2", *ALL_RANDOM, "--on-failure", "shrug"], "no way on for --on-failure"),
    ],
)
def test_the_command_says_what_is_wrong_and_leaves_nothing(
    arguments: list[str], said: str, whole: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = branched(capsys, str(whole), *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert list(data.iterdir()) == [whole]


def test_who_cannot_sit_down_leaves_no_journal_behind(
    whole: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = (*ALL_RANDOM[:-1], "interceptor=script:nowhere.jsonl")
    code, _, err = branched(capsys, str(whole), "--at", "4", *seats)
    assert code == 2
    assert "nowhere.jsonl cannot be read" in err
    assert list(data.iterdir()) == [whole]


def with_program(folder: Path, name: str) -> Path:
    """A kept game in which a program once sat."""
    path = keep_game(folder, name)
    path.write_text(path.read_text().replace("word2vec", "exec:./crash.sh", 1))
    return path


def test_a_journal_from_elsewhere_starts_no_program(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    crash = tmp_path / "crash.sh"
    crash.write_text("#!/bin/sh\ntouch started\nexit 3\n")
    crash.chmod(0o755)
    foreign = str(with_program(tmp_path, "foreign"))
    two = ALL_RANDOM[:4]
    code, _, err = branched(capsys, foreign, "--at", "2", *two)
    assert code == 2
    assert "would start exec:./crash.sh" in err
    assert "--run-programs" in err
    assert not Path("started").exists()
    # Nor does a branch of it that lies among one's own games.
    assert branched(capsys, foreign, "--at", "2", *ALL_RANDOM, "--journal", str(data))[0] == 0
    (own,) = data.iterdir()
    code, _, err = branched(capsys, str(own), "--at", "1", *two)
    assert code == 2
    assert "would start exec:./crash.sh" in err
    assert branched(capsys, foreign, "--at", "2", *two, "--run-programs")[0] == 3
    assert Path("started").exists()


def replayed(path: Path, at: int = 0) -> Opened[BranchSetup | None]:
    def screen() -> ReplayScreen:
        shown = open_replay(path, settings=load_settings())
        shown.position = at
        return shown

    return Opened(screen)


async def test_b_in_a_replay_asks_who_plays_on(whole: Path) -> None:
    with Journal.reopen(read_record(whole), durable=False) as journal:
        journal.write_reseat("decoder", "glove")  # after the last move: no matter before
    app = replayed(whole, at=4)
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, ReplayScreen)
        await appears(pilot, "move 4, [red]Ada, encoder")
        await pilot.press("b")
        await in_front(pilot, BranchScreen)
        await appears(pilot, "Decrypto, as it was after move 4 of 6 in whole.jsonl.")
        await appears(pilot, "the players here may know its secrets")
        await appears(pilot, "Two people and a machine; pass the keyboard when asked.")
        await pilot.press("escape")
        screen = await in_front(pilot, ReplayScreen)
        assert screen.position == 4
        await pilot.press("b")
        form = await in_front(pilot, BranchScreen)
        rows = {row.seat: row for row in form.query(SeatRow)}
        assert {seat: row.spec for seat, row in rows.items()} == {
            seat: parse_spec(spec) for seat, spec in read_record(whole).header.seats.items()
        }
        rows["decoder"].seat_player(Spec("random"))
        await pilot.pause()
        await pilot.press("f5")
        await until(pilot, lambda: app.answers)
    (wish,) = app.answers
    assert wish is not None
    assert (wish.moves, wish.over) == (4, True)
    assert wish.seats["decoder"] == Spec("random")
    assert wish.seats["encoder"] == Spec("human", "[red]Ada")


async def test_there_is_no_branch_after_the_end_nor_from_one_seat_s_eyes(
    whole: Path, unfinished: Path
) -> None:
    app = replayed(whole, at=6)
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, ReplayScreen)
        assert "Branch" not in frame(app)
        await pilot.press("b", "left")
        await appears(pilot, "B Branch")
    app = replayed(unfinished, at=5)
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, ReplayScreen)
        await appears(pilot, "B Branch")
        await pilot.press("2")
        await in_front(pilot, ChoiceDialog)
        await pilot.press("tab", "enter")
        await in_front(pilot, PrivateReplay)
        await pilot.press("b")
        await appears(pilot, "viewpoint of ▲ Ben, decoder")
        assert "Branch" not in frame(app)


async def test_a_branch_of_an_unfinished_game_shows_no_secret_to_the_table(
    unfinished: Path, data: Path
) -> None:
    app = ParlourApp(
        lambda: create_home(load_start(), open_replay(unfinished, settings=load_settings()))
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, ReplayScreen)
        await pilot.press("right", "b")
        await in_front(pilot, BranchScreen)
        await appears(
            pilot, "! That game is not finished. Whoever plays here may learn its secrets."
        )
        assert not secrets_in(frame(app) + app.title + app.sub_title)
        await pilot.press("f5")
        curtain = await in_front(pilot, Curtain)
        assert curtain.person == "Ben, decoder"
        assert not secrets_in(frame(app) + app.title + app.sub_title)
        table = next(one for one in app.screen_stack if isinstance(one, TableScreen))
        assert not secrets_in(repr(table.shown_view))
        assert not any(secrets_in(note.message) for note in app._notifications)
    (new,) = set(list_journals(data)) - {unfinished}
    assert str(read_record(new).header.branched) == "Branched from unfinished.jsonl after move 1."


async def test_a_replay_off_which_nothing_branches_is_all_there_is(whole: Path) -> None:
    app = ParlourApp(
        lambda: create_home(load_start(), open_replay(whole, settings=load_settings()))
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, ReplayScreen)
        await pilot.press("b")
        await in_front(pilot, BranchScreen)
        await pilot.press("escape")
        await in_front(pilot, ReplayScreen)
        await pilot.press("escape")
        await until(pilot, lambda: not app.is_running)


@pytest.mark.usefixtures("whole")
async def test_from_the_shelf_to_the_result_of_a_branch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("screens.watch.screen.DEFAULT_PRESENTATION", Presentation(pace=0))
    app = ParlourApp(lambda: create_home(load_start()))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, HomeScreen)
        await pilot.press("p")
        await in_front(pilot, GamesList)
        await appears(pilot, "Ada")
        await pilot.press("enter")
        await in_front(pilot, ReplayScreen)
        await pilot.press("right", "right", "right", "b")
        form = await in_front(pilot, BranchScreen)
        for row in form.query(SeatRow):
            row.seat_player(Spec("random"))
        await pilot.pause()
        await pilot.press("f5")
        await in_front(pilot, EndCard)
        await appears(pilot, "Branched from whole.jsonl after move 3.")
        await pilot.press("x")
        await in_front(pilot, ResultScreen)
        await pilot.press("end", "pagedown")
        await appears(pilot, "Branched from whole.jsonl after move 3.")
        await pilot.press("p")
        await in_front(pilot, ReplayScreen)
        await appears(pilot, "the game starts. Branched from whole.jsonl after move 3.")
        await pilot.press("right", "b")
        await in_front(pilot, BranchScreen)
        await pilot.press("escape", "escape")
        await in_front(pilot, ResultScreen)
        await pilot.press("escape")
        await in_front(pilot, HomeScreen)
        await pilot.press("p")
        await in_front(pilot, GamesList)
        await appears(pilot, "↳ ♧ Random  ○ Random 2")
        await appears(pilot, "Branched from whole.jsonl")


async def test_who_cannot_sit_down_is_said_on_the_form(
    whole: Path, data: Path, tmp_path: Path
) -> None:
    app = ParlourApp(
        lambda: create_home(load_start(), open_replay(whole, settings=load_settings()))
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, ReplayScreen)
        await pilot.press("b")
        form = await in_front(pilot, BranchScreen)
        for row in form.query(SeatRow):
            row.seat_player(Spec("script", str(tmp_path / "nowhere.jsonl")))
        await pilot.pause()
        await pilot.press("f5")
        await until(pilot, lambda: app.screen is not form)
        again = await in_front(pilot, BranchScreen)
        await appears(pilot, "cannot be read")
        assert [row.spec.kind for row in again.query(SeatRow)] == ["script"] * 3
        await pilot.press("escape")
        await in_front(pilot, HomeScreen)
    assert list_journals(data) == [whole]


async def test_a_program_of_a_journal_from_elsewhere_has_to_be_typed(tmp_path: Path) -> None:
    record = read_record(with_program(tmp_path, "foreign"))
    app: Opened[BranchSetup | None] = Opened(
        lambda: create_replay(record, ENTRY, (), settings=load_settings())
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, ReplayScreen)
        await pilot.press("b")
        await in_front(pilot, BranchScreen)
        await appears(pilot, "Give the command, such as ./bot.sh")
        await appears(pilot, "This game may come from somebody else")
        assert "crash.sh" not in frame(app)
        await pilot.press("f5")
        await pilot.pause()
        assert not app.answers
    own: Opened[BranchSetup | None] = Opened(
        lambda: open_replay(record.path, settings=load_settings())
    )
    async with own.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, ReplayScreen)
        await pilot.press("b")
        await in_front(pilot, BranchScreen)
        await appears(pilot, "./crash.sh")
