"""The players of a match by name, for people who read an export."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Self

from engine.distinct_names import distinguish_names
from engine.export.match_head import display_name
from engine.games.highlights import Sentence
from engine.joined_text import join_names
from engine.journal.transcript import Transcript
from engine.seat import Seat
from engine.seat_codes import SEAT_CODE, name_role, replace_roles
from engine.text import clean
from engine.winners import is_draw, is_score, list_winners, name_team


@dataclass(frozen=True, slots=True)
class People:
    """Who sits where, by the names that people know."""

    seats: tuple[str, ...]
    labels: tuple[str, ...]
    """By seat: the player's name, with a mark where marks are known: `● Ada`."""
    colours: tuple[int, ...] = ()
    """By seat: the number of the player's colour, from 1; empty where colours are not known."""

    @classmethod
    def of_transcript(
        cls,
        transcript: Transcript,
        labels: Sequence[str] | None = None,
        colours: Sequence[int] = (),
    ) -> Self:
        """Name the players of a transcript: by `labels`, or else as their SPECs say."""
        seats = transcript.seats
        if labels is None:
            labels = [clean(display_name(transcript.players[seat], seat)) for seat in seats]
        return cls(seats, distinguish_names(labels), tuple(colours))

    def name_seats(self, value: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Replace the codes of seats in a JSON value by names; roles and other texts stay."""
        named = zip(self.seats, self.labels, strict=True)
        codes = {seat: label for seat, label in named if SEAT_CODE.fullmatch(seat)}
        if isinstance(value, dict):
            return {codes.get(key, key): self.name_seats(one) for key, one in value.items()}
        if isinstance(value, list):
            return [self.name_seats(one) for one in value]
        return codes.get(value, value) if isinstance(value, str) else value

    def name_players(self, sentence: str) -> str:
        """Replace seats and roles outside of quotations by names."""
        return replace_roles(sentence, self.seats, self.labels)

    def describe_seat(self, seat: str) -> str:
        """`Encoder: ● Ada`; only `● Ada` where the seat's name is a code."""
        label = self.labels[self.seats.index(seat)]
        role = name_role(seat)
        return f"{role.capitalize()}: {label}" if role else label

    def format_parts(self, sentence: Sentence) -> str:
        """Write a sentence in parts, with names in place of seats."""
        return "".join(part if isinstance(part, str) else self.labels[part] for part in sentence)

    def describe_winners(
        self, transcript: Transcript, outcome: object, teams: Collection[str] = ()
    ) -> str:
        """`● Ada wins`, `● Ada and ▲ Ben win`, `Red wins (● Ada and ▲ Ben)`, `A draw`.

        Empty before the end.
        """
        if transcript.score is None:
            return ""
        score = {Seat(self.seats.index(seat)): won for seat, won in transcript.score.items()}
        if is_draw(outcome, score.values()):
            return "A draw"
        if is_score(outcome):
            return f"The score is {outcome}"
        winners = [self.labels[seat] for seat in list_winners(score, outcome)]
        if isinstance(outcome, str) and outcome in teams:
            return f"{name_team(outcome)} wins ({join_names(winners)})"
        verb = "wins" if len(winners) == 1 else "win"
        return f"{join_names(winners)} {verb}" if winners else "Nobody wins"
