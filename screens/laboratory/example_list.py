"""The list of the experiments that come with Parlour."""

from collections.abc import Iterator
from functools import cache
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from engine.players.spec import parse_spec
from lab.experiment.examples import list_examples
from lab.experiment.finder import read_experiment
from screens.laboratory.run_form import OFFERED

MARK, NAME_WIDTH = "▸ ", 25
"""What stands before the marked example, and the cells of the column of names."""


SHARED = 4
"""The letters with which the names of all examples of a paper begin alike."""
NARROWEST = 40
"""The fewest cells for a question beside its name."""


class ExampleList(OptionList):
    """The examples, to choose from."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Try it", key_display="Enter", tooltip="Set this example up"),
    ]

    def __init__(self) -> None:
        self.questions = list_examples()
        self.needs_model: dict[str, bool] = {}
        """By example: whether it asks language models, as far as known."""
        self.pointed: str | None = None
        """The marked example."""
        self.room = 0
        """The cells of a row; 0 while it is not known."""
        super().__init__(*self.list_options(), id="examples")

    def list_options(self) -> Iterator[Option | None]:
        """List the examples, with a line between those of two papers."""
        before = ""
        for name in self.questions:
            if before and before[:SHARED] != name[:SHARED]:
                yield None
            yield Option(self.build_row(name), id=name)
            before = name

    def build_row(self, name: str, *, marked: bool = False) -> Content:
        """The name of an example, and its question if there is room.

        Without room, that of the marked one stands beneath the list.
        """
        question = Content.styled(self.questions[name], "" if marked else "$muted")
        title = Content.assemble(
            (MARK if marked else " " * len(MARK), "$primary"),
            (f"{name:<{NAME_WIDTH}}", "bold $primary" if marked else "bold"),
        )
        beside = self.room >= title.cell_length + NARROWEST or not self.room
        return title + question if beside else title.rstrip()

    def on_resize(self) -> None:
        """Leave the questions out, or show them, for the new width."""
        self.room = self.scrollable_content_region.width
        for name in self.questions:
            self.replace_option_prompt(name, self.build_row(name, marked=name == self.pointed))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Move the mark, as a background alone is hard to see."""
        if self.pointed is not None:
            self.replace_option_prompt(self.pointed, self.build_row(self.pointed))
        self.pointed = event.option_id
        if self.pointed is not None:
            self.replace_option_prompt(self.pointed, self.build_row(self.pointed, marked=True))

    def on_mount(self) -> None:
        """Select an example that needs no model."""
        self.highlighted = self.get_option_index(OFFERED)

    def describe_marked(self) -> Content:
        """Say whether the marked example needs a model, and its question if the row does not."""
        option = self.highlighted_option
        name = (option.id if option else None) or OFFERED
        needs = {
            None: "",
            False: "It needs no language model.",
            True: "It asks language models; F6 on the next screen works out the cost.",
        }[self.needs_model.get(name)]
        beside = self.questions[name] in self.build_row(name).plain
        return Content(needs if beside else f"{self.questions[name]}\n{needs}")


@cache
def find_models() -> dict[str, bool]:
    """Find out which examples have players that ask language models."""
    return {
        name: any(parse_spec(spec).asks_model for spec in read_experiment(name)[0].specs.values())
        for name in list_examples()
    }
