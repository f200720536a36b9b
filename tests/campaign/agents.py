"""Hostile programs and Python players: each sits in a seat of a game without people."""

import signal
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import which

from tests.campaign.agent_programs import PREAMBLE, PROGRAMS
from tests.campaign.case import (
    KEY,
    Case,
    Plan,
    expect,
    expect_end,
    expect_journals,
    expect_sentence,
)
from tests.campaign.processes import run_parlour, start_parlour
from tests.campaign.server import PLAYED, STOPPED, expect_harmless, expect_result

UNUSABLE = 2
"""The exit code if a seat cannot be filled."""
STDERR_BYTES = 1_100_000
"""The most that is kept of what a program writes to stderr."""
PYTHON = sys.executable
NO_MOVE = r"No legal move in 3 tries"
FAILED = r"The code of bots:make failed"


@dataclass(frozen=True)
class Agent:
    """A program or a Python player, and what has to come of it."""

    name: str
    code: str
    says: str = ""
    """Why the seat has to fail, as a pattern; empty if the game is played."""
    spec: str = f"exec:{PYTHON} -S -E bot.py"
    seat: str = "decoder"
    rounds: int = 1
    timeout: float = 20
    codes: tuple[int, ...] = ()
    """Exit codes, if they are others than those of a played game or a failed seat."""
    journals: int | None = 1
    """How many whole journals there have to be; `None` if the program may damage them."""
    torn: bool = False
    shown: bool = False
    options: tuple[str, ...] = ()


def build_cases(plan: Plan) -> list[Case]:
    """One for each program and player."""
    from tests.campaign.agent_players import list_players

    del plan
    agents = (*_list_programs(), *_list_commands(), *_list_isolated(), *list_players())
    cases = [Case("agents", agent.name, partial(try_agent, agent)) for agent in agents]
    stopped = {"sleeps": "await asyncio.sleep(600)", "loops": "\n            while True: pass"}
    return cases + [
        Case("agents", f"py-{name}-until-{number.name}", partial(try_to_stop, body, number))
        for name, body in stopped.items()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    ]


def try_agent(agent: Agent, folder: Path) -> None:
    """Play a game with the agent."""
    ended = run_parlour(
        folder,
        *_prepare(agent, folder),
        seconds=40,
        PARLOUR_TIMEOUT=f"{agent.timeout:g}",
        MY_OWN_SECRET=KEY,
    )
    expect_end(ended, agent.codes or ((STOPPED,) if agent.says else (PLAYED,)))
    if ended.code == STOPPED:
        expect_sentence(ended, agent.says)
        expect(not ended.out, f"a result of a failed game: {ended.out[:200]}")
    elif ended.code == PLAYED:
        expect_result(ended, "")
    else:
        expect_end(ended, agent.codes, says=agent.says)
        expect(len(ended.err) < 1_000, f"{len(ended.err)} characters: {ended.err[:300]}")
    if agent.journals is not None:
        expect_journals(folder, at_least=agent.journals, torn=agent.torn)
    for path in folder.rglob("*.stderr"):
        expect(path.lstat().st_size <= STDERR_BYTES, f"{path.name}: {path.lstat().st_size:,} bytes")
    if agent.shown:
        expect_harmless(folder, folder / "game.jsonl")


def try_to_stop(body: str, number: signal.Signals, folder: Path) -> None:
    """Stop a game by a signal whose Python player never answers."""
    code = f"""
    import asyncio
    class Player:
        async def decide(self, view, complaint):
            open("asked", "w").close()
            {body}
    def make(*_): return Player()
    """
    agent = Agent("", code.replace("\n    ", "\n"), spec="py:bots:make")
    running = start_parlour(folder, *_prepare(agent, folder))
    until = time.monotonic() + 20
    while not (folder / "work" / "asked").exists() and time.monotonic() < until:
        time.sleep(0.05)
    running.send_signal(number)
    ended = running.wait(30)
    expect_end(ended, {128 + number})
    expect_journals(folder, at_least=1)


def _prepare(agent: Agent, folder: Path) -> list[str]:
    """Write the agent into the working folder; return the command that plays with it."""
    work = folder / "work"
    work.mkdir()
    is_program = agent.spec.startswith("exec:")
    (work / ("bot.py" if is_program else "bots.py")).write_text(
        PREAMBLE * is_program + agent.code, encoding="utf-8"
    )
    specs = dict.fromkeys(("encoder", "decoder", "interceptor"), "random") | {
        agent.seat: agent.spec
    }
    seats = [part for seat, spec in specs.items() for part in ("--seat", f"{seat}={spec}")]
    options = ("--set", f"rounds={agent.rounds}", "--set", "play_on=yes", "--seed", "campaign")
    journal = ("--journal", str(folder / "game.jsonl"))
    return ["play", "decrypto", *seats, *options, *journal, "--json", *agent.options]


def _list_programs() -> Iterable[Agent]:
    for name, (code, says, others) in PROGRAMS.items():
        yield Agent(name, code, says, **others)


def _list_commands() -> Iterable[Agent]:
    """Commands that cannot be run."""
    for name, command, says, codes in (
        ("missing", "./nothing", "There is no program", (UNUSABLE,)),
        ("empty", "", "COMMAND", (UNUSABLE,)),
        ("open-quotation", "'bot.py", "cannot be read", (UNUSABLE,)),
        ("folder", "/tmp", "is a folder", (UNUSABLE,)),  # noqa: S108
        ("not-executable", "./bot.py", "chmod", (UNUSABLE,)),
        ("escape", "./\x1b[31mx\u202e", "There is no program", (UNUSABLE,)),
        ("long", "./" + "x" * 3_000, "There is no program", (UNUSABLE,)),
        ("false", "/bin/false", "ended with exit code 1", ()),
        ("true", "/bin/true", "ended with exit code 0", ()),
        ("yes", "/usr/bin/yes", NO_MOVE, ()),
        ("cat", "/bin/cat", NO_MOVE, ()),
        ("zeros", "/bin/cat /dev/zero", "a line of more than", ()),
        ("shell-words", "/bin/echo $(touch owned) ; touch owned", f"ended|{NO_MOVE}", ()),
    ):
        yield Agent(f"command-{name}", "", says, f"exec:{command}", codes=codes, journals=0)


def _list_isolated() -> Iterable[Agent]:
    """What an isolated program finds; without bubblewrap the game is refused in a sentence."""
    steal = """
import glob
ask()
for path in glob.glob("/proc/[0-9]*/environ"):
    try:
        sys.stderr.write(open(path, errors="replace").read())
    except OSError:
        pass
say(GOOD)
"""
    if which("bwrap"):
        yield Agent("isolated-reads-environ", steal, options=("--isolate",))
        yield Agent("isolated-kills", "ask()\nos.kill(-1, 9)\nsay(GOOD)", "ended",
                    options=("--isolate",))  # fmt: skip
    else:
        yield Agent("isolated-without-bubblewrap", steal, "bubblewrap", codes=(UNUSABLE,),
                    journals=0, options=("--isolate",))  # fmt: skip
