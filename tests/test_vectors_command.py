"""`parlour vectors`: what it prints, where, and with which exit code."""

import gzip
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from engine.config.settings import load_settings
from engine.games.decrypto.written_games import read_written_games
from lab.papers.decrypto.baseline_sweep import KS
from tests.vector_files import import_gensim
from tui.commands.vectors import group as vectors_command
from tui.commands.vectors.group import vectors
from words.space.names import EMBEDDED_SPACES
from words.space.reader import Space, open_space
from words.space.writer import write_space

GLOVE = "moon 1 0 0\nsun 1 1 0\nstar 1 2 0\nriver 0 0 1\nNew_York 0 1 1\n"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "vectors"


@pytest.fixture
def glove(tmp_path: Path) -> Path:
    path = tmp_path / "glove.txt"
    path.write_text(GLOVE)
    return path


def run(*arguments: object, code: int = 0) -> Result:
    result = CliRunner().invoke(
        vectors, [str(argument) for argument in arguments], obj=load_settings()
    )
    assert result.exit_code == code, result.output
    if code:
        assert result.stdout == ""
        assert "Traceback" not in result.stderr
    return result


def test_import_says_what_came_and_what_to_try(glove: Path, data: Path) -> None:
    glove.write_text(GLOVE + "bad 1\nmoon 2 2 2\n")
    result = run("import", glove, "--name", "mine")
    first, left_out, hint = result.stdout.splitlines()
    assert first.startswith("mine: 5 words of 3 numbers from GloVe text, 0.0 MB, in 0.")
    assert left_out == (
        "Left out: 1 wrong width (first in line 6), 1 duplicate word (first in line 7)."
    )
    assert hint == "Try: parlour vectors nearest New_York --in mine"
    assert result.stderr == ""
    assert len(Space.open(data / "mine.space")) == 5


def test_import_hands_all_options_on(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("a.txt", GLOVE)
        archive.writestr("b.txt", "5 3\nking 1 2 3\nqueen 2 3 4\npawn 1 1 1\n")
    several = run("import", tmp_path / "x.zip", "--name", "mine", code=2).stderr
    assert several == (
        "x.zip holds several files of vectors; choose with --member: a.txt, b.txt.\n"
    )
    chosen = ["import", tmp_path / "x.zip", "--name", "mine", "--member", "b.txt"]
    whole = run(*chosen).stdout
    assert "nearest king --in mine" in whole
    assert "The file's header promises 5 rows." in whole
    assert "--replace" in run(*chosen, code=2).stderr
    assert "2 words" in run(*chosen, "--replace", "--keep", 2).stdout
    run(*chosen, "--replace", "--keep", 0, code=2)


def test_a_cut_file_is_said_to_be_cut(tmp_path: Path) -> None:
    random = np.random.default_rng(1).normal(size=(3000, 9))
    text = "".join(f"w{row} {' '.join(map(str, vector))}\n" for row, vector in enumerate(random))
    path = tmp_path / "x.gz"
    path.write_bytes(gzip.compress(text.encode())[:-9000])
    assert "The packed file is cut short" in run("import", path, "--name", "cut").stdout


def test_a_pickle_is_refused_until_it_is_trusted(tmp_path: Path) -> None:
    saved = import_gensim().KeyedVectors(2)
    saved.add_vectors(["a", "b"], np.eye(2, dtype=np.float32))
    saved.save(str(tmp_path / "x.kv"))
    refused = run("import", tmp_path / "x.kv", "--name", "mine", code=2).stderr
    assert "can run any program" in refused
    assert "--trust" in refused
    assert "2 words" in run("import", tmp_path / "x.kv", "--name", "mine", "--trust").stdout


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        ("<html>", "mine", "x.txt holds no word vectors: it is a web page."),
        (GLOVE, "Mine!", "A space cannot be named 'Mine!': 1 to 40 of a-z"),
        (GLOVE, "glove", "glove is the name of a space that comes with Parlour"),
    ],
)
def test_what_cannot_be_imported_is_one_sentence(
    tmp_path: Path, content: str, name: str, message: str
) -> None:
    path = tmp_path / "x.txt"
    path.write_text(content)
    error = run("import", path, "--name", name, code=2).stderr
    assert error.startswith(message)
    assert error.count("\n") == 1


def test_names_of_members_cannot_speak_to_the_terminal(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        for name in ("\x1b]0;canary\x07a.txt", "[red]b.txt"):
            archive.writestr(name, GLOVE)
    error = run("import", tmp_path / "x.zip", "--name", "mine", code=2).stderr
    assert "\x1b" not in error
    assert "[red]b.txt" in error


def test_ctrl_c_is_130_and_leaves_nothing(
    glove: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("words.importing.importer._write_batch", interrupted)
    error = run("import", glove, "--name", "mine", code=130).stderr
    assert error == "Interrupted; nothing was changed.\n"
    assert list(data.iterdir()) == []


def test_a_terminal_shows_progress_on_stderr(glove: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich then takes anything for a terminal
    monkeypatch.setenv("COLUMNS", "120")
    result = run("import", glove, "--name", "mine")
    assert "glove.txt" in result.stderr
    assert "5 words" in result.stderr
    assert "\x1b" not in result.stdout


def test_list_shows_every_space_and_which_is_damaged(glove: Path, data: Path) -> None:
    run("import", glove, "--name", "mine")
    (data / "broken.space").write_bytes(b"PK\x03\x04" + bytes(100))
    (data / ".half.space.1.unfinished").write_bytes(b"")
    rows = {line.split()[0]: line for line in run("list").stdout.splitlines() if line[0] != " "}
    assert list(rows) == ["Name", *EMBEDDED_SPACES, "broken", "mine"]
    assert rows["mine"].split()[1:] == ["5", "3", "0.0", "glove.txt"]
    assert "damaged" in " ".join(run("list").stdout.split())


def test_info_tells_all_and_checks_the_contents(glove: Path, data: Path) -> None:
    glove.write_text(GLOVE + "bad 1\n")
    run("import", glove, "--name", "mine")
    told = dict(line.split(": ", 1) for line in run("info", "mine").stdout.splitlines())
    assert told["Words"] == "5"
    assert told["Width"] == "3"
    assert told["Where from"] == "glove.txt"
    assert told["Left out"] == "1 wrong width"
    path = data / "mine.space"
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"river", b"liver"))
    assert "is damaged" in run("info", "mine", code=2).stderr


def test_an_unknown_name_is_answered_with_the_nearest(glove: Path) -> None:
    run("import", glove, "--name", "mine")
    for command in (["info", "mime"], ["remove", "mime"], ["nearest", "sun", "--in", "mime"]):
        error = run(*command, code=2).stderr
        assert error == (
            "There is no space named 'mime'; there are word2vec, glove, webster, thoughts, mine. "
            "Did you mean mine?\n"
        )


def test_nearest_leaves_out_the_word_itself(glove: Path) -> None:
    run("import", glove, "--name", "mine")
    lines = run("nearest", "moon", "--in", "mine", "-n", 2).stdout.split()
    assert lines == ["mine", "sun", "0.71", "star", "0.45"]


def test_nearest_puts_spaces_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = {}
    for name, order in {"word2vec": [1, 2, 3], "glove": [3, 2, 1]}.items():
        rows = [[1, 0], *([1, slope] for slope in order)]
        paths[name] = tmp_path / f"{name}.space"
        write_space(paths[name], ["moon", "a", "b", "c"], rows, name=name)
    monkeypatch.setattr("words.space.folder._get_builtin_file", paths.__getitem__)
    head, *rows_ = [line.split() for line in run("nearest", "moon").stdout.splitlines()]
    assert head == ["word2vec", "glove"]
    assert [row[::2] for row in rows_] == [["a", "c"], ["b", "b"], ["c", "a"]]


def test_nearest_says_which_form_it_found(glove: Path) -> None:
    run("import", glove, "--name", "mine")
    result = run("nearest", "New York", "--in", "mine")
    assert result.stderr == "mine knows 'New York' as 'New_York'.\n"
    assert run("nearest", "MOON", "--in", "mine").stderr == "mine knows 'MOON' as 'moon'.\n"


def test_an_unknown_word_is_answered_with_the_nearest(glove: Path) -> None:
    run("import", glove, "--name", "mine")
    error = run("nearest", "rivr", "--in", "mine", code=2).stderr
    assert error == "mine does not know the word 'rivr'. Did you mean 'river'?\n"
    assert run("nearest", "xyzzy", "--in", "mine", code=2).stderr.endswith("'xyzzy'.\n")


def test_check_plays_with_several_k_and_reads_written_hints(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    glove = open_space("glove")
    words = list(glove.words)
    write_space(data / "mine.space", words, glove.get_vectors(range(len(glove))), name="mine")
    written = {writer: games[:2] for writer, games in read_written_games().items()}
    monkeypatch.setattr("engine.games.decrypto.written_games.read_written_games", lambda: written)
    lines = run("check", "mine", "--games", 3).stdout.splitlines()
    rows = {line.split()[0]: line.split()[1:] for line in lines if line}
    assert "It knows 720 of the 720 keywords" in " ".join(lines)
    assert set(map(str, KS)) <= rows.keys()
    assert rows["1"][3] == "0.0", "glove understands itself under another name"
    assert " suits mine: the greatest of these" in " ".join(lines)
    assert rows["mine"] == rows["glove"]
    assert {"pragmatic", "pragmatic,space=mine"} <= rows.keys()
    assert "hints written by hand" not in run("check", "glove", "--games", 2, "--no-hints").stdout


def test_a_space_without_the_words_of_the_game_is_not_checked(glove: Path) -> None:
    run("import", glove, "--name", "mine")
    refused = run("check", "mine", code=2).stderr
    assert "of the 720 keywords" in refused
    assert "no K suits it" in refused
    assert "There is no space named 'mime'" in run("check", "mime", code=2).stderr


def test_remove_takes_imported_spaces_only(glove: Path, data: Path) -> None:
    run("import", glove, "--name", "mine")
    assert run("remove", "mine").stdout == "mine is removed.\n"
    assert list(data.iterdir()) == []
    assert "stays" in run("remove", "glove", code=2).stderr


def test_help_teaches_by_example() -> None:
    told = " ".join(run("import", "--help").stdout.split())
    assert "glove.6B.zip --member glove.6B.300d.txt" in told
    assert "GoogleNews-vectors-negative300.bin.gz" in told


def test_the_command_line_loads_no_vectors_before_it_needs_them() -> None:
    script = (
        "import sys; import tui.commands.vectors.group; "
        "print(sorted({'numpy', 'gensim', 'scipy', 'openai', 'httpx2'} & set(sys.modules)))"
    )
    root = Path(vectors_command.__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
