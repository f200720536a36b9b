"""Scripted models for CoMet's tables, whose true figures are known in closed form.

Each answers what the schema allows, as the mock model server does, but for the few fields that its
policy sets.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engine.llm.reply import Reply
from engine.llm.request import Request
from lab.mock.model_server import MockModelServer
from tests.rehearsing import read_content

type Policy = Callable[[str, str, dict[str, Any]], None]
"""Changes an answer: the step of the question (empty for a move), the question, and the answer."""

OWN_WORD = re.compile(r"Your word is [^\w]*(\w+)")
STEP = re.compile(r"CoMet step: (\S+)\.")


def script(
    monkeypatch: pytest.MonkeyPatch, policies: Mapping[str, Policy]
) -> list[tuple[str, str]]:
    """Let models answer by their policies; return the model and the question of each request."""
    server, asked = MockModelServer(), []

    async def answer(request: Request) -> Reply:
        told_user = (one["content"] for one in request.messages if one["role"] == "user")
        model, question = request.model.name, "\n".join(map(str, told_user))  # tries included
        asked.append((model, question))
        body = {"model": "word2vec", "messages": request.messages, **request.settings}
        told = json.loads(read_content(server, body))
        step = STEP.search(question)
        policies[model](step.group(1) if step else "", question, told)
        return Reply(json.dumps(told), None, None, "stop", 10, 10)

    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setattr("engine.llm.player.send_request", answer)
    return asked


def find_own_word(question: str) -> str:
    """Find the word of the player that is asked."""
    found = OWN_WORD.search(question)
    assert found is not None, question
    return found.group(1)


def trust_everybody(step: str, question: str, told: dict[str, Any]) -> None:
    """Take all for players with the own word and itself for a civilian, and know both words.

    It finds one feature in each statement and no metaphor, and deceives where it plans.
    """
    if step == "belief-inquiry":
        seats = [one for one in ("p1", "p2", "p3", "p4", "p5") if f"You are {one}." not in question]
        told["players"] = [{"seat": one, "side": "mine"} for one in seats]
        told["role"], told["other_word"] = "civilian", ["bee", "butterfly"]
    elif step in ("feature-extractor", "find-features"):
        found = {"feature": "it is small", "kind": "broad"}
        if step == "find-features":
            del found["kind"]
        numbers = re.findall(r"^(\d+)\. p\d: ", question, re.M)
        told["features"] = [{"statement": int(one), **found} for one in numbers]
    elif step == "metaphor-screen":
        told["statements"] = []
    elif step == "strategy-planner":
        told["strategy"] = "deceive"
