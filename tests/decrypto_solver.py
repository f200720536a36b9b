"""A solver of Decrypto that reads nothing but its prompt, whatever its words, layout and form.

As encoder it says the code in four words; as decoder it reads them; as interceptor it goes by the
numbers that past hints turned out to mean, and gives hints that are new the least numbers left.
"""

import json
import re
from collections.abc import Mapping, Sequence

import pytest

from engine.llm.reply import Reply
from engine.llm.request import Request

NAMES = ("north", "east", "south", "west")
QUOTED = re.compile(r'"([^"]+)"')
PLAYED = re.compile(r'hints ("[^;]+); code (\d-\d-\d)')
BY_NUMBER = re.compile(r'^([1-4]): (".+)$', re.M)
CODE = re.compile(r"\d-\d-\d")


def solve(system: str, user: str) -> str:
    """Answer a prompt in the form that it asks for."""
    where = user.rsplit("Interceptions:", 1)[1]  # what stands after it is about this round
    if '"words"' in system:
        (code,) = CODE.findall(where)
        told: dict[str, object] = {"words": [NAMES[int(one) - 1] for one in code.split("-")]}
    else:
        hints = QUOTED.findall(where)
        assert len(hints) == 3, where
        known = {name: number for number, name in enumerate(NAMES, 1)}
        if "hidden from you" in user:
            known = read_history(user)
        told = {"code": guess_code(hints, known)}
    if "ANSWER" in system:
        return f"I have read it all.\nANSWER: {json.dumps(told)}"
    return json.dumps({"thoughts": "", **told})


def read_history(user: str) -> dict[str, int]:
    """Read which number each past hint meant, from rounds or from lists by number."""
    found: dict[str, int] = {}
    for hints, code in PLAYED.findall(user):
        found |= dict(zip(QUOTED.findall(hints), map(int, code.split("-")), strict=True))
    for number, hints in BY_NUMBER.findall(user):
        found |= dict.fromkeys(QUOTED.findall(hints), int(number))
    return found


def guess_code(hints: Sequence[str], known: Mapping[str, int]) -> list[int]:
    """Guess the numbers of hints; those that are not known get the least ones that are left."""
    taken = {known[hint] for hint in hints if hint in known}
    left = iter(number for number in range(1, 5) if number not in taken)
    return [known[hint] if hint in known else next(left) for hint in hints]


def let_solve(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let every model be the solver; return the prompts that it was asked."""
    asked = []

    async def answer(request: Request) -> Reply:
        system, user = (str(one["content"]) for one in request.messages)
        asked.append(f"{system}\n{user}")
        return Reply(solve(system, user), None, None, "stop", 10, 10)

    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setattr("engine.llm.player.send_request", answer)
    return asked
