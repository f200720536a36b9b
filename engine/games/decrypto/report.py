"""A match of Decrypto as data."""

from typing import Any

from engine.games.decrypto.view import View, list_sides

EVENTS = ("miscommunication", "interception")
"""The events that a round can have."""


def build_report(view: View) -> dict[str, Any]:
    """Build the result of a match as JSON-compatible data.

    Args:
        view: Any view; the result holds only what this view shows.

    Returns:
        `outcome` (`"team"`, `"interceptor"`, or `None` while undecided), `reason`
        (`"survived"`, `"miscommunication"`, `"interception"`, `"both"` or `None`),
        `decisive_round`, `keywords` (`None` while they are hidden) and `rounds`, the finished ones,
        each with `code`, `hints`, `decoder` and `interceptor` as lists of three, with its `events`
        (`"miscommunication"`, `"interception"`, both or none), and with how many
        `miscommunications` and `interceptions` count after it. In two teams `outcome` is `"white"`,
        `"black"` or `"draw"`, `keywords` are white's, beside `black_keywords`, and each round has
        its number, `round`, and its `team`; `interceptor` is `None` in the first. `white_named` and
        `black_named` are what the rivals took their keywords to be, `None` without a tie.
    """
    white, *black = list_sides(view)
    others = {f"{side.team}_keywords": _list_words(side) for side in black}
    for side in (white, *black) if black else ():
        others[f"{side.team}_named"] = list(side.named) if side.named else None
    return {
        "outcome": view.outcome.winner if view.outcome else None,
        "reason": view.outcome.reason if view.outcome else None,
        "decisive_round": view.outcome.round if view.outcome else None,
        "keywords": _list_words(white),
        **others,
        "rounds": [
            {
                **({"round": number, "team": side.team} if side.team else {}),
                "code": list(done.code),
                "hints": list(done.hints),
                "decoder": list(done.decoder),
                "interceptor": list(done.interceptor) if done.interceptor else None,
                "events": [name for name in EVENTS if getattr(done, name)],
                "miscommunications": so_far.miscommunications,
                "interceptions": so_far.interceptions,
            }
            for number in range(1, len(white.rounds) + 1)
            for side in (white, *black)
            for done in side.rounds[number - 1 : number]
            for so_far in [side.model_copy(update={"rounds": side.rounds[:number]})]
        ],
    }


def _list_words(side: View) -> list[str] | None:
    return list(side.keywords) if side.keywords else None
