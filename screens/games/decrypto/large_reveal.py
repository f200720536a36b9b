"""The reveal of a round of Decrypto in large type, for the last row of a hall."""

from textual.color import Color
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from engine.games.decrypto.moves import Code
from engine.games.decrypto.roles import Role
from screens.games.decrypto.keyword_cards import BACK
from screens.games.decrypto.reveal import END, GUESSES, TURNS, DecryptoReveal
from screens.widgets.figure import draw_figure, list_digit_rows
from screens.widgets.large_text import build_large_lines, draw_line
from screens.widgets.letter_size import fit_alike
from screens.widgets.text_layout import BLANK, lay_out_row

INK = "$background on $foreground"
"""The colours of a label with a hint."""
SIGN_ROWS = {True: ("      ██", "██  ██  ", "  ██    "), False: ("██  ██", "  ██  ", "██  ██")}
"""A tick and a cross, three rows high."""
LARGE_SIGN_ROWS = {
    True: (
        "            ██",
        "          ██  ",
        "██      ██    ",
        "  ██  ██      ",
        "    ██        ",
    ),
    False: ("██      ██", "  ██  ██  ", "    ██    ", "  ██  ██  ", "██      ██"),
}
"""The same, five rows high."""
HEADS, LARGE_HEADS, BROAD = 17, 26, 120
"""Columns for who guesses, those for a name in large letters, and the columns that these need."""
NAME_ROWS = 4
"""Rows of a name in large letters, and of who has won the round."""
GUESS_ROWS, LARGE_GUESS_ROWS = 3, 5
"""Rows of a guess, and of one on a screen of `SPACIOUS` rows."""
FRAME = 4
"""Rows of a watched game around the page of a reveal."""
EDGES = 2
"""Rows of the edges of a card."""
SMALLEST, LARGEST, HIGHEST_HINT = 3, 12, 5
"""Fewest and most rows of a card's face, and most of a hint."""
SPACIOUS = 40
"""From this many rows on there is air between the parts."""


class LargeDecryptoReveal(DecryptoReveal):
    """The code as large cards over their hints; below them each guess with large ticks."""

    DEFAULT_CSS = "LargeDecryptoReveal { width: 100%; max-width: 220; }"

    def layout_stage(self, width: int, stage: int) -> list[Content]:
        """Lay out the code over its hints, a row for each guess, then the results."""
        height = self.count_rows()
        widths = list_widths(width)
        column = widths[-1]
        air = [BLANK] if height >= SPACIOUS else []
        end = self.lay_out_end(width, air, air)
        guesses = [
            line
            for role, guess, begin in (
                (Role.DECODER, self.done.decoder, GUESSES),
                (Role.INTERCEPTOR, self.done.interceptor, GUESSES + 2),
            )
            if guess is not None
            for line in [*self.lay_out_large_guess(role, guess, width, stage - begin), BLANK, *air]
        ]
        room = height - FRAME - len(guesses) - len(end) - 2 * len(air)
        code = [
            line
            for row in self.lay_out_large_code(column, room, stage)
            for line in lay_out_row((BLANK, *row), widths)
        ]
        if stage <= END:
            end = [BLANK] * len(end)
        return [*air, *code, *air, *guesses, *end]

    def count_rows(self) -> int:
        """Count the rows of a screen on which nothing but the usual lines is beside the page."""
        page = self.parent.size.height if isinstance(self.parent, Widget) else 0
        screen = self.screen.size.height if self.is_mounted else 0
        return min(page + FRAME, screen) if page else screen

    def lay_out_verdict(self, said: str, width: int, *, lost: bool) -> list[Content]:
        """Who won the round, in large letters without the reason, which the signs show."""
        told = "" if self.is_decisive else said.partition(":")[0].rstrip(".")
        drawn = self.draw_sentence(told, "error" if lost else "success", width)
        return drawn or super().lay_out_verdict(said, width, lost=lost)

    def lay_out_decision(self, told: str, width: int) -> list[Content]:
        """Who won the game, in large letters."""
        drawn = self.draw_sentence(told.partition(" in round ")[0], "primary", width)
        return drawn or super().lay_out_decision(told, width)

    def draw_sentence(self, text: str, colour: str, width: int) -> list[Content]:
        """Draw a sentence in the middle in large letters, if the screen has room for them."""
        if not text or not self.is_mounted or self.screen.size.height < SPACIOUS:
            return []
        drawn = self.draw_large(text, colour, width - 2, NAME_ROWS)
        return [centre(line, width) for line in drawn]

    def lay_out_large_code(self, column: int, room: int, stage: int) -> list[tuple[Content, ...]]:
        """The cards with the digits, as far as they have turned, and the hint of each.

        They fill the `room`, if it is neither too small nor too large for them.
        """
        hints = self.draw_hints(column - 2, room - EDGES - SMALLEST - 1)  # a blank row below
        rows = min(max(room - EDGES - len(hints[0]), SMALLEST), LARGEST)
        cards = [
            self.draw_card(digit, stage >= TURNS * (place + 1), rows, column - 2)
            for place, digit in enumerate(self.done.code)
        ]
        return [*zip(*cards, strict=True), *zip(*hints, strict=True)]

    def draw_card(self, digit: int, is_open: bool, rows: int, width: int) -> list[Content]:
        """Draw a card with a digit, or its back, `rows` rows high inside."""
        inside = min(max(2 * rows + 2, 7), width - 2)
        style = "bold $primary" if is_open else "$muted"
        face = [Content.styled(BACK * inside, style)] * rows
        if is_open:
            drawn = self.draw_large(str(digit), "primary", inside, rows)
            drawn = drawn or [Content.styled(row, style) for row in list_digit_rows(digit)]
            face = [centre(line, inside) for line in fill_rows(drawn, rows)]
        side = Content.styled("│", style)
        lines = [
            Content.styled("╭" + "─" * inside + "╮", style),
            *(Content.assemble(side, row, side) for row in face),
            Content.styled("╰" + "─" * inside + "╯", style),
        ]
        return [centre(line, width) for line in lines]

    def draw_hints(self, width: int, room: int) -> list[list[Content]]:
        """Draw the hints in letters of the same size, as large as fit, or else on labels."""
        fit = fit_alike(self.done.hints, width, min(HIGHEST_HINT, room))
        if fit is not None:
            colour = Color.parse(self.app.theme_variables["foreground"])
            drawn = [
                draw_line(self, hint, colour, fit.size, narrow=fit.narrow) for hint in fit.lines
            ]
            return [[*(centre(line, width) for line in one), BLANK] for one in drawn]
        texts = [Content.styled(hint, "bold").wrap(width - 4) for hint in self.done.hints]
        most = max(map(len, texts))
        return [draw_label(text, width, most) for text in texts]

    def draw_large(self, text: str, colour: str, width: int, rows: int) -> list[Content]:
        """Draw a text in large letters; nothing if it does not fit."""
        found = Color.parse(self.app.theme_variables[colour])
        return build_large_lines(self, text, found, Size(width, rows), narrow=True)

    def draw_guessed(self, digit: int, *, is_large: bool) -> list[Content]:
        """Draw a digit that somebody has guessed."""
        high = LARGE_GUESS_ROWS if is_large else GUESS_ROWS
        drawn = self.draw_large(f"{digit}", "foreground", 2 * high, high) if is_large else []
        return drawn or fill_rows(draw_figure(digit, "bold"), high)

    def lay_out_large_guess(self, role: Role, guess: Code, width: int, stage: int) -> list[Content]:
        """Who guessed; from stage 1 on their digits under those of the code, then large signs."""
        hit = guess == self.done.code
        words = ("understood", "missed") if role is Role.DECODER else ("intercepted", "missed")
        is_own = role is Role.DECODER
        style = "bold $success" if hit and is_own else "$muted" if not is_own else "bold $error"
        if hit and not is_own:
            style = "bold $error"
        widths = list_widths(width)
        column = widths[-1]
        is_large = self.is_mounted and self.screen.size.height >= SPACIOUS
        high = LARGE_GUESS_ROWS if is_large else GUESS_ROWS
        seat = self.find_seat(role)
        said = Content.styled(words[0] if hit else words[1], style) if stage > 1 else BLANK
        name, colour = self.names.get_label(seat), self.names.get_style(seat).removeprefix("$")
        drawn = self.draw_large(name, colour, widths[0] - 2, NAME_ROWS) if is_large else []
        if drawn:
            told = Content.assemble((f"{role.name.lower()} ", self.names.get_style(seat)), said)
            heads = fill_rows([*drawn, told], high)
        else:
            who = self.names.format_player(seat, role=True).wrap(widths[0] - 1)
            heads = [*who[:2], said]
            heads = fill_rows(heads, high) if is_large else [*heads, BLANK][:3]
        columns = []
        for digit, meant in zip(guess, self.done.code, strict=True):
            is_right = digit == meant
            digits = self.draw_guessed(digit, is_large=is_large)
            signs = (LARGE_SIGN_ROWS if is_large else SIGN_ROWS)[is_right]
            colour = "$success" if is_right else "$error"
            cells = [
                Content.assemble(
                    row if stage > 0 else " " * row.cell_length,
                    "   ",
                    draw_blocks(sign, colour) if stage > 1 else " " * len(sign),
                )
                for row, sign in zip(digits, signs, strict=True)
            ]
            columns.append([centre(cell, column - 2) for cell in cells])
        rows = zip(heads, *columns, strict=True)
        return [line for row in rows for line in lay_out_row(row, widths)]


def list_widths(width: int) -> list[int]:
    """List the widths of the columns: who guesses, and each digit with its hint."""
    heads, least = (LARGE_HEADS, 0) if width >= BROAD else (HEADS, width // 4)
    column = max((width - heads) // 3, least)
    return [width - 3 * column, column, column, column]


def draw_blocks(row: str, colour: str) -> Content:
    """Draw the full blocks of a row on a ground of their colour: some fonts leave gaps."""
    parts = row.replace("█ ", "█\n ").replace(" █", " \n█").split("\n")
    return Content.assemble(*((p, f"{colour} on {colour}" if "█" in p else "") for p in parts))


def draw_label(text: list[Content], width: int, rows: int) -> list[Content]:
    """Draw a hint dark on a light label, with rows of half a cell above and below it."""
    inside = max(line.cell_length for line in text) + 2
    # A block, as blanks at the end of a row are cut; some fonts leave a gap beside it.
    side = Content.styled("█", "$foreground on $foreground")
    written = [
        Content.assemble(side, centre(line, inside).stylize(INK), side)
        for line in [*text, *[BLANK] * (rows - len(text))]
    ]
    edges = [Content.styled(edge * (inside + 2), "$foreground") for edge in "▄▀"]
    return [centre(line, width) for line in (edges[0], *written, edges[1])]


def centre(line: Content, width: int) -> Content:
    """Centre a line that is not wrapped."""
    left = max(width - line.cell_length, 0) // 2
    return line.pad_left(left).pad_right(max(width - line.cell_length - left, 0))


def fill_rows(lines: list[Content], rows: int) -> list[Content]:
    """Put blank lines around others so that there are `rows`."""
    above = max(rows - len(lines), 0) // 2
    filled = [*[BLANK] * above, *lines]
    return [*filled, *[BLANK] * (rows - len(filled))]
