"""Fetching word vectors from a server that speaks the protocol of gensim's downloader."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from errno import ENOSPC
from hashlib import md5
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from typer.testing import CliRunner

from engine.config.settings import load_settings
from tui.commands.vectors.group import vectors
from words.importing.catalog import find_model, read_catalog
from words.importing.download import download
from words.space.errors import SpaceError
from words.space.reader import Space

TEXT = "3 4\nking 1 0 0 0\nqueen 0.9 0.1 0 0\nmoon 0 0 1 0\n"
PACKED = gzip.compress(TEXT.encode(), mtime=0)


@dataclass
class Catalog:
    """What the server has, and what it was asked for."""

    files: dict[str, bytes] = field(default_factory=dict)
    asked: list[tuple[str, str | None]] = field(default_factory=list)
    cut: int | None = None
    """After how many bytes of a file the server hangs up."""
    ranges: bool = True
    """Whether it sends parts of files."""

    def offer(self, name: str, *parts: bytes, **about: object) -> None:
        models = json.loads(self.files.get("/list.json", b'{"models": {}, "corpora": {}}'))
        sums = {
            f"checksum-{n}": md5(one, usedforsecurity=False).hexdigest()
            for n, one in enumerate(parts)
        }
        if len(parts) == 1:
            sums = {"checksum": sums["checksum-0"]}
        size = sum(map(len, parts))
        entry = {"file_size": size, "parts": len(parts), "num_records": 3, "license": "PDDL"}
        models["models"][name] = {**entry, **sums, "parameters": {"dimension": 4}, **about}
        self.files["/list.json"] = json.dumps(models).encode()
        for number, part in enumerate(parts):
            suffix = "" if len(parts) == 1 else f"_0{number}"
            self.files[f"/{name}/{name}.gz{suffix}"] = part


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Catalog]:
    catalog = Catalog()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            wanted = self.headers.get("Range")
            catalog.asked.append((self.path, wanted))
            body = catalog.files.get(self.path)
            if body is None:
                self.send_error(404)
                return
            start = int(wanted[6:-1]) if wanted and catalog.ranges else 0
            if start and start >= len(body):
                self.send_error(416)
                return
            self.send_response(206 if start else 200)
            self.send_header("Content-Length", str(len(body) - start))
            self.end_headers()
            end = None if self.path == "/list.json" else catalog.cut
            self.wfile.write(body[start:end])

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=httpd.serve_forever, args=(0.01,), daemon=True).start()
    monkeypatch.setenv("PARLOUR_VECTORS_URL", f"http://127.0.0.1:{httpd.server_port}/")
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    yield catalog
    httpd.shutdown()
    httpd.server_close()


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(vectors, list(words), obj=load_settings())
    return done.exit_code, done.output


def test_a_model_is_told_fetched_checked_and_imported(server: Catalog, tmp_path: Path) -> None:
    server.offer("small-glove-4", PACKED, base_dataset="a wiki\x1b[31m")
    code, out = run("catalog")
    assert (code, "\x1b" in out) == (0, False)
    assert "small-glove-4" in out
    assert "PDDL" in out
    code, out = run("fetch", "small-glove-4")
    assert code == 0, out
    first, *_, last = out.splitlines()
    assert "3 words of 4 numbers" in first
    assert "licence PDDL" in first
    assert "parlour vectors nearest king --in small-glove-4" in last
    space = Space.open(tmp_path / "vectors" / "small-glove-4.space")
    assert [space.get_word(row) for row in range(3)] == ["king", "queen", "moon"]
    assert space.about.licence == "PDDL"
    code, out = run("info", "small-glove-4")
    assert f"Version: {space.about.version}," in out
    assert "gensim-data small-glove-4" in out
    assert sorted(path.name for path in (tmp_path / "vectors").iterdir()) == ["small-glove-4.space"]
    assert run("fetch", "small-glove-4")[1].splitlines()[-1].startswith("small-glove-4 is there")


@pytest.mark.parametrize("ranges", [True, False])
def test_an_interrupted_download_goes_on(server: Catalog, tmp_path: Path, ranges: bool) -> None:
    server.offer("two-parts-4", PACKED[:30], PACKED[30:])
    server.cut, server.ranges = 20, ranges
    model = read_catalog(load_settings().vectors_url)["two-parts-4"]
    with pytest.raises(SpaceError, match=r"is kept; try again"):
        download(model, tmp_path, lambda *_: None, load_settings().vectors_url)
    server.cut = None
    server.asked.clear()
    seen: list[tuple[int, int]] = []
    path = download(
        model,
        tmp_path,
        lambda done, size: seen.append((done, size)),
        load_settings().vectors_url,
    )
    assert path.read_bytes() == PACKED
    assert server.asked[0] == ("/two-parts-4/two-parts-4.gz_00", "bytes=20-")
    assert server.asked[1] == ("/two-parts-4/two-parts-4.gz_01", None)
    assert seen[-1] == (len(PACKED), len(PACKED))


def test_what_is_not_as_promised_is_removed(server: Catalog, tmp_path: Path) -> None:
    server.offer("changed-4", PACKED)
    server.files["/changed-4/changed-4.gz"] = PACKED[:-1] + b"\1"
    code, out = run("fetch", "changed-4")
    assert code == 2
    assert "its checksum differs" in out
    assert list((tmp_path / "vectors").iterdir()) == []
    server.files["/changed-4/changed-4.gz"] = PACKED
    assert run("fetch", "changed-4")[0] == 0


def test_faults_are_one_sentence(
    server: Catalog, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    server.offer("small-glove-4", PACKED)
    with pytest.raises(SpaceError, match=r"no model 'smal-glove'\. Did you mean small-glove-4\?"):
        find_model(read_catalog(load_settings().vectors_url), "smal-glove")
    model = find_model(read_catalog(load_settings().vectors_url), "small-glove-4")
    assert run("fetch", "paper")[0] == 2
    server.offer("../../evil", PACKED)
    assert list(read_catalog(load_settings().vectors_url)) == ["small-glove-4"]
    server.files["/list.json"] = b"<html>"
    with pytest.raises(SpaceError, match="holds no catalog"):
        read_catalog(load_settings().vectors_url)
    del server.files["/list.json"]
    with pytest.raises(SpaceError, match="answers with status 404"):
        read_catalog(load_settings().vectors_url)
    monkeypatch.setenv("PARLOUR_VECTORS_URL", "http://127.0.0.1:9/")
    with pytest.raises(SpaceError, match=r"cannot be fetched: Connection refused\.$"):
        read_catalog(load_settings().vectors_url)
    blocked = tmp_path / "file"
    blocked.touch()
    with pytest.raises(SpaceError, match=r"cannot be written: File exists\.$"):
        download(model, blocked, lambda *_: None, load_settings().vectors_url)

    def fill_disk(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("words.importing.download._download_file", fill_disk)
    with pytest.raises(SpaceError, match=r"No space left on device\. .* is kept: make room"):
        download(model, tmp_path, lambda *_: None, load_settings().vectors_url)
