"""What a server can do wrong below the chat completion: HTTP, bodies, connections."""

import gzip
import socket
import zlib
from collections.abc import Iterable

from tests.campaign.hostile_server import (
    GUESS,
    Behaviour,
    Exchange,
    answering,
    chunked,
    completion,
    endless,
    hang,
    head,
    in_turn,
    reset_after,
    saying,
    sized,
    whole,
)
from tests.campaign.server import (
    BROKE_OFF,
    NO_CHAT,
    PACKED,
    REFUSED,
    TOO_LARGE,
    TOO_LATE,
    TROUBLE,
    Fault,
)

SORRY = b'{"error": {"message": "no"}}'
AT_ONCE = "retry-after-ms: 1"
NO_MODEL = r"knows no model 'm'"
KEEP = "connection: keep-alive"
BUSY = r"has had too many questions"
PAUSED = r"takes no more questions for"
UNREACHED = r"There is no reaching|connection to \S+ broke off"


def list_http_faults() -> Iterable[Fault]:
    """Every fault below the chat completion."""
    yield from _list_statuses()
    yield from _list_redirects()
    yield from _list_heads()
    yield from _list_lengths()
    yield from _list_packed()
    yield from _list_endless()
    yield from _list_connections()
    yield from _list_pauses()


def _list_statuses() -> Iterable[Fault]:
    for status in (201, 202, 203, 206, 226, 299):
        yield Fault(f"status-{status}", answering(GUESS, f"{status} Odd"))
    for status in (204, 205):
        yield Fault(f"status-{status}", whole(head(f"{status} Nothing"), b"\r\n"), NO_CHAT)
    for status in (300, 304, 305, 306, 399):
        yield Fault(f"status-{status}", answering(SORRY, f"{status} Odd"), f"{NO_CHAT}|{BROKE_OFF}")
    plain = {400: REFUSED, 401: "does not accept the key", 402: "no quota", 404: NO_MODEL}
    plain |= {403: "does not let this key", 429: BUSY}
    for status in (*range(400, 406), 407, 408, 409, 410, 411, 413, 414, 415, 418, 421, 422, 425,
                   426, 428, 429, 431, 451, 499):  # fmt: skip
        says = TROUBLE if status in (408, 409, 425) else plain.get(status, REFUSED)
        yield Fault(f"status-{status}", answering(SORRY, f"{status} Odd", AT_ONCE), says)
    for status in (500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 529, 599, 600, 999):
        yield Fault(f"status-{status}", answering(SORRY, f"{status} Odd", AT_ONCE), TROUBLE)
    yield Fault("status-429-then-well", in_turn(
        answering(SORRY, "429 Busy", AT_ONCE), answering(SORRY, "503 Busy", AT_ONCE),
        answering(GUESS)))  # fmt: skip
    yield Fault("status-500-endless-body", endless(head("500 Broken") + b"\r\n", b"x" * 65_536),
                TOO_LARGE, requests=1)  # fmt: skip
    hints = b"".join(b"HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n" for _ in range(50))
    yield Fault("early-hints", whole(hints, sized(GUESS)))
    yield Fault("continue-unasked", whole(b"HTTP/1.1 100 Continue\r\n\r\n", sized(GUESS)))
    yield Fault("continue-flood", endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 2_000),
                f"{TOO_LATE}|{TOO_LARGE}|{BROKE_OFF}", timeout=1.5)  # fmt: skip
    switch = b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    yield Fault(
        "switching-protocols", whole(switch, b"\r\n\x81\x05hello"), f"{NO_CHAT}|{BROKE_OFF}"
    )


def _list_redirects() -> Iterable[Fault]:
    places = {
        "file": "file:///etc/passwd",
        "elsewhere": "http://169.254.169.254/latest/meta-data",
        "loop": "/v1/chat/completions",
        "slashes": "//evil.invalid/v1",
        "script": "javascript:alert(1)",
        "nowhere": "",
        "garbage": "\x80\xff http://[::1",
        "credentials": "http://user:secret@127.0.0.1:9/",
        "long": "http://127.0.0.1:9/" + "x" * 50_000,
    }
    for name, place in places.items():
        for status in (302, 307) if name in ("elsewhere", "loop") else (308,):
            yield Fault(f"redirect-{status}-{name}", answering(
                b"", f"{status} Moved", f"location: {place}"),
                f"{NO_CHAT}|{BROKE_OFF}")  # fmt: skip


def _list_heads() -> Iterable[Fault]:
    length = f"content-length: {len(GUESS)}\r\n\r\n".encode()
    heads: dict[str, tuple[bytes, str, bool]] = {
        # name: what stands before the length, what it fails with, whether it may be played too
        "no-reason": (b"HTTP/1.1 200\r\n", "", False),
        "long-reason": (b"HTTP/1.1 200 " + b"x" * 200_000 + b"\r\n", BROKE_OFF, False),
        "escape-in-reason": (b"HTTP/1.1 200 \x1b[31mred\x07\r\n", BROKE_OFF, True),
        "version-0.9": (b"", BROKE_OFF, False),
        "version-1.0": (b"HTTP/1.0 200 OK\r\n", "", False),
        "version-2.0": (b"HTTP/2.0 200 OK\r\n", BROKE_OFF, True),
        "version-9.9": (b"HTTP/9.9 200 OK\r\n", BROKE_OFF, True),
        "icy": (b"ICY 200 OK\r\n", BROKE_OFF, False),
        "lower-case": (b"http/1.1 200 ok\r\n", BROKE_OFF, True),
        "status-word": (b"HTTP/1.1 OK OK\r\n", BROKE_OFF, False),
        "status-digits": (b"HTTP/1.1 20000000000 OK\r\n", BROKE_OFF, False),
        "status-negative": (b"HTTP/1.1 -200 OK\r\n", BROKE_OFF, False),
        "empty-lines-first": (b"\r\n\r\n\r\nHTTP/1.1 200 OK\r\n", BROKE_OFF, True),
        "header-large": (b"HTTP/1.1 200 OK\r\nx: " + b"y" * 300_000 + b"\r\n", BROKE_OFF, False),
        "header-many": (b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 60_000, BROKE_OFF, False),
        "header-folded": (b"HTTP/1.1 200 OK\r\nx: a\r\n b\r\n\tc\r\n", BROKE_OFF, True),
        "header-no-colon": (b"HTTP/1.1 200 OK\r\nwhatever\r\n", BROKE_OFF, False),
        "header-no-name": (b"HTTP/1.1 200 OK\r\n: x\r\n", BROKE_OFF, False),
        "header-space-in-name": (b"HTTP/1.1 200 OK\r\na b: x\r\n", BROKE_OFF, False),
        "header-nul": (b"HTTP/1.1 200 OK\r\nx: \x00\r\n", BROKE_OFF, False),
        "header-escape": (b"HTTP/1.1 200 OK\r\nx: \x1b]0;title\x07\r\n", BROKE_OFF, True),
        "header-latin": (b"HTTP/1.1 200 OK\r\nx: \xe9\xff\x80\r\n", "", False),
        "header-cr": (b"HTTP/1.1 200 OK\r\nx: a\rb\r\n", BROKE_OFF, True),
        "bare-line-feeds": (b"HTTP/1.1 200 OK\nx: y\n", BROKE_OFF, True),
        "cookies": (b"HTTP/1.1 200 OK\r\n" + b"set-cookie: a=b; path=/\r\n" * 50, "", False),
        "alternative": (b'HTTP/1.1 200 OK\r\nalt-svc: h3=":9"\r\nrefresh: 0; url=/\r\n', "", False),
        "charset-zip": (b"HTTP/1.1 200 OK\r\ncontent-type: text/x; charset=zip\r\n", "", False),
        "charset-utf-7": (b"HTTP/1.1 200 OK\r\ncontent-type: a; charset=utf-7\r\n", "", False),
        "charset-long": (b"HTTP/1.1 200 OK\r\ncontent-type: a; charset=" + b"x" * 5_000 + b"\r\n",
                         "", False),
        "content-type-html": (b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n", "", False),
        "content-type-twice": (b"HTTP/1.1 200 OK\r\ncontent-type: a\r\ncontent-type: b/c;;=\r\n",
                               "", False),
        "range": (b"HTTP/1.1 206 OK\r\ncontent-range: bytes 5-3/1\r\n", "", False),
        "upgrade": (b"HTTP/1.1 200 OK\r\nconnection: upgrade\r\nupgrade: h2c\r\n", "", False),
    }  # fmt: skip
    for name, (before, says, either) in heads.items():
        parts = (before, length, GUESS) if before else (GUESS,)
        yield Fault(f"head-{name}", whole(*parts), says, either=either)

    def ask_twice(exchange: Exchange) -> None:
        exchange.keep = True
        cookie = "set-cookie: seat=decoder; path=/; max-age=99999"
        body = GUESS if exchange.number > 1 else completion("no move")
        exchange.send(sized(body, "200 OK", cookie, KEEP))

    yield Fault("cookie-comes-back", ask_twice)


def _list_lengths() -> Iterable[Fault]:
    ok, more = head(), b"x" * 1_000
    size = len(GUESS)
    raw: dict[str, tuple[bytes, str, bool]] = {
        "none": (ok + b"\r\n" + GUESS, "", False),
        "short": (ok + b"content-length: %d\r\n\r\n" % (size - 9) + GUESS, NO_CHAT, False),
        "long": (ok + b"content-length: %d\r\n\r\n" % (size + 9) + GUESS, BROKE_OFF, False),
        "huge": (ok + b"content-length: 99999999999999999999\r\n\r\n" + GUESS, BROKE_OFF, False),
        "digits": (ok + b"content-length: " + b"9" * 5_000 + b"\r\n\r\n" + GUESS, BROKE_OFF, False),
        "negative": (ok + b"content-length: -1\r\n\r\n" + GUESS, BROKE_OFF, False),
        "word": (ok + b"content-length: all\r\n\r\n" + GUESS, BROKE_OFF, False),
        "plus": (ok + b"content-length: +%d\r\n\r\n" % size + GUESS, BROKE_OFF, False),
        "zero": (ok + b"content-length: 0\r\n\r\n" + GUESS, NO_CHAT, False),
        "twice-other": (ok + b"content-length: 1\r\ncontent-length: %d\r\n\r\n" % size + GUESS,
                        BROKE_OFF, False),
        "twice-same": (ok + b"content-length: %d\r\n" % size * 2 + b"\r\n" + GUESS, "", True),
        "and-chunked": (ok + b"content-length: 5\r\n" + chunked(GUESS).partition(b"\r\n")[2],
                        BROKE_OFF, True),
        "more-after": (sized(GUESS) + more, "", False),
        "chunked": (chunked(*(GUESS[n : n + 1] for n in range(size))), "", False),
        "chunk-word": (_chunks(b"ZZZ\r\n" + GUESS), BROKE_OFF, False),
        "chunk-negative": (_chunks(b"-5\r\n" + GUESS), BROKE_OFF, False),
        "chunk-huge": (_chunks(b"F" * 20 + b"\r\n" + GUESS), BROKE_OFF, False),
        "chunk-digits": (_chunks(b"f" * 300_000), BROKE_OFF, False),
        "chunk-extension": (_chunks(b"5;" + b"x" * 300_000 + b"\r\n"), BROKE_OFF, False),
        "chunk-cut": (chunked(GUESS)[:-30], BROKE_OFF, False),
        "chunk-no-end": (chunked(GUESS)[:-5], BROKE_OFF, False),
        "chunk-too-long": (_chunks(b"3\r\nabcdef\r\n0\r\n\r\n"), BROKE_OFF, False),
        "chunk-trailers": (chunked(GUESS)[:-2] + b"x: y\r\n" * 60_000 + b"\r\n", BROKE_OFF, True),
        "encoding-odd": (ok + b"transfer-encoding: gzip\r\n\r\n" + GUESS, BROKE_OFF, False),
        "encoding-twice": (ok + b"transfer-encoding: chunked, chunked\r\n\r\n", BROKE_OFF, False),
    }  # fmt: skip
    for name, (answer, says, either) in raw.items():
        yield Fault(f"length-{name}", whole(answer), says or BROKE_OFF * either, either=either)
    tiny = _chunks(b"1\r\n \r\n" * 1_000_000)
    yield Fault("length-chunks-tiny", whole(tiny), f"{BROKE_OFF}|{TOO_LATE}", timeout=3)

    def smuggle(exchange: Exchange) -> None:
        """Send two answers at once; the second may be taken for that to the next request."""
        exchange.keep = True
        if exchange.number == 1:
            exchange.send(
                sized(completion("?"), "200 OK", KEEP), sized(completion('{"code": [4, 3, 2]}'))
            )
        else:
            exchange.send(sized(GUESS))

    yield Fault("length-two-answers", smuggle)


def _chunks(body: bytes) -> bytes:
    return head("200 OK", "transfer-encoding: chunked") + b"\r\n" + body


def _list_packed() -> Iterable[Fault]:
    bomb = gzip.compress(b" " * 200_000_000, 9)
    bodies = {
        "gzip-bomb": (bomb, "gzip"),
        "gzip-nested-bomb": (gzip.compress(gzip.compress(bomb)), "gzip, gzip, gzip"),
        "deflate-bomb": (zlib.compress(b" " * 50_000_000, 9), "deflate"),
        "deflate-raw": (zlib.compress(GUESS)[2:-4], "deflate"),
        "br-bomb": (b"\xff\xff\xff\xff" * 100, "br"),
        "zstd-bomb": (b"\x28\xb5\x2f\xfd" * 100, "zstd"),
        "compress": (b"\x1f\x9d\x90" * 100, "compress"),
        "gzip-whole": (gzip.compress(GUESS), "gzip"),
        "gzip-cut": (gzip.compress(GUESS)[:-9], "gzip"),
        "gzip-not": (GUESS, "gzip"),
        "unknown": (GUESS, "parlour"),
        "many": (GUESS, ", ".join(["gzip"] * 1_000)),
        "upper-case": (bomb, "GZIP"),
    }
    for name, (body, encoding) in bodies.items():
        answer = answering(body, "200 OK", f"content-encoding: {encoding}")
        yield Fault(f"packed-{name}", answer, PACKED, requests=1)
    untold = answering(bomb[:1_000_000])
    yield Fault("packed-untold", untold, NO_CHAT, requests=1)
    transfer = head("200 OK", "transfer-encoding: gzip, chunked") + b"\r\n" + bomb[:1_000]
    yield Fault("packed-transfer", whole(transfer), BROKE_OFF)
    yield Fault("packed-identity", answering(GUESS, "200 OK", "content-encoding: identity"))


_ROLE = b'data: {"choices": [{"delta": {"role": "assistant"}}]}\n\n'
"""An event of an answer that brings nothing of it."""


def _list_endless() -> Iterable[Fault]:
    chunk = b"10000\r\n" + b" " * 65_536 + b"\r\n"
    stream = head("200 OK").replace(b"application/json", b"text/event-stream") + b"\r\n"
    fast = {
        "body": (head() + b"\r\n", b" " * 65_536, TOO_LARGE),
        "body-zeros": (head() + b"\r\n", b"\0" * 65_536, TOO_LARGE),
        "body-lists": (head() + b"\r\n", b"[" * 65_536, TOO_LARGE),
        "body-sized": (head() + b"content-length: 99999999999\r\n\r\n", b" " * 65_536, TOO_LARGE),
        "chunks": (_chunks(b""), chunk, TOO_LARGE),
        "stream": (stream, b"data: {}\n\n" * 6_000, NO_CHAT),  # the first event is read
        "stream-role": (stream, _ROLE * 2_000, r"sent more than 250,000 events"),
        "stream-comments": (stream, b":" * 65_535 + b"\n", r"sent more than 64 MB"),
        "headers": (head(), b"x: y\r\n" * 5_000, BROKE_OFF),
        "header": (head() + b"x: ", b"y" * 65_536, BROKE_OFF),
        "status-line": (b"HTTP/1.1 200 ", b"y" * 65_536, BROKE_OFF),
        "trailers": (_chunks(b"2\r\n{}\r\n0\r\n"), b"x: y\r\n" * 5_000, BROKE_OFF),
        "zeros": (b"", b"\0" * 65_536, BROKE_OFF),
        "lines": (b"", b"\r\n" * 30_000, BROKE_OFF),
    }
    for name, (before, piece, says) in fast.items():
        yield Fault(f"endless-{name}", endless(before, piece), says)
    slow = {
        "status-line": (b"", b"H"),
        "headers": (head(), b"x: y\r\n"),
        "body": (head() + b"\r\n", b" "),
        "body-sized": (head() + b"content-length: 9999\r\n\r\n", b" "),
        "chunks": (_chunks(b""), b"1\r\n \r\n"),
        "stream": (stream, b": keep alive\n\n"),
        "continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        "lines": (b"", b"\r\n"),
    }
    for name, (before, piece) in slow.items():
        answer = endless(before, piece, 0.05)
        yield Fault(f"drip-{name}", answer, f"{TOO_LATE}|{BROKE_OFF}", timeout=1)
    silent = {
        "at-once": b"",
        "after-status": b"HTTP/1.1 200 OK\r\n",
        "after-headers": head() + b"\r\n",
        "in-body": head() + b"content-length: %d\r\n\r\n" % len(GUESS) + GUESS[:-9],
    }
    for name, before in silent.items():
        yield Fault(f"silent-{name}", hang(before), TOO_LATE, timeout=1)
    yield Fault("silent-before-reading", hang(), TOO_LATE, timeout=1, early=True)


PROBED = 5
"""The most connections to a server that hangs up at once: two of them ask what its port speaks."""


def _list_connections() -> Iterable[Fault]:
    whole_answer = sized(GUESS)
    body = len(whole_answer) - len(GUESS)
    stages = {"nothing": 0, "status": 12, "headers": 40, "head": body, "part": body + 40}
    for name, end in stages.items():
        yield Fault(f"reset-after-{name}", reset_after(whole_answer[:end]), BROKE_OFF)
        yield Fault(f"close-after-{name}", whole(whole_answer[:end]), BROKE_OFF)
    yield Fault("reset-after-all", reset_after(whole_answer), BROKE_OFF, either=True)
    yield Fault("reset-in-chunk", reset_after(chunked(GUESS)[:-60]), BROKE_OFF)
    yield Fault("reset-before-reading", reset_after(b""), BROKE_OFF, early=True, requests=PROBED)
    yield Fault("close-before-reading", whole(), BROKE_OFF, early=True, requests=PROBED)
    yield Fault(
        "answer-before-reading", whole(whole_answer), BROKE_OFF, early=True, either=True,
        requests=PROBED,
    )  # fmt: skip
    yield Fault("reset-then-well", in_turn(reset_after(b""), answering(GUESS)))

    def close_later(exchange: Exchange) -> None:
        """Say that the connection stays open, and close it after the answer."""
        keep = (KEEP, "keep-alive: timeout=600")
        body = GUESS if exchange.number > 2 else completion("no move")
        exchange.send(sized(body, "200 OK", *keep))

    yield Fault("closed-between-calls", close_later)

    def half_close(exchange: Exchange) -> None:
        exchange.send(whole_answer)
        exchange.connection.shutdown(socket.SHUT_WR)
        exchange.pause(1)

    yield Fault("half-closed", half_close)
    protocols = {
        "http2-preface": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "http2-settings": b"\x00\x00\x12\x04\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x64",
        "tls-hello": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x5a" * 500,
        "tls-alert": b"\x15\x03\x03\x00\x02\x02\x28",
        "ssh": b"SSH-2.0-OpenSSH_9.9\r\n",
        "smtp": b"220 mail.invalid ESMTP\r\n",
        "noise": bytes(range(256)) * 500,
        "request": b"GET / HTTP/1.1\r\nhost: you\r\n\r\n",
        "html": b"<!doctype html><title>Welcome</title>",
    }
    for name, data in protocols.items():
        yield Fault(f"protocol-{name}", whole(data), BROKE_OFF)
        if name in ("ssh", "tls-alert", "noise"):
            says = f"{UNREACHED}|does not speak HTTPS"
            yield Fault(f"tls-client-{name}", whole(data), says, early=True, scheme="https")
    yield Fault("tls-client-silent", hang(), f"{TOO_LATE}|{UNREACHED}", early=True, timeout=1,
                scheme="https")  # fmt: skip


def _list_pauses() -> Iterable[Fault]:
    values = {
        "negative": ("-1", BUSY),
        "nan": ("nan", BUSY),
        "infinite": ("inf", BUSY),
        "garbage": ("soon", BUSY),
        "empty": ("", BUSY),
        "zero": ("0", BUSY),
        "date-past": ("Wed, 21 Oct 2015 07:28:00 GMT", BUSY),
        "date-broken": ("Mon, 99 Foo 99999999999", BUSY),
        "hex": ("0x1", BUSY),
        "unicode": ("\xb2", BUSY),
        "long": ("9" * 5_000, BUSY),
        "minute": ("90", PAUSED),
        "1e308": ("1e308", f"{PAUSED} more than a week"),
        "date-9999": ("Fri, 31 Dec 9999 23:59:59 GMT", f"{PAUSED} more than a week"),
        "huge": ("99999999999999", f"{PAUSED} more than a week"),
    }
    for name, (value, says) in values.items():
        answer: Behaviour = answering(SORRY, "429 Busy", f"retry-after: {value}")
        yield Fault(f"retry-after-{name}", answer, says)
    twice = answering(SORRY, "503 Busy", "retry-after: 0", "retry-after: 9999999")
    yield Fault("retry-after-twice", twice, f"{TROUBLE}|{PAUSED}")
    yield Fault("retry-after-on-well", answering(GUESS, "200 OK", "retry-after: 1e308"))
    yield Fault("well-without-asking", in_turn(saying("?"), saying(None), saying("{}")),
                "No legal move in 3 tries")  # fmt: skip
