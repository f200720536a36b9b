"""Ask questions, and handle what may be typed instead of an answer."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tui.plain.line_terminal import LineTerminal


class Left(Exception):
    """Somebody leaves the game."""


class Undo(Exception):
    """Somebody takes back their last answer."""


def _return_nothing() -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class PromptContext:
    """The texts that the commands at a prompt show."""

    purpose: str
    """A sentence about what the person is asked for."""
    story: Callable[[], Iterable[str]] = _return_nothing
    """The events so far, as this person may know them."""
    rules: Callable[[], Iterable[str]] = _return_nothing
    """The rules of the game."""
    leaving: str = "Leave?"
    """The question before somebody leaves."""


class Prompter:
    """Asks questions, and handles commands that are typed instead of an answer."""

    def __init__(self, terminal: LineTerminal) -> None:
        self.terminal = terminal
        self.say = terminal.say

    async def ask(self, prompt: str, context: PromptContext) -> str:
        """Ask for a line of text.

        Raises:
            Left: If the person leaves.
            Undo: If they take back their last answer.
            EndOfInput: If the input has ended.
        """
        while True:
            line = await self.terminal.read(prompt)
            match line.lower():
                case "?":
                    self._show_help(context)
                case "w":
                    for one in tuple(context.story()) or ("Nothing has happened yet.",):
                        self.say(one)
                case "q":
                    if await self.confirm(context.leaving, default=False):
                        raise Left
                case "u":
                    raise Undo
                case _:
                    return line.removeprefix("\\")

    async def confirm(
        self, question: str, context: PromptContext | None = None, *, default: bool = True
    ) -> bool:
        """Ask for yes or no; Enter alone means `default`.

        Args:
            question: The question.
            context: The texts of the commands; without it there are none.
            default: The answer for Enter.

        Raises:
            Left, Undo, EndOfInput: As `ask`.
        """
        prompt = f"{question} {'[Y/n]' if default else '[y/N]'}"
        while True:
            read = self.ask(prompt, context) if context else self.terminal.read(prompt)
            answer = (await read).lower()
            if answer in ("", "y", "yes", "n", "no"):
                return answer.startswith("y") if answer else default
            self.say("Type y for yes or n for no.")

    async def choose(
        self,
        prompt: str,
        choices: Sequence[tuple[int, str]],
        context: PromptContext,
        default: int | None = None,
    ) -> int:
        """List choices under their numbers and ask for one, by its number or its words.

        Args:
            prompt: The question.
            choices: Numbers and labels.
            context: The texts of the commands.
            default: The number for Enter.

        Raises:
            Left, Undo, EndOfInput: As `ask`.
        """
        for number, label in choices:
            self.say(f"{number}. {label}")
        numbers = [str(number) for number, _ in choices]
        usual = f" [{default}]" if default is not None else ""
        while True:
            answer = (await self.ask(f"{prompt}{usual}:", context)).rstrip(".")
            if not answer and default is not None:
                return default
            if answer in numbers:
                return int(answer)
            if (named := _find_named(answer, choices)) is not None:
                return named
            self.say(f"Type a number: {', '.join(numbers)}. A question mark shows help.")

    def _show_help(self, context: PromptContext) -> None:
        self.say(context.purpose)
        self.say("Type the answer and press Enter; from a list, type a number or its words.")
        self.say("u takes back the last answer. No move counts before you confirm it.")
        self.say("w says what has happened so far. q leaves; a game that has begun is saved.")
        self.say("To answer with such a letter alone, put a backslash before it: \\w.")
        for line in context.rules():
            self.say(line)


def _find_named(answer: str, choices: Sequence[tuple[int, str]]) -> int | None:
    """Find the only choice of these words, or whose label begins with them and a colon or stop.

    A number is never taken for the label of a choice.
    """
    typed = answer.casefold()
    if typed.isdecimal():
        return None
    labels = [(number, label.casefold()) for number, label in choices]
    beginnings = (f"{typed}: ", f"{typed}. ")
    for found in (
        [number for number, label in labels if label.rstrip(".") == typed],
        [number for number, label in labels if label.startswith(beginnings)],
    ):
        if len(found) == 1:
            return found[0]
    return None
