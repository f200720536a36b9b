"""The class of the commands that need the packages of the laboratory."""

from typing import Any, override

from typer.core import TyperCommand

from lab.requirements import require_packages


class LaboratoryCommand(TyperCommand):
    """A command that first checks, unless it shows its help, that the packages are installed."""

    @override
    def invoke(self, ctx: Any) -> Any:
        require_packages()
        return super().invoke(ctx)
