"""The presets, the headline, and the choice of screens of Decrypto."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from textual.content import Content

from engine.games.decrypto.moves import Move
from engine.games.decrypto.options import Options
from engine.games.decrypto.roles import TEAMS, Role
from engine.games.decrypto.story import (
    count_named,
    describe_outcome,
    describe_standing,
)
from engine.games.decrypto.view import View
from engine.seat import Seat
from screens.games.decrypto.board import DecryptoBoard
from screens.games.decrypto.forms import DecryptoForm, EncoderForm, GuesserForm, WordsForm
from screens.games.decrypto.large_reveal import LargeDecryptoReveal
from screens.games.decrypto.result import DecryptoResult
from screens.games.decrypto.reveal import DecryptoReveal, cover_code, describe_reveal
from screens.games.decrypto.words_reveal import WordsReveal
from screens.games.ui import GameUI, Headline, find_section
from screens.players.seat_names import SeatNames
from screens.widgets.move_news import PublicMove


class UI(GameUI[View, Move]):
    """The screens of Decrypto."""

    line_ups: Mapping[str, Mapping[str, str]] = {
        "Three people": {"encoder": "human", "decoder": "human", "interceptor": "human"},
        "Two people against Parlour": {
            "encoder": "human",
            "decoder": "human",
            "interceptor": "pragmatic",
        },
        "You intercept two machines": {
            "encoder": "pragmatic",
            "decoder": "pragmatic",
            "interceptor": "human",
        },
        "Machines only: watch": {
            "encoder": "pragmatic",
            "decoder": "pragmatic",
            "interceptor": "pragmatic",
        },
        "You give hints to Parlour": {
            "encoder": "human",
            "decoder": "pragmatic",
            "interceptor": "pragmatic",
        },
    }

    demo_options: Mapping[str, str] = {"rounds": "3"}

    def describe_round(self, options: Options) -> str:
        """Describe how a round goes with three, or in two teams."""
        return find_section(self.rules, "Two teams" if options.has_teams else "A round")

    def choose_seat_form(self, view: View) -> type[DecryptoForm[Any]]:
        """Choose the form for three hints, for a guess, or for the keywords of the rivals."""
        if view.tied:
            return WordsForm
        return EncoderForm if view.role is Role.ENCODER else GuesserForm

    def create_board(self, names: SeatNames) -> DecryptoBoard:
        """Create the public table."""
        return DecryptoBoard(names)

    def create_reveal(
        self, before: View, after: View, names: SeatNames
    ) -> DecryptoReveal | WordsReveal | None:
        """Create the reveal of the round, or the tie, that ended between two onlookers' views."""
        if before.tied and after.named:
            return WordsReveal(after, names)
        done = after.look_at(before.team)
        return DecryptoReveal(done, names) if len(done.rounds) > len(before.rounds) else None

    def create_large_reveal(
        self, before: View, after: View, names: SeatNames
    ) -> LargeDecryptoReveal | None:
        """Create the reveal of the round that ended, in large type."""
        done = after.look_at(before.team)
        ended = len(done.rounds) > len(before.rounds)
        return LargeDecryptoReveal(done, names) if ended else None

    def list_news(self, before: View, after: View, names: SeatNames) -> list[PublicMove]:
        """List the hints, once they are given."""
        if after.hints is None or after.hints == before.hints:
            return []
        encoder = after.find_seat(Role.ENCODER)
        whom = f" {after.team.capitalize()}" if after.team else ""
        title = Content.assemble(names.format_player(encoder), f" gives{whom} three hints")
        return [PublicMove(title, after.hints, names.get_style(encoder))]

    def name_sealed(self, view: View) -> str:
        return "Guessed"

    def name_step(self, view: View) -> str:
        return "The teams are equal, one last guess" if view.tied else ""

    def name_round(self, view: View) -> str:
        if view.tied:
            return "Guess the keywords"
        return f"{view.team.capitalize()} gives hints" if view.team else super().name_round(view)

    def create_result(
        self, view: View, names: SeatNames, score: Mapping[Seat, float]
    ) -> DecryptoResult:
        """Create the result of a finished game."""
        return DecryptoResult(view, names, score)

    def build_headline(self, view: View, names: SeatNames) -> Headline:
        """Build the headline: the hints on the table; at the end, the winners."""
        when, score = f"Round {view.number} of {view.options.rounds}", ""
        last = view
        if view.team is None:
            limit = view.options.tokens
            score = (
                f"Miscommunications {view.miscommunications} of {limit}   "
                f"Interceptions {view.interceptions} of {limit}"
            )
        else:
            score = describe_standing(view)
            last = view.look_at(TEAMS[1 - TEAMS.index(view.team)])
        build = partial(
            Headline,
            when,
            score=score,
            revealed=describe_last(view, last, names),
            covered=cover_code(last.rounds[-1].code) if last.rounds and not view.named else (),
        )
        if view.over:
            assert view.outcome is not None
            told = describe_outcome(view.outcome, view)
            won = names.name_players(told.partition(" in round ")[0])
            return build(names.name_players(told), (won,))
        if view.tied:
            who = " and ".join(map(names.get_label, view.awaited))
            return build(f"{who} guess the keywords of the other team.", ("Equal",))
        if view.hints is None:
            encoder = view.find_seat(Role.ENCODER)
            looks = f"{names.get_label(encoder)} looks for three hints."
            return build("", (looks,), style=names.get_style(encoder))
        guessers = list(map(names.get_label, view.awaited))
        verb = "guess" if len(guessers) > 1 else "guesses"
        encoder = view.find_seat(Role.ENCODER)
        style, who = names.get_style(encoder), names.get_label(encoder)
        now = f"{' and '.join(guessers)} {verb} the code."
        return build(now, view.hints, style=style, who=who)


def describe_last(view: View, last: View, names: SeatNames) -> tuple[str, str] | None:
    """Describe the last reveal: of the keywords after a tie, else of the code of a round.

    Args:
        view: The onlooker's view.
        last: The same, turned to the team whose code was revealed last.
        names: The names of the players.
    """
    if view.over and view.named and view.outcome:
        white, black = (count_named(view.look_at(team)) for team in reversed(TEAMS))
        return f"{white} : {black}", names.name_players(describe_outcome(view.outcome, view))
    return describe_reveal(last, names) if last.rounds else None
