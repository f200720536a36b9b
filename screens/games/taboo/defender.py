"""The private screen of the defender."""

from collections.abc import Callable, Iterator
from typing import Any

from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Static

from engine.games.taboo.legality import find_guess_fault
from engine.games.taboo.view import LONGEST_WORD, Guess, View
from engine.text import clean, fold_words, match_in_line
from screens.games.taboo.seat import TabooSeat, WordField
from screens.games.ui import SeatNames


class DefenderScreen(TabooSeat):
    """The talk and a line to say; apart from it the own suspicions, and a guess."""

    def __init__(
        self,
        view: View,
        names: SeatNames,
        fault: Callable[[Any, Any], str | None],
        complaint: str | None,
    ) -> None:
        """Ask the defender for a line or a guess."""
        super().__init__(view, names, fault, complaint)
        self.note = WordField("note", "a word to remember")
        self.suspects = Static(id="suspects")
        self.guess = WordField("guess", "a single word")
        self.venture = Button("▸ Guess, and end the game", id="venture", action="screen.venture")

    def asked(self) -> Content:
        """Talk, or guess."""
        return Content(f"Answer {self.other} without saying the target, or guess it, once.")

    def beneath(self) -> Iterator[Widget]:
        """Suspicions, and the guess."""
        yield Vertical(
            Horizontal(
                Static("Suspect", classes="label"), self.note, self.suspects, classes="entry"
            ),
            Horizontal(Static("Guess", classes="label"), self.guess, self.venture, classes="entry"),
            id="apart",
        )

    def on_mount(self) -> None:
        """Show what was suspected before."""
        self.refresh_form()

    @property
    def suspected(self) -> list[str]:
        """The words noted so far, this turn and before."""
        return self.saved_note.split("\n") if self.saved_note else []

    def take_note(self) -> None:
        """Note a word; one that was noted before is crossed out."""
        word = clean(self.note.value, LONGEST_WORD)
        if not fold_words(word):
            return
        noted = self.suspected
        kept = [one for one in noted if fold_words(one) != fold_words(word)]
        self.saved_note = "\n".join(kept if len(kept) < len(noted) else [*noted, word])
        self.note.value = ""
        self.refresh_form()

    def refresh_form(self) -> None:
        """Judge the line as it stands, and show the list."""
        super().refresh_form()
        listed = (
            Content(", ".join(self.suspected))
            if self.suspected
            else Content.styled("Enter notes a word, or strikes it.", "$muted")
        )
        if self.suspects.content != listed:
            self.suspects.update(listed)
        fine = find_guess_fault(self.guessed) is None
        self.venture.set_class(fine, "primary")

    def warning(self) -> str | None:
        """A suspicion in the own line may lose."""
        for word in self.suspected:
            if match_in_line(self.spoken, word):
                return f"You suspect “{word}”: if it is the target, this loses the game."
        return None

    @property
    def guessed(self) -> str:
        """The guess as it would be sent."""
        return clean(self.guess.value, LONGEST_WORD)

    def go_on(self) -> None:
        """Note, guess or say, by what is in focus."""
        if self.focused is self.note:
            self.take_note()
        elif self.focused in (self.guess, self.venture):
            self.action_venture()
        else:
            self.action_review()

    def action_venture(self) -> None:
        """Show what would be guessed, if it can be."""
        word = self.guessed
        if find_guess_fault(word):
            self.set_focus(self.guess)
        self.confirm(
            Guess(word),
            "Guess this word?",
            [("Your guess", word)],
            f"You guess once, and it ends the game: if it is the target you win, if not "
            f"{self.other} wins.",
        )
