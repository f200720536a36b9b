"""The texts of prompts: users' own wordings, the command, and hashes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.games.catalog import CATALOG
from engine.games.prompt_sections import WordingError, parse_sections
from engine.games.prompt_settings import STYLES
from engine.games.prompt_texts import (
    MAX_BYTES,
    PIECES,
    list_wordings,
    load_prompt_texts,
    load_texts,
    locate_wordings,
)
from engine.llm.calls_file import Call, append_call
from engine.players.factory import create_player
from engine.players.spec import LineupError, move_options_to_seats, parse_spec
from engine.seat import Seat
from screens.inspector.facts import render_numbers
from tests.samples import SAMPLES
from tests.test_prompt_facts import find_untold
from tests.test_prompt_rules import list_prompts
from tui.command_line import run

PACKAGE = "engine.games.decrypto"
DECRYPTO = CATALOG["decrypto"]
WORDED = {name: game for name, game in CATALOG.items() if game.prompt_settings is not None}
"""The games that keep the texts of their prompts in files."""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a wording of one's own, as `parlour prompts new` makes it."""
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    assert run(("prompts", "new", "decrypto", "mine", "--from", "2")) == 0
    return tmp_path / "prompts" / "decrypto" / "mine"


def locate(**pieces: str) -> dict[str, Any]:
    return locate_wordings(PACKAGE, pieces, load_settings().data)


def load(**pieces: str) -> Any:
    return load_texts(PACKAGE, "plain", **locate(**pieces))


def test_a_copy_says_what_the_original_says_until_it_is_edited(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(("prompts", "new", "decrypto", "other")) == 0
    assert capsys.readouterr().out == f"{mine.with_name('other')}\n"
    assert sorted(file.name for file in mine.iterdir()) == ["ask.txt", "role.txt", "rules.txt"]
    view, _ = list_prompts("decrypto")[0]
    copied = DECRYPTO.build_prompt(view, **locate(wording="mine"))
    assert copied == DECRYPTO.build_prompt(view, wording="2")
    assert list_wordings(PACKAGE, data=load_settings().data) == (
        "1",
        "2",
        "3",
        "4",
        "5",
        "mine",
        "other",
    )
    assert run(("prompts", "new", "decrypto", "mine")) == 2
    assert "is there already" in capsys.readouterr().err
    assert run(("prompts", "new", "decrypto", "../x")) == 2
    assert not (mine.parent.parent / "x").exists()


def test_a_piece_that_is_left_out_is_that_of_the_first_wording(mine: Path) -> None:
    (mine / "rules.txt").unlink()
    (mine / "role.txt").unlink()
    assert load(wording="mine").fingerprint == load(ask="2").fingerprint


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("{rounds}", "8 rounds", r"rules.txt, line 1: \[rules\] lacks the gap {rounds}."),
        ("{forms}", "", r"line 33: \[not named\] lacks the gap {forms}."),
        ("{hits}", "{hitz}", r"line 13: There is no gap '{hitz}'. Did you mean '{hits}'\?"),
        ("{hits}", "{hits} {KEY}", "line 13: There is no gap '{KEY}'"),
        ("[quoted]", "[quotes]", r"There is no section '\[quotes\]'. Did you mean '\[quoted\]'"),
        ("[play on]", "[rules]", r"line 24: the section \[rules\] comes twice"),
        ("This is Decrypto", "This is\x1b[31m Decrypto", "line 2: holds a character that cannot"),
        ("This is Decrypto", "This is \u202eDecrypto", "line 2: holds a character that cannot"),
        ("This is Decrypto", "This is Decrypto" * MAX_BYTES, "too long: it has more than 64,000"),
    ],
)
def test_a_file_that_lacks_a_rule_is_refused_with_its_line(
    mine: Path, old: str, new: str, why: str
) -> None:
    path = mine / "rules.txt"
    path.write_text(path.read_text().replace(old, new), encoding="utf-8")
    with pytest.raises(WordingError, match=why) as caught:
        load(wording="mine")
    assert str(caught.value).isprintable()
    assert str(path) in str(caught.value)


def test_a_file_that_is_no_text_or_lacks_a_section_is_refused(mine: Path) -> None:
    (mine / "role.txt").write_bytes(b"\xff\xfe[encoder]")
    with pytest.raises(WordingError, match=r"role\.txt is not UTF-8 text"):
        load(role="mine")
    (mine / "ask.txt").write_text("[private]\nNobody sees it.\n")
    with pytest.raises(WordingError, match=r"ask.txt: the section \[answer with hints\] is miss"):
        load(ask="mine")
    (mine / "rules.txt").write_text("A comment.\n[rules]\n\n[quoted]\nx")
    with pytest.raises(WordingError, match=r"rules.txt, line 2: the section \[rules\] is empty"):
        load(rules="mine")


def test_a_name_is_no_folder_of_the_working_folder(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(mine.parent)
    with pytest.raises(WordingError, match="There is no wording for decrypto 'mine'"):
        load_texts(PACKAGE, "plain", "mine")


@pytest.mark.usefixtures("mine")
def test_a_wording_that_is_not_there_is_explained_before_anything_is_asked() -> None:
    with pytest.raises(WordingError, match=r"There is no wording for decrypto '9'.*5, mine"):
        load(wording="9")
    with pytest.raises(WordingError, match="Did you mean 'mine'"):
        load(wording="mien")
    game = SAMPLES["decrypto"].games[0]
    for text, why in (
        ("wording=6", "no wording for decrypto '6'"),
        ("prompt=no", "one of plain"),
    ):
        with pytest.raises(LineupError, match=why):
            create_player(
                parse_spec(f"llm:m,{text}"), DECRYPTO, game, Seat(0), "1", settings=load_settings()
            )


def test_what_fills_a_gap_is_not_filled_again() -> None:
    section = parse_sections("[a]\n{one}\n{two}\nend {one}", "x")["a"]
    assert section.fill({"one": "{two}", "two": ""}) == "{two}\nend {two}"


def test_every_style_has_advice_for_every_role_or_none() -> None:
    for name, definition in WORDED.items():
        roles = {"undercover": {"describe", "vote"}}.get(name)
        for style in STYLES:
            texts = load_prompt_texts(definition, style)
            asked = roles or set(texts.pieces["role"])
            assert set(texts.advice) == (asked if style in ("coached", "cot") else set())
            assert {len(texts.pieces[piece]) > 0 for piece in PIECES} == {True}


def test_a_hash_names_texts_and_not_positions() -> None:
    for game in WORDED:
        build = SAMPLES[game].definition.build_prompt
        views = [view for view, _ in list_prompts(game)]
        of_style = [{build(view, prompt=style).prompt_hash for view in views} for style in STYLES]
        assert all(len(hashes) == 1 for hashes in of_style)
        assert len(set().union(*of_style)) == len(STYLES)


def test_the_inspector_names_the_texts_of_a_call() -> None:
    call = Call("encoder", "m", "host", 1, 0, [], {}, prompt_hash="56cd1429aa7cd217")
    logged: Any = _Logged()
    lines = [line.plain for line in render_numbers(logged, call, 80)]
    assert any("Prompt texts" in line and "56cd1429aa7cd217" in line for line in lines)


class _Logged:
    seat_name, maker, number, turn, moved, calls = "encoder", "llm:m", 1, 1, None, ()


# What every wording has in common.


def list_worded() -> Iterator[dict[str, str]]:
    """Each wording of each piece once, and each style."""
    for name in ("2", "3", "4", "5"):
        yield from ({piece: name} for piece in PIECES)
        yield {"wording": name}
    yield from ({"prompt": style} for style in STYLES)


@pytest.mark.parametrize("settings", list(list_worded()), ids=str)
def test_every_wording_tells_every_fact(settings: dict[str, str]) -> None:
    for view, prompt in list_prompts("decrypto"):
        asked = DECRYPTO.build_prompt(view, **settings)
        assert find_untold("decrypto", view, asked) == []
        tables = [one.user.rpartition("\n\n")[0] for one in (asked, prompt)]  # without the request
        assert tables[0] == tables[1]


@pytest.mark.parametrize("game", ["taboo", "undercover"])
def test_every_style_tells_every_fact(game: str) -> None:
    build = SAMPLES[game].definition.build_prompt
    for view, _ in list_prompts(game):
        for style in STYLES:
            assert find_untold(game, view, build(view, prompt=style)) == []


# The command.


def test_the_command_shows_a_prompt_and_its_hash(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(("prompts", "show", "decrypto", "encoder", "--wording", "3")) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Decrypto is played by a team of two")
    assert "Your code is" in out
    assert load(wording="3").fingerprint in err
    assert run(("prompts", "show", "decrypto", "decoder", "--rules", "2", "--role", "4")) == 0
    mixed = capsys.readouterr().out
    assert mixed.startswith("This is Decrypto")
    assert "Your role: decoder." in mixed
    assert run(("prompts", "show", "taboo", "attacker", "--prompt", "coached")) == 0
    assert "come from the side" in capsys.readouterr().out
    assert run(("prompts", "show", "dixit", "vote", "--set", "clue_length=33")) == 0
    out = capsys.readouterr().out
    assert "of 1 to 33 characters" in out
    assert "(picture: Card A)" in out
    assert run(("prompts", "show", "decrypto", "decodr")) == 2
    assert "Did you mean 'decoder'" in capsys.readouterr().err


def test_the_command_lists_wordings_and_what_is_wrong_with_one(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (mine / "role.txt").write_text("[encoder]\nYou.\n")
    capsys.readouterr()
    assert run(("prompts", "list", "decrypto")) == 0
    out = capsys.readouterr().out
    assert "decrypto: encoder, decoder, interceptor" in out
    assert "prompt: plain (usual), coached, naive, cot" in out
    assert f"wording: 3  {load(wording='3').fingerprint}" in out
    assert "wording: mine  cannot be used" in out
    assert "the section [decoder] is missing" in out


# What used to be an option of the game.


def test_set_prompt_is_given_to_the_seats_of_models() -> None:
    lineup = {"attacker": parse_spec("llm:m"), "defender": parse_spec("llm:m,prompt=cot")}
    moved = move_options_to_seats(CATALOG["taboo"], {"prompt": "naive"}, lineup)
    assert {seat: str(spec) for seat, spec in moved.items()} == {
        "attacker": "llm:m,prompt=naive",
        "defender": "llm:m,prompt=cot",
    }


@pytest.mark.parametrize("game", ["taboo", "undercover"])
def test_an_old_game_with_prompt_asks_as_it_did(game: str) -> None:
    """The option still holds for seats that set nothing; a seat's setting counts for it alone."""
    build, asked = SAMPLES[game].definition.build_prompt, set()
    for view, prompt in list_prompts(game):
        how = view.options.prompt
        assert build(view) == build(view, prompt=how) == prompt
        assert build(view, prompt="cot" if how == "naive" else "naive") != prompt
        asked.add(how)
    assert asked == {"cot", "naive"}


def test_calls_keep_the_hash(tmp_path: Path) -> None:
    append_call(tmp_path / "g.calls.jsonl", Call("a", "m", "h", 1, 0, [], {}, prompt_hash="ab"))
    assert json.loads((tmp_path / "g.calls.jsonl").read_text())["prompt_hash"] == "ab"
