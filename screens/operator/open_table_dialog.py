"""The dialog that opens the table: the operator may then see what machines are asked and answer."""

from screens.dialogs.question import ChoiceDialog
from screens.private_screen import PrivateScreen

OPEN_TABLE_NOTICE = (
    "The table is open: the operator may see what machines are asked and what they answer, "
    "and may change it."
)
"""The notice for everybody at an open table."""


class OpenTableDialog(ChoiceDialog[bool], PrivateScreen[bool]):
    """Asks whether to open the table; until then nothing of a machine is shown."""

    HELP = (
        "People play in this game, so what machines are asked and answer is kept hidden. If you "
        "open the table, the operator sees it, including secrets of those seats. Everybody is "
        "told, and it cannot be undone."
    )
    CSS_PATH = "takeover.tcss"

    def __init__(self, person: str) -> None:
        """Ask `person`, who is at the screen now."""
        super().__init__(
            "Open the table?",
            "People play in this game. At an open table the operator may see the prompts and "
            "answers of machines, and so their secrets. This cannot be undone. It is recorded in "
            "the journal and shown with the result, and everybody is told before their next move.",
            {"Keep it closed": False, "Open the table": True},
            decline="Keep it closed",
        )
        self.person = person
