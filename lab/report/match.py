"""Render one match of a run as HTML for a report: its moves, with prompts and raw answers.

Replays of the match and questions about it follow. Calls are left out once the page is full.
"""

import json
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from engine.export.head import list_match_caveats
from engine.journal.record import JournalError, Record
from engine.journal.replay import load_game
from engine.journal.viewpoint import build_transcript
from engine.llm.calls import list_message_texts
from engine.moves import encode_move
from engine.text import clean, clean_lines
from lab.analysis.tables import Run
from lab.papers.comet.page import describe_beliefs, list_words
from lab.report.element import tag

TRIALS_ABOUT = """
SELECT t.number, t.kind, t.content, o.failure, o.figures FROM trials t
JOIN outcomes o USING (number) JOIN trials m ON m.key = t.about WHERE m.number = ?
ORDER BY t.number
"""
MAX_CHARS = 12_000_000
"""Maximum total length of calls' texts on a page, in characters."""
TEXT_CHARS = 40_000
"""Maximum length of one text, in characters."""


class GameDetails:
    """Describes games, and counts the length of calls' texts."""

    def __init__(self, run: Run) -> None:
        """Begin a page.

        Args:
            run: The run, open.
        """
        self.run = run
        self.shortened = False
        """Whether calls had to be left out."""
        self._chars_left = MAX_CHARS

    def describe_game(self, game: dict[str, Any]) -> Element:
        """Describe a game: narration, and each move with its prompts and answers."""
        run, definition = self.run, self.run.experiment.definition
        trial = int(game["trial"])
        facts = [f"Deal {game['deal']}"]
        if game.get("outcome"):
            facts.append(f"{clean(str(game['outcome']))} ({clean(str(game['reason']))})")
        if definition.listed in game:
            facts.append(f"{game[definition.listed]} {definition.listed}")
        facts.append(f"trial {trial}")
        body: list[Element] = []
        if not run.journal(trial):
            note = "It has no journal of its own: the recorded match has the moves."
            body += [tag("p", note), *self._render_turns(trial), *self._render_calls(trial)]
            return tag("details", tag("summary", ", ".join(facts)), *body, class_="game")
        try:
            body += self._render_moves(run.record(trial), trial)
        except (JournalError, ValueError) as error:
            body.append(tag("p", f"It cannot be shown: {clean(str(error), 400)}"))
        body += self._describe_trials_about(trial)
        return tag("details", tag("summary", ", ".join(facts)), *body, class_="game")

    def _describe_trials_about(self, trial: int) -> Iterator[Element]:
        """Describe the replays of a match and the questions about it, with prompts and answers."""
        for number, kind, content, failure, figures in self.run.file.database.execute(
            TRIALS_ABOUT, (trial,)
        ):
            known, found = json.loads(content), json.loads(figures or "{}")
            if kind == "question":
                name = f"Question {known['question']}, asked {known['asked']}"
                result = f"{found.get('right')} of {found.get('questions')} right"
            else:
                changed = (
                    f"{seat} {name}"
                    for seat, name in known["players"].items()
                    if known.get("original", {}).get(seat, name) != name
                )
                name = f"{kind.capitalize()} with {', '.join(changed)}"
                result = ", ".join(
                    f"{value} {name.replace('_', ' ')}"
                    for name, value in found.items()
                    if name in self.run.experiment.definition.listed or name.endswith("_rounds")
                )
            told = f"failed: {failure}" if failure else result
            summary = tag("summary", clean(f"{name}: {told}", 600))
            parts = [] if failure else [*self._render_turns(number), *self._render_calls(number)]
            yield tag("details", summary, *parts, class_="call")

    def _render_turns(self, trial: int) -> Iterator[Element]:
        """Render the turns of a trial without a journal, or the answers to a question."""
        rows = json.loads(
            self.run.file.read_value("SELECT turns FROM turns WHERE number = ?", trial) or "[]"
        )
        entries = []
        for row in rows:
            told = (
                f"{name.replace('_', ' ')} {json.dumps(value, ensure_ascii=False)}"
                for name, value in row.items()
            )
            entries.append(tag("li", clean(", ".join(told), 2000)))
        if entries:
            yield tag("ul", *entries, class_="story")

    def _render_calls(self, trial: int) -> Iterator[Element]:
        """Render the calls of a trial without a journal."""
        for line in self.run.calls_text(trial).splitlines():
            call = json.loads(line)
            who = tag("p", tag("span", f"{call['seat']}, question {call['move']}", class_="role"))
            yield tag("div", who, self._render_call(call))

    def _render_moves(self, record: Record, trial: int) -> Iterator[Element]:
        definition = self.run.experiment.definition
        transcript = build_transcript(record, load_game(definition, record), None)
        views = [None, *transcript.views]
        lines = [
            line
            for before, after in zip(views[:-1], transcript.views, strict=True)
            for line in definition.narrate(before, after)
        ]
        yield tag("ul", *(tag("li", line) for line in lines), class_="story")
        if caveats := list(list_match_caveats(transcript, definition, record, data=self.run.data)):
            yield tag("ul", *(tag("li", line) for line in caveats), class_="quiet")
        calls: dict[tuple[str, int], list[dict[str, Any]]] = {}
        for line in self.run.calls_text(trial).splitlines():
            call = json.loads(line)
            calls.setdefault((call["seat"], call["move"]), []).append(call)
        numbers: dict[str, int] = {}
        entries = []
        made_by: dict[tuple[str, int], tuple[int, object]] = {}
        for move in transcript.moves:
            seat = move.entry.seat
            numbers[seat] = numbers.get(seat, 0) + 1
            view = transcript.views[move.turn]
            made_by[seat, numbers[seat]] = getattr(view, "number", 0), move.move
            made = clean(json.dumps(encode_move(move.move), ensure_ascii=False), 4000)
            how = f"{move.entry.provenance}, {move.entry.seconds:.1f} s"
            shown = (self._render_call(one) for one in calls.get((seat, numbers[seat]), []))
            head = tag("span", f"{seat}, move {numbers[seat]}", class_="role")
            who = tag("small", f" {clean(move.player, 200)}, {how}")
            entries.append(tag("li", head, who, tag("code", made), *shown))
        final = transcript.views[-1] if transcript.views else None
        yield from describe_beliefs(definition.name, calls, made_by, list_words(final))
        yield tag("ol", *entries, class_="moves")

    def _render_call(self, call: dict[str, Any]) -> Element:
        """Render a prompt and its answer, as far as the page has room."""
        used = f"{call.get('tokens_in') or 0} tokens in, {call.get('tokens_out') or 0} out"
        verdict = clean(str(call["verdict"]), 400)
        summary = tag("summary", f"Answer {call['attempt']}: {verdict}; {used}")
        texts = [
            (clean(str(message.get("role", "")), 40), text)
            for message in call["messages"]
            for text in list_message_texts(message)
        ]
        texts += [(name, call[name]) for name in ("reasoning", "reply") if call.get(name)]
        self._chars_left -= sum(min(len(text), TEXT_CHARS) for _, text in texts)
        if self._chars_left < 0:
            self.shortened = True
            return tag("p", f"Answer {call['attempt']}: {verdict}; {used}", class_="quiet")
        parts = [
            part
            for name, text in texts
            for part in (tag("h4", name), tag("pre", clean_lines(text, TEXT_CHARS)))
        ]
        return tag("details", summary, *parts, class_="call")
