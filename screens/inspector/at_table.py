"""The inspector over a table where the game goes on."""

from typing import TYPE_CHECKING

from engine.call_log import NotInspectable
from engine.record import JournalError, read
from screens.curtain import OPERATOR, Curtain
from screens.inspector.screen import inspector

if TYPE_CHECKING:
    from screens.operated import OperatedTable


async def look_into(table: "OperatedTable") -> None:
    """Show how the moves so far came about; where people play, the table is opened first.

    People wait with their own screens until the operator has seen enough.
    """
    assert table.session.journal is not None
    async with table.keyboard:
        if not table.in_front or not await table.helm.opened():
            return
        if table.session.people > 1 and not await table.show(
            Curtain(OPERATOR, notice=table.helm.notice)
        ):
            table.leave()
            return
        try:
            screen = inspector(read(table.session.journal.path), table.session.definition)
        except (JournalError, NotInspectable) as error:
            table.notify(str(error), severity="error", markup=False)
        else:
            await table.show(screen)
