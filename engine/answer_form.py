"""The form of an answer, as a prompt shows it."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.answer_placeholder import OWN_THOUGHTS
from engine.prompt import KIND, MOVE, THOUGHTS


def describe_answer(kinds: Sequence[type[Any]]) -> str:
    """Describe the JSON object for a move of one of these kinds."""
    head = "Answer with one JSON object and nothing else"
    values = {
        kind: [
            f'"{name}": {PLACEHOLDERS.get(one.annotation, TEXT)}'
            for name, one in kind.model_fields.items()
        ]
        for kind in kinds
    }
    thoughts = f'"{THOUGHTS}": "{OWN_THOUGHTS}"'
    if len(kinds) == 1 and values[kinds[0]]:
        return f"{head}:\n{{{', '.join((thoughts, *values[kinds[0]]))}}}"
    forms = [
        f'{{{thoughts}, "{MOVE}": {{{", ".join((f'"{KIND}": "{kind.__name__}"', *named))}}}}}'
        for kind, named in values.items()
    ]
    which = ", one of these" if len(forms) > 1 else ""
    return "\n".join((f"{head}{which}:", *forms))


TEXT = '"<text>"'


PLACEHOLDERS: Mapping[Any, str] = {
    int: "<number>",
    float: "<number>",
    bool: "<true|false>",
    list[str]: f"[{TEXT}]",
}
"""By type: its placeholder in the form of an answer; that of a text for any other type."""
