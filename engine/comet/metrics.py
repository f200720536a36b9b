"""The metrics of the CoMet paper for games of Undercover, and means over both roles.

Each metric is a share: the number of events out of a number of occasions. Occasions without logged
data do not count; a share of 0 occasions has no value. The true word and role of each seat are
those that it was dealt. Whether a feature is true of a word must be judged, see `Verdicts`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.comet.belief_record import (
    BeliefRecord,
    SeatRole,
    build_claim_key,
    is_first_hit,
    names_word,
)
from engine.games.undercover.belief_values import FerCount, OiaaCount, Side

METRICS = {
    "wr": "Win rate",
    "fer": "Feature extraction rate",
    "oiaa": "Others' identity assessment accuracy",
    "siaa": "Self-identity assessment accuracy",
    "ppc": "Privacy protection capability",
    "ppc_blind": "Privacy protection against a blind guesser",
    "iisc": "Identity-inconsistent statements, by declared strategy",
    "iisc_judged": "Identity-inconsistent statements, by judgement",
}
"""The metrics by name, in the order of tables."""


EXTRAS = {
    "draws": "Games without a winner",
    "oiaa_decided": "Of beliefs about others, how many were decided",
    "readings": "Metaphors read right: whose word they describe",
    "siaa_decided": "Of beliefs about the own role, how many were decided",
}
"""Further shares that are reported beside the metrics."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share as two counts: events and occasions."""

    count: int = 0
    of: int = 0

    @property
    def value(self) -> float | None:
        """The share; `None` if there was no occasion."""
        return self.count / self.of if self.of else None

    @property
    def rest(self) -> "Share":
        """The complement: the occasions without the event."""
        return Share(self.of - self.count, self.of)

    def __add__(self, other: "Share") -> "Share":
        return Share(self.count + other.count, self.of + other.of)


def measure_win(game: BeliefRecord, role: SeatRole) -> Share:
    """WR: 1 of 1 if the side has won the game; a draw is no win, see `measure_draw`."""
    return _count([game.outcome == ("civilians" if role == "civilian" else "undercover")])


def measure_draw(game: BeliefRecord) -> Share:
    """1 of 1 if the game has no winner."""
    return _count([game.outcome == "draw"])


def measure_features(game: BeliefRecord, seat: str, count: FerCount = "statement") -> Share:
    """FER: statements of others in which a seat found a valid feature, of those that it read.

    Numerator: statements in which at least one of its features is true of the speaker's word; one
    statement counts once. Denominator: statements of others made before the last of its decisions
    that log features. If one of these features is not judged, the share has no occasions.

    Args:
        game: The game.
        seat: The seat.
        count: `statement`, or `feature`: the numerator is the number of valid features, as the
            formula of the paper says, so that the figure may exceed 1.
    """
    logged = [one for one in game.decisions if one.seat == seat and one.features is not None]
    if not logged:
        return Share()
    found: dict[int, dict[str, None]] = {}
    for decision in logged:
        for place, features in (decision.features or {}).items():
            found.setdefault(place, {}).update(dict.fromkeys(features))
    read = range(max(decision.heard for decision in logged))
    total = Share()
    for place in read:
        statement = game.statements[place]
        if statement.seat == seat:
            continue
        word = game.words[statement.seat]
        verdicts = [
            game.verdicts.features.get(build_claim_key(word, feature))
            for feature in found.get(place, ())
        ]
        if None in verdicts and (count == "feature" or True not in verdicts):
            return Share()
        total += Share(sum(map(bool, verdicts)) if count == "feature" else int(True in verdicts), 1)
    return total


def measure_others(
    game: BeliefRecord, seat: str, *, decided: bool = False, count: OiaaCount = "vote"
) -> Share:
    """OIAA: right beliefs about the speaker of each statement that a seat has heard.

    Each statement of another seat is an occasion once, at the seat's next vote, if that vote has
    logged beliefs. So every seat is asked equally often, however often it logs beliefs. Numerator:
    occasions where the belief about the speaker is right: `mine` if both have the same word,
    `other` if not; undecided, or no belief about that seat, is not right. Denominator: all such
    occasions.

    Args:
        game: The game.
        seat: The seat.
        decided: Count instead how many of the beliefs were decided, right or wrong.
        count: `vote`, or `move`: at each decision that logs beliefs, each statement heard before is
            an occasion, so an early statement counts often.
    """
    total = Share()
    for speaker, beliefs in _list_judged(game, seat, count):
        belief = beliefs.get(speaker, "undecided")
        same = game.words[speaker] == game.words[seat]
        right = belief != "undecided" if decided else belief == ("mine" if same else "other")
        total += Share(int(right), 1)
    return total


def _list_judged(
    game: BeliefRecord, seat: str, count: OiaaCount
) -> Iterator[tuple[str, Mapping[str, Side]]]:
    """Yield the speaker of each statement that counts, with the beliefs that it is judged by."""
    done = 0
    own = [one for one in game.decisions if one.seat == seat]
    if count == "vote":  # votes of one round come in any order, rounds in theirs
        own = [one for one in own if one.phase == "vote"]
    for decision in own:
        first = done if count == "vote" else 0
        done = max(done, decision.heard)
        for statement in game.statements[first : decision.heard]:
            if statement.seat != seat and decision.beliefs is not None:
                yield statement.seat, decision.beliefs


def measure_self(game: BeliefRecord, seat: str, *, decided: bool = False) -> Share:
    """SIAA: right beliefs about its own role, of all that a seat has logged, once for each move.

    Numerator: moves at which it believed that it had the role that it has; `unknown` is not right.
    Denominator: its moves that log such a belief.

    Args:
        game: The game.
        seat: The seat.
        decided: Count instead how many of the beliefs were decided, right or wrong.
    """
    logged = (one.role for one in game.decisions if one.seat == seat and one.role is not None)
    truth = game.roles[seat]
    return _count(role != "unknown" if decided else role == truth for role in logged)


def measure_privacy(game: BeliefRecord, seat: str) -> Share:
    """PPC: own statements that gave nothing away, that is 1 - L / S.

    L: statements after which the next logged guess of an opponent hits the seat's word, though no
    earlier guess of that opponent did. S, the denominator: own statements after which at least
    one opponent has logged its guesses, even if it had none. A form of the word is a hit, a
    compound is not.
    """
    word = game.words[seat]
    rivals = [other for other, owns in game.words.items() if owns != word]
    total = Share()
    for place, statement in enumerate(game.statements):
        if statement.seat != seat:
            continue
        leaks = [
            leak for rival in rivals if (leak := is_first_hit(game, rival, place, word)) is not None
        ]
        if leaks:
            total += Share(int(True not in leaks), 1)
    return total


def measure_blind_privacy(game: BeliefRecord, seat: str) -> Share:
    """PPC against a blind guesser: own statements from which alone the word is not guessed.

    Denominator: own statements that a blind guesser was shown.
    """
    word = game.words[seat]
    return _count(
        not any(names_word(guess, word) for guess in guesses)
        for statement in game.statements
        if statement.seat == seat
        and (guesses := game.verdicts.blind.get(statement.text)) is not None
    )


def measure_deceptions(game: BeliefRecord, seat: str) -> Share:
    """IISC by declaration: own statements made with the strategy `deceive`.

    Denominator: own statements with a logged strategy.
    """
    return _count(
        one.strategy == "deceive"
        for one in game.decisions
        if one.seat == seat and one.phase == "speak" and one.strategy is not None
    )


def measure_falsehoods(game: BeliefRecord, seat: str) -> Share:
    """IISC by judgement: own statements that are not true of the own word.

    Denominator: own statements with a verdict.
    """
    claims = (
        game.verdicts.statements.get(build_claim_key(game.words[seat], statement.text))
        for statement in game.statements
        if statement.seat == seat
    )
    return _count(not true for true in claims if true is not None)


def measure_readings(game: BeliefRecord, seat: str) -> Share:
    """Metaphors that a seat has understood, for a comparison of methods as in Figure 6 (a).

    Numerator: statements of others that it took for metaphors and rightly decided whether they
    describe its own word; undecided is not right. Denominator: all that it took for metaphors
    and interpreted, by the last of its decisions that logs them.
    """
    logged = [one for one in game.decisions if one.seat == seat and one.metaphors is not None]
    read = logged[-1].metaphors if logged else None
    return _count(
        side == ("mine" if game.words[game.statements[place].seat] == game.words[seat] else "other")
        for place, side in (read or {}).items()
    )


def measure_seat(
    game: BeliefRecord, seat: str, count: OiaaCount = "vote", fer: FerCount = "statement"
) -> dict[str, Share]:
    """All shares of a seat in a game, by name; WR is that of its side.

    Args:
        game: The game.
        seat: The seat.
        count: How OIAA counts statements.
        fer: What FER counts.
    """
    return {
        "wr": measure_win(game, game.roles[seat]),
        "fer": measure_features(game, seat, fer),
        "oiaa": measure_others(game, seat, count=count),
        "siaa": measure_self(game, seat),
        "ppc": measure_privacy(game, seat),
        "ppc_blind": measure_blind_privacy(game, seat),
        "iisc": measure_deceptions(game, seat),
        "iisc_judged": measure_falsehoods(game, seat),
        "draws": measure_draw(game),
        "oiaa_decided": measure_others(game, seat, decided=True, count=count),
        "readings": measure_readings(game, seat),
        "siaa_decided": measure_self(game, seat, decided=True),
    }


def balance_metric(civilian: float | None, undercover: float | None) -> float | None:
    """Balance a metric: the mean of both roles minus their population variance.

    That is (c + u) / 2 - ((c - u) / 2)^2; `None` if either is not known.
    """
    if civilian is None or undercover is None:
        return None
    return (civilian + undercover) / 2 - ((civilian - undercover) / 2) ** 2


def _count(marks: Iterable[Any]) -> Share:
    seen = [bool(mark) for mark in marks]
    return Share(sum(seen), len(seen))
