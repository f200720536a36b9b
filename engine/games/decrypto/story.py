"""A match of Decrypto in plain sentences."""

from collections.abc import Iterator
from functools import lru_cache

from engine.count_text import format_count, format_times, spell_number
from engine.games.decrypto.moves import Code, Hints
from engine.games.decrypto.roles import TEAMS, Role
from engine.games.decrypto.view import Keywords, Outcome, View, count_right_words, list_sides


def narrate(before: View | None, after: View) -> list[str]:
    """Narrate in plain text what happened between two views of one seat or of an onlooker.

    The lines contain nothing that `after` does not show. Without `before` they begin at the start.
    """
    if after.team is None:
        return list(_narrate(before, after))
    lines = [
        f"{team.capitalize()}: {line}"
        for team in TEAMS
        for line in _narrate(before and before.look_at(team), after.look_at(team))
    ]
    if after.tied and not (before and before.tied):
        lines.append("The teams are equal. Each guesses the keywords of the other.")
    if after.over and not (before and before.over):
        lines += _narrate_words(after)
    if after.outcome and (before is None or before.outcome is None):
        lines.append(describe_outcome(after.outcome, after))
    for side in map(after.look_at, TEAMS) if after.over and not (before and before.over) else ():
        if side.keywords and side.team:
            told = _format_keywords(side.keywords)
            lines.append(f"{side.team.capitalize()}: The keywords were {told}.")
    return lines


@lru_cache(maxsize=64)
def format_code(code: Code) -> str:
    """Format a code for a sentence: 3-1-4."""
    return "-".join(map(str, code))


def describe_outcome(outcome: Outcome, view: View) -> str:
    """Say who wins, when and why: `The interceptor wins in round 4: one code was intercepted.`."""
    tokens = view.options.tokens
    loser = {"white": "Black", "black": "White"}.get(outcome.winner, name_pair(view))
    missed = f"{loser} misunderstood {format_times(tokens)}"
    verb = "code was" if tokens == 1 else "codes were"
    taken = f"{spell_number(tokens)} {verb} intercepted"
    match outcome.reason:
        case "survived":
            why = f"they survived {format_count(outcome.round, 'round')}"
        case "miscommunication":
            why = missed
        case "interception":
            why = taken
        case "both":
            why = f"{missed}, and {taken}"
        case "points":
            why = _format_tokens(view, outcome.winner, loser)
        case "words":
            why = f"equal in tokens, it knew more of the keywords, {_format_knowledge(view)}"
        case "tie":
            why = f"equal in tokens, {_describe_equal_knowledge(view)}"
    who = WINNERS[outcome.winner].format(pair=name_pair(view))
    who = f"{who[:1].upper()}{who[1:]}"
    more = view.options.play_on and outcome.round < view.options.rounds
    rest = " The other rounds are played for data." if more else ""
    return f"{who} in round {outcome.round}: {why}.{rest}"


def _format_tokens(view: View, winner: str, loser: str) -> str:
    """What both teams have: `2 interceptions and 1 miscommunication, Black 1 and 1`."""
    own, rival = sorted(list_sides(view), key=lambda side: side.team != winner)
    made = format_count(rival.interceptions, "interception")
    missed = format_count(own.miscommunications, "miscommunication")
    return f"{made} and {missed}, {loser} {own.interceptions} and {rival.miscommunications}"


def _format_knowledge(view: View) -> str:
    """How many keywords the teams named: `2 to 1`."""
    white, black = (count_named(view.look_at(team)) for team in reversed(TEAMS))
    return f"{max(white, black)} to {min(white, black)}"


def _describe_equal_knowledge(view: View) -> str:
    """Say how many keywords both teams named."""
    known = count_named(view.look_at(TEAMS[0]))
    if not known:
        return "neither team knew a keyword"
    return f"each team knew {spell_number(known)} of the other's keywords"


def count_named(side: View) -> int:
    """Count how many keywords of a team its rivals named."""
    return count_right_words(side.named, side.keywords) if side.named and side.keywords else 0


def _narrate_words(view: View) -> Iterator[str]:
    """Tell what the teams took each other's keywords to be, if there was a tie."""
    for team, rival in zip(TEAMS, reversed(TEAMS), strict=True):
        side = view.look_at(rival)
        if side.named:
            right = format_count(count_named(side), "keyword")
            told = _format_keywords(side.named)
            yield f"{team.capitalize()} took the keywords of {rival} to be {told}: {right} right."


def name_pair(view: View) -> str:
    """Name the seats that know the keywords, of three: `the encoder and the decoder`."""
    first, second, *_ = view.seats
    return f"{first} and {second}" if view.options.swap_roles else f"the {first} and the {second}"


WINNERS = {
    "team": "{pair} win",
    "interceptor": "the interceptor wins",
    "white": "white wins",
    "black": "black wins",
    "draw": "a draw",
}
"""By winner: who has won, in words."""


def _narrate(before: View | None, after: View) -> Iterator[str]:
    seen = len(before.rounds) if before else 0
    hints_known = before is not None and before.hints is not None
    if not after.over and after.keywords and (before is None or before.keywords is None):
        yield f"The keywords are {_format_keywords(after.keywords)}."
    for number, done in enumerate(after.rounds[seen:], seen + 1):
        if not (hints_known and number == seen + 1):
            yield _narrate_hints(number, done.hints)
        counts = number > 1 or after.options.first_round_interception
        yield _narrate_guesses(after, number, counts=counts)
    if len(after.rounds) > seen:
        tokens = after.options.tokens
        hits = f"interceptions {after.interceptions}"
        if after.team:
            hits = f"intercepted {format_count(after.interceptions, 'time')}"
        yield f"Miscommunications {after.miscommunications}, {hits}; {tokens} of either decide."
    if after.team is None and after.outcome and (before is None or before.outcome is None):
        yield describe_outcome(after.outcome, after)
    new_round = before is None or len(after.rounds) > seen
    if after.code and new_round:
        yield f"Round {after.number}: your code is {format_code(after.code)}."
    if after.hints and (new_round or not hints_known):
        yield _narrate_hints(after.number, after.hints)
    if not after.team and after.over and after.keywords and not (before and before.over):
        yield f"The keywords were {_format_keywords(after.keywords)}."


def describe_standing(view: View) -> str:
    """Say what each of two teams has: its interceptions and its miscommunications."""
    white, black = (view.look_at(team) for team in TEAMS)
    return " ".join(
        f"{name} has {format_count(rival.interceptions, 'interception')} and "
        f"{format_count(own.miscommunications, 'miscommunication')}."
        for name, own, rival in (("White", white, black), ("Black", black, white))
    )


def _format_keywords(keywords: Keywords) -> str:
    return ", ".join(f"{number} {word}" for number, word in enumerate(keywords, 1))


def _narrate_hints(number: int, hints: Hints) -> str:
    return f"Round {number}: the hints are " + ", ".join(f"“{hint}”" for hint in hints) + "."


def _name_role(view: View, role: Role, number: int) -> str:
    """Name who had a role in a round: `The decoder`, or the seat where roles go round."""
    if view.team is None and not view.options.swap_roles:
        return f"The {role.name.lower()}"
    return view.seats[view.find_seat(role, number)]


def _narrate_guesses(view: View, number: int, *, counts: bool) -> str:
    done = view.rounds[number - 1]
    decoder, interceptor = (
        _name_role(view, role, number) for role in (Role.DECODER, Role.INTERCEPTOR)
    )
    decoded = "wrong: a miscommunication" if done.miscommunication else "right"
    told = (
        f"Round {number}: the code was {format_code(done.code)}. "
        f"{decoder} said {format_code(done.decoder)}, {decoded}."
    )
    if done.interceptor is None:
        return told
    if not done.interception:
        hit = "wrong"
    else:
        hit = "right: an interception" if counts else "right, which does not count in this round"
    return f"{told} {interceptor} said {format_code(done.interceptor)}, {hit}."
