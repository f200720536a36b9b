"""The screen on which a rater guesses the card of each clue, then sees it and rates the clue."""

from time import monotonic
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from images.deck import Deck
from lab.errors import StudyError
from lab.study.display import Display
from lab.study.entry import LONGEST_REMARK, Guess, Rating
from lab.study.file import StudyFile
from lab.study.study import StudyItem
from screens.games.dixit.clue import Clue
from screens.games.dixit.zoom import Zoom
from screens.pictures.cache import PictureCache
from screens.private_screen import PrivateScreen
from screens.widgets.cards.card_item import CardItem
from screens.widgets.cards.row import CardRow
from screens.widgets.footer import KeyFooter
from screens.widgets.private_input import PrivateInput

SCALES = {
    "clarity": ("Clarity", "completely unclear", "immediately obvious"),
    "creativity": ("Creativity", "purely literal", "highly creative"),
}
"""By name of a scale: its title, and the meaning of its ends."""


POINTS = range(1, 6)


class RatingScreen(PrivateScreen[bool]):
    """All remaining items of a rater, one by one; dismissed with whether all are done."""

    game = "dixit"
    CSS_PATH = "study.tcss"
    AUTO_FOCUS = ""
    HELP = (
        "Choose the card that you believe is meant, with its number, and lock your guess with "
        "Enter. In a study with ratings you then see which card was meant, and say from 1 to 5 how "
        "clear and how creative the clue was. Enter goes on: before that, U takes back a rating "
        "and R adds a remark. Esc pauses: everything that is locked is saved."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n), f"number({n})", show=False) for n in range(1, 10)),
        Binding("left", "go(-1)", show=False),
        Binding("right", "go(1)", show=False),
        Binding("up,shift+tab", "scale(-1)", show=False),
        Binding("down,tab", "scale(1)", show=False),
        Binding("enter", "confirm", "Lock, next", key_display="Enter"),
        Binding("u,backspace", "undo", "Undo", key_display="U", tooltip="Take back a rating"),
        Binding("r", "remark", "Remark", key_display="R", tooltip="Add a remark on the clue"),
        Binding("z,f4", "zoom", "Zoom", key_display="Z", tooltip="One card, large"),
        Binding("d,f5", "describe", "Words", key_display="D", tooltip="What is to be seen"),
        Binding("escape", "pause", "Pause", key_display="Esc", tooltip="Save and leave"),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]

    def __init__(self, file: StudyFile, deck: Deck, rater: str) -> None:
        """Ask `rater` about their remaining items of a study."""
        super().__init__()
        self.file = file
        self.deck = deck
        self.person = rater
        self.total = len(file.study.order_for(rater))
        self.left = file.list_remaining(rater)
        self.item: StudyItem | None = None
        self.cards: tuple[str, ...] = ()
        self.at: int | None = None
        """The index of the chosen card."""
        self.guess: Guess | None = None
        """The locked guess for this item."""
        self.ratings: dict[str, int] = {}
        self.scale = 0
        """The scale that the next number is for."""
        self.is_described = False
        self.words_opened = self.zooms = 0
        """How often words and single cards were opened for this item."""
        self._shown_at = 0.0
        self._seconds = 0.0
        self.clue = Clue()

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Static(id="where", markup=False)
            yield Static(id="step", markup=False)
        yield CardRow(one_if_coarse=True, heading=self.clue)
        with Vertical(id="ratings"):
            for name in SCALES:
                yield Static(id=name, classes="scale", markup=False)
            yield PrivateInput(
                placeholder="R: a remark, if you like",
                max_length=LONGEST_REMARK,
                compact=True,
                id="remark",
            )
        yield Static(id="told", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.show_next()

    def on_screen_resume(self) -> None:
        """Measure time only while the screen is in front."""
        self._shown_at = monotonic()

    def on_screen_suspend(self) -> None:
        self._seconds += monotonic() - self._shown_at
        self._shown_at = monotonic()

    def count_seconds(self) -> float:
        """Count the seconds spent on this step."""
        return round(self._seconds + monotonic() - self._shown_at, 1)

    def begin_step(self) -> None:
        """Count the seconds of a new step."""
        self._seconds, self._shown_at = 0.0, monotonic()

    def show_next(self) -> None:
        """Show the next item, or end; an item with a locked guess continues with its ratings."""
        if not self.left:
            self.dismiss(True)
            return
        self.item = self.left[0]
        self.cards = self.file.study.list_candidates(self.person, self.item)
        self.guess = self.file.guess_of(self.person, self.item.id)
        self.at = self.cards.index(self.guess.card) if self.guess else None
        self.ratings, self.scale = {}, 0
        self.words_opened = int(self.is_described)
        self.zooms = 0
        self.query_one("#remark", Input).value = ""
        self.begin_step()
        self.show_item(new=True)
        self.call_after_refresh(self.prepare_next)

    def prepare_next(self) -> None:
        """Encode the cards of the next item in advance."""
        pictures, row = getattr(self.app, "pictures", None), self.query_one(CardRow)
        size = row.slots[0].picture.size if row.slots else None
        if pictures and size and len(self.left) > 1:
            cards = self.file.study.list_candidates(self.person, self.left[1])
            pictures.prepare([self.deck.get_path(card) for card in cards], size.width, size.height)

    @property
    def is_rating(self) -> bool:
        """Whether the guess is locked, and the clue is being rated."""
        return self.guess is not None

    def show_item(self, *, new: bool = False) -> None:
        """Show the current state of the item."""
        if self.item is None:
            return
        done = self.total - len(self.left)
        self.query_one("#where", Static).update(f"{self.file.study.name}   {self.person}")
        self.query_one("#step", Static).update(f"clue {done + 1} of {self.total}")
        self.clue.show(self.item.clue)
        row, items = self.query_one(CardRow), self.create_items()
        if new:
            row.show(items, self.at)
        else:
            row.cards = tuple(items)
            row.mark_card(self.at)
        self.query_one("#ratings").display = self.is_rating
        for number, name in enumerate(SCALES):
            self.query_one(f"#{name}", Static).update(self.render_scale(number, name))
        self.query_one("#told", Static).update(self.describe_task())
        self.refresh_bindings()

    def create_items(self) -> list[CardItem]:
        """Create the cards with their numbers; after the lock, mark the target."""
        assert self.item is not None
        found = []
        for number, card in enumerate(self.cards):
            style = "bold $primary" if number == self.at else "$muted"
            told = (("meant", card == self.item.target), ("your guess", number == self.at))
            words = ", ".join(word for word, holds in told if holds and self.is_rating)
            found.append(
                CardItem(
                    self.deck.get_path(card),
                    ", ".join(self.deck.cards[card].tags) or "nothing is said of this card",
                    (Content.styled(str(number + 1), style),),
                    Content.styled(words, "bold $primary"),
                    dim=self.is_rating and card != self.item.target and number != self.at,
                )
            )
        return found

    def render_scale(self, number: int, name: str) -> Content:
        """Render a scale with its ends and its rating, marked if the next number is for it."""
        title, low, high = SCALES[name]
        given, current = self.ratings.get(name), number == self.scale
        parts = [Content.styled("▸ " if current else "  ", "bold $primary")]
        parts.append(Content.styled(f"{title:11}", "bold" if current else ""))
        parts.append(Content.styled(f"{low:>20}  ", "$muted"))
        for point in POINTS:
            chosen = point == given
            text = f"[{point}]" if chosen else f" {point} "
            parts.append(Content.styled(text, "bold $primary reverse" if chosen else ""))
        parts.append(Content.styled(f"  {high}", "$muted"))
        return Content("").join(parts)

    def describe_task(self) -> Content:
        """Describe what to do now, and the choice so far."""
        count = len(self.cards)
        if not self.is_rating:
            if self.at is None:
                return Content(f"Which card was meant? Choose 1 to {count}.")
            chosen = Content(f"Your guess: {self.at + 1}. Enter locks it.")
            if not self.is_described:
                return chosen
            seen = ", ".join(self.deck.cards[self.cards[self.at]].tags)
            return Content(f"On card {self.at + 1}: {seen}")
        assert self.item is not None
        meant = self.cards.index(self.item.target) + 1
        found = "Found." if self.at == meant - 1 else f"Card {meant} was meant."
        if len(self.ratings) == len(SCALES):
            return Content(f"{found} Enter shows the next clue.")
        title = SCALES[list(SCALES)[self.scale]][0].lower()
        return Content(f"{found} Rate the {title}: 1 to 5.")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Enable the keys of this step; no words where all cards have them."""
        if action == "describe" and self.is_mounted and self.query_one(CardRow).shows_one:
            return False
        if action in ("undo", "remark", "scale"):
            return self.is_rating
        return True

    def action_number(self, number: int) -> None:
        """Choose a card, or rate on the current scale."""
        if not self.is_rating:
            if number <= len(self.cards):
                self.at = number - 1
                self.show_item()
            return
        if number in POINTS:
            names = list(SCALES)
            self.ratings[names[self.scale]] = number
            missing = [place for place, name in enumerate(names) if name not in self.ratings]
            if missing:
                self.scale = missing[0]
            self.show_item()

    def action_go(self, by: int) -> None:
        """Choose the next card, or the next rating on the current scale."""
        if not self.is_rating:
            first = -1 if by > 0 else 0
            self.at = ((first if self.at is None else self.at) + by) % len(self.cards)
        else:
            name = list(SCALES)[self.scale]
            given = self.ratings.get(name, 3 - by)
            self.ratings[name] = max(POINTS[0], min(POINTS[-1], given + by))
        self.show_item()

    def action_scale(self, by: int) -> None:
        """Rate on the other scale."""
        self.scale = (self.scale + by) % len(SCALES)
        self.show_item()

    def action_undo(self) -> None:
        """Undo the last rating."""
        if self.ratings:
            name, _ = self.ratings.popitem()
            self.scale = list(SCALES).index(name)
            self.show_item()
        else:
            self.app.bell()

    def action_remark(self) -> None:
        """Write a remark."""
        self.query_one("#remark", Input).focus()

    @on(Input.Submitted, "#remark")
    def leave_remark(self, event: Input.Submitted) -> None:
        """Go back to the ratings."""
        event.stop()
        self.set_focus(None)

    def action_confirm(self) -> None:
        """Lock the guess or the ratings, and go on."""
        if self.item is None:
            return
        try:
            if self.is_rating:
                self.write_ratings(self.item)
            else:
                self.write_guess(self.item)
        except StudyError as error:
            self.show_complaint(f"✗ {error}")

    def write_guess(self, item: StudyItem) -> None:
        """Lock the guess; its ratings follow, or the next item.

        Raises:
            StudyError: If it cannot be written.
        """
        if self.at is None:
            self.show_complaint(f"✗ Choose a card first: 1 to {len(self.cards)}.")
            return
        card, seconds = self.cards[self.at], self.count_seconds()
        self.file.lock_guess(
            Guess(
                rater=self.person,
                item=item.id,
                card=card,
                position=self.at + 1,
                seconds=seconds,
                display=self.describe_display(),
            )
        )
        self.begin_step()
        if self.file.study.mode == "guess":
            self.show_next_item()
            return
        self.guess = self.file.guess_of(self.person, item.id)
        self.show_item(new=True)

    def describe_display(self) -> Display | None:
        """Describe how the rater saw the cards; `None` without pictures of any kind."""
        pictures: PictureCache | None = getattr(self.app, "pictures", None)
        row = self.query_one(CardRow)
        if pictures is None or not row.slots:
            return None
        shown = row.slots[row.shown if row.shows_one else 0].picture.size
        mode = pictures.mode
        return Display(
            protocol=mode.protocol.value,
            cell_width=mode.cell[0],
            cell_height=mode.cell[1],
            card_columns=shown.width,
            card_rows=shown.height,
            one_at_a_time=row.shows_one,
            words_opened=self.words_opened,
            zooms=self.zooms,
        )

    def write_ratings(self, item: StudyItem) -> None:
        """Lock the ratings, and show the next item.

        Raises:
            StudyError: If they cannot be written.
        """
        missing = [SCALES[name][0].lower() for name in SCALES if name not in self.ratings]
        if missing:
            self.show_complaint(f"✗ Rate the {missing[0]} first: 1 to 5.")
            return
        self.file.add_rating(
            Rating(
                rater=self.person,
                item=item.id,
                clarity=self.ratings["clarity"],
                creativity=self.ratings["creativity"],
                remark=self.query_one("#remark", Input).value,
                seconds=self.count_seconds(),
            )
        )
        self.begin_step()
        self.show_next_item()

    def show_next_item(self) -> None:
        """Show the next item; this one can no longer be changed."""
        self.left = self.left[1:]
        self.show_next()

    def show_complaint(self, text: str) -> None:
        """Show what is missing."""
        self.app.bell()
        self.query_one("#told", Static).update(Content.styled(text, "$error"))

    def action_describe(self) -> None:
        """Show or hide the description of the chosen card."""
        self.is_described = not self.is_described
        self.words_opened += self.is_described
        self.show_item()

    @work
    async def action_zoom(self) -> None:
        """Show a card as large as possible."""
        items = [item._replace(caption=()) for item in self.create_items()]
        zoom = Zoom(self.person, items, self.at or 0)
        self.zooms += 1
        at = await self.app.push_screen_wait(zoom)
        self.words_opened += zoom.words_opened
        if at is not None and not self.is_rating:
            self.at = at
            self.show_item()

    @on(CardRow.Picked)
    def choose_card(self, event: CardRow.Picked) -> None:
        """Choose the card that was clicked."""
        if not self.is_rating:
            self.at = event.index
            self.show_item()

    def action_pause(self) -> None:
        """Leave the remark, or the study; locked guesses are saved."""
        if isinstance(self.focused, Input):
            self.set_focus(None)
        else:
            self.dismiss(False)
