"""`parlour lab paper`: a paper's tables and figures beside ours, from runs of known players."""

import asyncio
import csv
import io
import re
import shlex
from pathlib import Path
from typing import cast

import pandas as pd
import pytest

import lab
from engine.config.settings import load_settings
from engine.match import Match
from engine.players.spec import parse_spec, read_game_settings
from engine.seat import Seat
from lab.analysis.evaluation import Report
from lab.analysis.tables import Run
from lab.errors import ExperimentError
from lab.experiment.collection import Collection, find_collection, list_collections
from lab.experiment.file import Experiment
from lab.experiment.finder import find_experiment, read_experiment
from lab.experiment.joining_players import write_joining
from lab.papers.catalog import NAMES, find_module, list_exhibits, read_paper
from lab.papers.comparison import Comparison, Row, compare_paper
from lab.papers.decrypto.replay_scores import score_replays
from lab.papers.decrypto.score_estimates import SEAT_COLUMNS
from lab.papers.decrypto.wording_scores import group_wordings, score_wordings
from lab.papers.exhibit import Exhibit, format_exhibit
from lab.papers.finding import Finding
from lab.papers.presentation import tabulate_rows, to_csv, to_latex, to_page, to_text
from lab.papers.protocol import find_stated_protocol
from lab.papers.run_protocol import RunProtocol
from lab.run.start import RunSettings, run_experiment
from tests.samples.decrypto import SAMPLE as DECRYPTO
from tests.test_lab_run import BASELINES
from tui.command_line import run as run_command

MATRICES = """\
name = "matrices"
game = "decrypto"
games = 8
seeds = 2
[options]
reuse_hints = true
[players]
reader = "py:tests.authors:reader"
misreader = "py:tests.authors:misreader"
[lineups]
fixed.encoder = "reader"
seats.decoder = ["reader", "misreader"]
seats.interceptor = ["reader", "misreader"]
[[questions]]
ask = "predict-interceptor"
players = ["reader", "misreader"]
[[questions]]
ask = "beliefs"
players = ["reader", "misreader"]
[[replays]]
seats.interceptor = ["reader", "misreader"]
follow = "player"
[report]
paper = ["figure-3", "figure-5", "table-1", "table-2", "table-3"]
"""


def play(folder: Path, text: str) -> Path:
    """Run an experiment, and return its run."""
    experiment = Experiment.parse(text)
    path = folder / f"{experiment.name}.run"
    run = run_experiment(path, experiment, text, RunSettings(), settings=load_settings())
    asyncio.run(run)
    return path


@pytest.fixture(scope="module")
def matrices(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of known players in all combinations."""
    return play(tmp_path_factory.mktemp("papers"), MATRICES)


@pytest.fixture
def comparison(matrices: Path) -> Comparison:
    """The Decrypto paper beside that run."""
    with lab.open_run(matrices) as run:
        assert run.counts.failed == run.counts.left == 0
        return compare_paper("decrypto", [Report(run)])


def find_values(comparison: Comparison, exhibit: str) -> dict[tuple[str, ...], float | None]:
    """By labels and quantity: our values in the unit of the exhibit."""
    found: dict[tuple[str, ...], float | None] = {}
    for row in comparison.rows[exhibit]:
        if row.finding is not None and row.finding.value is not None:
            key = (*row.finding.labels, row.quantity)
            found[key] = row.factor * row.finding.value
    return found


def test_matrices_of_known_players(comparison: Comparison) -> None:
    """Whoever misreads loses after two rounds, whoever is read too; nobody else does."""
    found = find_values(comparison, "figure-3")
    for decoder, interceptor, reason, turns in (
        ("reader", "misreader", "", 8),
        ("reader", "reader", "interception", 2),
        ("misreader", "misreader", "miscommunication", 2),
        ("misreader", "reader", "both", 2),
    ):
        cell = ("cooperation", "reader", decoder, interceptor)
        assert found[*cell, "turns"] == turns
        for quantity in ("miscommunication", "both"):
            assert found[*cell, quantity] == (100 if quantity == reason else 0)
    team = ("competition", "reader", "reader")
    assert found[*team, "reader", "interception"] == 100
    assert found[*team, "misreader", "interception"] == 0
    assert not any(key[:3] == ("competition", "reader", "misreader") for key in found)


def test_survivors_of_known_players(comparison: Comparison) -> None:
    survived = find_values(comparison, "figure-5")
    assert survived == {
        ("reader", "misreader", "survived"): 32,
        ("reader", "reader", "survived"): 0,
    }
    ends = {
        one.finding.labels[1]: (one.finding.low, one.finding.high)
        for one in comparison.rows["figure-5"]
        if one.finding is not None
    }
    low, high = ends["misreader"]
    assert low is not None
    assert ends["reader"] == pytest.approx((0, 32 - low))
    # Eight deals that all end alike, with two seeds each: worth 8 to 16 games.
    assert 32 * 0.025 ** (1 / 8) < low < 32 * 0.025 ** (1 / 16) < high == 32
    row = next(one for one in comparison.rows["figure-5"] if one.finding)
    assert row.finding is not None
    assert (row.finding.deals, row.finding.seeds, row.finding.count) == (8, 2, 16)
    assert "deals: 8 instead of 32" in row.differences


def test_predictions_and_beliefs_of_known_players(comparison: Comparison) -> None:
    """The reader foresees readers alone; who owns up to its words passes everything."""
    rows = [one for one in comparison.rows["table-2"] if one.finding is not None]
    values = {
        (one.finding.labels, one.finding.where, one.quantity): one.finding.value
        for one in rows
        if one.finding is not None
    }
    assert {where for _, where, _ in values} == {"decoder reader", "decoder misreader"}
    for decoder in ("reader", "misreader"):
        where = f"decoder {decoder}"
        assert values[("reader", "reader"), where, "total"] == 1
        assert values[("reader", "reader"), where, "on interceptions"] == 1
        assert values[("reader", "misreader"), where, "total"] == 0
        assert values[("reader", "misreader"), where, "on interceptions"] is None
    assert not any(labels[0] == "misreader" for labels, _, _ in values)  # it never sat there
    beliefs = find_values(comparison, "table-3")
    assert {key[0] for key in beliefs} == {"reader", "misreader"}
    assert set(beliefs.values()) == {1.0}


def test_replays_of_known_players(comparison: Comparison) -> None:
    """Who sits in its own seat again plays the same game; rows tell all three seats."""
    rows = [one for one in comparison.rows["table-1"] if one.finding is not None]
    lengths = {
        one.item: one.finding.value for one in rows if one.finding and one.quantity == "length"
    }
    assert len(lengths) == 2 * 2 * 2  # decoder, who sat there, who sits there now
    for item, length in lengths.items():
        now, sat = ", interceptor misreader;" in item, "original interceptor misreader" in item
        assert "encoder reader" in item
        assert length == (8 if "decoder reader" in item and now and sat else 2), item
    figures = {
        (one.item, one.quantity): one.finding.value for one in rows if one.finding is not None
    }
    for item in lengths:
        reads = ", interceptor reader;" in item
        # of 8 games, each of which two interceptions end
        assert figures[item, "events"] == (16 if reads else 0), item
        assert figures[item, "event rate"] == (1 if reads else 0), item


class RecordedRun:
    """A run of recorded games: one survives, one is lost, two stop before any end."""

    def games(self, kind: str) -> pd.DataFrame:
        if kind != "recorded":
            return pd.DataFrame()
        ends = ("survived", True), ("miscommunication", True), (None, False), (None, False)
        seats = dict.fromkeys(SEAT_COLUMNS, "person")
        rows = (
            {**seats, "trial": n, "deal": n, "reason": why, "resolved": over}
            for n, (why, over) in enumerate(ends, 1)
        )
        return pd.DataFrame(rows).assign(decisive_round=None)

    def turns(self, kind: str) -> pd.DataFrame:
        assert kind == "recorded"
        turn = {"miscommunication": False, "interception": False}
        rows = ({"trial": n, "round": one, **turn} for n in range(1, 5) for one in range(1, n + 1))
        return pd.DataFrame(rows)


def test_survival_is_a_share_of_games_with_an_end_and_length_of_all() -> None:
    table = score_replays(cast("Run", RecordedRun()))
    assert len(table) == 2 * 2  # role and rule for the end
    for row in table.to_dict("records"):
        assert (row["survival"], row["survival_count"]) == (0.5, 2)
        assert (row["resolved"], row["games"]) == (2, 4)
        assert row["length"] == (1 + 2 + 3 + 4) / 4


def test_every_row_of_every_paper_says_what_it_is() -> None:
    """Without a run, each published value stands in a row that says what would give ours."""
    for name in NAMES:
        paper = read_paper(name)
        comparison = compare_paper(name, [])
        assert list(comparison.rows) == list(paper.exhibits)
        for key, rows in comparison.rows.items():
            exhibit = paper.exhibits[key]
            published = list(exhibit.list_published())
            assert [one.published for one in rows if one.published] == published
            assert rows
            assert all(one.missing for one in rows), key
            assert all(one.differences or exhibit.kind != "result" for one in rows), key
            for one in published:
                assert one.quantity in exhibit.units, (key, one.quantity)
        assert to_text(comparison).startswith("# ")


@pytest.mark.parametrize("name", NAMES)
def test_commands_for_missing_figures_exist(name: str) -> None:
    for exhibit in read_paper(name).exhibits.values():
        if exhibit.run:
            words = exhibit.get_command().split()
            assert words[:2] == ["parlour", "lab"], exhibit
            known = find_collection(words[-1]) is not None or Experiment.read(
                Path(lab.__file__).parent / "experiment/examples" / f"{words[-1]}.toml"
            )
            assert known
    collected = find_collection(read_paper(name).experiment)
    assert collected is not None
    collection, beside = collected
    runs = {one.run for one in read_paper(name).exhibits.values() if one.run}
    assert runs <= {path.stem for path in collection.find_experiments(beside)}


def test_unknown_figures_are_refused_with_the_known_ones() -> None:
    text = MATRICES.replace('"figure-3", ', '"table-1", "nonsense", ')
    with pytest.raises(ExperimentError, match=r"report\.paper: .*nonsense.*table-1"):
        Experiment.parse(text)
    for game in ("decrypto", "dixit", "undercover", "taboo"):
        assert "table-1" in list_exhibits(game)


def test_published_values_stand_beside_the_same_player() -> None:
    """A player is known by its model or its kind, whatever the experiment calls it."""
    exhibit = Exhibit(
        title="t", heads=("player", "share"), units={"share": "% of games"}, spread="deviation",
        rows=(("Llama3.1 8B", "6.56 % ± 1.07"), ("GloVe", "5 %")),
    )  # fmt: skip
    published = list(exhibit.list_published())
    assert [(one.value, one.error) for one in published] == [(6.56, 1.07), (5.0, None)]
    from lab.papers.published_match import match_published

    specs = {"mine": "llm:meta/llama-3.1-8b-instruct", "near": "glove,k=16", "other": "random"}
    specs |= {"small": "llm:llama-3.1-8b-mini", "dated": "comet:llama-3.1-8b-2024-07-23"}
    for name, place in (
        *(("mine", 0), ("near", 1), ("dated", 0), ("llama-3.1-8b-v2", 0)),
        *(("small", None), ("other", None), ("unknown", None), ("llama-3.1-8b-mini", None)),
    ):
        found = match_published(published, Finding((name,), "share", 0.1), specs)
        assert found == (None if place is None else published[place])


def test_all_formats(
    comparison: Comparison, matrices: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(comparison))))
    table = tabulate_rows(comparison)
    assert len(rows) == len(table) == sum(map(len, comparison.rows.values()))
    ours = [row for row in rows if row["exhibit"] == "Figure 3" and row["value"]]
    assert {row["unit"] for row in ours} == {"% of games", "turns per game"}
    assert all(row["n"] and row["deals"] == "8" for row in ours)
    bare = [row for row in ours if not row["low"]]  # games of scripted players that last alike
    assert {row["figure"] for row in bare} == {"turns"}
    assert all("no interval: all deals are alike" in row["differences"] for row in bare)
    told = [row for row in rows if row["published"]]
    assert {row["exhibit"] for row in told} == {"Table 1", "Table 2", "Table 3"}
    assert "Figure 2" in to_latex(comparison)
    page = to_page(comparison, ["matrices.run"])
    assert "Table 3: Representational change" in page
    assert "http" not in page.split("<body", 1)[1]
    capsys.readouterr()
    assert run_command(["lab", "paper", "decrypto", str(matrices), "--format", "csv"]) == 0
    assert list(csv.DictReader(io.StringIO(capsys.readouterr().out))) == rows


def test_names_of_players_obey_nothing() -> None:
    evil = "<script>=1+1\x1b[31m"
    finding = Finding((evil, "b"), "turns", 1.0, deals=9)
    row = Row("figure-5", evil, "turns", "turns per game", None, finding, "a.run")
    comparison = Comparison(read_paper("decrypto"), {key: [] for key in list_exhibits("decrypto")})
    comparison.rows["figure-5"].append(row)  # type: ignore[attr-defined]
    for text in (
        to_text(comparison),
        to_page(comparison, []),
        to_latex(comparison),
        to_csv(comparison),
    ):
        assert "\x1b" not in text
    assert "<script>" not in to_page(comparison, [])


def test_collections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    assert set(list_collections()) >= {f"{name}-paper" for name in NAMES}
    own = tmp_path / "own.toml"
    own.write_text('name = "own"\ntitle = "Mine"\nexperiments = ["mine.toml", "decrypto-human"]\n')
    (tmp_path / "mine.toml").write_text(MATRICES)
    collection = Collection.read(own)
    assert [path.stem for path in collection.find_experiments(tmp_path)] == [
        "mine",
        "decrypto-human",
    ]
    capsys.readouterr()
    own.write_text('name = "own"\ntitle = "Mine"\nexperiments = ["tiny.toml"]\n')
    (tmp_path / "tiny.toml").write_text(BASELINES)
    assert run_command(["lab", "run", str(own), "--plan"]) == 0
    assert "== all\nTrials: 18. Models: no calls of models." in capsys.readouterr().out
    assert run_command(["lab", "run", str(own), "--budget", "1.00"]) == 2
    assert run_command(["lab", "run", str(own)]) == 0
    assert run_command(["lab", "paper", "decrypto", str(own), "--format", "csv"]) == 0
    assert "tiny.run" in capsys.readouterr().out
    own.write_text('name = "own"\ntitle = "Mine"\nexperiments = []\n')
    with pytest.raises(ExperimentError, match="experiments"):
        Collection.read(own)
    assert find_collection("decrypto-crossplay") is None


def test_wordings_of_two_models_are_not_pooled() -> None:
    """Figure 4 pools wordings of a model, and neither models nor interceptors."""
    pairs = [(one, other) for one in ("a", "b") for other in ("a", "b")]
    games = pd.DataFrame(
        [
            {
                "trial": number,
                "deal": deal,
                "player_encoder": f"{one} wording={deal % 2 + 1}",
                "player_decoder": f"{other} wording=1",
                "setting_wording_encoder": deal % 2 + 1,
                "setting_wording_decoder": 1,
                "option_k": k,
                "rounds": 2 + deal % 2,
            }
            for number, (one, other) in enumerate(pairs)
            for deal in range(8)
            for k in (4, 16)
        ]
    )
    assert set(group_wordings(games)["model"]) == {"a", "b", "a with b", "b with a"}
    table = score_wordings(games, ["option_k"])
    assert len(table) == 4 * 2 * 2
    assert set(table["group"]) == {"both match", "neither matches"}
    assert set(table[table["group"] == "both match"]["length"]) == {2.0}
    assert set(table[table["group"] == "neither matches"]["length"]) == {3.0}


def test_the_reference_protocol_fills_in_what_a_file_leaves_open() -> None:
    text = MATRICES.replace('game = "decrypto"', 'game = "decrypto"\nprotocol = "reference"')
    text = text.replace("reuse_hints = true", "rounds = 8").replace("seeds = 2\n", "")
    text = text.replace('"py:tests.authors:misreader"', '"llm:m,temperature=1"')
    text = text.replace("[lineups]", 'vectors = { spec = "glove", k = 4 }\n[lineups]')
    found = Experiment.parse(text)
    assert found.options == {
        "reuse_hints": True,
        "keyword_forms": True,
        "tries": 10,
        "blank_guess": True,
        "rounds": 8,
    }
    assert (found.on_failure, found.report.stand_ins) == ("reference", "count")
    assert found.seeds == 3
    assert {one.context for one in found.questions} == {"transcript"}
    model = dict(parse_spec(found.specs["misreader"]).settings)
    assert model["temperature"] == "1"
    assert (model["memory"], model["example"], model["form"]) == ("chat", "yes", "marked")
    assert dict(parse_spec(found.specs["vectors"]).settings) == {"k": "4", "paper": "yes"}
    assert found.specs["reader"] == "py:tests.authors:reader"
    plain = Experiment.parse(MATRICES)
    assert (plain.protocol, plain.options) == ("parlour", {"reuse_hints": True})
    for name in NAMES:
        for one in find_module(name, "protocol").PROTOCOL.differences:
            assert all((one.what, one.paper, one.code, one.parlour, one.source))
    begun = (
        'name = "x"\ngame = "dixit"\nprotocol = "reference"\n[options]\ndealing = "static"\n'
        '[players]\nm = "llm:m"\nr = "random"\n'
    )
    dixit = Experiment.parse(begun + "[bench]\ntries = 2\n")
    assert dixit.options == {"dealing": "static", "decoys": "nothing", "own_card": True, "tries": 1}
    assert dict(parse_spec(dixit.specs["m"]).settings) == {"temperature": "0.1"}
    arena = Experiment.parse(begun + '[teams]\nseats = [["p1", "p2"], ["p3", "p4"]]\n')
    assert dict(parse_spec(arena.specs["m"]).settings) == {
        "aim": "some",
        "tell": "card-first",
        "raw_clue": "yes",
        "ties": "first",
        "temperature": "0.7",
    }
    assert (dixit.on_failure, dixit.report.stand_ins) == ("reference", "count")
    assert dixit.bench is not None
    assert (dixit.bench.ties, dixit.bench.tries) == ("first", 2)
    with pytest.raises(ExperimentError, match="nothing of taboo can be switched"):
        Experiment.parse('name = "x"\ngame = "taboo"\nprotocol = "reference"\n')


def test_variants_of_the_robustness_experiment_differ_in_content() -> None:
    """25 prompts for each seat, all different; their rules are the same but for the words."""
    experiment, _ = read_experiment("decrypto-wordings")
    assert experiment.seeds == 3
    variants = {name: spec for name, spec in experiment.specs.items() if name != "word2vec"}
    assert len({*variants.values()}) == len(variants) == 25
    assert "model system=2 user=5" in variants
    definition, hashes = experiment.definition, set()
    ruled: dict[str, set[str]] = {}
    view = DECRYPTO.game({})
    opening = Match(view, "variants").view(Seat(0))
    for name, text in variants.items():
        settings = read_game_settings(parse_spec(text), definition, data=load_settings().data)
        prompt = definition.build_prompt(opening, **settings)
        hashes.add(prompt.prompt_hash)
        plain = definition.build_prompt(opening, rules=settings["rules"], role=settings["role"])
        rules = plain.system.split("\n\n")[:-3]  # without quotation marks, role and answer
        assert prompt.system.split("\n\n")[: len(rules)] == rules
        ruled.setdefault(name.split(" ")[1], set()).add(prompt.system.split("\n\n")[0])
    assert len(hashes) == 25
    assert len(ruled) == 5


def test_docs_state_every_difference_of_protocol() -> None:
    for name in NAMES:
        text = Path(f"docs/{name}.md").read_text()
        for one in find_module(name, "protocol").PROTOCOL.differences:
            ours = one.reference or "as `parlour`"
            row = (one.what, one.paper, one.code, ours, one.parlour, one.source)
            assert f"| {' | '.join(row)} |" in text, one.what


def test_players_join_every_seat_that_is_taken_in_turn() -> None:
    text = write_joining(MATRICES, ["new=random", "b=glove,k=4"])
    found = Experiment.parse(text)
    assert found.lineups.seats["decoder"] == ("reader", "misreader", "new", "b")
    assert found.lineups.fixed == {"encoder": "reader"}
    assert found.replays[0].seats["interceptor"][-2:] == ("new", "b")
    assert all(one.players[-2:] == ("new", "b") for one in found.questions)
    assert found.specs["b"] == "glove,k=4"
    for given, why in (
        ("reader=random", "player 'reader' already"),
        ("x", "NAME=SPEC"),
        ("a b=random", "NAME=SPEC"),
    ):
        with pytest.raises(ExperimentError, match=why):
            Experiment.parse(write_joining(MATRICES, [given]))


def test_the_command_for_a_missing_model_lets_it_join() -> None:
    rows = compare_paper("decrypto", []).rows["table-1"]
    told = {row.published.labels: row.missing for row in rows if row.published}
    command = "parlour lab run decrypto-human"
    assert told["interceptor", "GPT-4o"] == f"{command} --join gpt-4o=llm:gpt-4o"
    assert told["interceptor", "GloVe"] == command
    assert told["decoder", "Human"] == "parlour lab import decrypto-human FILE"
    comet = compare_paper("comet", []).rows
    grown = {row.published.labels[0]: row.missing for row in comet["figure-6b"] if row.published}
    for name, label in (("gpt-4o", "GPT-4o"), ("qwen2.5-72b", "Qwen2.5-72B")):
        assert grown[label] == f"parlour lab run comet-metaphors --join {name}=comet:{name}"
    (defends,) = (row.missing for row in comet["figure-4b"])
    assert defends == "parlour lab run comet-models --join gpt-4o=comet:gpt-4o"


@pytest.mark.parametrize("name", NAMES)
def test_every_command_for_missing_figures_is_told_and_can_be_given(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each has known options, and an experiment that whoever joins it can join."""
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    comparison = compare_paper(name, [])
    told = re.findall(
        "\N{LEFT DOUBLE QUOTATION MARK}(parlour .+?)\N{RIGHT DOUBLE QUOTATION MARK}",
        to_text(comparison),
    )
    assert told
    for command in (*comparison.missing, *told):
        _, group, verb, target, *options = shlex.split(command)
        if (group, verb) != ("lab", "run"):
            assert run_command([group, verb, "--help"]) == 0
            continue
        assert options[::2] == ["--join"] * (len(options) // 2)
        found = find_collection(target)
        paths = [find_experiment(target)] if found is None else found[0].find_experiments(found[1])
        for path in paths:
            joined = [one.replace("MODEL", "gpt-4o") for one in options[1::2]]
            experiment = Experiment.parse(write_joining(path.read_text(), joined), path)
            assert {one.partition("=")[0] for one in joined} <= set(experiment.specs)


BLANK = """\
name = "blank"
game = "decrypto"
protocol = "reference"
games = 2
seeds = 1
[players]
reader = "py:tests.authors:reader"
mute = "py:tests.authors:mute"
[lineups]
fixed.encoder = "reader"
seats.decoder = ["reader", "mute"]
fixed.interceptor = "mute"
"""


def test_after_ten_tries_the_published_code_s_moves_stand_in(tmp_path: Path) -> None:
    """Who never answers legally guesses 0-0-0 by the reference, and such games count."""
    with lab.open_run(play(tmp_path, BLANK)) as run:
        assert run.failures()["failure"].tolist() == []
        assert run.stand_ins == "count"
        games, turns = run.games(), run.turns()
        comparison = compare_paper("decrypto", [Report(run)])
    assert {tuple(code) for code in turns["interceptor"]} == {(0, 0, 0)}
    by_decoder = games.set_index("player_decoder")
    assert set(by_decoder.loc["reader", "rounds"]) == {8}
    assert set(by_decoder.loc["mute", "reason"]) == {"miscommunication"}
    assert set(by_decoder.loc["mute", "rounds"]) == {2}
    asked = 2 * (8 + 2) + 2 * 2  # guesses that no player of its own made
    assert games["stand_in_moves"].sum() == asked
    stopping = BLANK.replace("games = 2", 'games = 1\non_failure = "stop"').replace(
        "blank", "stop", 1
    )
    with lab.open_run(play(tmp_path, stopping)) as run:
        assert run.failures()["failure"].str.contains("No legal move in 10 tries").all()
        assert run.counts.failed == 2
    found = find_values(comparison, "figure-3")
    assert found["cooperation", "reader", "mute", "mute", "miscommunication"] == 100
    assert found["cooperation", "reader", "reader", "mute", "miscommunication"] == 0
    with pytest.raises(ExperimentError, match="on_failure: its moves need blank_guess = true"):
        Experiment.parse(BLANK.replace("[players]", "[options]\nblank_guess = false\n[players]"))
    with pytest.raises(ExperimentError, match="on_failure: the published code of undercover"):
        Experiment.parse(
            'name = "x"\ngame = "undercover"\non_failure = "reference"\n[players]\na = "random"\n'
        )


CHANGED = """\
name = "changed"
game = "decrypto"
games = 8
[options]
rounds = 4
tokens = 3
[players]
reader = "py:tests.authors:reader"
near = "glove,k=4"
far = "glove,paper=yes"
[lineups]
seats.encoder = ["reader", "near", "far"]
fixed.decoder = "reader"
fixed.interceptor = "near"
"""


def test_differences_of_protocol_follow_from_each_run() -> None:
    """A row says by what its own run and its own players differ from the published code."""
    model = CHANGED.replace("[lineups]", 'm = "llm:x"\n[lineups]').replace(
        '"reader", "near"', '"m"'
    )
    theirs = model.replace('game = "decrypto"', 'game = "decrypto"\nprotocol = "reference"')
    own = model.replace('"llm:x"', '"llm:x,memory=chat,temperature=0.6,example=yes,form=marked"')

    def tell(text: str, *players: str) -> dict[str, str]:
        found = RunProtocol("decrypto", Experiment.parse(text)).list_differences(
            "figure-3", players
        )
        return dict(one.split(": ", 1) for one in found)

    told = tell(CHANGED, "reader")
    assert told["rounds"] == "4 instead of 8"
    assert told["tokens"] == "3 instead of 2"
    assert told["hints twice"].startswith("no hint twice in a game (the paper: ")
    assert "temperature" not in told
    assert "vectors and corpus" not in told
    assert told["tries and defaults"].startswith("three tries, then the seat fails")
    assert tell(CHANGED, "near")["word vectors as decoder and interceptor"].startswith("the best")
    mixed = tell(CHANGED, "near", "far")["word vectors as decoder and interceptor"]
    assert mixed.startswith("paper = not set and yes")
    parlour, reference, changed = (tell(text, "m") for text in (model, theirs, own))
    for what in ("what a model remembers", "temperature", "tries and defaults"):
        assert what in parlour
        assert what not in reference
    assert reference["a worked example"].startswith("the example is in the words of Parlour")
    assert reference["keywords"] == parlour["keywords"]
    assert reference["rounds"] == "4 instead of 8"
    assert {"what a model remembers", "temperature"}.isdisjoint(changed)
    assert changed["the form of answers"].startswith("form = marked, structured = not set")
    hot = tell(own.replace("0.6", "1.2"), "m")["temperature"]
    assert hot.startswith("temperature = 1.2 (its code: 0.6")


def test_every_difference_is_decided_by_what_an_experiment_has() -> None:
    """Each protocol, followed to the letter, leaves what remains, and no difference by default."""
    files = Path(lab.__file__).parent / "experiment/examples"
    for path in sorted(files.glob("*.toml")):
        text = path.read_text()
        game = Experiment.parse(text).game
        paper = next(name for name in NAMES if game in read_paper(name).games)
        for exhibit in read_paper(paper).exhibits:
            told = RunProtocol(paper, Experiment.parse(text)).list_differences(exhibit)
            assert all(": " in one for one in told), told
        protocol = find_stated_protocol(paper, game)
        if not protocol.changes:
            continue
        reference = Experiment.parse(
            text.replace("\ngame =", '\nprotocol = "reference"\ngame =', 1)
        )
        run = RunProtocol(paper, reference)
        stated = {one.what: one for one in protocol.differences}
        for exhibit in read_paper(paper).exhibits:
            for one in run.list_differences(exhibit):
                what, _, how = one.partition(": ")
                if what in stated and stated[what].decided and stated[what].reference:
                    ends = tuple(filter(None, (stated[what].remains,)))
                    assert " = " in how.split("(")[0] or how.startswith(ends), (path.name, one)


def test_the_stand_ins_of_a_protocol_start_without_being_chosen(tmp_path: Path) -> None:
    text = BLANK.replace("games = 2", "games = 1")
    experiment = Experiment.parse(text)
    path, chosen = tmp_path / "chosen.run", frozenset(experiment.specs.values())
    how = RunSettings(programs=chosen)
    asyncio.run(run_experiment(path, experiment, text, how, settings=load_settings()))
    with lab.open_run(path) as run:
        assert run.failures()["failure"].tolist() == []
        assert run.games()["stand_in_moves"].sum() > 0


def test_new_players_in_people_s_games_have_the_options_of_the_protocol(tmp_path: Path) -> None:
    text = (
        'name = "people"\ngame = "decrypto"\nprotocol = "reference"\nseeds = 1\n'
        '[recorded]\njournals = "invented:decrypto"\n[players]\nmute = "py:tests.authors:mute"\n'
        '[[replays]]\nseats.interceptor = ["mute"]\nfollow = "player"\n'
        '[[replays]]\nseats.interceptor = ["mute"]\nfollow = "record"\n'
    )
    with lab.open_run(play(tmp_path, text)) as run:
        assert run.failures()["failure"].tolist() == []
        replays, turns = run.games("replay"), run.turns("replay")
        rows = compare_paper("decrypto", [Report(run)]).rows["table-1"]
    assert {tuple(code) for code in turns["interceptor"]} == {(0, 0, 0)}
    assert replays["stand_in_moves"].sum() == len(turns)
    every = [one for one in rows if one.finding and "all recorded turns" in one.item]
    assert every
    assert all(any("second token" in each for each in one.differences) for one in every)


def test_exhibits_are_named_as_in_the_papers() -> None:
    names = ("table-1", "figure-4a", "appendix-k", "appendix-b-and-c", "figures-7-to-9")
    assert [format_exhibit(one) for one in (*names, "section-3.4-swap")] == [
        "Table 1",
        "Figure 4 (a)",
        "Appendix K",
        "Appendix B and C",
        "Figures 7 to 9",
        "Section 3.4 (swap)",
    ]
