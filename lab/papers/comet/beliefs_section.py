"""The section `beliefs` of an experiment file: who is asked, and how CoMet's metrics count."""

from collections.abc import Iterable

from engine.games.undercover.belief_values import FerCount, OiaaCount
from engine.players.spec import PROGRAMS, parse_spec
from lab.experiment.paper_section import Asked, PaperSection


class Counting(PaperSection):
    """Who is asked for beliefs, and how metrics of beliefs are counted."""

    game = "undercover"
    subject = "the beliefs are those"

    oiaa: OiaaCount = "vote"
    """How OIAA counts statements: `vote`, each once at the next vote of whoever heard it; `move`,
    at every move all that were heard, so that early statements count often."""
    fer: FerCount = "statement"
    """What FER counts: `statement`, those with a valid feature; `feature`, all valid features, as
    the formula of the paper does, which may exceed 1."""

    programs: bool | None = None
    """Whether programs and Python players are asked after each match what they found in the
    statements of others; left out, they are if a model is asked for its beliefs (`beliefs=on`)."""

    def check(self, place: str, experiment: Asked) -> None:
        """Check nothing more: every experiment may count so."""

    def asks_programs(self, seated: Iterable[str], players: Iterable[str]) -> bool:
        """Whether a match asks its programs after its end.

        Args:
            seated: The SPECs of its players.
            players: The SPECs of all players of the experiment.
        """
        if not any(parse_spec(spec).kind in PROGRAMS for spec in seated):
            return False
        if self.programs is not None:
            return self.programs
        asked = (dict(parse_spec(spec).settings).get("beliefs") for spec in players)
        return any(value in ("yes", "on", "true") for value in asked)
