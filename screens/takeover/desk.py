"""The desk at the wheel: what was asked on one side, what was answered on the other."""

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

from engine.llm.prompt import Prompt
from engine.takeover import Draft, Turn
from screens.takeover.page import Page
from screens.takeover.words import line, verdict


class Desk(Vertical):
    """The pages of one turn, the answers in a list where there are several, and the verdict."""

    class Judged(Message):
        """The answer at hand reads otherwise, or is another one."""

    def __init__(self, turn: Turn[Any, Any]) -> None:
        """Lay out what there is of `turn`."""
        super().__init__()
        self.turn = turn
        self.at = max(len(turn.drafts) - 1, 0)
        """The place of the answer at hand."""
        self.listed: list[str] = []
        """The answers that are in the list, as it shows them."""
        self.jump = True
        """Whether the next answer that comes is looked at at once."""

    def compose(self) -> ComposeResult:
        """The question on one side, the answer on the other, the verdict beneath."""
        prompt = self.turn.prompt
        with Horizontal(id="pages"):
            if prompt is not None:
                with Vertical(id="asked", classes="side"):
                    yield Page("System prompt", prompt.system, id="system")
                    more = f" and {len(prompt.pictures)} pictures" if prompt.pictures else ""
                    yield Page(f"Prompt{more}", prompt.user, id="user")
            elif self.turn.question is not None:
                with Vertical(id="asked", classes="side"):
                    yield Page("Question", id="user", read_only=True)
            with Vertical(id="answered", classes="side"):
                yield Page("Answer", id="answer")
                yield Page("Reasoning", id="reasoning", read_only=True)
                yield OptionList(id="drafts", compact=True, markup=False)
        yield Static(id="verdict")

    @property
    def draft(self) -> Draft[Any, Any] | None:
        """The answer at hand."""
        return self.turn.drafts[self.at] if self.turn.drafts else None

    @property
    def prompt(self) -> Prompt | None:
        """The question as it stands now; `None` of a player that is no model."""
        prompt = self.turn.prompt
        if prompt is None:
            return None
        system, user = (self.query_one(name, Page) for name in ("#system", "#user"))
        return replace(
            prompt,
            system=system.text if system.edited else prompt.system,
            user=user.text if user.edited else prompt.user,
        )

    def follow(self) -> None:
        """Show what is new; an answer that is being edited stays in front."""
        if self.turn.broken is not None:
            raise self.turn.broken
        known, drafts = len(self.listed), self.turn.drafts
        if len(drafts) > known:
            own = not drafts[-1].proposal.assisted and not drafts[self.at].edited
            if self.jump or own:
                self.at = len(drafts) - 1 if own else known
                self.jump = False
        self.refresh_draft()

    def refresh_draft(self) -> None:
        """Show the answer at hand, and how it stands among the others."""
        draft, answer = self.draft, self.query_one("#answer", Page)
        answer.read_only = draft is None
        answer.show(draft.text if draft else "", draft.original if draft else "")
        reasoning = self.query_one("#reasoning", Page)
        thought = draft.proposal.call.reasoning if draft and draft.proposal.call else None
        reasoning.display = bool(thought)
        reasoning.show(thought or "", thought or "")
        if self.turn.prompt is None and self.turn.question is not None:
            content = json.dumps(
                json.loads(self.turn.question.messages[0]["content"]), indent=2, ensure_ascii=False
            )
            for page in self.query("#user").results(Page):
                page.show(content, content)
        self.refresh_list()
        self.refresh_verdict()

    def refresh_list(self) -> None:
        """List the answers, if there are several."""
        drafts = self.query_one("#drafts", OptionList)
        drafts.display = len(self.turn.drafts) > 1
        rows = [line(number, draft) for number, draft in enumerate(self.turn.drafts, 1)]
        plain = [row.plain for row in rows]
        if plain != self.listed:
            self.listed = plain
            with self.prevent(OptionList.OptionHighlighted):
                drafts.set_options([Option(row) for row in rows])
        with self.prevent(OptionList.OptionHighlighted):
            drafts.highlighted = self.at if rows else None

    def refresh_verdict(self) -> None:
        """Say how the answer at hand reads."""
        lines = verdict(self.turn, self.draft)
        self.query_one("#verdict", Static).update(Content("\n").join(lines))
        self.post_message(self.Judged())

    def other(self, by: int) -> None:
        """Look at the next answer, or one before."""
        if self.turn.drafts:
            self.at = min(max(self.at + by, 0), len(self.turn.drafts) - 1)
            self.refresh_draft()

    @on(TextArea.Changed, "#answer")
    def judge(self) -> None:
        """Judge the answer as it stands, and list it so."""
        if (draft := self.draft) is not None:
            draft.edit(self.query_one("#answer", Page).text)
            self.refresh_list()
            self.refresh_verdict()

    @on(OptionList.OptionHighlighted, "#drafts")
    def choose(self, event: OptionList.OptionHighlighted) -> None:
        """Look at another answer; what was typed into this one stays with it."""
        if event.option_index != self.at:
            self.at = event.option_index
            self.refresh_draft()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Give the page in focus the room, where there is not enough for all."""
        if isinstance(event.widget, Page):
            for widget in self.query(".side, Page"):
                widget.set_class(widget in event.widget.ancestors_with_self, "-open")
