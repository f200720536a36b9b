"""Ways to damage a file: bytes, lines, values of JSON and TOML, and no regular file at all."""

import io
import json
import os
import re
import socket
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Literal

from tests.campaign.cells import change_cell

type Form = Literal["jsonl", "json", "toml", "text", "binary", "space", "run"]
"""What a file is made of; it decides how it is damaged."""
LONG = "long " * 20_000
DEEP = "[" * 50_000 + "]" * 50_000
ESCAPES = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202egnorw\u0000"
VALUES: tuple[str, ...] = (
    *("null", "true", "false", "0", "-1", "1.5", str(2**63), "9" * 400, "9" * 5000, "1e308"),
    *("1e999", "-0.0", "NaN", "-Infinity", '""', '" "', "{}", "[]", "[[]]", "[null]", DEEP),
    *('{"a":' * 90 + "1" + "}" * 90, json.dumps(LONG), json.dumps(ESCAPES), '"\\ud800"'),
    *('"[red]bold[/]"', '"../../private/file"', '"/dev/zero"', '"exec:touch ran"', '"py:os:abort"'),
    *(
        '"llm:m@http://192.0.2.1/"',
        '"a\\nb"',
        '"\\u0430pple"',
        '"nan"',
        '"1"',
        '"' + "e\u0301" + '"',
    ),
    *("[1,2,3]", "[1,1,1]", '["a","b","c"]', '{"Guess": {"code": [9, 9, 9]}}', '{"": ""}'),
    json.dumps([0] * 20_000),
    json.dumps({str(number): number for number in range(5000)}),
)
"""Values that stand in JSON in the place of others."""
TOML_VALUES = (
    *("true", "-1", "0", "99999999999999999999", "1e400", "nan", "-inf", '""', '" "', "[]", "{}"),
    *("1979-05-27T07:32:00Z", "07:32:00", "[[[]]]", '"\\u0000"', '"\\u001b[2J"', "'''a\nb'''"),
    *(f'"{LONG}"', "[" * 3000 + "]" * 3000, "{a = " * 300 + "1" + "}" * 300, "0x7f", "+1_000"),
    *(
        '"../../private/file"',
        '"http://192.0.2.1/"',
        "[nan]",
        "{a = nan}",
        '["a", 1]',
        '"/dev/zero"',
    ),
)
"""Values that stand in TOML in the place of others."""
ODD_KINDS = (
    *("pipe", "socket", "device", "endless", "folder", "loop", "dangling", "unreadable"),
    *("missing", "empty", "sparse"),
)
"""What may lie in the place of a file."""
SPARSE_BYTES = 3_000_000_000
"""The length of a file of zeros that takes no space on disk."""


def damage(content: bytes, form: Form, rng: Random) -> tuple[str, bytes]:
    """Damage a file in one way, or sometimes in two or three.

    Returns:
        What was done, and the new content.
    """
    done = []
    for _ in range(rng.choice((1, 1, 1, 1, 2, 3))):
        ways = WAYS[form] if rng.random() < 0.7 else BYTE_WAYS
        way = rng.choice(ways)
        content = way(content, rng)
        done.append(way.__name__)
    return ", ".join(done), content


def truncate(content: bytes, rng: Random) -> bytes:
    place = rng.choice((0, 1, 3, 4, 8, 63, 64, rng.randrange(len(content) + 1)))
    ends = [match.end() for match in re.finditer(rb"\n", content)]
    if ends and rng.random() < 0.4:
        place = rng.choice(ends) - rng.choice((0, 1, 2))
    return content[: max(0, place)]


def cut_off_end(content: bytes, rng: Random) -> bytes:
    return content[: -rng.choice((1, 2, 3, 4, 8, 12, 20))]


def flip_bits(content: bytes, rng: Random) -> bytes:
    data = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 8, 64))):
        if data:
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def flip_head(content: bytes, rng: Random) -> bytes:
    """Change a byte near the beginning, where formats say how much follows."""
    data = bytearray(content)
    for _ in range(rng.choice((1, 2, 4))):
        if data:
            data[rng.randrange(min(len(data), 96))] = rng.choice(
                (0, 1, 127, 128, 255, rng.randrange(256))
            )
    return bytes(data)


def insert_bytes(content: bytes, rng: Random) -> bytes:
    place = rng.randrange(len(content) + 1)
    what = rng.choice(
        (
            *(
                b"\0",
                b"\xff",
                b"\xc3",
                b"\xed\xa0\x80",
                b"\xf8\x88\x80\x80\x80",
                b"\r",
                b"\n",
                b"\x1a",
            ),
            *(
                b"\x1b[2J\x1b]52;c;b3duZWQ=\x07",
                b"\x85",
                b"\xe2\x80\xa8",
                b"\xef\xbb\xbf",
                b'"',
                b"\\",
            ),
            rng.randbytes(rng.choice((1, 16, 400))),
            b"\0" * 5000,
        )
    )
    return content[:place] + what + content[place:]


def remove_bytes(content: bytes, rng: Random) -> bytes:
    place = rng.randrange(len(content) + 1)
    return content[:place] + content[place + rng.choice((1, 2, 7, 64, 500)) :]


def repeat_bytes(content: bytes, rng: Random) -> bytes:
    place, size = rng.randrange(len(content) + 1), rng.choice((1, 8, 100, 3000))
    return content[: place + size] + content[place:]


def add_byte_order_mark(content: bytes, rng: Random) -> bytes:
    return rng.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")) + content


def change_encoding(content: bytes, rng: Random) -> bytes:
    text = content.decode("utf-8", "replace")
    return text.encode(rng.choice(("utf-16", "utf-16-be", "utf-32", "latin-1", "utf-7")), "replace")


def change_line_ends(content: bytes, rng: Random) -> bytes:
    return content.replace(
        b"\n", rng.choice((b"\r\n", b"\r", b"\n\n", b"\n \n", b"\x0b", b"\xe2\x80\xa8"))
    )


def add_tail(content: bytes, rng: Random) -> bytes:
    tail = (
        b"{",
        b"null\n",
        b"[]\n",
        b"\n\n\n",
        b"\0" * 4096,
        b"x" * 200_000,
        b"{}\n",
        b"\xff\n",
        b"=\n",
    )
    return content + rng.choice(tail)


def replace_all(content: bytes, rng: Random) -> bytes:
    del content
    whole = (
        b"",
        b"\n",
        b"\0",
        b"null",
        b"{}",
        b"[]\n",
        b"{}\n{}\n",
        DEEP.encode(),
        b"\xff" * 99,
        b"\x80\x04.",
    )
    return rng.choice(
        (*whole, b"\x1f\x8b", b"PK\x03\x04", b"\x89PNG\r\n\x1a\n", rng.randbytes(500))
    )


def duplicate_line(content: bytes, rng: Random) -> bytes:
    lines = content.splitlines(keepends=True)
    place = rng.randrange(len(lines) or 1)
    return b"".join(
        lines[: place + 1]
        + lines[place : place + 1] * rng.choice((1, 1, 2, 300))
        + lines[place + 1 :]
    )


def delete_line(content: bytes, rng: Random) -> bytes:
    lines = content.splitlines(keepends=True)
    place = rng.randrange(len(lines) or 1)
    return b"".join(lines[:place] + lines[place + rng.choice((1, 1, 2)) :])


def swap_lines(content: bytes, rng: Random) -> bytes:
    lines = content.splitlines(keepends=True)
    if len(lines) > 1:
        one, other = rng.sample(range(len(lines)), 2)
        lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def change_value(content: bytes, rng: Random) -> bytes:
    """Exchange, remove or add a value somewhere in a line of JSON."""
    lines = content.split(b"\n")
    usable = [number for number, line in enumerate(lines) if line.strip()]
    if not usable:
        return content
    number = 0 if rng.random() < 0.3 else rng.choice(usable)
    lines[number] = _change_json(lines[number], rng)
    return b"\n".join(lines)


def change_header(content: bytes, rng: Random) -> bytes:
    """Exchange a value in a member's header, or drop a member, with the right checksums."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
    except (zipfile.BadZipFile, ValueError, RuntimeError, EOFError, zlib.error, struct.error):
        return content
    name = rng.choice(list(members))
    data = members[name]
    if rng.random() < 0.1:
        del members[name]
    elif name.endswith(".json"):
        members[name] = _change_json(data, rng)
    else:
        end = data.index(b"\n")
        number = rng.choice(("0", "1", "-1", "2147483648", "(((", "4611686018427387904", "None"))
        start, stop = rng.choice([found.span() for found in re.finditer(rb"\d+", data[:end])])
        members[name] = data[:start] + number.encode() + data[stop:]
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return written.getvalue()


def change_toml_value(content: bytes, rng: Random) -> bytes:
    """Exchange a value of TOML, or rename, repeat or add a key or table."""
    lines = content.decode("utf-8", "replace").split("\n")
    places = [number for number, line in enumerate(lines) if re.match(r"\s*\w+ *=", line)]
    if not places:
        return content + b"a = 1\n"
    number = rng.choice(places)
    key, _, value = lines[number].partition("=")
    lines[number] = rng.choice(
        (
            *[f"{key}= {rng.choice(TOML_VALUES)}"] * 5,
            *(
                f"{key}.a ={value}",
                f'"{key.strip()}\\u001b[2J" ={value}',
                f"{lines[number]}\n{lines[number]}",
            ),
            *(
                f"odd ={value}",
                f"[{key.strip()}]",
                f"[[models]]\n{lines[number]}",
                f"{key}= {value[:-1]}",
            ),
            *(f"[models.{LONG[:2000]!r}]\n{lines[number]}", f"{lines[number]}\n[cards.'../x']"),
        )
    )
    return "\n".join(lines).encode()


def _change_json(line: bytes, rng: Random) -> bytes:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return line + b"}"
    if not isinstance(data, dict | list) or not data:
        return rng.choice(VALUES).encode()
    holder, key = rng.choice(list(_walk(data)))
    what = rng.random()
    mark = f"\x00{rng.random()}"
    if what < 0.12:
        del holder[key]
    elif what < 0.2 and isinstance(holder, dict):
        holder[rng.choice(("odd", "", "parlour", "usage", "player", ESCAPES, LONG))] = holder[key]
    elif what < 0.28 and isinstance(holder, dict):
        text = json.dumps(data, ensure_ascii=rng.random() < 0.5)
        pair = f"{json.dumps(key)}: {rng.choice(VALUES)}"
        return text.replace("{", "{" + pair + ", ", 1).encode("utf-8", "surrogatepass")
    elif what < 0.36 and isinstance(holder[key], str):
        text = holder[key]
        holder[key] = rng.choice(
            (text.upper(), text + " ", text[:-1], text * 50, text + ESCAPES, text[::-1])
        )
    elif what < 0.44 and type(holder[key]) is int:
        holder[key] += rng.choice((-1, 1, 2, 10**6, 2**40, 0.5))
    else:
        holder[key] = mark
    text = json.dumps(data, ensure_ascii=rng.random() < 0.5)
    return text.replace(json.dumps(mark), rng.choice(VALUES)).encode("utf-8", "surrogatepass")


def _walk(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the holder and key of every value."""
    items = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, value in list(items):
        yield data, key
        yield from _walk(value)


BYTE_WAYS: tuple[Callable[[bytes, Random], bytes], ...] = (
    *(truncate, flip_bits, insert_bytes, remove_bytes, repeat_bytes, replace_all, add_tail),
    *(add_byte_order_mark, change_encoding),
)
LINE_WAYS = (duplicate_line, delete_line, swap_lines, change_line_ends)
WAYS: dict[Form, tuple[Callable[[bytes, Random], bytes], ...]] = {
    "jsonl": (change_value,) * 6 + LINE_WAYS,
    "json": (change_value,),
    "toml": (change_toml_value,) * 5 + LINE_WAYS,
    "text": LINE_WAYS,
    "binary": (truncate, cut_off_end, flip_bits, flip_head, flip_head),
    "space": (change_header, change_header, flip_bits, flip_head, cut_off_end),
    "run": (change_cell, change_cell, change_cell, flip_bits, truncate),
}


def make_odd(kind: str, path: Path) -> None:  # noqa: C901 - a branch for each kind of file
    """Put something that is no regular, readable file into the place of one."""
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/tty")
    elif kind == "endless":
        path.symlink_to("/dev/zero")
    elif kind == "folder":
        path.mkdir()
        (path / "within").touch()
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "dangling":
        path.symlink_to("nowhere")
    elif kind == "empty":
        path.touch()
    elif kind == "unreadable":
        path.write_bytes(b"unreadable")
        path.chmod(0)
    elif kind == "sparse":
        path.touch()
        os.truncate(path, SPARSE_BYTES)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as server:  # the path of a socket is short
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                server.bind(f"/proc/self/fd/{folder}/{path.name}")
            finally:
                os.close(folder)
