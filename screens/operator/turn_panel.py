"""The panel with the editable prompt and answers of a model."""

import json
from dataclasses import replace
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import DescendantFocus
from textual.message import Message
from textual.widgets import OptionList, Static, TextArea
from textual.widgets.option_list import Option

from engine.prompt import Prompt
from engine.takeover import DraftAnswer, HeldTurn
from screens.operator.answer_text import render_draft_row, render_verdict
from screens.widgets.private_text_area import PrivateTextArea

NO_PROMPT = (
    "This player is no language model: there is no prompt to show. You can edit its answer here, "
    "or press F4 and make the move in the form that people use."
)


class TurnPanel(Vertical):
    """The pages of a turn, a list of the answers if there are several, and the verdict."""

    class DraftChanged(Message):
        """Another answer is shown, or the answer was edited."""

    def __init__(self, turn: HeldTurn[Any, Any]) -> None:
        """Show `turn`."""
        super().__init__()
        self.turn = turn
        self.index = max(len(turn.drafts) - 1, 0)
        """The index of the answer that is shown."""
        self.listed: list[str] = []
        """The rows of the list of answers."""
        self.show_next = True
        """Whether to show the next answer as soon as it comes."""

    def compose(self) -> ComposeResult:
        """The prompt on one side, the answer on the other, the verdict beneath."""
        prompt = self.turn.prompt
        bare = prompt is None and self.turn.last_call is None
        with Horizontal(id="pages", classes="-bare" if bare else None):
            if prompt is not None:
                with Vertical(id="asked", classes="side"):
                    yield PrivateTextArea("System prompt", prompt.system, id="system")
                    more = f" and {len(prompt.pictures)} pictures" if prompt.pictures else ""
                    yield PrivateTextArea(f"Prompt{more}", prompt.user, id="user")
            elif self.turn.last_call is not None:
                with Vertical(id="asked", classes="side"):
                    yield PrivateTextArea("Question", id="user", read_only=True)
            with Vertical(id="answered", classes="side"):
                yield PrivateTextArea("Answer", id="answer")
                yield PrivateTextArea("Reasoning", id="reasoning", read_only=True)
                yield OptionList(id="drafts", compact=True, markup=False)
        yield Static(id="verdict")
        if bare:
            yield Static(NO_PROMPT, id="no-prompt")

    @property
    def draft(self) -> DraftAnswer[Any, Any] | None:
        """The answer that is shown."""
        return self.turn.drafts[self.index] if self.turn.drafts else None

    @property
    def prompt(self) -> Prompt | None:
        """The prompt with edits; `None` if the player is not a model."""
        prompt = self.turn.prompt
        if prompt is None:
            return None
        system, user = (self.query_one(name, PrivateTextArea) for name in ("#system", "#user"))
        return replace(
            prompt,
            system=system.text if system.is_edited else prompt.system,
            user=user.text if user.is_edited else prompt.user,
            prompt_hash="" if system.is_edited or user.is_edited else prompt.prompt_hash,
        )

    def show_new_drafts(self) -> None:
        """Show new answers; an answer that is being edited stays visible."""
        if self.turn.unexpected_error is not None:
            raise self.turn.unexpected_error
        known, drafts = len(self.listed), self.turn.drafts
        if len(drafts) > known:
            own = not drafts[-1].answer.assisted and not drafts[self.index].edited
            if self.show_next or own:
                self.index = len(drafts) - 1 if own else known
                self.show_next = False
        self.refresh_draft()

    def refresh_draft(self) -> None:
        """Show one answer, its reasoning, its place in the list and its verdict."""
        draft, answer = self.draft, self.query_one("#answer", PrivateTextArea)
        answer.read_only = draft is None
        answer.show(draft.text if draft else "", draft.original if draft else "")
        reasoning = self.query_one("#reasoning", PrivateTextArea)
        thought = draft.answer.call.reasoning if draft and draft.answer.call else None
        reasoning.display = bool(thought)
        reasoning.show(thought or "", thought or "")
        if self.turn.prompt is None and self.turn.last_call is not None:
            content = json.dumps(
                json.loads(self.turn.last_call.messages[0]["content"]), indent=2, ensure_ascii=False
            )
            for page in self.query("#user").results(PrivateTextArea):
                page.show(content, content)
        self.refresh_list()
        self.refresh_verdict()

    def refresh_list(self) -> None:
        """List the answers, if there are several."""
        drafts = self.query_one("#drafts", OptionList)
        drafts.display = len(self.turn.drafts) > 1
        rows = [render_draft_row(number, draft) for number, draft in enumerate(self.turn.drafts, 1)]
        plain = [row.plain for row in rows]
        if plain != self.listed:
            self.listed = plain
            with self.prevent(OptionList.OptionHighlighted):
                drafts.set_options([Option(row) for row in rows])
        with self.prevent(OptionList.OptionHighlighted):
            drafts.highlighted = self.index if rows else None

    def refresh_verdict(self) -> None:
        """Show the verdict on the answer."""
        lines = render_verdict(self.turn, self.draft)
        self.query_one("#verdict", Static).update(Content("\n").join(lines))
        self.post_message(self.DraftChanged())

    def step_draft(self, by: int) -> None:
        """Show the next answer, or the one before."""
        if self.turn.drafts:
            self.index = min(max(self.index + by, 0), len(self.turn.drafts) - 1)
            self.refresh_draft()

    @on(TextArea.Changed, "#answer")
    def judge_answer(self) -> None:
        """Judge the edited answer."""
        if (draft := self.draft) is not None:
            draft.edit(self.query_one("#answer", PrivateTextArea).text)
            self.refresh_list()
            self.refresh_verdict()

    @on(OptionList.OptionHighlighted, "#drafts")
    def show_draft(self, event: OptionList.OptionHighlighted) -> None:
        """Show another answer; edits of this one are kept."""
        if event.option_index != self.index:
            self.index = event.option_index
            self.refresh_draft()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Open the focused page, if there is no room for all pages."""
        if isinstance(event.widget, PrivateTextArea):
            for widget in self.query(".side, PrivateTextArea"):
                widget.set_class(widget in event.widget.ancestors_with_self, "-open")
