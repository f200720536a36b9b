"""Ask a person, line by line, what the statements of the others told once the match is over."""

import re
from typing import Any

from engine.closing_question import ClosingQuestion
from tui.plain.player_names import PlainNames
from tui.plain.prompter import PromptContext, Prompter, Undo

SEPARATOR = re.compile(r"[,;]")
"""Separates what one statement told."""
PURPOSE = (
    "The game is over, and its result comes next. Say what each sentence told you of the word of "
    "whoever said it, in a few words, with commas between them. Enter alone stands for nothing. It "
    "is only for the metrics."
)


async def ask_what_was_heard(
    prompter: Prompter, question: ClosingQuestion, naming: PlainNames, context: PromptContext
) -> Any:  # noqa: ANN401
    """Ask for each statement what it told; `u` goes back to the one before.

    Returns:
        The beliefs for the log; `None` if the person does not want to say.

    Raises:
        Left, EndOfInput: If the person leaves.
    """
    prompter.say(PURPOSE)
    try:
        if not await prompter.confirm("Will you say what they told you?", context):
            return None
    except Undo:
        return None
    prompter.say(question.reminder)
    found: dict[int, list[str]] = {}
    number = 1
    while number <= len(question.heard):
        prompter.say(naming.name_roles(question.heard[number - 1]))
        try:
            told = await prompter.ask("It told you:", context)
        except Undo:
            number = max(1, number - 1)
            continue
        found[number] = [one.strip() for one in SEPARATOR.split(told)]
        number += 1
    return question.collect(found)
