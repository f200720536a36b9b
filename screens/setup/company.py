"""Who is here: chips for people and machines, and a field for the next name."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input

from engine.distinct_names import distinguish_names
from engine.game import GameType
from engine.players.machine_names import (
    STRENGTHS,
    choose_machines,
    create_machine,
    find_style,
    fit_machine,
    list_free_names,
)
from engine.players.spec import MAX_NAME_LENGTH, Spec
from engine.text import clean
from screens.players.look import assign_looks, get_mark, get_style
from screens.setup.chips import Chips
from screens.widgets.private_input import PrivateInput

MOST = 10
"""Maximum number of players: each has a mark of its own."""


REMOVE = "\N{MULTIPLICATION SIGN}"
"""What stands behind a chip that a click removes."""


MACHINE = "machine"
"""What is said of a machine behind its name and style."""


PLACEHOLDER = "  type a name, Enter"
MACHINE_PLACEHOLDER = "  name a machine, Enter"
"""Begin behind the cursor."""


OPENING_KEYS = "na"
"""The keys of the home screen that open the form, which may still be held down."""


REPEATS = 3
"""A key is held down if it has typed so many of its letter, and nothing else."""


class NameField(PrivateInput):
    """The field for a name; at its ends the arrow keys go on to the chips beside it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "Add", key_display="Enter"),
        Binding("enter", "go_on", "Games", key_display="Enter", tooltip="Go on to the games"),
        Binding("delete", "take_out", "Take out", key_display="Del"),
        Binding("delete", "delete_right", show=False),
        Binding(
            "plus",
            "plus",
            "Machine",
            key_display="+",
            tooltip="Add a machine to the table",
        ),
        Binding("shift+left", "swap(-1)", show=False),
        Binding("shift+right", "swap(1)", show=False),
    ]

    class Moved(Message):
        """The keys act on the chip before or after."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    class Removed(Message):
        """The marked chip is to be removed, or else the last one."""

    class Swapped(Message):
        """The marked chip is to change places with one beside it."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    class MachineWanted(Message):
        """A machine is to be added."""

    mark = 0
    """The chip on which the keys act, as in `Company`: 0 is the field itself."""
    has_company = False
    """Whether somebody is here already."""
    is_full = False
    """Whether nobody else has a place."""

    @property
    def outside(self) -> bool:
        """Whether a chip is marked, so that the keys act on it."""
        return bool(self.mark)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer what Enter and Delete do here."""
        match action:
            case "go_on":
                return self.has_company and not self.value and self.mark <= 0
            case "submit":
                return not (self.is_full and self.value) and not self.check_action("go_on", ())
            case "plus":
                return not self.is_full
            case "take_out":
                return self.mark < 0
        return True

    async def on_key(self, event: events.Key) -> None:
        """Take a letter that is typed on a marked chip as the first of a name."""
        if event.key == "plus":
            event.stop()
            event.prevent_default()
            self.action_plus()
        elif self.outside and event.is_printable and event.character != " ":
            self.post_message(self.Moved(0))

    async def action_submit(self) -> None:
        """Hand the name on, and be empty for the next one at once."""
        self.post_message(self.Submitted(self, self.value))
        self.value = ""

    def action_go_on(self) -> None:
        """Say that everybody is here."""
        self.post_message(self.Submitted(self, ""))

    def action_take_out(self) -> None:
        """Remove the marked player."""
        self.post_message(self.Removed())

    def action_cursor_left(self, select: bool = False) -> None:
        if self.outside or (self.cursor_position == 0 and not select):
            self.post_message(self.Moved(-1))
        else:
            super().action_cursor_left(select)

    def action_cursor_right(self, select: bool = False) -> None:
        if self.outside or not (self.value or select):
            self.post_message(self.Moved(1))
        else:
            super().action_cursor_right(select)

    def action_delete_left(self) -> None:
        if self.outside or not self.value:
            self.post_message(self.Removed())
        else:
            super().action_delete_left()

    def action_delete_right(self) -> None:
        if self.outside:
            self.post_message(self.Removed())
        else:
            super().action_delete_right()

    def action_plus(self) -> None:
        """Add a machine; within a name it is a character like others."""
        if self.value:
            self.insert_text_at_cursor("+")
        else:
            self.post_message(self.MachineWanted())

    def action_swap(self, by: int) -> None:
        """Let the marked chip change places."""
        self.post_message(self.Swapped(by))


class KnownNames(Suggester):
    """Suggests the names of people who have played before and are not here."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=False)
        self.names: Sequence[str] = ()

    async def get_suggestion(self, value: str) -> str | None:
        """Suggest the first name that begins like this."""
        return find_completion(self.names, value)


def find_completion(names: Sequence[str], value: str) -> str | None:
    """Find the first name that begins like this."""
    typed = value.casefold()
    fitting = (name for name in names if name.casefold().startswith(typed))
    return next(fitting, None) if typed else None


class Company(Vertical):
    """Everybody who plays: people by their names, machines, and who may join."""

    DEFAULT_CSS = """
    Company { height: auto; }
    Company Horizontal { height: 1; }
    Company NameField { width: 32; margin-right: 2; }
    Company > Chips { padding: 0 2; height: 3; }
    NameField.-outside > .input--cursor { background: $background; color: $muted; }
    NameField.-outside > .input--cursor { text-style: none; }
    Company #known { height: 1; }
    """

    class Changed(Message):
        """Somebody came, left or changed places."""

    class Edited(Message):
        """Something was typed, or another chip was marked."""

    class Done(Message):
        """Everybody is here."""

    def __init__(
        self,
        guests: Sequence[Spec],
        known: Sequence[str],
        looks: dict[str, int],
        *,
        wants_machines: bool = False,
    ) -> None:
        """Begin with these players.

        Args:
            guests: The players, in the order of their seats.
            known: The names of people who have played before.
            looks: The marks and colours of known players, by name in small letters.
            wants_machines: Whether only machines come, so that a name is a machine's.
        """
        super().__init__(id="company")
        self.wants_machines = wants_machines
        self.guests = list(guests)
        self.game: GameType | None = None
        """The chosen game, which some machines play otherwise than under their name."""
        self.known = known
        self.looks = looks
        self.twin = ""
        """Says that somebody of the name that was added last was here already."""
        self.mark = 0
        """The chip on which the keys act, counted from the field: 0 is the field itself."""

    def compose(self) -> ComposeResult:
        with Horizontal():
            field = NameField(
                placeholder=MACHINE_PLACEHOLDER if self.wants_machines else PLACEHOLDER,
                compact=True,
                max_length=MAX_NAME_LENGTH,
                suggester=KnownNames(),
                select_on_focus=False,  # what was typed ahead stays
                id="name",
            )
            field.cursor_blink = False  # it is the first thing to be found here
            yield field
            known = Chips("add_known", "+", leads=True)
            known.id = "known"
            yield known
        yield Chips("remove_guest", REMOVE)

    @property
    def field(self) -> NameField:
        return self.query_one(NameField)

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of everybody here, all different."""
        return label_guests(self.guests)

    @property
    def candidates(self) -> list[str]:
        """The known names of people who may come; none if only machines do."""
        if self.wants_machines or self.is_full:
            return []
        here = {label.casefold() for label in self.labels}
        return [name for name in self.known if name.casefold() not in here]

    @property
    def is_full(self) -> bool:
        """Whether nobody else has a place."""
        return len(self.guests) >= MOST

    @property
    def most_mark(self) -> int:
        """The last chip of those who may come: a machine, unless nobody has a place."""
        return 0 if self.is_full else len(self.candidates) + 1

    @property
    def marked_guest(self) -> int | None:
        """The number of the marked player; `None` if none is marked."""
        return len(self.guests) + self.mark if self.mark < 0 else None

    def on_mount(self) -> None:
        self.show_chips()

    def show_chips(self) -> None:
        """Show who is here, and who may join."""
        known, here = self.query(Chips)
        labels = self.labels
        machines = [not guest.is_human for guest in self.guests]
        looks = assign_looks(labels, self.looks, machines)
        here.show(
            [
                (get_mark(look), label, get_style(look), describe_kind(guest, self.game))
                for guest, label, look in zip(self.guests, labels, looks, strict=True)
            ]
        )
        here.marked = self.marked_guest
        candidates = self.candidates
        machine = [] if self.is_full else [("", "a machine", "", "")]
        known.show([*(("", name, "", "") for name in candidates), *machine])
        known.marked = self.mark - 1 if self.mark > 0 else None
        field = self.field
        field.mark, field.has_company = self.mark, bool(self.guests)
        field.is_full = self.is_full
        field.set_class(field.outside, "-outside")
        suggester = self.field.suggester
        assert isinstance(suggester, KnownNames)
        suggester.names = self.list_suggestions()

    def show_game(self, game: GameType) -> None:
        """Say of each machine what it is in this game."""
        if game is not self.game:
            self.game = game
            if self.is_mounted:
                self.show_chips()

    def list_suggestions(self) -> Sequence[str]:
        """List the names that the field completes."""
        if not self.wants_machines:
            return self.candidates
        return tuple(islice(list_free_names(self.labels), len(STRENGTHS)))

    def mark_machine(self) -> None:
        """Mark the chip that adds a machine, so that Enter adds one."""
        self.mark = len(self.candidates) + 1
        self.show_chips()

    @on(NameField.Moved)
    def move_mark(self, event: NameField.Moved) -> None:
        """Mark the chip beside the marked one."""
        least, most = -len(self.guests), self.most_mark
        self.mark = min(max(self.mark + event.by, least), most) if event.by else 0
        self.show_chips()
        self.post_message(self.Edited())

    @on(NameField.Removed)
    def remove_marked(self) -> None:
        """Remove the marked player, or else the last one."""
        if self.mark <= 0 and self.guests:
            self.remove_guest(len(self.guests) + (self.mark or -1))

    def remove_guest(self, number: int) -> None:
        """Remove a player from the table."""
        del self.guests[number]
        if self.mark < 0:
            self.mark = max(self.mark, -len(self.guests))
        self.report()

    @on(NameField.Swapped)
    def swap_marked(self, event: NameField.Swapped) -> None:
        """Let the marked player change places with the one beside."""
        place = self.marked_guest
        if place is not None and 0 <= place + event.by < len(self.guests):
            guest = self.guests.pop(place)
            self.guests.insert(place + event.by, guest)
            self.mark += event.by
            self.report()

    def add_people(self, text: str) -> None:
        """Add the people, or machines, whose names these are, with commas between them."""
        twin = self.explain_twin(text, added=True)
        names = [name for name in text.split(",") if name.strip()]
        if without := names[MOST - len(self.guests) :]:
            self.field.value = ",".join(without).strip()
        self.guests = self.place_people(text)
        self.report()
        self.twin = twin

    def place_people(self, text: str) -> list[Spec]:
        """List everybody, with those whose names these are."""
        guests = list(self.guests)
        for typed in text.split(","):
            name = self.complete_name(typed)
            if name and len(guests) < MOST:
                labels = label_guests(guests)
                unique = distinguish_names([*labels, name])[-1]
                if len(unique) > MAX_NAME_LENGTH:
                    unique = distinguish_names([*labels, name[:-3]])[-1]
                if self.wants_machines:
                    guests.append(create_machine(unique))
                else:
                    guests.insert(count_people(guests), Spec("human", unique))
        return guests

    def complete_name(self, typed: str) -> str:
        """Clean a name, and write a known one as it is known."""
        cleaned = clean(typed, MAX_NAME_LENGTH)
        same = [one for one in self.list_suggestions() if one.casefold() == cleaned.casefold()]
        return next(iter(same), cleaned)

    def explain_twin(self, text: str, *, added: bool = False) -> str:
        """Say that somebody of the last of these names is here; nothing if nobody is."""
        typed = self.complete_name(text.rpartition(",")[2]).casefold()
        name = next((label for label in self.labels if label.casefold() == typed), None)
        placed = self.place_people(text)
        if name is None or len(placed) == len(self.guests):
            return ""
        new = next(label for label in reversed(label_guests(placed)) if label not in self.labels)
        if added:
            return f"{name} was here already: the new one is {new}."
        return f"{name} is already here. Enter adds {new}."

    @on(NameField.MachineWanted)
    def add_machine(self) -> None:
        """Add a machine; then Enter goes on, and adds no other."""
        self.mark = 0
        self.add_machines(1)

    def add_machines(self, number: int) -> None:
        """Add so many machines."""
        self.guests += choose_machines(min(number, MOST - len(self.guests)), self.labels)
        self.report()

    def seat_model(self, spec: Spec) -> None:
        """Seat a player in place of the marked one, else of the first machine, else beside them."""
        place = self.marked_guest
        if place is None:
            place = next((n for n, one in enumerate(self.guests) if not one.is_human), None)
        if place is None:
            self.guests.append(spec)
        else:
            self.guests[place] = replace(spec)
        self.report()

    def replace_guests(self, guests: Sequence[Spec]) -> None:
        """Show other players."""
        self.guests = list(guests)
        self.mark = 0
        self.report()

    def report(self) -> None:
        """Show who is here, and post `Changed`."""
        self.twin = ""
        self.mark = min(self.mark, self.most_mark)
        self.show_chips()
        self.post_message(self.Changed())

    @on(Input.Changed)
    def ignore_held_key(self, event: Input.Changed) -> None:
        """Take back the letters of a key that was held down before the screen opened."""
        event.stop()
        first, length = event.value[:1].casefold(), len(event.value)
        held = first in OPENING_KEYS and event.value.casefold() == first * length
        if held and length >= REPEATS and not self.guests:
            self.field.value = ""
        self.post_message(self.Edited())

    @on(Input.Submitted)
    def enter(self, event: Input.Submitted) -> None:
        """Add the typed or marked one; without any, everybody is here."""
        event.stop()
        if self.mark > 0:
            self.add_known(self.mark - 1)
        elif name := clean(event.value, MAX_NAME_LENGTH):
            self.add_people(name)
        else:
            self.post_message(self.Done())

    def add_known(self, number: int) -> None:
        """Add a known person; behind the last of them stands a machine."""
        candidates = self.candidates
        if number < len(candidates):
            self.mark = min(self.mark, len(candidates) - 1)
            self.add_people(candidates[number])
        else:
            self.add_machine()

    def on_descendant_blur(self) -> None:
        """Mark nothing while the keyboard is elsewhere."""
        self.mark = 0
        self.show_chips()


def label_guests(guests: Sequence[Spec]) -> tuple[str, ...]:
    """The names of these players, all different."""
    return distinguish_names([guest.display_name("") for guest in guests])


def count_people(guests: Sequence[Spec]) -> int:
    """Count the people before the first machine, behind whom the next person sits."""
    kinds = [guest.is_human for guest in guests]
    return kinds.index(False) if False in kinds else len(kinds)


def describe_kind(spec: Spec, game: GameType | None = None) -> str:
    """Say of a machine that it is one, and its style: `steady machine`.

    In a game that Parlour's own player does not know, what plays in its place: `as word2vec`.
    """
    if spec.is_human:
        return ""
    fitted = fit_machine(spec, game) if game else spec
    if fitted.kind != spec.kind:
        return f"as {fitted.kind}"
    return f"{find_style(spec)} {MACHINE}".strip()
