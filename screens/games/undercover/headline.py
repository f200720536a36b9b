"""What matters most in Undercover: what was said last, and who is still in the game."""

from engine.games.undercover.narration import describe_elimination, describe_outcome
from engine.games.undercover.view import Stage, View
from screens.games.ui import Headline, SeatNames
from screens.games.undercover.standing import called

WON = {"civilians": "The civilians win", "undercover": "Undercover wins", "draw": "A draw"}


def build_headline(view: View, names: SeatNames) -> Headline:
    """The last line that was said; in the end who has won."""
    when = f"Round {view.number} of {view.options.rounds}"
    score = f"{len(view.living)} of {len(view.seats)} still in the game"
    told = _told(view, names) if view.rounds else None
    if view.outcome is not None:
        return Headline(when, describe_outcome(view), (WON[view.outcome],), score, told)
    if view.stage is Stage.VOTE:
        return Headline(
            when, "All who are still in the game vote.", ("Who is undercover?",), score, told
        )
    assert view.speaker is not None
    next_ = f"{called(names, view.speaker)} is to speak"
    if view.lines:
        last = view.lines[-1]
        now = f"{called(names, last.seat)} has spoken, {next_}."
        return Headline(when, now, (last.text,), score, told)
    large = (
        describe_elimination(view, len(view.rounds)) if view.rounds else when.partition(" of ")[0]
    )
    return Headline(when, f"{next_}.", (large,), score, told)


def _told(view: View, names: SeatNames) -> tuple[str, str]:
    """Who goes out of the last round, and who voted for whom."""
    done, seats = view.rounds[-1], view.seats
    votes = ", ".join(
        f"{seats[seat]} for {seats[vote]}"
        for seat, vote in enumerate(done.votes)
        if vote is not None
    )
    who = "Nobody" if done.out is None else called(names, done.out)
    return f"{who} goes out", f"{describe_elimination(view, len(view.rounds))} The votes: {votes}."
