"""Benches and tables of items from elsewhere, which may be damaged on purpose."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.errors import BenchError
from lab.papers.dixitworld.bench_files import (
    BUILTIN,
    CLUES,
    ITEMS,
    MANIFEST,
    MATRIX,
    hash_files,
    open_bench,
)
from lab.papers.dixitworld.solver_answers import ANSWERS, COLUMNS
from tui.command_line import run


def append(name: str, text: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        (folder / name).write_text((folder / name).read_text() + text)

    return change


def replace(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new))

    return change


def link(name: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        outside = folder.with_name("outside")
        outside.write_bytes((folder / name).read_bytes())
        (folder / name).unlink()
        (folder / name).symlink_to(outside)

    return change


ODD = {
    "no column": (replace(CLUES, "card,clue", "kard,clue"), "no column 'card'"),
    "huge cell": (append(ITEMS, f'x,"{"a" * 200_000}"\n'), "no table"),
    "short row": (append(ITEMS, "x\n"), "no row for the card"),
    "open quote": (append(ITEMS, '"x'), "no table"),
    "no numbers": (replace(MATRIX, "0.", "x."), "without a number"),
    "another deck": (replace(MANIFEST, 'deck = ""', 'deck = "/etc"'), "cannot be played"),
    "a table for a deck": (replace(MANIFEST, 'deck = ""', "deck = {a = 1}"), "deck must be"),
    **{f"link {name}": (link(name), "is a link") for name in (CLUES, ITEMS, MATRIX, MANIFEST)},
}
"""By what is odd: the change, and what is said."""


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_bench_is_refused_in_one_sentence(
    odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, says = ODD[odd]
    folder = tmp_path / "bench"
    shutil.copytree(BUILTIN, folder)
    change(folder)
    manifest = folder / MANIFEST
    if not manifest.is_symlink():  # as somebody would who means harm
        known = f'hash = "{hash_files(folder)}"'
        manifest.write_text(re.sub(r'hash = "\w+"', known, manifest.read_text()))
    assert run(["lab", "bench", "show", str(folder)]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1


def test_a_changed_bench_is_noticed(tmp_path: Path) -> None:
    folder = tmp_path / "bench"
    shutil.copytree(BUILTIN, folder)
    append(CLUES, "\n")(folder)
    with pytest.raises(BenchError, match="have changed since it was made"):
        open_bench(str(folder))


@pytest.mark.parametrize("cell", ['"x', f'"{"a" * 200_000}"'])
def test_a_table_for_a_study_that_is_none_is_refused(
    cell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "items.csv"
    file.write_text(f"clue,target,card_1,card_2\n{cell},a,a,b\n")
    assert (
        run(["study", "new", "mine", "--from", str(file), "--into", str(tmp_path / "new.study")])
        == 2
    )
    assert "is no table" in capsys.readouterr().err
    assert not (tmp_path / "new.study").exists()


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ("", "has no column solver"),
        ("solver,item,right\na,hard-1,1\n", "has no column use"),
        (f"{','.join(COLUMNS)}\na,none,run,pictures,moon_well-hard,fox,1\n", "not 'none'"),
        (
            f"{','.join(COLUMNS)}\na,fit,r,pictures,x,y,1\na,validation,r,pictures,z,y,1\n",
            "both uses",
        ),
        (f"{','.join(COLUMNS)}\na,fit,run,pictures,moon_well-hard,fox,py:os:abort\n", "no number"),
        (f"{','.join(COLUMNS)}\na,fit,run,pictures,moon_well-hard,fox,7\n", "no number"),
        (None, "is a link"),
    ],
)
def test_odd_answers_in_a_bench_are_refused_in_one_sentence(
    answers: str | None, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "bench"
    shutil.copytree(BUILTIN, folder)
    if answers is None:
        (folder / ANSWERS).unlink()
        (folder / ANSWERS).symlink_to("/etc/passwd")
    else:
        (folder / ANSWERS).write_text(answers)
    assert run(["lab", "bench", "fit", str(folder)]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert str(folder / ANSWERS) in error
    assert error.count("\n") == 1
