"""Describe one match of a run for a report: its moves, with prompts and raw answers.

Replays of the match and questions about it follow.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from engine.export.match_head import list_match_caveats
from engine.export.redaction import redact_text
from engine.journal.errors import JournalError
from engine.journal.record import Record
from engine.journal.replay import load_game
from engine.journal.transcript_builder import build_transcript
from engine.move_json import encode_move
from engine.text import clean
from lab.analysis.tables import Run
from lab.papers.comet.belief_tables import describe_beliefs, list_words
from lab.report.call_details import CallDetails

TRIALS_ABOUT = """
SELECT t.number, t.kind, t.content, o.failure, o.figures FROM trials t
JOIN outcomes o USING (number) JOIN trials m ON m.key = t.about WHERE m.number = ?
ORDER BY t.number
"""


class GameDetails:
    """Describes the games of one page."""

    def __init__(self, run: Run) -> None:
        """Begin a page.

        Args:
            run: The run, open.
        """
        self.run = run
        self.calls = CallDetails(run)

    def describe_game(self, game: dict[str, Any]) -> Mapping[str, Any]:
        """Describe a game for `game.html`: narration, and each move with prompts and answers."""
        run, definition = self.run, self.run.experiment.definition
        trial = int(game["trial"])
        facts = [f"Deal {game['deal']}"]
        if game.get("outcome"):
            reason = game.get("reason")
            why = f" ({clean(reason)})" if isinstance(reason, str) else ""
            facts.append(f"{clean(str(game['outcome']))}{why}")
        if definition.listed in game:
            facts.append(f"{game[definition.listed]} {definition.listed}")
        facts.append(f"trial {trial}")
        shown: dict[str, Any] = {"facts": ", ".join(facts), "note": "", "trials": []}
        shown |= {"story": [], "caveats": [], "beliefs": [], "moves": [], "questions": []}
        if not run.journal(trial):
            return shown | {
                "note": "It has no journal of its own: the recorded match has the moves.",
                "story": self._list_turns(trial),
                "questions": self._list_questions(trial),
            }
        try:
            shown |= self._describe_moves(run.record(trial), trial)
        except (JournalError, ValueError) as error:
            shown["note"] = f"It cannot be shown: {clean(self._publish(str(error)), 400)}"
        return shown | {"trials": list(self._describe_trials_about(trial))}

    def _describe_trials_about(self, trial: int) -> Iterator[Mapping[str, Any]]:
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
            told = f"failed: {self._publish(failure)}" if failure else result
            yield {
                "summary": clean(f"{name}: {told}", 600),
                "turns": [] if failure else self._list_turns(number),
                "questions": [] if failure else self._list_questions(number),
            }

    def _publish(self, text: str) -> str:
        return redact_text(text, self.run.experiment.specs)

    def _list_turns(self, trial: int) -> list[str]:
        """List the turns of a trial without a journal, or the answers to a question."""
        rows = json.loads(
            self.run.file.read_value("SELECT turns FROM turns WHERE number = ?", trial) or "[]"
        )
        return [
            clean(
                ", ".join(
                    f"{name.replace('_', ' ')} {json.dumps(value, ensure_ascii=False)}"
                    for name, value in row.items()
                ),
                2000,
            )
            for row in rows
        ]

    def _list_questions(self, trial: int) -> list[Mapping[str, Any]]:
        """List the calls of a trial without a journal."""
        calls = self.run.read_calls(trial)
        return [
            {
                "title": f"{call['seat']}, question {call['move']}",
                "call": self.calls.describe_call(call),
            }
            for call in calls
        ]

    def _describe_moves(self, record: Record, trial: int) -> Mapping[str, Any]:
        definition = self.run.experiment.definition
        transcript = build_transcript(record, load_game(definition, record), None)
        views = [None, *transcript.views]
        calls: dict[tuple[str, int], list[dict[str, Any]]] = {}
        for call in self.run.read_calls(trial):
            calls.setdefault((call["seat"], call["move"]), []).append(call)
        numbers: dict[str, int] = {}
        moves = []
        made_by: dict[tuple[str, int], tuple[int, object]] = {}
        for move in transcript.moves:
            seat = move.entry.seat
            numbers[seat] = numbers.get(seat, 0) + 1
            place = seat, numbers[seat]
            made_by[place] = getattr(transcript.views[move.turn], "number", 0), move.move
            how = f"{move.entry.provenance}, {move.entry.seconds:.1f} s"
            moves.append(
                {
                    "seat": f"{seat}, move {numbers[seat]}",
                    "made": f"{clean(self._publish(move.player), 200)}, {how}",
                    "move": clean(json.dumps(encode_move(move.move), ensure_ascii=False), 4000),
                    "calls": [self.calls.describe_call(one) for one in calls.get(place, [])],
                }
            )
        final = transcript.views[-1] if transcript.views else None
        return {
            "story": [
                line
                for before, after in zip(views[:-1], transcript.views, strict=True)
                for line in definition.narrate(before, after)
            ],
            "caveats": [
                self._publish(line)
                for line in list_match_caveats(transcript, definition, record, data=self.run.data)
            ],
            "beliefs": list(describe_beliefs(definition.name, calls, made_by, list_words(final))),
            "moves": moves,
        }
