"""`parlour deck`: judging and making decks on the command line."""

import json
import os
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from engine.errors import OptionError
from engine.games.dixit.options import Options, check_options
from engine.options import parse_options
from images.card_count import SMALLEST_GAME, USUAL_GAME, suggest_smaller_game
from images.deck_check import check_deck
from images.deck_creation import create_deck as make_from
from images.deck_file import read_metadata
from images.deck_reader import open_deck
from tests.decks import SIZE, draw_card, make_deck
from tui.command_line import run

ROOT = Path(__file__).parent.parent


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    folder.mkdir()
    draw_card(folder / "IMG 01.png", 1, (800, 600))
    Image.new("RGB", (300, 900), "red").save(folder / "tower.jpg")
    return folder


def deck(*arguments: object, code: int = 0) -> None:
    assert run(["deck", *map(str, arguments)]) == code


def test_a_made_deck_can_be_played(
    photos: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    deck("new", tmp_path / "mine", "--from", photos)
    made = tmp_path / "mine"
    assert capfd.readouterr().out.splitlines() == [
        f"{made}: 2 cards.",
        f"Fill in {made}/deck.toml, then: parlour deck check {made}",
    ]
    assert sorted(file.name for file in made.iterdir()) == ["deck.toml", "img_01.png", "tower.png"]
    for file in made.glob("*.png"):
        with Image.open(file) as picture:
            assert picture.size == SIZE
    assert check_deck(made).errors == []
    assert list(open_deck(str(made)).cards) == ["img_01", "tower"]
    assert list(tmp_path.iterdir()) != []
    assert not [file for file in tmp_path.iterdir() if file.name.startswith(".")]
    told = (made / "deck.toml").read_text()
    assert "# IMG 01.png\n[cards.img_01]" in told


def test_a_picture_is_turned_upright_and_its_metadata_stays_behind(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    lying = Image.new("RGB", (920, 610), "blue")
    ImageDraw.Draw(lying).rectangle((0, 0, 300, 610), "red")
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "canary-where-ada-lives"
    lying.save(photos / "lying.jpg", exif=exif, comment=b"canary-comment")
    made = make_from(photos, tmp_path / "deck").folder / "lying.png"
    assert b"canary" not in made.read_bytes()
    with Image.open(made) as picture:
        assert not picture.getexif()
        upright = picture.convert("RGBA")
    top, bottom = upright.getpixel((150, 40)), upright.getpixel((150, 420))
    assert isinstance(top, tuple)
    assert isinstance(bottom, tuple)
    assert top[0] > 200 > 60 > top[2]
    assert bottom[2] > 200 > 60 > bottom[0]


def test_a_picture_is_cropped_in_its_middle_and_keeps_more_of_its_top(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    wide = Image.new("RGB", (2000, 460), "white")
    ImageDraw.Draw(wide).rectangle((850, 0, 1150, 460), "green")
    wide.save(photos / "wide.png")
    high = Image.new("RGB", (305, 1460), "white")
    ImageDraw.Draw(high).rectangle((0, 400, 305, 860), "green")
    high.save(photos / "high.png")
    made = make_from(photos, tmp_path / "deck").folder
    for name in ("wide", "high"):
        with Image.open(made / f"{name}.png") as picture:
            middle = picture.convert("RGBA").crop((20, 20, 285, 440)).getcolors()
        assert middle == [(265 * 420, (0, 128, 0, 255))]


def test_any_kind_of_pixels_becomes_a_card(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    Image.new("RGBA", SIZE, (0, 0, 0, 0)).save(photos / "clear.png")
    Image.new("P", SIZE, 0).save(photos / "palette.gif", transparency=0)
    Image.new("CMYK", SIZE, (255, 0, 0, 0)).save(photos / "print.jpg")
    Image.new("I;16", SIZE, 30_000).save(photos / "grey.png")
    Image.new("1", SIZE, 0).save(photos / "black.tif")
    Image.new("LA", SIZE, (9, 128)).save(photos / "shade.webp")
    Image.new("RGB", SIZE, "teal").save(photos / "new.avif")
    made = make_from(photos, tmp_path / "deck")
    assert list(map(str, made.left_out)) == ["palette.gif is the same picture as clear.png."]
    middles: dict[str, object] = {}
    for card in made.cards:
        with Image.open(made.folder / f"{card}.png") as picture:
            middles[card] = picture.convert("RGBA").getpixel((150, 200))
    assert middles["clear"] == (255, 255, 255, 255)
    assert middles["grey"] == (116, 116, 116, 255)
    assert middles["black"] == (0, 0, 0, 255)


def test_what_cannot_be_a_card_is_named_and_left_out(
    photos: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (photos / "notes.txt").write_text("hello")
    (photos / "new.heic").write_bytes(b"\0\0\0\x18ftypheic")
    (photos / "cut.jpg").write_bytes((photos / "tower.jpg").read_bytes()[:700])
    (photos / "again.jpg").write_bytes((photos / "tower.jpg").read_bytes())
    os.mkfifo(photos / "pipe.png")
    (photos / "folder.png").mkdir()
    frames = [Image.new("RGB", (50, 50), (shade, 0, 0)) for shade in (0, 200)]
    frames[0].save(photos / "moving.gif", save_all=True, append_images=frames[1:])
    deck("new", tmp_path / "mine", "--from", photos, "--json")
    told = json.loads(capfd.readouterr().out)
    assert told["cards"] == ["again", "img_01"]
    left_out = {one["file"]: one["why"] for one in told["left_out"]}
    assert left_out == {
        "cut.jpg": left_out["cut.jpg"],
        "moving.gif": "is animated: save one picture of it.",
        "new.heic": "is HEIC: save it as JPEG first.",
        "notes.txt": "is no picture of a known kind.",
        "pipe.png": "is no file.",
        "tower.jpg": "is the same picture as again.jpg.",
    }
    assert left_out["cut.jpg"].startswith("is damaged or cut short")


def test_names_that_become_one_id_are_told_apart(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    for number, name in enumerate(("Sea!", "sea", "SEA ", "\u6d77", "1")):
        draw_card(photos / f"{name}.png", number)
    made = make_from(photos, tmp_path / "deck")
    assert sorted(made.cards) == ["card", "card_1", "sea", "sea_2", "sea_3"]


def test_a_hostile_name_cannot_write_into_deck_toml(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    draw_card(photos / "plain.png", 1)
    (photos / "plain.png").rename(photos / 'a\n[cards.evil]\ntitle = "x" #\x1b.png')
    made = make_from(photos, tmp_path / "deck")
    cards, faults = read_metadata(made.folder / "deck.toml")
    assert faults == []
    assert list(cards) == made.cards
    assert "evil" not in cards


@pytest.mark.parametrize(
    ("place", "source", "says"),
    [
        ("full", "photos", "/full is not empty: name a folder that is not there yet."),
        ("file", "photos", "/file is a file: name a folder that is not there yet."),
        ("a/b", "photos", "/a/b cannot be made: there is no folder "),
        ("x" * 300, "photos", "cannot be made: File name too long."),
        ("mine", "nowhere", "/nowhere is not there: give a folder with pictures."),
        ("mine", "file", "/file is no folder: give a folder with pictures."),
        ("mine", "empty", "There is no picture in "),
        ("mine", "", "'' is no name of a folder."),
    ],
)
def test_a_folder_that_will_not_do_is_a_sentence(
    photos: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    place: str,
    source: str,
    says: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("full", "empty"):
        (tmp_path / name).mkdir()
    (tmp_path / "full" / "note").write_text("mine")
    (tmp_path / "file").write_text("mine")
    before = sorted(file.name for file in tmp_path.iterdir())
    deck("new", place, "--from", source, code=2)
    told = capfd.readouterr()
    assert told.out == ""
    assert says in told.err
    assert "Traceback" not in told.err
    assert sorted(file.name for file in tmp_path.iterdir()) == before
    assert photos.exists()


def test_an_empty_folder_is_filled(photos: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    deck("new", tmp_path / "mine", "--from", photos)
    assert (tmp_path / "mine" / "deck.toml").exists()


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (KeyboardInterrupt(), 130, "Interrupted; nothing was made."),
        (OSError(28, "No space left on device"), 2, "cannot be made: No space left on device."),
    ],
)
def test_half_a_deck_is_not_left_behind(
    photos: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    code: int,
    says: str,
) -> None:
    saved = []

    def broken(self: Image.Image, file: BytesIO, **_: object) -> None:
        saved.append(file)
        file.write(self.tobytes()[:10])
        if len(saved) == 2:
            raise error

    monkeypatch.setattr(Image.Image, "save", broken)
    deck("new", tmp_path / "mine", "--from", photos, code=code)
    assert len(saved) == 2
    assert sorted(file.name for file in tmp_path.iterdir()) == ["photos"]
    assert says in capfd.readouterr().err


def test_check_tells_errors_and_warnings(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = make_deck(tmp_path / "deck", 3)
    deck("check", folder)
    *_, summary = capfd.readouterr().out.splitlines()
    assert summary.startswith(f"{folder}: 3 cards, 0 errors, ")
    assert summary.endswith("warnings: it can be played.")
    (folder / "card_01.png").write_bytes(b"")
    deck("check", folder, code=1)
    first, *_, summary = capfd.readouterr().out.splitlines()
    assert first == "error   card_01.png is empty: put the picture there again."
    assert summary.endswith("it cannot be played yet.")


def test_check_as_json(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = make_deck(tmp_path / "deck", 3)
    (folder / "card_02.png").unlink()
    deck("check", folder, "--json", code=1)
    told = json.loads(capfd.readouterr().out)
    assert told["deck"] == str(folder)
    assert told["cards"] == 3
    assert told["playable"] is False
    assert told["errors"] == [
        {
            "where": "deck.toml, card card_02:",
            "says": "there is no picture card_02.png: put it there, or take the table out.",
        }
    ]


def test_check_judges_the_house_deck_by_itself(capfd: pytest.CaptureFixture[str]) -> None:
    deck("check")
    assert ", 0 errors, " in capfd.readouterr().out


def test_a_misspelt_command_is_taken_for_a_folder_but_guessed(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    deck("chek", code=2)
    told = capfd.readouterr().err
    assert told.startswith("The deck chek is not there")
    assert told.endswith("Did you mean: parlour deck check?\n")


def test_the_gallery_needs_a_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    deck(code=2)
    assert capfd.readouterr().err.startswith("The gallery needs a terminal")


def test_names_of_files_cannot_write_to_the_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = make_deck(tmp_path / "deck", 2)
    draw_card(folder / "x.png", 9).rename(folder / "\x1b]0;owned\x07\u202e.png")
    deck("check", folder, code=1)
    assert "\x1b" not in (out := capfd.readouterr().out)
    assert "\u202e" not in out


def test_a_killed_run_leaves_no_deck(photos: Path, tmp_path: Path) -> None:
    script = (
        "import sys, time\n"
        "from images import deck_creation\n"
        "from tui.main import main\n"
        "write = deck_creation.replace_file\n"
        "def write_the_first(*arguments, **options):\n"
        "    write(*arguments, **options)\n"
        "    print('written', flush=True)\n"
        "    time.sleep(600)\n"
        "deck_creation.replace_file = write_the_first\n"
        "sys.argv[0] = 'parlour'\n"
        "main()\n"
    )
    command = [sys.executable, "-c", script, "deck", "new", str(tmp_path / "mine")]
    with subprocess.Popen(
        [*command, "--from", str(photos)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        said = child.stdout.readline()
        child.kill()
    assert said == "written\n"
    assert list(tmp_path.glob(".mine.*/*.png"))
    assert not (tmp_path / "mine").exists()


def test_help_teaches_by_example(capfd: pytest.CaptureFixture[str]) -> None:
    deck("new", "--help")
    assert "parlour deck new holidays --from ~/Pictures/2024" in capfd.readouterr().out
    deck("--help")
    assert "parlour deck DIR" in capfd.readouterr().out


def test_the_command_line_loads_no_picture_library_before_it_needs_one() -> None:
    script = (
        "import sys; import tui.commands.deck.group; "
        "print(sorted({'numpy', 'PIL', 'textual', 'rich.progress'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("cards", [0, 1, 2])
def test_a_deck_with_which_nothing_can_be_played_is_not_said_to_be_playable(
    cards: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = make_deck(tmp_path / "deck", cards)
    deck("check", folder, code=1)
    first, *_, summary = capfd.readouterr().out.splitlines()
    assert summary.endswith("it cannot be played yet.")
    if cards:
        assert first.endswith("cannot be dealt to anybody: the smallest game takes 3.")
        assert len(open_deck(str(folder)).cards) == cards  # it can be looked through
    deck("check", folder, "--json", code=1)
    assert json.loads(capfd.readouterr().out)["playable"] is False


@pytest.mark.parametrize("cards", range(SMALLEST_GAME, USUAL_GAME))
def test_what_is_told_of_small_decks_is_a_game_and_the_longest(cards: int) -> None:
    def fits(options: dict[str, str]) -> bool:
        try:
            check_options(parse_options(Options, options), cards)
        except OptionError:
            return False
        return True

    told = dict(re.findall(r"--set (\w+)=(\w+)", suggest_smaller_game(cards)))
    assert fits(told)
    assert not fits({})
    if cards >= 4:
        assert not fits(told | {"rounds": str(int(told["rounds"]) + 2)})
