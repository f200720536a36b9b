"""The section `beliefs` of an experiment file: how the metrics of CoMet count."""

from engine.games.undercover.belief_values import FerCount, OiaaCount
from lab.experiment.paper import Asked, PaperSection


class Counting(PaperSection):
    """How metrics of beliefs are counted, where there is more than one way."""

    game = "undercover"
    subject = "the beliefs are those"

    oiaa: OiaaCount = "vote"
    """How OIAA counts statements: `vote`, each once at the next vote of whoever heard it; `move`,
    at every move all that were heard, so that early statements count often."""
    fer: FerCount = "statement"
    """What FER counts: `statement`, those with a valid feature; `feature`, all valid features, as
    the formula of the paper does, which may exceed 1."""

    def check(self, place: str, experiment: Asked) -> None:
        """Check nothing more: every experiment may count so."""
