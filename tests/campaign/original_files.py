"""The files that are damaged, as they are before: small, and the same in every run."""

import gzip
import io
import json
import os
import re
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from engine.export.format import FORMATS
from engine.journal.writer import Journal
from engine.match import MoveDetails
from engine.usage import Usage
from tests.campaign.processes import build_environment
from tests.decks import draw_card, make_deck
from tests.samples import SAMPLES
from tests.vector_files import VECTORS, WORDS, binary, kv, lines

ORIGINALS = Path(__file__).parent / "originals"
"""Games with calls of models and of a program, vectors and settings; see its README."""
CARDS = 4
CREATED = "2026-01-31T19:02:11.482+00:00"


def journals() -> Iterator[tuple[str, bytes, tuple[str, ...], str]]:
    """Yield journals: name, content, what no message may quote, and a seat."""
    for name in ("decrypto-models", "decrypto-program", "taboo-vectors", "undercover-models"):
        content = read_original(f"{name}.jsonl")
        yield name, content, (), next(iter(json.loads(content.split(b"\n")[0])["seats"]))
    for name in SAMPLES:
        for moves in (None, 3):
            content, secrets, seat = write_journal(name, moves)
            yield f"{name}-{moves or 'whole'}", content, secrets, seat


def read_original(name: str) -> bytes:
    return (ORIGINALS / name).read_bytes()


def write_journal(name: str, moves: int | None = None) -> tuple[bytes, tuple[str, ...], str]:
    """Write a journal with a stand-in, usage, a new player and an opened table in it."""
    sample, seed = SAMPLES[name], "campaign"
    game = sample.games[-1]
    header = sample.header(sample.variants[-1], seed)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        with Journal.create(path, header, durable=False) as journal:
            for number, (seat, move) in enumerate(sample.finished(game, seed)[:moves]):
                usage = Usage(1, 100, 20, 0.001) if number % 2 else None
                details = MoveDetails(1.5, 1, usage=usage, stand_in="random" if number == 2 else "")
                journal.write_move(game.seats[seat], move, details)
                if number == 1:
                    journal.write_reseat(game.seats[0], "human:Ben")
                    journal.write_usage(game.seats[0], Usage(1, 10, 0, None))
                    journal.write_open_table()
        text = path.read_text(encoding="utf-8")
    text = re.sub(r'("(?:time|created)": )"[^"]*"', rf'\1"{CREATED}"', text)
    material = header.material.values() if name == "decrypto" else ()
    secrets = tuple(word for words in material for word in words) if moves else ()
    return text.encode(), secrets, game.seats[0]


def deck_files() -> dict[str, bytes]:
    """The files of a small deck, by their place in the folder of a case."""
    with TemporaryDirectory() as folder:
        deck = make_deck(Path(folder) / "deck", CARDS)
        return {f"deck/{file.name}": file.read_bytes() for file in sorted(deck.iterdir())}


def pictures() -> dict[str, bytes]:
    """A picture in every format of cards, by suffix."""
    from PIL import Image

    found = {}
    with TemporaryDirectory() as folder:
        card = draw_card(Path(folder) / "card.png", 7, (76, 115))
        found["png"] = card.read_bytes()
        for suffix in ("jpg", "webp"):
            file = io.BytesIO()
            with Image.open(card) as opened:
                opened.convert("RGB").save(file, "JPEG" if suffix == "jpg" else "WEBP", quality=60)
            found[suffix] = file.getvalue()
    return found


def vector_files() -> dict[str, bytes]:
    """Files of word vectors, by name."""
    text = lines().encode()
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (("vectors.txt", text), ("readme", b"as they were trained\n")):
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 31, 0, 0, 0)), content)
    pickled = {}
    if find_spec("gensim") is not None:
        with TemporaryDirectory() as folder:
            pickled = {"gensim.kv": kv(Path(folder), beside=False).read_bytes()}
    head = f"{len(WORDS)} {VECTORS.shape[1]}\n".encode()
    return {
        "glove.txt": text,
        "word2vec.txt": head + text,
        "word2vec.bin": binary(),
        "packed.gz": gzip.compress(text, mtime=0),
        "packed.zip": zipped.getvalue(),
        **pickled,
        "random.txt": Random("campaign").randbytes(300),
    }


def list_first_commands(folder: Path) -> list[list[str]]:
    """Commands that load what reading the files needs; they write to a folder alone."""
    os.environ.update(build_environment(folder, PARLOUR_DATA=str(folder)))
    for name, content in vector_files().items():
        (folder / name).write_bytes(content)
    (folder / "photos").mkdir()
    for suffix, data in pictures().items():
        (folder / "photos" / f"one.{suffix}").write_bytes(data)
    played_before = []
    for name in SAMPLES:
        played_before.append(folder / f"{name}.jsonl")
        played_before[-1].write_bytes(write_journal(name)[0])
    shown = [["show", str(path), "--format", form] for path in played_before for form in FORMATS]
    shown += [["show", str(path), "--calls"] for path in played_before]
    seats = {"decrypto": ("encoder", "decoder", "interceptor"), "taboo": ("attacker", "defender")}
    played = [["play", game, *(f"--seat={one}=random" for one in of_game), "--seed=1"]
              for game, of_game in seats.items()]  # fmt: skip
    return [
        *(*shown, *played, ["config", "show"], ["trust", "--list"], ["vectors", "list"]),
        *(["vectors", "import", str(folder / name), "--name", name[:4]] for name in vector_files()),
        *(
            ["vectors", "import", str(path), "--name", "kv", "--trust"]
            for path in folder.glob("gensim.kv")
        ),
        *(["vectors", "info", "glove"], ["vectors", "nearest", "moon"], ["deck", "check"]),
        *(["deck", "new", str(folder / "deck"), "--from", str(folder / "photos")],),
        *(
            ["deck", "check", str(folder / "deck")],
            ["deck", "check", str(folder / "deck"), "--json"],
        ),
    ]
