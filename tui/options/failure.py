"""Read `--on-failure`."""

from engine.players.spec import Spec
from engine.stand_in import parse_stand_in
from tui.usage_error import UsageError


def read_on_failure(text: str | None, *, people: bool) -> Spec | None:
    """Read `--on-failure`.

    Args:
        text: Its value; `None` if it was not given.
        people: Whether people play.

    Returns:
        The stand-in for a player that fails; `None` to stop the game.

    Raises:
        UsageError: If people play: the app asks them.
        OptionError: If the value is unknown.
    """
    if people and text is not None:
        raise UsageError("--on-failure is for games without people; the app asks what to do.")
    return parse_stand_in(text or "stop")
