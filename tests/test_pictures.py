"""Pictures are prepared once, kept within bounds, and made again where what was kept is damaged."""

import os
import sys
from pathlib import Path
from threading import Event

import pytest
from PIL import Image

from images.disk_cache import CHECKSUM_BYTES, KEY_FILE, DiskCache
from screens.pictures import cache, encoding
from screens.pictures.cache import PictureCache, build_cache_key, measure_bytes
from screens.pictures.encoding import encode_pixels
from screens.pictures.errors import PictureError
from screens.pictures.graphics_mode import GraphicsMode
from screens.pictures.picture_request import PictureRequest
from screens.pictures.protocol import Protocol

GROUND = (0, 0, 0)
SIXEL = GraphicsMode(Protocol.SIXEL)
SECONDS = 20


@pytest.fixture
def card(tmp_path: Path) -> Path:
    Image.radial_gradient("L").convert("RGB").save(tmp_path / "card.png")
    return tmp_path / "card.png"


@pytest.fixture
def store(tmp_path: Path) -> DiskCache:
    return DiskCache(tmp_path / "cache")


@pytest.mark.parametrize("protocol", [p for p in Protocol if p is not Protocol.NONE])
def test_a_picture_is_prepared_in_the_background_and_ready_from_then_on(
    card: Path, store: DiskCache, protocol: Protocol
) -> None:
    pictures = PictureCache(GraphicsMode(protocol), store=store)
    request = PictureRequest(card, 6, 4, pictures.background)
    assert pictures.find_encoded(request) is None
    pictures.prepare([card], 6, 4)
    made = pictures.submit(request).result(SECONDS)
    assert pictures.find_encoded(request) is made
    assert isinstance(made, bytes) == protocol.pixels
    pictures.close()


def test_words_need_no_preparation(card: Path, store: DiskCache) -> None:
    pictures = PictureCache(GraphicsMode(Protocol.NONE), store=store)
    pictures.prepare([card], 6, 4)
    assert not store.folder.exists()
    assert not pictures.enabled


def test_the_same_picture_is_not_prepared_twice_at_a_time(
    card: Path, store: DiskCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    may, made = Event(), []

    def slowly(request: PictureRequest, mode: GraphicsMode) -> bytes:
        made.append(request)
        assert may.wait(SECONDS)
        return encode_pixels(request, mode)

    monkeypatch.setattr(encoding, "encode_pixels", slowly)
    pictures = PictureCache(SIXEL, store=store)
    request = PictureRequest(card, 6, 4, GROUND)
    first, second = pictures.submit(request), pictures.submit(request)
    may.set()
    assert first.result(SECONDS) is second.result(SECONDS)
    assert pictures.submit(request).result(SECONDS) is first.result()
    assert made == [request]


def test_what_was_prepared_in_another_game_is_taken_from_the_disk(
    card: Path, store: DiskCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = PictureRequest(card, 6, 4, GROUND)
    made = PictureCache(SIXEL, store=store).submit(request).result(SECONDS)
    monkeypatch.setattr(encoding, "encode_pixels", lambda *_: pytest.fail("made again"))
    assert PictureCache(SIXEL, store=store).submit(request).result(SECONDS) == made


@pytest.mark.parametrize("damage", [b"", b"\0" * CHECKSUM_BYTES, b"nonsense" * 99])
def test_what_is_damaged_on_the_disk_is_made_again_and_written_anew(
    card: Path, store: DiskCache, damage: bytes
) -> None:
    request = PictureRequest(card, 6, 4, GROUND)
    made = PictureCache(SIXEL, store=store).submit(request).result(SECONDS)
    (file,) = (one for one in store.folder.iterdir() if one.name != KEY_FILE)
    whole = file.read_bytes()
    file.write_bytes(damage)
    assert PictureCache(SIXEL, store=store).submit(request).result(SECONDS) == made
    assert file.read_bytes() == whole


def test_a_disk_that_takes_nothing_is_no_trouble(card: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    store = DiskCache(tmp_path / "file" / "cache")
    request = PictureRequest(card, 6, 4, GROUND)
    assert PictureCache(SIXEL, store=store).submit(request).result(SECONDS) == encode_pixels(
        request, SIXEL
    )


def test_the_disk_keeps_what_was_used_last_within_its_bound(tmp_path: Path) -> None:
    store = DiskCache(tmp_path / "cache", max_bytes=3 * (CHECKSUM_BYTES + 100))
    for number, name in enumerate("abc"):
        store.put(name, bytes(100))
        os.utime(store._find_file(name), (number, number))
    assert store.get("a") == bytes(100), "which makes it the one used last"
    store.put("d", bytes(100))
    assert [store.get(name) is not None for name in "abcd"] == [True, False, True, True]


def test_the_cache_does_not_tell_others_which_cards_it_holds(
    card: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.config.paths.user_cache_path", lambda _: tmp_path)
    request = PictureRequest(card, 6, 4, GROUND)
    PictureCache(SIXEL).submit(request).result(SECONDS)
    folder = tmp_path / "cards"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
    name = build_cache_key(request, SIXEL)
    assert name not in {file.name for file in folder.iterdir()}
    elsewhere = DiskCache(tmp_path / "another")
    elsewhere.put(name, b"")
    names = [{file.name for file in one.iterdir()} for one in (folder, elsewhere.folder)]
    assert names[0] & names[1] == {KEY_FILE}


def test_memory_keeps_what_was_used_last_within_its_bound(
    card: Path, store: DiskCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = PictureCache(SIXEL, store=store)
    requests = [PictureRequest(card, columns, 4, GROUND) for columns in (6, 7, 8)]
    first, second = (pictures.submit(request).result(SECONDS) for request in requests[:2])
    monkeypatch.setattr(cache, "MEMORY_BYTES", measure_bytes(first) + measure_bytes(second) + 1)
    pictures.find_encoded(requests[0])
    pictures.submit(requests[2]).result(SECONDS)
    kept = [request.columns for request in requests if pictures.find_encoded(request) is not None]
    assert kept in ([8], [6, 8])


@pytest.mark.skipif(sys.platform == "win32", reason="keys name the kind of path")
def test_keys_of_pictures_that_earlier_releases_cached_stay_the_same(tmp_path: Path) -> None:
    file = tmp_path / "card"
    file.write_bytes(b"card")
    request = PictureRequest(file, 30, 20, (20, 22, 26), dim=True)
    key = build_cache_key(request, GraphicsMode(Protocol.SIXEL, (10, 20), 256, opaque=True))
    assert key == "fd4d6b6140a36d607616667f50fa7238714175d52a0224a1227e5904a2942317"


def test_a_key_tells_apart_whatever_changes_the_bytes(card: Path, tmp_path: Path) -> None:
    request = PictureRequest(card, 6, 4, GROUND)
    other = tmp_path / "other.png"
    Image.new("RGB", (30, 46), "red").save(other)
    keys = {
        build_cache_key(request, SIXEL),
        build_cache_key(PictureRequest(other, 6, 4, GROUND), SIXEL),
        build_cache_key(PictureRequest(card, 7, 4, GROUND), SIXEL),
        build_cache_key(PictureRequest(card, 6, 5, GROUND), SIXEL),
        build_cache_key(PictureRequest(card, 6, 4, (1, 0, 0)), SIXEL),
        build_cache_key(PictureRequest(card, 6, 4, GROUND, dim=True), SIXEL),
        build_cache_key(request, GraphicsMode(Protocol.SIXEL, (9, 18))),
        build_cache_key(request, GraphicsMode(Protocol.SIXEL, colours=16)),
        build_cache_key(request, GraphicsMode(Protocol.SIXEL, opaque=True)),
        build_cache_key(request, GraphicsMode(Protocol.KITTY)),
    }
    assert len(keys) == 10
    assert build_cache_key(request, GraphicsMode(Protocol.KITTY)) == build_cache_key(
        request, GraphicsMode(Protocol.ITERM2)
    )
    moved = card.rename(tmp_path / "moved.png")
    assert build_cache_key(PictureRequest(moved, 6, 4, GROUND), SIXEL) in keys


def test_a_picture_that_cannot_be_prepared_says_why(tmp_path: Path, store: DiskCache) -> None:
    (tmp_path / "broken.png").write_text("no picture")
    for name, why in (("broken.png", "no picture, or a damaged one"), ("none.png", "No such file")):
        request = PictureRequest(tmp_path / name, 6, 4, GROUND)
        for protocol in (Protocol.SIXEL, Protocol.QUAD):
            with pytest.raises(PictureError, match=why):
                PictureCache(GraphicsMode(protocol), store=store).submit(request).result(SECONDS)


def test_the_best_way_can_be_chosen_again() -> None:
    pictures = PictureCache(SIXEL, "foot(1.13.1) says that it shows Sixel.")
    pictures.choose("half")
    assert (pictures.protocol, pictures.reason) == (Protocol.HALF, "It was asked for.")
    pictures.choose("auto")
    assert (pictures.protocol, pictures.reason[:4]) == (Protocol.SIXEL, "foot")
