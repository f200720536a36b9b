"""People's games of Decrypto: the published format, its traps, replays, and consent."""

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import lab
from engine.config.settings import load_settings
from engine.errors import PlayerError
from engine.games.catalog import find
from engine.journal.errors import JournalError
from engine.journal.reader import parse_record, read_record
from engine.players.spec import LineupError
from engine.session import Session
from lab.analysis.evaluation import Report
from lab.analysis.live.matrix_cell import Cell
from lab.analysis.live.snapshot_reader import SnapshotReader
from lab.analysis.measure import Measure
from lab.errors import ExperimentError, GamesError
from lab.experiment.file import Experiment
from lab.papers.decrypto.belief_scores import score_beliefs
from lab.papers.decrypto.people.reader import read_human_games
from lab.papers.decrypto.people.writer import describe_import, write_games
from lab.papers.decrypto.prediction_scores import measure_ece, score_predictions
from lab.papers.decrypto.replay_scores import score_replays
from lab.records.collected_games import collect_games, list_people, write_collected
from lab.report.page import Page
from lab.run.plan import plan_trials
from lab.run.question_gates import Gates
from lab.run.start import RunSettings, run_experiment
from lab.run.stratified_sample import draw_sample
from lab.run.trial import Trial, TrialResources
from lab.trials.position_question import run as ask_positions
from lab.trials.reseated_match import run as replay

WORDS = ["boat", "wolf", "salt", "clock"]
CREATED = "2026-01-01T00:00:00.000+00:00"


def turn(number: int, code: str, bob: str, eve: str, *hints: str) -> dict[str, Any]:
    given = hints or tuple(f"hint{number}{sign}" for sign in "abc")
    return {
        "keywords": WORDS,
        "turn": number,
        "code": code,
        "hints": list(given),
        "guess_bob": [int(digit) for digit in bob],
        "guess_eve": [int(digit) for digit in eve],
    }


def game(*turns: dict[str, Any], episode: int = 0) -> dict[str, Any]:
    prose = [{"role": "user", "content": "[ENCODER] ..."}]
    told = {"episode": episode, "turns": len(turns), "combined_history": prose}
    return {**told, "summarized_history": list(turns)}


CODES = ("314", "421", "123", "432", "241", "134", "213", "341")
PLAYED_ON = game(
    turn(0, "314", "314", "314", "a Capital.", "two-part 2", "far too long a hint"),
    turn(1, "421", "421", "421"),
    turn(2, "123", "321", "112"),
    *(turn(n, CODES[n], CODES[n], CODES[0]) for n in range(3, 8)),
)
CUT_SHORT = game(*(turn(n, CODES[n], CODES[n], "999" if n else "000") for n in range(7)))
BOTH = game(turn(0, "314", "413", "314"), turn(1, "421", "412", "421"), episode=1)
GAMES = [PLAYED_ON, CUT_SHORT, BOTH]


def read(games: Any, **options: Any) -> list[Any]:
    return read_human_games(json.dumps(games).encode(), "x.json", CREATED, **options)


def test_the_example_of_the_format_is_read() -> None:
    one = turn(0, "314", "314", "233", "ocean", "mast", "midnight")
    (found,) = describe_import(read([game(one)], listed=WORDS))
    assert found["turns"][0]["miscommunication"] is False
    assert found["turns"][0]["interception"] is False
    assert [flag["kind"] for flag in found["flags"]] == ["repeated-digit", "unresolved"]


def test_every_trap_is_flagged_and_none_rejected() -> None:
    found = describe_import(read(GAMES, listed=["boat", "wolf", "salt"]))
    kinds = [{flag["kind"] for flag in one["flags"]} for one in found]
    assert kinds[0] >= {
        *("capital", "full-stop", "hyphen", "digit-in-hint", "long-hint", "repeated-digit"),
        *("used-code", "plays-on", "unlisted-keyword", "episode-twice"),
    }
    assert kinds[1] >= {"unresolved", "digit-out-of-range"}
    assert "unresolved" not in kinds[2]
    first = found[0]
    assert first["second_token"] == {
        "turns": 2,
        "miscommunications": 0,
        "interceptions": 2,
        "outcome": "interceptor",
        "reason": "interception",
    }
    assert (first["all_turns"]["turns"], first["all_turns"]["miscommunications"]) == (8, 1)
    assert found[1]["second_token"]["outcome"] is None
    assert found[2]["second_token"]["reason"] == "both"


def test_other_forms_of_numbers_and_hints_are_read_and_flagged() -> None:
    odd = {"guess_bob": ["3", "1", 4.0], "guess_eve": "2-3-3", "hints": ["a", 7, "b"]}
    whole = game(turn(0, "314", "314", "233", "a", "7", "b"))
    one = read([whole])
    for code in (314, "314 "):
        two = read([game({**whole["summarized_history"][0], **odd, "code": code})])
        assert two[0].turns == one[0].turns
        assert {flag.kind for flag in two[0].flags} - {flag.kind for flag in one[0].flags} == {
            "other-form"
        }


def test_a_journal_has_every_move_and_event_as_recorded() -> None:
    definition = find("decrypto")
    for raw, one in zip(GAMES, read(GAMES), strict=True):
        record = parse_record(Path(one.file_name), one.journal.encode())
        session = Session.from_record(record, settings=load_settings())
        report = definition.build_report(session.match.view(None))
        history = raw["summarized_history"]
        assert len(report["rounds"]) == len(history)
        for came, told in zip(report["rounds"], history, strict=True):
            assert "".join(map(str, came["code"])) == told["code"]
            assert came["hints"] == told["hints"]
            assert (came["decoder"], came["interceptor"]) == (told["guess_bob"], told["guess_eve"])
            code = [int(digit) for digit in told["code"]]
            events = [
                name
                for name, happened in (
                    ("miscommunication", told["guess_bob"] != code),
                    ("interception", told["guess_eve"] == code),
                )
                if happened
            ]
            assert came["events"] == events
    assert one.flags[0].kind
    assert {"human", "llm:unknown"} == set(record.header.seats.values())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{}", "x.json is no list of games."),
        (b"[", "it is not JSON"),
        (b"[]", "x.json has no games"),
        (json.dumps([game({**turn(0, "314", "314", "314"), "guess_eve": None})]).encode(), "eve"),
        (b"[1]", "x.json, game 1: it is no object."),
        (json.dumps([{"summarized_history": []}]).encode(), "game 1: `summarized_history`"),
        (json.dumps([game(turn(0, "311", "123", "123"))]).encode(), "game 1, turn 1: `code`"),
        (
            json.dumps([game(turn(0, "314", "314", "314"), turn(1, "421", "42", "421"))]).encode(),
            "game 1, turn 2: `guess_bob`",
        ),
    ],
)
def test_a_file_that_is_no_such_list_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(GamesError) as caught:
        read_human_games(data, "x.json", CREATED)
    assert message in str(caught.value)


EXPERIMENT = """
name = "people"
game = "decrypto"
seeds = 2
[recorded]
journals = "JOURNALS"
[players]
v = "glove"
r = "random"
silent = "py:tests.test_decrypto_people:Silent"
parrot = "py:tests.test_decrypto_people:parrot"
honest = "py:tests.test_decrypto_people:honest"
seer = "py:tests.test_decrypto_people:seer"
[report]
paper = ["table-1", "table-2"]
[[replays]]
seats.interceptor = ["v", "r"]
follow = "player"
[[replays]]
seats.decoder = ["r"]
follow = "record"
[[replays]]
seats.encoder = ["v"]
seats.decoder = ["v"]
seats.interceptor = ["v"]
follow = "record"
[[questions]]
ask = "predict-interceptor"
players = ["v", "r"]
[[questions]]
ask = "predict-decoder"
players = ["v"]
[[questions]]
ask = "beliefs"
players = ["v", "silent", "parrot", "honest", "seer"]
"""


class Silent:
    """A player that never gives a legal answer."""

    def __init__(self, *_: str) -> None:
        pass

    async def decide(self, *_: object) -> Any:
        """Answer nothing."""
        from engine.games.decrypto.belief_questions import KeywordGuess

        return KeywordGuess(keywords=("\n" * 3, "", "", ""))


@dataclass
class Believer:
    """A player that is told which question it answers, and answers by a list."""

    first: list[str]
    later: list[str] | None = None

    def decide(self, *_: object) -> Any:
        """Be asked for no move."""
        raise AssertionError

    def answer(self, question: str, view: Any, _: str | None) -> dict[str, Any]:
        """Answer with the first words, or with the later ones after the keywords were told."""
        assert (view.keywords is None) == (question == "guess-keywords")
        told = self.first if question == "guess-keywords" else self.later or self.first
        kinds = {"guess-keywords": "KeywordGuess", "recall-guess": "RecalledGuess"}
        return {kinds.get(question, "SecondGuess"): {"keywords": told}}


WRONG = ["ship", "", "salt", "watch"]


def parrot(*_: str) -> Believer:
    """Always repeats itself."""
    return Believer(WRONG)


def honest(*_: str) -> Believer:
    """Always tells the truth, as far as it was told."""
    return Believer(WRONG, WORDS)


def seer(*_: str) -> Believer:
    """Knows the keywords from the first."""
    return Believer(WORDS)


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run about people's games."""
    folder = tmp_path_factory.mktemp("people")
    write_games(read(GAMES), folder / "games")
    with pytest.raises(JournalError, match="is not empty"):
        write_games(read(GAMES), folder / "games")
    text = EXPERIMENT.replace("JOURNALS", str(folder / "games"))
    path = folder / "people.run"
    asyncio.run(
        run_experiment(path, Experiment.parse(text), text, RunSettings(), settings=load_settings())
    )
    return path


def test_recorded_games_are_replayed_and_asked_about(people: Path) -> None:
    with lab.open_run(people) as run:
        assert run.counts.failed == run.counts.left == 0
        recorded = run.games("recorded").set_index("deal")
        assert list(recorded["rounds"]) == [8, 7, 2]
        assert list(recorded["resolved"]) == [True, False, True]
        assert list(recorded["keywords"]) == [WORDS] * 3
        turns = run.turns("replay")
        codes = run.turns("recorded").set_index(["deal", "round"])["code"]
        for row in turns.to_dict("records"):  # never a code that was not played
            if (row["deal"], row["round"]) in codes.index:
                assert row["code"] == codes[row["deal"], row["round"]]
        by_record = run.games("replay").query("follow == 'record'")
        assert set(by_record.groupby("deal")["rounds"].first()) == {8, 7, 2}
        table = score_replays(run).set_index(["ending", "role", "event", "player"])
        person = table.loc[("second_token", "decoder", "miscommunication", "as recorded (person)")]
        assert (person["events"], person["resolved"], person["games"]) == (2, 2, 3)
        assert person["length"] == pytest.approx((2 + 7 + 2) / 3)
        assert person["survival"] == 0.0
        every = table.loc[("all_turns", "decoder", "miscommunication", "as recorded (person)")]
        assert every["events"] == 3


def test_a_silent_player_is_unanswered_and_passes_nothing(people: Path) -> None:
    with lab.open_run(people) as run:
        answers = run.turns("question")
        answers = answers.assign(about=answers["deal"])
        beliefs = answers[answers["question"] == "beliefs"]
        assert set(beliefs["round"]) == set(range(2, 9))  # none about a round that never was
        table = score_beliefs(beliefs, ["asked"])
        silent = table[table["asked"] == "silent"]
        assert silent["pass"].isna().all()
        assert (silent["of_asked"] == 0).all()
        assert (silent["unanswered"] == silent["positions"]).all()
        passed = table.pivot_table(
            index=["asked", "conditioned"], columns="score", values=["pass", "of_asked"]
        )
        scored = ["rc_strong", "rc_weak", "fb_strong", "fb_weak"]
        for name, conditioned, shares in (
            ("parrot", True, [1, 1, 1, 1]),
            ("parrot", False, [1, 1, 1, 1]),
            ("honest", True, [0, 0, 0, 0]),
            ("honest", False, [0, 0, 0, 0]),
            ("seer", False, [1, 0, 1, 0]),
        ):
            row = passed.loc[name, conditioned]
            assert list(row["pass"][scored]) == list(row["of_asked"][scored]) == shares
        knew = table[(table["asked"] == "seer") & table["conditioned"]]
        assert knew[["pass", "of_asked"]].isna().all(axis=None)  # undefined: it was never wrong
        assert (knew["positions"] == 0).all()
        vectors = table[(table["asked"] == "v") & (table["score"] == "rc_strong")]
        assert (vectors["pass"] == 1.0).all()
        found = score_predictions(answers[answers["question"] == "predict-interceptor"], ["asked"])
        assert set(found["asked"]) == {"v", "r"}
        assert (found["unanswered"] == 0).all()
        report = Report(run)
        page = Page(report).write()
        figures = {name: report.figures[name].iloc[0] for name in ("both", "interception")}
        (survival,) = report.survival.values()
    for share in figures.values():  # one of two: the game that stops before its end is left out
        assert (share["value"], share["count"], share["unanswered"]) == (0.5, 2, 1)
    whole = Cell()
    for cell in SnapshotReader(people).read().matrices["recorded"].cells.values():
        whole = whole.join(cell)
    both = whole.estimate(Measure("both", "", "reason", ending="both", is_share=True))
    assert both is not None
    assert both.value == 0.5
    assert list(survival["share"]) == pytest.approx([1, 1 / 3, 1 / 3])
    assert list(survival["time"]) == [0, 2, 7]
    assert "1 recorded game without an end is left out of shares" in page
    assert "Table 1, until the second token" in page
    assert "11.29 % ± 0.00" in page
    assert "0.47 ± 0.01" in page
    assert 'href="#beliefs-1"' in page
    assert 'id="beliefs-1"' in page
    assert "two-part 2" in page


class Quitter(Silent):
    """A player that fails as soon as it is asked."""

    async def decide(self, *_: object) -> Any:
        """Fail."""
        raise ValueError


@pytest.mark.parametrize(
    ("spec", "ask", "seat", "why"),
    [
        ("exec:false", "predict-decoder", "encoder", "false ended with exit code 1 before"),
        ("py:tests.test_decrypto_people:Quitter", "beliefs", "interceptor", "The code of"),
    ],
)
def test_a_program_that_ends_instead_of_answering_has_not_answered(
    spec: str, ask: str, seat: str, why: str
) -> None:
    (one,) = read([game(turn(0, "314", "314", "123"), turn(1, "421", "421", "214"))])
    record = parse_record(Path(one.file_name), one.journal.encode())
    content = {"game": "decrypto", "question": ask, "players": {}, "seats": {seat: spec}}
    outcome = asyncio.run(
        ask_positions(
            Trial("question", content), TrialResources(Gates({}, load_settings()), record=record)
        )
    )
    assert outcome.figures["unanswered"] == len(outcome.turns) > 0
    assert outcome.figures["right"] == outcome.figures["calls"] == 0
    assert all(why in row["why_unanswered"] for row in outcome.turns)


def test_a_new_player_that_ends_in_a_replay_is_replaced_as_on_failure_says() -> None:
    (one,) = read([game(turn(0, "314", "314", "123"), turn(1, "421", "421", "214"))])
    record = parse_record(Path(one.file_name), one.journal.encode())
    content = {
        "game": "decrypto",
        "follow": "record",
        "options": {},
        "seats": {"interceptor": "exec:false"},
    }
    trial = Trial("replay", content)
    with pytest.raises(PlayerError, match="The interceptor failed: false ended with exit code 1"):
        asyncio.run(replay(trial, TrialResources(Gates({}, load_settings()), record=record)))
    on = Trial("replay", {**content, "on_failure": "random"})
    figures = asyncio.run(
        replay(on, TrialResources(Gates({}, load_settings()), record=record))
    ).figures
    assert figures["stand_in_moves"] == figures["moves"] == 2


def test_an_estimate_draws_from_all_of_a_plan() -> None:
    lineups, deals = 25 * 25, 32
    plan: Any = [(deal, lineup) for deal in range(deals) for lineup in range(lineups)]
    drawn: Any = draw_sample(plan, 64)
    assert draw_sample(plan, 64) == drawn
    assert len({deal for deal, _ in drawn}) == deals
    for seat in (0, 1):
        assert len({divmod(lineup, 25)[seat] for _, lineup in drawn}) > 20
    assert draw_sample(plan[:3], 64) == plan[:3]
    assert draw_sample([], 64) == []


def test_new_hints_need_somebody_to_answer_them(people: Path) -> None:
    folder = people.parent / "games"
    text = EXPERIMENT.replace("JOURNALS", str(folder))
    lone = text.replace('seats.decoder = ["v"]\n', "")
    with pytest.raises(ExperimentError, match="the decoder of a recorded game cannot answer"):
        list(plan_trials(Experiment.parse(lone), data=load_settings().data))
    nobody = text.replace('\nplayers = ["v", "silent", "parrot", "honest", "seer"]', "")
    with pytest.raises(ExperimentError, match="cannot be asked any more"):
        list(plan_trials(Experiment.parse(nobody), data=load_settings().data))


def test_games_are_collected_with_consent_and_without_names(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    write_games(read(GAMES), folder)
    seated = ("Ada Ben", "Ada Cyd", "Ada Ben")
    for path, names in zip(sorted(folder.glob("*.jsonl")), seated, strict=True):
        text = path.read_text()
        for name in names.split():
            text = text.replace('"human"', f'"human:CANARY{name}"', 1)
        path.write_text(text)
    people, games = list_people(folder)
    assert people == {"CANARYAda": 3, "CANARYBen": 2, "CANARYCyd": 1}
    agreed = {"CANARYAda": "P1", "CANARYBen": "P2"}
    collected = collect_games(games, agreed)
    assert (len(collected.games), collected.without_consent) == (2, 1)
    paths = write_collected(collected, tmp_path / "out")
    for path in paths:
        assert "CANARY" not in path.name + path.read_text()
        assert read_record(path).header.seats["decoder"] == "human:P2"
        assert path.stat().st_mode & 0o077 == 0
    taken = {"CANARYAda": "canaryben"}
    for wrong, message in ((taken, "name of somebody"), ({"Zoe": "P1"}, "Nobody")):
        with pytest.raises(GamesError, match=message):
            collect_games(games, wrong)


def test_calibration_by_hand() -> None:
    assert measure_ece([0.95, 0.95, 0.15, 0.15], [1, 0, 0, 0]) == pytest.approx(0.3)
    assert measure_ece([], []) is None
    assert measure_ece([0.0, 1.0], [0, 1]) == 0.0


def test_a_sweep_of_settings_makes_players_and_seeds_make_trials() -> None:
    text = """
    name = "w"
    game = "decrypto"
    games = 2
    seeds = 3
    [players]
    m = { spec = "llm:x", wording = [1, 2], ask = [1, 2] }
    v = "glove"
    r = "random"
    [lineups]
    seats.encoder = ["m"]
    fixed.decoder = "v"
    fixed.interceptor = "r"
    """
    experiment = Experiment.parse(text)
    assert list(experiment.specs)[:2] == ["m wording=1 ask=1", "m wording=1 ask=2"]
    trials = list(plan_trials(experiment, data=load_settings().data))
    assert len({one.key for one in trials}) == 4 * 2 * 3
    assert trials[1].content["seats"]["decoder"] == "glove,model_seed=2"
    assert trials[1].content["seats"]["interceptor"] == "random,model_seed=2"
    assert "model_seed=2" in trials[1].content["seats"]["encoder"]


@pytest.mark.parametrize("ask", ["predict-decoder", "predict-interceptor"])
def test_parlour_s_own_player_predicts_and_says_how_sure_it_is(ask: str) -> None:
    (one,) = read([game(turn(0, "314", "314", "123"), turn(1, "421", "421", "214"))])
    record = parse_record(Path(one.file_name), one.journal.encode())

    def ask_player(spec: str) -> Any:
        seats = {"encoder": spec}
        content = {"game": "decrypto", "question": ask, "players": {}, "seats": seats}
        trial = Trial("question", content)
        return asyncio.run(
            ask_positions(trial, TrialResources(Gates({}, load_settings()), record=record))
        )

    outcome = ask_player("pragmatic")
    assert outcome.figures["unanswered"] == 0
    assert len(outcome.turns) > 0
    if ask == "predict-decoder":
        sure = [row["confidence"] for row in outcome.turns]
        assert all(1 / 24 <= one <= 1 for one in sure)
    with pytest.raises(LineupError, match="no space named 'nowhere'"):
        ask_player("pragmatic,space=nowhere")
