"""A part of the rules of a game: as many whole paragraphs as there is room for."""

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from screens.shown_keys import show_key
from screens.widgets.markdown import parse_blocks
from screens.widgets.text_layout import BLANK


class RulesExcerpt(Widget):
    """The beginning of a text in Markdown, and the key that shows all of it."""

    markdown: reactive[str] = reactive("")

    def render(self) -> Content:
        width, room = self.size.width, self.size.height
        more = Content.styled(f"{show_key(self.app, 'help')} shows all the rules.", "$muted")
        lines: list[Content] = []
        for block in parse_blocks(self.markdown):
            laid = [*[BLANK] * (block.gap and bool(lines)), *block.layout(width)]
            if len(lines) + len(laid) + len((BLANK, more)) > room:
                break
            lines += laid
        return Content("\n").join([*lines, BLANK, more])
