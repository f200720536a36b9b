"""A module: one step of reasoning, its prompt, and the type of its reply."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from engine.answer_placeholder import OWN_THOUGHTS
from engine.comet.settings import Sort
from engine.fields import Choices
from engine.joined_text import join_paragraphs
from engine.llm.reply import LooseReply
from engine.llm.schema import NO_ALIASES
from engine.play import do_nothing
from engine.prompt import Aliases, Prompt

STEP = "CoMet step"
"""The beginning of the line in a prompt that names its module."""


NO_CHOICES: Choices = {}
"""No choices: every field of a reply is as it is declared."""


FORM_NOTE = "Answer with one JSON object and nothing else, of this form:"


@dataclass(frozen=True, slots=True)
class Module[Reply: LooseReply]:
    """A step of the agent: a prompt, and the type of its answer."""

    name: str
    """The name in logs, prompts and tables."""
    title: str
    """The name for people."""
    sort: Sort
    """The kind of step, which determines the temperature."""
    reply: type[Reply]
    """A frozen dataclass whose fields are the keys of the answer; those with a default are
    optional."""
    task: str
    """The text of the question, with placeholders in braces."""
    form: str
    """The form of the answer, without thoughts; placeholders stand for all values."""

    def ask(
        self,
        frame: "Frame",
        aliases: Aliases = NO_ALIASES,
        choices: Choices = NO_CHOICES,
        **gaps: object,
    ) -> "ModuleQuestion":
        """Build the question: the frame, the task with its gaps filled, and the form.

        Args:
            frame: The beginning.
            aliases: By field of the reply: what the model may answer, and what it stands for.
            choices: By field of the reply: the choices of the position, for the schema.
            gaps: The values of the placeholders of the task.
        """
        task = self.task.format(**gaps).strip()
        user = join_paragraphs(
            frame.user,
            f"{STEP}: {self.name}.",
            task,
            f'{FORM_NOTE}\n{{"thoughts": "{OWN_THOUGHTS}", {self.form.removeprefix("{")}',
        )
        text = sha256("\n".join((frame.texts, self.name, self.task, self.form)).encode())
        prompt = Prompt(
            frame.system,
            user,
            aliases=aliases,
            prompt_hash=text.hexdigest()[:16],
            choices={self.reply: choices},
        )
        return ModuleQuestion(self, prompt)


@dataclass(frozen=True, slots=True)
class Frame:
    """The common beginning of a decision's questions: the rules, and the game in its view."""

    system: str
    user: str
    texts: str = ""
    """The hash of the texts that it was built from."""


@dataclass(frozen=True, slots=True)
class ModuleQuestion:
    """A question to a module; for the model's client, it is the view of a game."""

    module: Module[Any]
    prompt: Prompt
    fault: Callable[[Any], str | None] = do_nothing
    """Returns why a reply of the right type cannot be used, or `None`."""
