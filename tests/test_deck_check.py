"""Decks from outside: every fault is told with the file it is in, and nothing crashes."""

import io
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from engine.forms.giveaway import match_word
from images.deck import DeckError
from images.deck_check import DeckCheck, check_deck
from images.deck_reader import open_deck
from tests.decks import SIZE, describe, draw_card, make_deck

type Spoil = Callable[[Path], object]


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    return make_deck(tmp_path / "deck", 4)


def errors(deck: Path) -> list[str]:
    return list(map(str, check_deck(deck).errors))


def warnings(deck: Path) -> list[str]:
    return list(map(str, check_deck(deck).warnings))


def png(width: int, height: int, depth: int = 8) -> bytes:
    """A PNG that claims a size, and has no pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", width, height, depth, 2, 0, 0, 0)
    body = chunk(b"IDAT", zlib.compress(bytes(1000)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + body + chunk(b"IEND", b"")


def text_bomb() -> bytes:
    info = PngInfo()
    info.add_itxt("comment", "x" * 60_000_000, zip=True)
    file = io.BytesIO()
    Image.new("RGB", SIZE).save(file, "PNG", pnginfo=info)
    return file.getvalue()


def animated(file: Path) -> None:
    frames = [Image.new("RGB", SIZE, (shade, 0, 0)) for shade in (0, 200)]
    frames[0].save(file, save_all=True, append_images=frames[1:])


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-200])


def flipped(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 255
    file.write_bytes(data)


def folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def link(file: Path, to: str) -> None:
    file.rename(file.parents[1] / "out.png")
    file.symlink_to(to)


SPOILT: dict[str, tuple[Spoil, str]] = {
    "empty": (lambda file: file.write_bytes(b""), "is empty"),
    "not a picture": (lambda file: file.write_text("hello"), "is no PNG, JPEG or WebP picture"),
    "cut short": (cut, "is damaged or cut short"),
    "one bit": (flipped, "is damaged or cut short"),
    "animated": (animated, "is animated"),
    "bomb": (lambda file: file.write_bytes(png(60_000, 60_000)), "has far too many pixels"),
    "small bomb": (lambda file: file.write_bytes(png(10_000, 10_000)), "has far too many pixels"),
    "giant": (lambda file: file.write_bytes(png(3050, 4600)), "has 3050 x 4600 pixels, which is t"),
    "no pixels": (lambda file: file.write_bytes(png(305, 460)), "is damaged or cut short"),
    "text bomb": (lambda file: file.write_bytes(text_bomb()), "is damaged or cut short"),
    "square": (lambda file: draw_card(file, 9, (400, 400)), "has 400 x 400 pixels, which is anoth"),
    "large file": (lambda file: os.truncate(file, 20_000_001), "is larger than 20 MB"),
    "16 bits": (lambda file: Image.new("I;16", SIZE, 9).save(file), "has more than 8 bits"),
    "JPEG": (
        lambda file: Image.new("RGB", SIZE).save(file, "JPEG"),
        "is a JPEG picture: rename it to card_01.jpg",
    ),
    "the same": (lambda file: draw_card(file, 0), "is the same picture as card_00.png"),
    "folder": (folder, "is a folder, not a picture"),
    "pipe": (pipe, "is a pipe or a device"),
    "link to nothing": (lambda file: link(file, "gone.png"), "is a link to nothing"),
    "link to itself": (lambda file: link(file, "card_01.png"), "cannot be opened: Too many levels"),
    "link out": (lambda file: link(file, "../out.png"), "is a link out of the folder"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_picture_is_named(deck: Path, name: str) -> None:
    spoil, says = SPOILT[name]
    spoil(deck / "card_01.png")
    (fault,) = errors(deck)
    assert fault.startswith(f"card_01.png {says}"), fault
    assert fault.endswith(".")
    with pytest.raises(DeckError, match=r"cannot be played: card_01\.png .* parlour deck check"):
        open_deck(str(deck))


def test_no_damage_to_a_picture_breaks_the_judge(deck: Path) -> None:
    rng = Random("damage")
    file = deck / "card_01.png"
    whole = file.read_bytes()
    for _ in range(100):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(len(data))
            data[place : place + rng.randrange(3)] = rng.randbytes(rng.randrange(4))
        file.write_bytes(data)
        judged = check_deck(deck)
        assert all(one.where == "card_01.png" for one in judged.errors)


@pytest.mark.parametrize(
    ("name", "better"),
    [
        ("Card_01.png", "card_01.png"),
        ("IMG 0012.PNG", "img_0012.png"),
        ("01.png", "card_01.png"),
        ("sea.PNG", "sea.png"),
        ("caf\u00e9.png", "caf.png"),
        ("a\x1b[31m\u202eb.png", "a_31m_b.png"),
        ("\u6d77.png", "card.png"),
    ],
)
def test_a_wrong_name_is_told_with_a_better_one(deck: Path, name: str, better: str) -> None:
    (deck / "card_01.png").rename(deck / name)
    first, second = sorted(errors(deck), key=len, reverse=True)
    assert first.endswith(f"rename it, for example to {better}.")
    assert second == (
        "deck.toml, card card_01: there is no picture card_01.png: "
        "put it there, or take the table out."
    )
    assert (first + second).isprintable()


def test_a_name_that_is_not_unicode_is_told(deck: Path) -> None:
    (deck / "card_01.png").rename(os.fsdecode(os.fsencode(deck) + b"/\xff.png"))
    assert all(fault.isprintable() for fault in errors(deck))
    assert len(errors(deck)) == 2


def test_two_pictures_of_one_card(deck: Path) -> None:
    Image.new("RGB", SIZE).save(deck / "card_01.jpg")
    assert errors(deck) == [
        "card_01.png is the card card_01 again, as card_01.jpg is: take one of them away."
    ]


def test_a_picture_that_nobody_described(deck: Path) -> None:
    draw_card(deck / "sea.png", 9)
    assert errors(deck) == [
        "sea.png is not described: add [cards.sea] to deck.toml, or take the picture away."
    ]


def test_pictures_of_other_kinds_are_named_and_other_files_left_alone(deck: Path) -> None:
    (deck / "sea.gif").write_bytes(b"GIF89a")
    (deck / "README.md").write_text("A deck.")
    (deck / ".hidden.png").write_bytes(b"")
    assert errors(deck) == [
        "sea.gif is no PNG, JPEG or WebP picture: parlour deck new converts some."
    ]


def test_jpeg_and_webp_are_cards_too(deck: Path) -> None:
    for number, ending in enumerate(("jpg", "jpeg", "webp")):
        Image.new("RGB", SIZE, (number * 50, 0, 0)).save(deck / f"card_0{number}.{ending}")
        (deck / f"card_0{number}.png").unlink()
    opened = open_deck(str(deck))
    assert opened.get_path("card_02") == deck / "card_02.webp"


def test_metadata_and_a_small_picture_are_warned_of(deck: Path) -> None:
    exif = Image.Exif()
    exif[0x9003] = "2024:01:01 00:00:00"
    Image.new("RGB", SIZE).save(deck / "card_01.png", exif=exif)
    draw_card(deck / "card_02.png", 9, (61, 92))
    info = PngInfo()
    info.add_text("Author", "Ada")
    Image.new("RGB", SIZE, (9, 9, 9)).save(deck / "card_03.png", pnginfo=info)
    assert errors(deck) == []
    told = [one for one in warnings(deck) if one.startswith("card_0")]
    assert [one.split(" ")[:2] for one in told] == [
        ["card_01.png", "carries"],
        ["card_02.png", "has"],
        ["card_03.png", "carries"],
    ]


TOML: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "deck.toml describes no card"),
    "not TOML": ("[cards.", "deck.toml is not TOML: "),
    "not UTF-8": (b"[cards.a]\ntitle = '\xff'\n", "deck.toml is not UTF-8 text (line 2)"),
    "UTF-16": ("[cards.a]".encode("utf-16"), "deck.toml is not UTF-8 text (line 1)"),
    "too deep": ("a = " + "[" * 100_000, "deck.toml is not TOML"),
    "twice": ("[cards.a]\n[cards.a]\n", "deck.toml is not TOML"),
    "too large": (b"#" * 4_000_001, "deck.toml is larger than 4,000,000 bytes"),
    "table": ("[card.a]\n", "deck.toml has no table 'card'. Did you mean 'cards'?"),
    "cards": ("cards = 3\n", "deck.toml describes no card"),
    "id": ("[cards.Sea]\n", "deck.toml, card Sea: an id is a lower-case letter"),
    "no table": ("[cards]\nsea = 3\n", "deck.toml, card sea: write it as a table, [cards.sea]."),
    "key": (
        "[cards.sea]\ncaptoin = 'x'\n",
        "deck.toml, card sea: has no key 'captoin'. Did you mean 'caption'? There is: title, ",
    ),
    "number": ("[cards.sea]\ntitle = 3\n", "deck.toml, card sea: title is text in quotes, not '3'"),
    "list": ("[cards.sea]\ntags = 'a'\n", "deck.toml, card sea: tags is a list of texts such as"),
    "entry": ("[cards.sea]\ntags = ['a', 3]\n", "deck.toml, card sea: tags is a list of texts"),
    "blank": ("[cards.sea]\ntags = [' ']\n", "deck.toml, card sea: tags has an empty entry"),
    "same": ("[cards.sea]\ntags = ['a', 'a']\n", "deck.toml, card sea: tags has 'a' twice"),
    "many": (f"[cards.sea]\ntags = {list(map(str, range(25)))}\n", "deck.toml, card sea: tags has"),
    "long": (f"[cards.sea]\ntitle = '{'x' * 61}'\n", "deck.toml, card sea: title has at most 60"),
    "lines": ('[cards.sea]\ntitle = "a\\nb"\n', "deck.toml, card sea: title is one line"),
    "escape": ('[cards.sea]\ntitle = "\\u001b[2J"\n', "deck.toml, card sea: title is one line"),
    "bidi": ('[cards.sea]\ncaption = "\\u202e"\n', "deck.toml, card sea: caption is one line"),
    "tone": (
        "[cards.sea]\ntone = 'litteral'\n",
        "deck.toml, card sea: has no tone 'litteral'. Did you mean 'literal'?",
    ),
    "colour": ("[cards.sea]\npalette = ['red']\n", "deck.toml, card sea: palette has colours as"),
}


@pytest.mark.parametrize("name", TOML)
def test_a_faulty_deck_toml_says_where_and_what(deck: Path, name: str) -> None:
    text, says = TOML[name]
    data = text.encode() if isinstance(text, str) else text
    (deck / "deck.toml").write_bytes(data)
    draw_card(deck / "sea.png", 99)
    faults = errors(deck)
    assert any(fault.startswith(says) for fault in faults), faults
    assert all(fault.isprintable() for fault in faults)


@pytest.mark.parametrize("spoil", ["missing", "folder", "pipe", "loop"])
def test_a_deck_toml_that_is_no_file(deck: Path, spoil: str) -> None:
    file = deck / "deck.toml"
    file.unlink()
    if spoil == "folder":
        file.mkdir()
    elif spoil == "pipe":
        os.mkfifo(file)
    elif spoil == "loop":
        file.symlink_to(file)
    (fault,) = errors(deck)
    assert fault.startswith("deck.toml is ")


def test_a_bare_card_is_played_but_warned_of(tmp_path: Path) -> None:
    deck = make_deck(tmp_path / "deck", 2)
    (deck / "deck.toml").write_text("[cards.card_00]\n[cards.card_01]\n")
    assert errors(deck) == []
    assert list(open_deck(str(deck)).cards) == ["card_00", "card_01"]
    few, bare = warnings(deck)
    assert few.startswith("2 cards cannot be dealt to anybody")
    assert "word2vec and glove cannot play this deck" in bare


def test_the_judge_reads_descriptions_together(tmp_path: Path) -> None:
    deck = make_deck(tmp_path / "deck", 2)
    same = {"title": "Low Tide", "caption": "boats at rest"}
    (deck / "deck.toml").write_text(
        describe("card_00", **same, tags=["boat"], themes=["hope", "fear"])
        + describe("card_01", **same, tags=["xyzzy"], themes=["hope"])
    )
    judged: DeckCheck = check_deck(
        deck, contains_word=match_word, knows_word=lambda word: word != "xyzzy"
    )
    told = " ".join(map(str, judged.warnings))
    assert "1 theme on one card only (fear)" in told
    assert "card_00, card_01 have the same title." in told
    assert "card_00, card_01 have the same caption." in told
    assert "deck.toml, card card_00: the caption names boat" in told
    assert "1 tag or theme that word2vec or glove does not know (xyzzy)" in told
    assert "card_01: the caption names" not in told


def test_all_faults_are_told_at_once(deck: Path) -> None:
    cut(deck / "card_00.png")
    (deck / "card_01.png").unlink()
    with (deck / "deck.toml").open("a") as file:
        file.write("[cards.sea]\ntag = []\n")
    assert len(errors(deck)) == 4
    with pytest.raises(DeckError, match=r"And 3 more\. See: parlour deck check"):
        open_deck(str(deck))


@pytest.mark.parametrize(
    ("where", "says"),
    [
        ("nowhere", "The deck nowhere is not there: give a folder with pictures and deck.toml"),
        ("/dev/null", "The deck /dev/null is a file, not a folder"),
        ("~nobody-at-all/deck", "There is no such home folder: ~nobody-at-all/deck."),
        ("a\0b", "'a\\x00b' is no name of a folder."),
        ("x" * 300, "The deck xxx"),
        ("a\x1b[2Jb", "The deck 'a\\x1b[2Jb' is not there"),
    ],
)
def test_a_folder_that_is_no_deck_is_a_sentence(where: str, says: str) -> None:
    with pytest.raises(DeckError) as refused:
        open_deck(where)
    assert str(refused.value).startswith(says)
    assert str(refused.value).isprintable()


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
@pytest.mark.parametrize("name", ["card_01.png", "deck.toml"])
def test_what_may_not_be_read_is_named(deck: Path, name: str) -> None:
    (deck / name).chmod(0)
    (fault,) = errors(deck)
    assert fault.startswith((f"{name} may not be read", f"{name} cannot be read: Permission"))
