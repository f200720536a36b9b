"""The result of a game of Decrypto, as data."""

from typing import Any

from engine.games.decrypto.view import View


def build_report(view: View) -> dict[str, Any]:
    """What happened, as JSON knows it, from what one view may know.

    Args:
        view: Any view; after the end they all tell the same.

    Returns:
        `outcome` (`"team"`, `"interceptor"`, or `None` while undecided), `reason`
        (`"survived"`, `"miscommunication"`, `"interception"` or `None`) and
        `rounds`, the finished ones, each with `code`, `hints`, `decoder` and
        `interceptor` as lists of three.
    """
    return {
        "outcome": view.outcome.winner if view.outcome else None,
        "reason": view.outcome.reason if view.outcome else None,
        "rounds": [
            {
                "code": list(done.code),
                "hints": list(done.hints),
                "decoder": list(done.decoder),
                "interceptor": list(done.interceptor),
            }
            for done in view.rounds
        ],
    }
