"""Who sits in one seat, as a row of a form."""

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input, Select

from engine.lineup import LONGEST_NAME, NEEDS, LineupError, Spec, parse_spec
from screens.widgets.rows import Row
from words.folders import EMBEDDED, find_space, spaces
from words.layout import SpaceError

KINDS = {
    "human": "a person",
    "word2vec": "word2vec, a baseline",
    "glove": "GloVe, a baseline",
    "vectors": "your own vectors",
    "llm": "a language model",
    "exec": "a program",
    "py": "a player in Python",
    "player": "a player of a package",
    "random": "random moves",
    "script": "a script file",
}
"""What a kind of player is called here."""
ASKS = {"human": "name, if you like", **NEEDS}
"""What is asked for beside it."""


class SeatRow(Row):
    """One seat: a kind of player, and a name where there is one to give."""

    DEFAULT_CSS = """
    SeatRow > .label { width: 14; }
    """

    def __init__(self, seat: str, spec: Spec) -> None:
        """Offer `spec` for `seat`."""
        super().__init__(seat.capitalize())
        self.seat = seat
        self.first = spec
        self.arguments = {spec.kind: spec.argument}
        """What was typed for each kind, so that a change of mind loses nothing."""

    def fields(self) -> ComposeResult:
        """The kind, and what it needs."""
        kinds = [(label, kind) for kind, label in KINDS.items()]
        yield Select(kinds, value=self.first.kind, allow_blank=False, compact=True)
        yield Input(self.first.argument, compact=True)

    def on_mount(self) -> None:
        """Ask for what the first kind needs."""
        self.ask_for_argument()

    def seat_player(self, spec: Spec) -> None:
        """Put somebody else into the seat; a person keeps the name that was typed."""
        if spec.argument:
            self.arguments[spec.kind] = spec.argument
        self.query_one(Select).value = spec.kind

    @property
    def kind(self) -> str:
        """The kind that is chosen."""
        return str(self.query_one(Select).value)

    @property
    def spec(self) -> Spec:
        """Who sits here.

        Raises:
            LineupError: If a name is missing, or nobody of that name is there.
        """
        argument = self.query_one(Input).value if self.kind in ASKS else ""
        spec = parse_spec(f"{self.kind}:{argument}" if argument.strip() else self.kind)
        if spec.kind == "vectors":
            try:
                find_space(spec.argument)
            except SpaceError as error:
                raise LineupError(str(error)) from None
        return spec

    def check(self) -> str | None:
        """Say beneath what is wrong, or worth knowing; what is wrong is returned as well."""
        try:
            spec = self.spec
        except LineupError as error:
            typing = not self.query_one(Input).value and self.kind in NEEDS
            self.say(_how_to(self.kind) if typing else str(error), wrong=not typing)
            return str(error)
        self.say(_lacking(spec), wrong=False)
        return None

    @on(Select.Changed)
    def ask_for_argument(self) -> None:
        """Ask for a name where the chosen kind has one."""
        field = self.query_one(Input)
        field.display = self.kind in ASKS
        field.placeholder = ASKS.get(self.kind, "")
        field.max_length = LONGEST_NAME if self.kind == "human" else 0
        with self.prevent(Input.Changed):
            field.value = self.arguments.get(self.kind, "")
        self.told()

    @on(Input.Changed)
    def told(self) -> None:
        """Check what was typed, and tell the form."""
        if self.query_one(Input).display:
            self.arguments[self.kind] = self.query_one(Input).value
        self.check()
        self.post_message(self.Changed())


def _how_to(kind: str) -> str:
    """What to type for a kind that needs something."""
    if kind == "vectors":
        own = [name for name in spaces() if name not in EMBEDDED]
        if own:
            return f"Give the name of your vectors: {', '.join(own)}."
        return "You have none yet. Import some: parlour vectors import FILE --name NAME"
    if kind == "llm":
        return "Give the model's name, as its server knows it."
    if kind == "exec":
        return "Give the command, such as ./bot.sh: a program that speaks JSON lines."
    if kind == "py":
        return "Give module and factory, such as bots:make."
    if kind == "player":
        return "Give the name under which a package announces its player."
    return "Give the file with the moves, one JSON object a line."


def _lacking(spec: Spec) -> str | None:
    """What a player still lacks that this form cannot give."""
    if spec.kind != "llm":
        return None
    from engine.llm.models import lacking

    return lacking(spec.argument)
