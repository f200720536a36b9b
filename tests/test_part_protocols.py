"""What games bring to the engine: parts as their protocols declare them, and their defaults."""

import json
import sys
from dataclasses import dataclass, fields
from functools import partial
from importlib import import_module, invalidate_caches
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import pytest

import engine.games
from engine.config.settings import load_settings
from engine.game import Seat
from engine.games import default_parts
from engine.games.baselines import VectorPlayer
from engine.games.catalog import CATALOG
from engine.games.definition import GameDefinition
from engine.games.part_protocols import (
    FILES,
    BaselinePart,
    ExplanationPart,
    MissingPart,
    NarrationPart,
    PollPart,
    PromptPart,
    ReportPart,
    RowsPart,
    list_functions,
)
from engine.games.question_types import ShownBefore
from engine.games.taboo.rules import GAME as TABOO
from engine.games.taboo.view_and_moves import Options
from engine.player_creation import create_player
from engine.player_specs import LineupError, parse_spec
from tests.new_game import EVERY_SAMPLE
from tests.samples import SAMPLES, Sample, everyone
from tests.samples.sample import FIELDS
from words.space_reader_and_writer import write_space

every_game = pytest.mark.parametrize("sample", EVERY_SAMPLE.values(), ids=EVERY_SAMPLE)

# mypy checks that the defaults satisfy the protocols of what may be missing.
DEFAULTS: tuple[ExplanationPart[Any, Any], NarrationPart[Any], ReportPart[Any], RowsPart] = (
    default_parts,
    default_parts,
    default_parts,
    default_parts,
)


@pytest.mark.parametrize("part", FILES)
@pytest.mark.parametrize("name", CATALOG)
def test_each_part_takes_what_its_protocol_says(name: str, part: type[Any]) -> None:
    definition = CATALOG[name]
    module = definition._find(part)
    if module is None:
        return
    for function, parameters in list_functions(part).items():
        where = f"{module.__name__}.{function}"
        taken = list(signature(getattr(module, function)).parameters.values())
        given, settings = taken[: len(parameters)], taken[len(parameters) :]
        assert tuple(one.name for one in given) == parameters, where
        assert {one.kind for one in given} <= {Parameter.POSITIONAL_OR_KEYWORD}, where
        declared = list_settings(definition, function)
        for one in settings:  # what a seat sets is passed by name
            is_rest = one.kind is Parameter.VAR_KEYWORD and bool(declared)
            is_setting = one.name in declared and one.default is not Parameter.empty
            # What every VectorPlayer takes may be left undeclared: no seat can set it then.
            is_inherited = getattr(module, function).__init__ is VectorPlayer.__init__
            assert is_rest or is_setting or is_inherited, (
                f"{where} takes {one}, which is no setting of a seat: give the definition "
                f"`vector_settings` (or `prompt_settings`), a dataclass with a field {one.name}, "
                "and the parameter a default"
            )


def list_settings(definition: GameDefinition, function: str) -> set[str]:
    """The settings of a seat that a function of a game's part is given by name."""
    settings = {
        "build_prompt": definition.prompt_settings,
        "Baseline": definition.vector_settings,
        "explain_move": definition.vector_settings,
    }.get(function)
    return {one.name for one in fields(settings)} if settings else set()


@every_game
def test_a_sample_names_the_parts_that_its_game_has(sample: Sample) -> None:
    for part, field in FIELDS.items():
        own = getattr(sample.parts, field)
        assert sample.definition.has_part(part) == (own is not None), field
        if own is not None:
            assert sample.definition._find(part) is own


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameDefinition:
    """Taboo's rules in a folder of their own, with no part beside them."""
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "__init__.py").touch()
    source = Path(engine.games.__path__[0], "taboo", "rules.py").read_text(encoding="utf-8")
    source = source.replace('title="Adversarial Taboo"', 'title="Bare"')
    (tmp_path / "bare" / "rules.py").write_text(source, encoding="utf-8")
    monkeypatch.setattr(engine.games, "__path__", [*engine.games.__path__, str(tmp_path)])
    for name in [one for one in sys.modules if one.startswith("engine.games.bare")]:
        monkeypatch.delitem(sys.modules, name)
    definition: GameDefinition = import_module("engine.games.bare.rules").GAME
    return definition


def test_a_missing_part_is_one_sentence_that_names_the_file(bare: GameDefinition) -> None:
    view = SAMPLES["taboo"].games[0].view
    with pytest.raises(MissingPart) as caught:
        bare.build_prompt(view)
    assert str(caught.value) == (
        "Bare has no prompt part: write engine/games/bare/prompt.py with build_prompt(view)."
    )
    with pytest.raises(
        MissingPart, match=r"bare/questions_for_people.py with build_poll\(view\) and find_"
    ):
        bare.find_correct_answers(view, view)


@pytest.mark.parametrize("spec", ["random", "word2vec", "glove", "vectors:mine"])
def test_without_a_baseline_nobody_sits_down_who_needs_one(
    bare: GameDefinition, spec: str, tmp_path: Path
) -> None:
    settings = load_settings({"data": str(tmp_path)})
    write_space(tmp_path / "vectors" / "mine.space", ["a"], [[1, 0]], name="mine")
    game = bare.create_game(Options(), {"target": "pear"})
    with pytest.raises(LineupError) as caught:
        create_player(parse_spec(spec), bare, game, Seat(0), "1", settings=settings)
    part, what = "baseline", "Baseline(space, seat, seed)"
    if spec == "random":
        part, what = "random player", "RandomPlayer(seat, seed), or give its view draw_move(rng)"
    assert str(caught.value) == (
        f"Bare has no {part} part: "
        f"write engine/games/bare/baseline_and_explanations.py with {what}."
    )


def test_without_a_prompt_no_model_sits_down(bare: GameDefinition) -> None:
    game = bare.create_game(Options(), {"target": "pear"})
    with pytest.raises(
        LineupError, match=r"^Bare has no prompt part: write engine/games/bare/prompt"
    ):
        create_player(parse_spec("llm:any"), bare, game, Seat(0), "1", settings=load_settings())


def test_a_part_that_lacks_something_itself_is_not_taken_for_missing(
    bare: GameDefinition, tmp_path: Path
) -> None:
    (tmp_path / "bare" / "match_report.py").write_text("import nothing_of_that_name\n")
    invalidate_caches()
    with pytest.raises(ModuleNotFoundError, match="nothing_of_that_name"):
        bare.narrate(None, None)


def test_half_a_part_is_refused_with_all_of_its_functions(
    bare: GameDefinition, tmp_path: Path
) -> None:
    (tmp_path / "bare" / "questions_for_people.py").write_text(
        "def build_poll(view):\n    return None\n"
    )
    invalidate_caches()
    with pytest.raises(MissingPart, match=r"must_withhold\(view, thought, views\)"):
        bare.build_poll(None)


def test_rows_may_be_left_to_the_default_beside_a_report(
    bare: GameDefinition, tmp_path: Path
) -> None:
    (tmp_path / "bare" / "match_report.py").write_text("def build_report(view):\n    return {}\n")
    invalidate_caches()
    assert bare.has_part(ReportPart)
    assert not bare.has_part(RowsPart)
    assert bare.build_report(None) == {"outcome": None, "reason": None, "turns": []}


@every_game
def test_every_default_works_for_every_game(sample: Sample) -> None:
    """What a game without that part would have."""
    for match in sample.matches(1):
        view = match.view(None)
        assert default_parts.build_poll(view) is None
        assert default_parts.must_withhold(view, "", ())
        assert "options" not in default_parts.build_report(view)
        assert default_parts.narrate(view, view) == []
        lines = default_parts.narrate(None, view)
        assert all(line.endswith(".") and not line.endswith("..") for line in lines)
        own = {seat: match.view(seat) for seat in match.awaits}
        for seat, seen in own.items():
            ask = partial(default_parts.build_dialogue, seen, (), ())
            facts = ask(lambda *_: ["Told."], ShownBefore(view)).facts
            assert facts[0] == "Told."
            for word in {*sample.hidden(match._state, None)} - {*sample.hidden(match._state, seat)}:
                assert word not in repr(seen) or word in " ".join(facts), "only this seat knows it"
            assert set(default_parts.narrate(None, seen)) <= {*ask(lambda *_: []).facts}


@dataclass(frozen=True)
class Said:
    """A view that holds sentences, and nothing."""

    rule: str = "Say a word."
    said: tuple[str | None, ...] = ("One.", "two", None)


def test_the_default_narration_ends_each_line_with_one_full_stop() -> None:
    assert default_parts.narrate(None, Said()) == [
        "Rule: Say a word.",
        "Said: One.",
        "Said: two.",
        "Said: -.",
    ]


@every_game
def test_a_report_has_its_outcome_as_text_and_the_list_of_what_was_played(sample: Sample) -> None:
    definition, own = sample.definition, sample.parts.report
    for match in sample.matches(2):
        for seat in everyone(match):
            view = match.view(seat)
            report = (own or default_parts).build_report(view)
            for key in ("outcome", "reason"):
                assert isinstance(report.get(key), str | None), f"{key} is no string or None"
            assert definition.listed in report, (
                f"GAME.listed of {definition.title} is {definition.listed!r}, but "
                f"{'build_report returns' if own else 'the view has'} no {definition.listed!r}"
            )
            assert isinstance(report[definition.listed], list)
            json.dumps(report)


def test_a_game_knows_which_parts_it_has(bare: GameDefinition) -> None:
    assert not bare.has_part(BaselinePart)
    assert not bare.has_part(PromptPart)
    assert not bare.has_part(PollPart)
    assert TABOO.has_part(PollPart)
