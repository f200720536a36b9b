"""`CometSettings`, what a seat of the CoMet agent can set in the games that it plays."""

from pathlib import Path
from typing import Annotated, ClassVar

from engine.config.request_settings import Temperature
from engine.frozen_model import FrozenModel
from engine.options import Mark

BUILT_IN = "built-in"
"""The value of the setting `pool` for the experiences of Parlour, which never change."""
NO_POOL = "none"
"""The value of the setting `pool` for no experiences."""
BUILT_IN_POOL = Path(__file__).parents[1] / "comet" / "built_in.pool"
"""The file of the built-in experiences."""


class CometSettings(FrozenModel):
    """The settings of a CoMet seat, which games extend."""

    stand_in: ClassVar[str] = ""
    """The SPEC of the baseline that takes the agent's place when usage is estimated; empty for the
    usual one."""

    met: bool = True
    """Read and write metaphors."""
    temperature_read: Annotated[Temperature | None, Mark(usual="temperature, else 0.5")] = None
    """The temperature of steps that read and judge."""
    temperature_plan: Annotated[Temperature | None, Mark(usual="temperature, else 0.6")] = None
    """The temperature of steps that plan and vote."""
    temperature_write: Annotated[Temperature | None, Mark(usual="temperature, else 0.8")] = None
    """The temperature of steps that write what is said."""

    def locate_pool(self) -> Path | None:
        """Return the file of the agent's experiences; by default it has none."""
        return None
