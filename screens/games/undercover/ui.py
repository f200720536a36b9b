"""The presets, the headline, and the choice of screens of Undercover."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.content import Content
from textual.widget import Widget

from engine.closing_question import ClosingQuestion
from engine.games.undercover.material import ALL_THEMES, list_themes
from engine.games.undercover.moves import Move
from engine.games.undercover.options import Options
from engine.games.undercover.story import describe_elimination, describe_outcome
from engine.games.undercover.view import Stage, View
from engine.seat import Seat
from screens.games.ui import GameUI, Headline
from screens.games.undercover.belief_panel import BeliefPanel
from screens.games.undercover.board import UndercoverBoard
from screens.games.undercover.closing_form import ClosingForm
from screens.games.undercover.discussion import Discussion
from screens.games.undercover.forms import SpeakerForm, UndercoverForm, VoterForm
from screens.games.undercover.large_reveal import LargeUndercoverReveal
from screens.games.undercover.result import UndercoverResult
from screens.games.undercover.reveal import WON, UndercoverReveal
from screens.players.seat_names import SeatNames
from screens.widgets.move_news import PublicMove, build_spoken

if TYPE_CHECKING:
    from engine.call_log import CallLog, LoggedMove


class UI(GameUI[View, Move]):
    """The screens of Undercover."""

    def summarize_rules(self, options: Options) -> Iterator[str]:
        """Say the rules of a new game, with the words that are played with."""
        words = options.words.strip() or ALL_THEMES
        yield from super().summarize_rules(options.model_copy(update={"words": ALL_THEMES}))
        if words == ALL_THEMES:
            yield "all words"
        else:
            yield f"words: {words}" if words in list_themes() else "your own words"

    demo_options: Mapping[str, str] = {"players": "5", "rounds": "3"}

    def choose_seat_form(self, view: View) -> type[UndercoverForm[Any]]:
        """Choose the form for a description, or for a vote."""
        return VoterForm if view.stage is Stage.VOTE else SpeakerForm

    def create_belief_panel(self, view: View, names: SeatNames) -> BeliefPanel | None:
        """Create the question for a person who has just voted; `None` after a description."""
        return BeliefPanel(view, names) if view.stage is Stage.VOTE else None

    def create_closing_form(self, question: ClosingQuestion, names: SeatNames) -> ClosingForm:
        """Create the question for a person what the statements of the others said."""
        return ClosingForm(question.view, names)

    def render_beliefs(
        self,
        call_log: "CallLog",
        logged: "LoggedMove",
        names: SeatNames,
        width: int,
    ) -> Iterator[Content]:
        """Render what the player believed, turn by turn, and why."""
        from screens.games.undercover.inspected_beliefs import render_beliefs  # noqa: PLC0415 - only the inspector shows beliefs

        return render_beliefs(call_log, logged, names, width)

    def create_board(self, names: SeatNames) -> UndercoverBoard:
        """Create the public table."""
        return UndercoverBoard(names)

    def create_reveal(self, before: View, after: View, names: SeatNames) -> Widget | None:
        """Create the reveal between two onlookers' views: all have spoken, or a round ended.

        A single person who votes next sees what was said on their own screen, and an audience has
        seen it on the table, unless machines talk.
        """
        if len(after.rounds) > len(before.rounds):
            return UndercoverReveal(after, names)
        if after.stage is Stage.VOTE and before.stage is not Stage.VOTE:
            people = [seat for seat in range(len(names.seats)) if seat not in names.machines]
            if len(people) > 1 or after.options.machines_talk:
                return Discussion(after, names)
        return None

    def hide_end(self, before: View, after: View) -> View:
        """Hide roles and words; the votes are public."""
        return after.hide_end()

    def create_large_reveal(
        self, before: View, after: View, names: SeatNames
    ) -> LargeUndercoverReveal | None:
        """Create the reveal of the votes of a round that ended, in large type."""
        ended = len(after.rounds) > len(before.rounds)
        return LargeUndercoverReveal(after, names) if ended else None

    def list_news(self, before: View, after: View, names: SeatNames) -> list[PublicMove]:
        """List the descriptions that were given."""
        known = len(before.lines) if len(before.rounds) == len(after.rounds) else 0
        return [build_spoken(names, line.seat, line.text) for line in after.lines[known:]]

    def name_sealed(self, view: View) -> str:
        return "Voted"

    def name_step(self, view: View) -> str:
        return "Vote" if view.stage is Stage.VOTE else ""

    def create_result(
        self, view: View, names: SeatNames, score: Mapping[Seat, float]
    ) -> UndercoverResult:
        """Create the result of a finished game."""
        return UndercoverResult(view, names, score)

    def build_headline(self, view: View, names: SeatNames) -> Headline:
        """Build the headline: the last line that was said; at the end, the winners."""
        when = f"Round {view.number} of {view.options.rounds}"
        living, seated = len(view.living), len(view.seats)
        score = "" if view.over or living == seated else f"{living} of {seated} still in the game"
        revealed = _describe_reveal(view, names) if view.rounds else None
        create = partial(
            Headline,
            when,
            score=score,
            revealed=revealed,
            out=frozenset(map(Seat, range(len(view.seats)))) - frozenset(view.living),
        )
        if view.outcome is not None:
            return create(describe_outcome(view), (WON[view.outcome],))
        if view.stage is Stage.VOTE:
            return create("All who are still in the game vote.", ("Who is undercover?",))
        assert view.speaker is not None
        next_ = f"{names.get_label(view.speaker)} is to speak"
        if view.lines:
            last = view.lines[-1]
            style, who = names.get_style(last.seat), names.get_label(last.seat)
            return create(f"{next_}.", (last.text,), style=style, who=who)
        if not view.rounds:
            return create("", (f"{next_}.",), style=names.get_style(view.speaker))
        large = names.format_plain_sentence(describe_elimination(view, len(view.rounds)))
        return create(f"{next_}.", (large,))


def _describe_reveal(view: View, names: SeatNames) -> tuple[str, str]:
    """Describe who is eliminated in the last round, and the votes."""
    done, seats = view.rounds[-1], names.labels
    votes = ", ".join(
        f"{seats[seat]} for {seats[vote]}"
        for seat, vote in enumerate(done.votes)
        if vote is not None
    )
    who = "Nobody" if done.out is None else names.get_label(done.out)
    end = names.format_plain_sentence(describe_elimination(view, len(view.rounds)))
    return f"{who} goes out", f"{end} The votes: {votes}."
