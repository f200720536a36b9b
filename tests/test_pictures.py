"""Pictures are prepared once, kept within bounds, and made again where what was kept is damaged."""

import os
from pathlib import Path
from threading import Event

import pytest
from PIL import Image

from screens.pictures import picture_cache
from screens.pictures.canvas import Look, PictureError
from screens.pictures.encoding import Manner, encoded, key_of, weight
from screens.pictures.picture_cache import SUM, Pictures, Store
from screens.pictures.protocols import Protocol

GROUND = (0, 0, 0)
SIXEL = Manner(Protocol.SIXEL)
SECONDS = 20


@pytest.fixture
def card(tmp_path: Path) -> Path:
    Image.radial_gradient("L").convert("RGB").save(tmp_path / "card.png")
    return tmp_path / "card.png"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "cache")


@pytest.mark.parametrize("protocol", [p for p in Protocol if p is not Protocol.NONE])
def test_a_picture_is_prepared_in_the_background_and_ready_from_then_on(
    card: Path, store: Store, protocol: Protocol
) -> None:
    pictures = Pictures(Manner(protocol), store=store)
    look = Look(card, 6, 4, pictures.ground)
    assert pictures.ready(look) is None
    pictures.prepare([card], 6, 4)
    made = pictures.order(look).result(SECONDS)
    assert pictures.ready(look) is made
    assert isinstance(made, bytes) == protocol.pixels
    pictures.close()


def test_words_need_no_preparation(card: Path, store: Store) -> None:
    pictures = Pictures(Manner(Protocol.NONE), store=store)
    pictures.prepare([card], 6, 4)
    assert not store.folder.exists()
    assert not pictures.shows


def test_the_same_picture_is_not_prepared_twice_at_a_time(
    card: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    may, made = Event(), []

    def slowly(look: Look, manner: Manner) -> bytes:
        made.append(look)
        assert may.wait(SECONDS)
        return encoded(look, manner)

    monkeypatch.setattr(picture_cache, "encoded", slowly)
    pictures = Pictures(SIXEL, store=store)
    look = Look(card, 6, 4, GROUND)
    first, second = pictures.order(look), pictures.order(look)
    may.set()
    assert first.result(SECONDS) is second.result(SECONDS)
    assert pictures.order(look).result(SECONDS) is first.result()
    assert made == [look]


def test_what_was_prepared_in_another_game_is_taken_from_the_disk(
    card: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = Look(card, 6, 4, GROUND)
    made = Pictures(SIXEL, store=store).order(look).result(SECONDS)
    monkeypatch.setattr(picture_cache, "encoded", lambda *_: pytest.fail("made again"))
    assert Pictures(SIXEL, store=store).order(look).result(SECONDS) == made


@pytest.mark.parametrize("damage", [b"", b"\0" * SUM, b"nonsense" * 99])
def test_what_is_damaged_on_the_disk_is_made_again_and_written_anew(
    card: Path, store: Store, damage: bytes
) -> None:
    look = Look(card, 6, 4, GROUND)
    made = Pictures(SIXEL, store=store).order(look).result(SECONDS)
    (file,) = store.folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage)
    assert Pictures(SIXEL, store=store).order(look).result(SECONDS) == made
    assert file.read_bytes() == whole


def test_a_disk_that_takes_nothing_is_no_trouble(card: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    store = Store(tmp_path / "file" / "cache")
    look = Look(card, 6, 4, GROUND)
    assert Pictures(SIXEL, store=store).order(look).result(SECONDS) == encoded(look, SIXEL)


def test_the_disk_keeps_what_was_used_last_within_its_bound(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache", bound=3 * (SUM + 100))
    for number, name in enumerate("abc"):
        store.put(name, bytes(100))
        os.utime(store.folder / name, (number, number))
    assert store.get("a") == bytes(100), "which makes it the one used last"
    store.put("d", bytes(100))
    assert sorted(file.name for file in store.folder.iterdir()) == ["a", "c", "d"]
    assert store.get("b") is None


def test_memory_keeps_what_was_used_last_within_its_bound(
    card: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = Pictures(SIXEL, store=store)
    looks = [Look(card, columns, 4, GROUND) for columns in (6, 7, 8)]
    first, second = (pictures.order(look).result(SECONDS) for look in looks[:2])
    monkeypatch.setattr(picture_cache, "MEMORY_BYTES", weight(first) + weight(second) + 1)
    pictures.ready(looks[0])
    pictures.order(looks[2]).result(SECONDS)
    kept = [look.columns for look in looks if pictures.ready(look) is not None]
    assert kept in ([8], [6, 8])


def test_a_key_tells_apart_whatever_changes_the_bytes(card: Path, tmp_path: Path) -> None:
    look = Look(card, 6, 4, GROUND)
    other = tmp_path / "other.png"
    Image.new("RGB", (30, 46), "red").save(other)
    keys = {
        key_of(look, SIXEL),
        key_of(Look(other, 6, 4, GROUND), SIXEL),
        key_of(Look(card, 7, 4, GROUND), SIXEL),
        key_of(Look(card, 6, 5, GROUND), SIXEL),
        key_of(Look(card, 6, 4, (1, 0, 0)), SIXEL),
        key_of(Look(card, 6, 4, GROUND, dim=True), SIXEL),
        key_of(look, Manner(Protocol.SIXEL, (9, 18))),
        key_of(look, Manner(Protocol.SIXEL, colours=16)),
        key_of(look, Manner(Protocol.SIXEL, backed=True)),
        key_of(look, Manner(Protocol.KITTY)),
    }
    assert len(keys) == 10
    assert key_of(look, Manner(Protocol.KITTY)) == key_of(look, Manner(Protocol.ITERM2))
    moved = card.rename(tmp_path / "moved.png")
    assert key_of(Look(moved, 6, 4, GROUND), SIXEL) in keys


def test_a_picture_that_cannot_be_prepared_says_why(tmp_path: Path, store: Store) -> None:
    (tmp_path / "broken.png").write_text("no picture")
    for name, why in (("broken.png", "no picture, or a damaged one"), ("none.png", "No such file")):
        look = Look(tmp_path / name, 6, 4, GROUND)
        for protocol in (Protocol.SIXEL, Protocol.QUAD):
            with pytest.raises(PictureError, match=why):
                Pictures(Manner(protocol), store=store).order(look).result(SECONDS)


def test_the_best_way_can_be_chosen_again() -> None:
    pictures = Pictures(SIXEL, "foot(1.13.1) says that it shows Sixel.")
    pictures.choose("half")
    assert (pictures.protocol, pictures.why) == (Protocol.HALF, "It was asked for.")
    pictures.choose("auto")
    assert (pictures.protocol, pictures.why[:4]) == (Protocol.SIXEL, "foot")
