"""The presets, the headline, and the choice of screens of Dixit."""

from collections.abc import Iterator, Mapping
from typing import Any

from textual.content import Content
from textual.widget import Widget

from engine.count_text import format_count
from engine.games.dixit.moves import Move
from engine.games.dixit.options import Options
from engine.games.dixit.view import Stage, View
from engine.seat import Seat
from screens.games.dixit.board import DixitBoard, format_progress
from screens.games.dixit.card_form import CardForm
from screens.games.dixit.cards_on_table import CardsOnTable
from screens.games.dixit.decoy_form import DecoyForm
from screens.games.dixit.large_reveal import LargeDixitReveal
from screens.games.dixit.result import DixitResult
from screens.games.dixit.reveal import DixitReveal
from screens.games.dixit.round_cards import (
    create_card,
    create_revealed_cards,
    describe_round,
    describe_winners,
)
from screens.games.dixit.storyteller_form import StorytellerForm
from screens.games.dixit.vote_form import VoteForm
from screens.games.ui import GameUI, Headline
from screens.players.seat_names import SeatNames
from screens.widgets.cards.card_item import CardItem
from screens.widgets.move_news import PublicMove, build_spoken

FORMS: Mapping[Stage, type[CardForm[Any]]] = {
    Stage.TELL: StorytellerForm,
    Stage.DECOY: DecoyForm,
    Stage.VOTE: VoteForm,
}


class UI(GameUI[View, Move]):
    """The screens of Dixit."""

    new_game_options: Mapping[str, str] = {"rules": "boxed", "rounds": "8"}

    def summarize_rules(self, options: Options) -> Iterator[str]:
        """Say how long a game is, and how many cards everybody has."""
        yield "to 30 points" if options.boxed else f"{options.phase_count} phases"
        if options.round_limit:
            yield format_count(options.round_limit, "round")
        yield f"{options.hand_size} cards in hand"
        yield "your own deck" if options.deck else "our deck"

    demo_options: Mapping[str, str] = {"rules": "boxed", "rounds": "2"}

    def choose_seat_form(self, view: View) -> type[CardForm[Any]]:
        """Choose the form for a clue, a decoy or a vote."""
        return FORMS[view.stage]

    def create_board(self, names: SeatNames) -> DixitBoard:
        """Create the public table."""
        return DixitBoard(names)

    def create_reveal(self, before: View, after: View, names: SeatNames) -> Widget | None:
        """Create the reveal between two onlookers' views: cards were laid out, or a round ended.

        A single person who votes next sees the cards on their own screen.
        """
        if len(after.rounds) > len(before.rounds):
            return DixitReveal(after, names)
        if after.candidates and not before.candidates:
            people = [seat for seat in range(len(names.seats)) if seat not in names.machines]
            if len(people) > 1 or after.storyteller in people:
                return CardsOnTable(after, names)
        return None

    def create_large_reveal(
        self, before: View, after: View, names: SeatNames
    ) -> LargeDixitReveal | None:
        """Create the reveal of the round that ended, in large type."""
        ended = len(after.rounds) > len(before.rounds)
        return LargeDixitReveal(after, names) if ended else None

    def list_news(self, before: View, after: View, names: SeatNames) -> list[PublicMove]:
        """List the clue, once it is given."""
        if after.clue is None or after.clue == before.clue:
            return []
        return [build_spoken(names, after.storyteller, after.clue)]

    def name_sealed(self, view: View) -> str:
        return "Voted" if view.stage is Stage.VOTE else "Chosen a card"

    def name_step(self, view: View) -> str:
        return "Vote" if view.stage is Stage.VOTE else ""

    def create_result(
        self, view: View, names: SeatNames, score: Mapping[Seat, float]
    ) -> DixitResult:
        """Create the result of a finished game."""
        return DixitResult(view, names)

    def build_headline(self, view: View, names: SeatNames) -> Headline:
        """Build the headline: the clue, or the result of the last round; then the winners."""
        labels = names.labels
        when = f"Round {view.number}{format_progress(view.options)}"
        score = Content("   ").join(
            Content.assemble(names.format_player(Seat(seat), style=""), (f" {points}", "bold"))
            for seat, points in enumerate(view.scores)
        )
        storyteller = labels[view.storyteller]
        last = view.rounds[-1] if view.rounds and view.clue is None else None
        if view.stage is Stage.TELL and not view.over:
            looks = f"{storyteller} chooses a card and a clue."
            told = describe_round(last, labels) if last else ""
            return Headline(when, told, (looks,), score, points=view.scores)
        cards = (
            tuple(create_revealed_cards(view, last, names)) if last else _list_table(view, names)
        )
        marked = last.candidates.index(last.target) if last else None
        if view.over:
            won = describe_winners(view, labels)
            return Headline(when, won, (won.partition(" with ")[0],), score, None, cards, marked)
        now = (
            f"{storyteller} has given a clue. The others are choosing cards."
            if view.stage is Stage.DECOY
            else f"Which card is {storyteller}'s?"
        )
        style = names.get_style(view.storyteller)
        return Headline(when, now, (view.clue or "",), score, None, cards, style=style)


def _list_table(view: View, names: SeatNames) -> tuple[CardItem, ...]:
    """List the cards of this round: open ones by number, face-down ones by owner."""
    if view.candidates:
        return tuple(
            create_card(view, card, Content.styled(f"{number}", "bold"))
            for number, card in enumerate(view.candidates, 1)
        )
    if view.clue is None:
        return ()
    return tuple(
        CardItem(
            None, caption=(names.format_player(seat, style=""),), empty=seat != view.storyteller
        )
        for seat in map(Seat, range(len(names.seats)))
    )
