"""Hostile HTTP servers: each plays a model in a game without people."""

import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.campaign.case import (
    Case,
    Ended,
    Plan,
    expect,
    expect_end,
    expect_journals,
    expect_sentence,
)
from tests.campaign.hostile_server import Behaviour, HostileServer, serving_hostile
from tests.campaign.prepared import run_prepared

GAMES = {
    "guess": "decrypto --seat encoder=random --seat decoder=llm:m --seat interceptor=random "
    "--set rounds=1",
    "hint": "decrypto --seat encoder=llm:m --seat decoder=random --seat interceptor=random "
    "--set rounds=1",
    "long": "decrypto --seat encoder=random --seat decoder=llm:m --seat interceptor=random "
    "--set rounds=8 --set play_on=yes",
    "talk": "taboo --seat attacker=llm:m --seat defender=llm:m --set turns=2 --set word=apple",
    "clue": "dixit --seat p1=llm:m --seat p2=random --seat p3=random --seat p4=random "
    "--set rounds=1 --set phases=1",
    "describe": "undercover --seat p1=llm:m --seat p2=random --seat p3=random --seat p4=random "
    "--seat p5=random --set rounds=1",
}
"""Short games with a hostile model in one seat, or more."""
PLAYED, STOPPED = 0, 3
TARGET = b"POST /v1/chat/completions HTTP/1.1"
BROKE_OFF = r"connection to \S+ broke off, or what it sent is not HTTP"
NO_CHAT = r"does not speak the chat completions protocol"
NO_MOVE = r"No legal move in 3 tries"
TOO_LATE = r"did not answer within \S+ seconds"
TOO_LARGE = r"sent more than 4 MB"
TOO_DEEP = r"nested more than 64 levels"
PACKED = r"sent a compressed answer"
TROUBLE = r"is in trouble \(error \d+\)"
REFUSED = r"refuses the question \(error \d+\)"


@dataclass(frozen=True)
class Fault:
    """How a server behaves, and what has to come of it."""

    name: str
    behave: Behaviour
    says: str = ""
    """Why the seat has to fail, as a pattern; empty if the game has to be played to its end."""
    game: str = "guess"
    requests: int = 3
    """The most requests that are sent."""
    early: bool = False
    """The server behaves before it has read the request."""
    timeout: float = 10
    """PARLOUR_TIMEOUT and PARLOUR_TOTAL_TIMEOUT."""
    shown: bool = False
    """Show what the model said in every form, and expect that it is harmless."""
    options: tuple[str, ...] = ()
    scheme: str = "http"
    either: bool = False
    """Both is right: the game is played, or the seat fails so."""
    found: str = ""
    """A pattern that the result of the played game has to contain."""


def build_cases(plan: Plan) -> list[Case]:
    """One for each fault."""
    from tests.campaign.server_answers import list_answer_faults
    from tests.campaign.server_http import list_http_faults

    del plan
    faults = (*list_http_faults(), *list_answer_faults())
    return [Case("server", fault.name, partial(try_fault, fault)) for fault in faults]


def try_fault(fault: Fault, folder: Path) -> None:
    """Play a game against the server."""
    journal = folder / "game.jsonl"
    with serving_hostile(fault.behave, early=fault.early) as server:
        game = (*GAMES[fault.game].split(), "--journal", str(journal), "--seed", "campaign")
        ended = run_prepared(
            folder,
            *("play", *game, "--json", *fault.options),
            seconds=25,
            OPENAI_BASE_URL=server.url.replace("http", fault.scheme, 1),
            PARLOUR_TIMEOUT=f"{fault.timeout:g}",
            PARLOUR_TOTAL_TIMEOUT=f"{fault.timeout:g}",  # or pieces without an answer are read on
        )
    codes = {PLAYED} if not fault.says else {PLAYED, STOPPED} if fault.either else {STOPPED}
    expect_end(ended, codes)
    expect_bounded(fault, server)
    if ended.code == STOPPED:
        expect_sentence(ended, fault.says)
        expect(not ended.out, f"a result of a failed game: {ended.out[:200]}")
    else:
        expect_result(ended, fault.found)
    expect_journals(folder, at_least=1)
    if fault.shown:
        expect_harmless(folder, journal)


def expect_bounded(fault: Fault, server: HostileServer) -> None:
    """Expect few requests, to the right place, and that not everything was read."""
    expect(server.requests >= 1 or fault.scheme == "https", "the server was not asked")
    expect(server.requests <= fault.requests, f"{server.requests} requests")
    expect(server.targets <= {TARGET}, f"requests to other places: {server.targets}")
    expect(not server.cookies, f"{server.cookies} requests with a cookie")
    expect(server.sent <= 120_000_000, f"{server.sent:,} bytes were read")


def expect_result(ended: Ended, found: str) -> None:
    """Expect the result of a game, as one JSON object."""
    try:
        result = json.loads(ended.out)
    except ValueError:
        result = None
    expect(isinstance(result, dict) and result.get("outcome"), f"no result: {ended.out[:300]!a}")
    expect(found in json.dumps(result), f"no {found} in the result: {json.dumps(result)[:600]}")


def expect_harmless(folder: Path, journal: Path) -> None:
    """Expect that what the model said cannot act on a terminal or in a browser."""
    for options in (["--calls"], ["--calls", "--format", "json"], ["--format", "html"]):
        shown = run_prepared(folder, "show", str(journal), *options)
        expect_end(shown, {0})
    expect("<script" not in shown.out, "a script in the page")
