"""Players in Python: what they return and raise."""

from collections.abc import Iterable

from tests.campaign.agents import FAILED, NO_MOVE, UNUSABLE, Agent

PLAYER = """
import asyncio, sys, time, random
from engine.games.decrypto.moves import Guess
from engine.errors import PlayerError, Unreadable
class Odd(BaseException): pass
class Mute(Exception):
    def __str__(self): raise ValueError
    __repr__ = __str__
class Liar:
    def __getattr__(self, name): raise RuntimeError(name)
    def __eq__(self, other): raise RuntimeError
    __hash__ = None
class Endless(dict):
    def items(self):
        while True: yield "code", 1
class Player:
    def deep(self): return self.deep()
    async def decide(self, view, complaint):
        BODY
def make(game, seat, seed): return Player()
"""
SPEC = "py:bots:make"


def list_players() -> Iterable[Agent]:
    """Every player."""
    for name, body in {
        "none": "return None",
        "number": "return 10**5000",
        "text": "return '{}'",
        "bytes": "return b'[1, 2, 3]'",
        "class": "return Guess",
        "liar": "return Liar()",
        "endless": "return {'Guess': (n for n in iter(int, 1))}",
        "huge-number": "return {'Guess': {'code': [10**5000, 2, 3]}}",
        "nan": "return {'Guess': {'code': [float('nan'), float('inf'), 1]}}",
        "cycle": "x = {}; x['Guess'] = x; return x",
        "deep": "x = 1\n        for _ in range(99999): x = [x]\n        return {'Guess': {'code': x}}",
        "illegal": "return Guess(code=(1, 1, 1))",
        "coroutine": "return self.decide(view, complaint)",
        "generator": "return (n for n in (1, 2, 3))",
        "surrogate": "return {'Guess': {'code': ['\\ud800', 2, 3]}}",
        "unreadable": "raise Unreadable('x\\x1b[2J', str(view))",
    }.items():
        yield Agent(f"py-returns-{name}", PLAYER.replace("BODY", body), NO_MOVE, SPEC)
    for name, body in {
        "exception": "raise ValueError(view)",
        "system-exit": "sys.exit(0)",
        "system-exit-text": "sys.exit('bye \\x1b[2J')",
        "cancelled": "raise asyncio.CancelledError",
        "recursion": "self.deep()",
        "memory": "raise MemoryError",
        "mute": "raise Mute",
        "group": "raise BaseExceptionGroup('x', [SystemExit(1), ValueError()])",
        "base": "raise Odd",
        "generator-exit": "raise GeneratorExit",
        "stop-iteration": "raise StopIteration",
        "stop-async-iteration": "raise StopAsyncIteration",
        "timeout": "raise TimeoutError",
        "escape": "raise RuntimeError('\\x1b]0;owned\\x07\\u202e' + 'x' * 99999)",
        "chain": "e = ValueError()\n        for _ in range(9999):\n            e2 = ValueError()\n"
        "            e2.__cause__ = e; e = e2\n        raise e",
        "broken-pipe": "raise BrokenPipeError",
        "import": "import nothing_of_this_name",
        "other-types": "return Guess(code=(1.5, 'x', None))",  # a move checks its own fields
    }.items():
        yield Agent(f"py-raises-{name}", PLAYER.replace("BODY", body), FAILED, SPEC)
    yield Agent("py-raises-interrupt", PLAYER.replace("BODY", "raise KeyboardInterrupt"), FAILED,
                SPEC)  # fmt: skip
    yield Agent("py-raises-player-error", PLAYER.replace("BODY", "raise PlayerError('x' * 9999)"),
                "has no move", SPEC)  # fmt: skip
    for name, body in {
        "well": "return Guess(code=(1, 2, 3))",
        "blocks": "time.sleep(2); return Guess(code=(1, 2, 3))",
        "changes-view": "object.__setattr__(view, 'code', None); return Guess(code=(1, 2, 3))",
        "seeds": "random.seed(1); random.random(); return Guess(code=(1, 2, 3))",
        "task": "asyncio.create_task(asyncio.sleep(600)); return Guess(code=(1, 2, 3))",
        "failing-task": "asyncio.get_running_loop().call_soon(lambda: None); return Guess(code=(1, 2, 3))",
    }.items():
        yield Agent(f"py-{name}", PLAYER.replace("BODY", body), "", SPEC)
    close = PLAYER.replace("BODY", "return Guess(code=(1, 2, 3))\n    def close(self): raise Odd")
    yield Agent("py-close-raises", close, "", SPEC, codes=(0,))
    for name, code, says in (
        ("import-fails", "raise ValueError('\\x1b[2J')", "The code of bots failed"),
        ("import-exits", "import sys; sys.exit(7)", "The code of bots failed"),
        ("import-recursion", "def f(): f()\nf()", "The code of bots failed"),
        ("syntax", "def (:", "The code of bots failed"),
        ("zeros", "\0", "The code of bots failed"),
        ("no-factory", "", "no factory"),
        ("factory-number", "make = 5", "no factory"),
        ("factory-fails", "def make(*a): raise ValueError", FAILED),
        ("factory-exits", "def make(*a): raise SystemExit", FAILED),
        ("factory-arguments", "def make(): pass", FAILED),
        ("factory-none", "def make(*a): return None", "no player"),
        ("factory-liar", PLAYER.replace("BODY", "pass") + "make = lambda *a: Liar()", FAILED),
    ):
        yield Agent(f"py-{name}", code, says, SPEC, codes=(UNUSABLE,), journals=0)
