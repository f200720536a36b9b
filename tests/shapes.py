"""How models wrap a legal answer, and what else they send: tables for tests of reading answers."""

import html
import json
from collections.abc import Callable, Mapping
from typing import Any

type Answer = Mapping[str, Any]
"""An answer as it should be: thoughts, and the fields of the move or the move."""


def compact(answer: Answer) -> str:
    return json.dumps(answer)


def pretty(answer: Answer) -> str:
    return json.dumps(answer, indent=2, ensure_ascii=False)


def draft(answer: Answer) -> str:
    """Another answer of the same form, which the model thought better of."""
    return json.dumps({**answer, "thoughts": "a first draft", "draft": True}).replace(
        '"line": "', '"line": "no, '
    )


def last(answer: Answer) -> str:
    """The key of the answer that is not its thoughts."""
    return list(answer)[-1]


def titled(answer: Answer, change: Callable[[str], str]) -> str:
    return json.dumps({change(key): value for key, value in answer.items()})


def loose(answer: Answer) -> str:
    """Without the closing brace."""
    return compact(answer).rstrip()[:-1]


def unquoted(answer: Answer) -> str:
    return "{" + ", ".join(f"{key}: {json.dumps(value)}" for key, value in answer.items()) + "}"


def smart(answer: Answer) -> str:
    text = compact(answer)
    opened = False
    out = []
    for letter in text:
        if letter == '"':
            opened = not opened
            out.append("“" if opened else "”")
        else:
            out.append(letter)
    return "".join(out)


def bare(answer: Answer) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key != "thoughts"}


WRAPPED: dict[str, Callable[[Answer], str]] = {
    "alone": compact,
    "in many lines": pretty,
    "fenced as json": lambda a: f"```json\n{pretty(a)}\n```",
    "fenced": lambda a: f"```\n{compact(a)}\n```",
    "fenced as JSON": lambda a: f"```JSON\n{compact(a)}\n```",
    "fenced as json5": lambda a: f"```json5\n{compact(a)}\n```",
    "fenced by tildes": lambda a: f"~~~json\n{pretty(a)}\n~~~",
    "a fence that stays open": lambda a: f"```json\n{pretty(a)}",
    "a fence that only closes": lambda a: f"{pretty(a)}\n```",
    "a fence that was lost": lambda a: f"json\n{pretty(a)}",
    "after prose": lambda a: f"Let me think about this. I would say:\n\n{compact(a)}",
    "before prose": lambda a: f"{compact(a)}\n\nI hope that this helps!",
    "amid prose": lambda a: f"Sure! Here you are: {compact(a)} Good luck to all.",
    "fenced amid prose": lambda a: f"Here is my answer:\n\n```json\n{pretty(a)}\n```\n\nSo be it.",
    "bold": lambda a: f"**{compact(a)}**",
    "italic": lambda a: f"*{compact(a)}*",
    "inline code": lambda a: f"My answer: `{compact(a)}`",
    "quoted": lambda a: "\n".join(f"> {line}" for line in pretty(a).splitlines()),
    "a point of a list": lambda a: f"- {compact(a)}",
    "a numbered point": lambda a: f"1. {compact(a)}",
    "under a heading": lambda a: f"### Final answer\n\n{pretty(a)}",
    "after a bold label": lambda a: f"**Answer:** {compact(a)}",
    "after a label": lambda a: f"Final answer: {compact(a)}",
    "after a role": lambda a: f"assistant: {compact(a)}",
    "in a row of a table": lambda a: f"| answer |\n| --- |\n| {compact(a)} |",
    "in a tag": lambda a: f"<answer>{compact(a)}</answer>",
    "in a tag of its own": lambda a: f"<json>\n{pretty(a)}\n</json>",
    "as CDATA": lambda a: f"<answer><![CDATA[{compact(a)}]]></answer>",
    "boxed": lambda a: f"$\\boxed{{{compact(a)}}}$",
    "assigned": lambda a: f"const answer = {compact(a)};",
    "returned": lambda a: f"return {compact(a)}",
    "printed": lambda a: f"print({compact(a)})",
    "after thinking": lambda a: f"<think>What now? {draft(a)}</think>\n{compact(a)}",
    "after thinking without a start": lambda a: f"What now? {draft(a)}</think>{compact(a)}",
    "after more thinking": lambda a: f"<thinking>\n{draft(a)}\n</thinking>\n\n{pretty(a)}",
    "after reasoning": lambda a: f"<reasoning>{draft(a)}</reasoning>{compact(a)}",
    "after reflection": lambda a: f"<reflection>{draft(a)}</reflection>{compact(a)}",
    "after thinking in brackets": lambda a: f"[THINK]{draft(a)}[/THINK]{compact(a)}",
    "after thinking in diamonds": lambda a: f"◁think▷{draft(a)}◁/think▷{compact(a)}",
    "in channels": lambda a: (
        f"<|channel|>analysis<|message|>{draft(a)}<|end|>"
        f"<|start|>assistant<|channel|>final<|message|>{compact(a)}<|return|>"
    ),
    "as a solution": lambda a: (
        f"<|begin_of_thought|>{draft(a)}<|end_of_thought|>"
        f"<|begin_of_solution|>{compact(a)}<|end_of_solution|>"
    ),
    "with tokens of a template": lambda a: f"<|im_start|>assistant\n{compact(a)}<|im_end|>",
    "as a call in a tag": lambda a: (
        f"<tool_call>\n{json.dumps({'name': 'answer', 'arguments': a})}\n</tool_call>"
    ),
    "as a call": lambda a: json.dumps({"name": "answer", "parameters": a}),
    "as a call with text": lambda a: json.dumps(
        {"type": "function", "function": {"name": "answer", "arguments": compact(a)}}
    ),
    "as an answer": lambda a: json.dumps({"answer": a}),
    "as a response": lambda a: json.dumps({"response": a}),
    "as a result with a note": lambda a: json.dumps({"result": a, "confidence": 0.9}),
    "as a final answer": lambda a: json.dumps({"final_answer": a}),
    "in a list": lambda a: f"[{compact(a)}]",
    "as a string": lambda a: json.dumps(compact(a)),
    "escaped": lambda a: compact(a).replace('"', '\\"'),
    "as entities": lambda a: html.escape(compact(a)),
    "in double braces": lambda a: "{{" + compact(a)[1:-1].replace("}", "}}") + "}}",
    "with a comma too many": lambda a: f"{compact(a)[:-1]},}}",
    "with a comma too many in lines": lambda a: f"{pretty(a)[:-2]},\n}}",
    "in single quotes": lambda a: repr(dict(a)),
    "as Python has it": lambda a: repr({**a, "certain": True, "note": None}),
    "in smart quotes": smart,
    "with bare keys": unquoted,
    "with remarks": lambda a: pretty(a).replace("{\n", "{\n  // my answer, as you asked\n", 1),
    "with remarks between": lambda a: f"{compact(a)[:-1]} /* that is it */ }}",
    "without its last brace": loose,
    "fenced without its last brace": lambda a: f"```json\n{loose(a)}\n```",
    "after a byte order mark": lambda a: f"\ufeff{compact(a)}",
    "after zero width": lambda a: f"\u200b\u200b{compact(a)}\u200b",
    "with odd spaces": lambda a: pretty(a).replace("  ", "\u00a0\u00a0"),
    "with carriage returns": lambda a: pretty(a).replace("\n", "\r\n"),
    "in colour": lambda a: f"\x1b[32m{compact(a)}\x1b[0m",
    "with keys in capitals": lambda a: titled(a, str.upper),
    "with keys as titles": lambda a: titled(a, str.title),
    "with loose keys": lambda a: titled(a, lambda key: f" {key} "),
    "with bold keys": lambda a: titled(a, lambda key: f"**{key}**"),
    "with more keys": lambda a: json.dumps({"id": 7, **a, "confidence": "high", "x": [1, {}]}),
    "with thoughts last": lambda a: json.dumps({**bare(a), "thoughts": "t"}),
    "without thoughts": lambda a: json.dumps(bare(a)),
    "with braces in its thoughts": lambda a: json.dumps({**a, "thoughts": 'if {x} or [y] }, "z"'}),
    "with thoughts in steps": lambda a: json.dumps({**a, "thoughts": ["first", {"then": "so"}]}),
    "with line breaks in its thoughts": lambda a: compact({**a, "thoughts": "@"}).replace(
        "@", "one\ntwo\tthree"
    ),
    "after a first attempt": lambda a: f"{draft(a)}\n\nWait, that is not it. Better:\n{compact(a)}",
    "in the second fence": lambda a: f"```json\n{draft(a)}\n```\nNo:\n```json\n{pretty(a)}\n```",
    "twice": lambda a: f"{compact(a)}\n{compact(a)}",
    "before a note in JSON": lambda a: f'{compact(a)}\n{{"note": "done"}}',
    "after a plan in JSON": lambda a: f'{{"plan": ["think", "answer"]}}\n{compact(a)}',
    "in another language": lambda a: f"我的答案是{compact(a)}。",
    "after emphasis": lambda a: f"***Answer*** — {compact(a)} — *done*",
}
"""Real-life wrappings of a legal answer, by what they are called."""


def _with(answer: Answer, value: object) -> str:
    return json.dumps({**answer, last(answer): value})


HOSTILE: dict[str, Callable[[Answer], str]] = {
    "nothing": lambda _: "",
    "blank": lambda _: " \n\t ",
    "prose": lambda _: "I would rather talk about the weather.",
    "a refusal": lambda _: "I'm sorry, but I can't help with that.",
    "an empty object": lambda _: "{}",
    "an empty list": lambda _: "[]",
    "null": lambda _: "null",
    "true": lambda _: "true",
    "a number": lambda _: "42",
    "a huge number": lambda _: "9" * 5000,
    "not a number": lambda _: '{"code": NaN, "line": Infinity}',
    "a string": lambda _: '"hello"',
    "thoughts alone": lambda _: '{"thoughts": "I know it!"}',
    "the answer in its thoughts": lambda a: json.dumps({"thoughts": compact(bare(a))}),
    "the answer only thought": lambda a: f"<think>{compact(a)}</think>",
    "the answer only thought, without an end": lambda a: f"<think>{compact(a)}",
    "null for the move": lambda a: _with(a, None),
    "a number for the move": lambda a: _with(a, 7.5),
    "true for the move": lambda a: _with(a, True),
    "an empty string for the move": lambda a: _with(a, ""),
    "an empty list for the move": lambda a: _with(a, []),
    "an empty object for the move": lambda a: _with(a, {}),
    "a list of lists": lambda a: _with(a, [[[a[last(a)]]]]),
    "nested much too deep": lambda a: _with(a, {"move": {"move": {"move": {"move": {"x": 1}}}}}),
    "nested for ever": lambda _: '{"move":' * 30_000,
    "brackets for ever": lambda _: "[" * 100_000,
    "braces for ever": lambda _: "{" * 100_000,
    "quotes for ever": lambda _: '{"' * 50_000,
    "quotation marks for ever": lambda _: "{" + "'" * 50_001,
    "a list much too long": lambda a: _with(a, ["x"] * 10_000),
    "a string much too long": lambda a: _with(a, "word " * 10_000),
    "control characters": lambda a: _with(a, "\u0007\u0000\u001b[2J"),
    "marks that turn text around": lambda a: _with(a, "\u202e\u2066\u200f"),
    "half a surrogate pair": lambda _: "\ud800",
    "punctuation": lambda a: _with(a, "?!"),
    "another kind of move": lambda _: '{"thoughts": "", "move": {"kind": "Resign"}}',
    "another player's move": lambda _: '{"seat": "p9", "Resign": {"why": "tired"}}',
    "code to run": lambda _: "__import__('os').system('echo canary')",
    "a template": lambda _: '{"thoughts": "...", "{{field}}": "{{value}}"}',
    "HTML": lambda _: "<html><script>alert(1)</script></html>",
    "markup": lambda _: "[bold red]no[/] [link=file:///etc/passwd]x[/link]",
    "a stack trace": lambda _: (
        "Traceback (most recent call last):\n  File '/x', line 1\nKeyError: 0"
    ),
    "YAML": lambda _: "thoughts: none\nmove: none",
    "XML": lambda _: "<move><kind>none</kind></move>",
    "an escape to the terminal": lambda _: "\x1b]0;owned\x07\x1b[2J\x1b[31mred\x1b[0m",
    "text turned around": lambda _: "\u202e}" + '"olleh" :"enil"{',
    "cut off in its thoughts": lambda a: compact(a)[:14],
    "cut off in a string": lambda _: '{"thoughts": "t", "line": "to be cont',
    "the question once more": lambda _: (
        "Answer with one JSON object and nothing else: under thoughts your considerations"
    ),
    "ten megabytes": lambda _: "x" * 10_000_000,
    "ten megabytes of JSON": lambda a: json.dumps({**a, "thoughts": "x" * 10_000_000}),
}
"""What is no move, by what it is called; a legal answer is at hand to be spoiled."""
