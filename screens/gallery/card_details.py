"""What a deck says about a card, as lines of text."""

from itertools import batched

from textual.content import Content

from images.card import Card

LABEL_WIDTH = 10
"""Width of the labels, in cells."""


SWATCH_WIDTH = 12
"""Width of a colour and its number, in cells."""


def get_card_title(card: Card) -> str:
    """Return the title of a card, or its id if it has none."""
    return card.title or card.id


def describe_picture(card: Card) -> str:
    """Describe what the picture shows, as alt text."""
    return ", ".join(card.tags) or f"{card.id}: nobody has said what is to be seen"


def render_details(card: Card, width: int, height: int) -> Content:
    """Render all that the deck says of a card, in lines of `width` cells.

    If there are more than `height` lines, blank lines go first, then the last lines.
    """
    parts = [part for part in _render_parts(card, width) if part]
    lines = [line for part in parts for line in (*part, Content(""))][:-1]
    if len(lines) > height:
        lines = [line for part in parts for line in part]
    if len(lines) > height:
        lines = [*lines[: height - 1], Content("…")]
    return Content("\n").join(lines)


def _render_parts(card: Card, width: int) -> list[list[Content]]:
    """Render the parts of the details, the most interesting first."""
    texts = {
        "Seen": ", ".join(card.tags),
        "Themes": ", ".join(card.themes),
        "Echoes": "\n".join(card.echoes),
        "Picture": ", ".join(filter(None, (card.tone, card.device, card.place))),
    }
    caption = Content.styled(f"“{card.caption}”" if card.caption else "", "italic")
    side_by_side = max((width - LABEL_WIDTH) // SWATCH_WIDTH, 1)
    colours = Content("\n").join(
        Content.assemble(
            *(
                part
                for colour in line
                for part in (("██", colour), f" {colour}".ljust(SWATCH_WIDTH - 2))
            )
        )
        for line in batched(card.palette, side_by_side)
    )
    bare = not (card.title or card.caption or any(texts.values()))
    return [
        Content.styled(get_card_title(card), "bold $primary").wrap(width),
        caption.wrap(width) if card.caption else [],
        Content("Nothing is said of this card in deck.toml yet.").wrap(width) if bare else [],
        *(_render_labelled(label, Content(text), width) for label, text in texts.items() if text),
        _render_labelled("Colours", colours, width) if card.palette else [],
        _render_labelled("Id", Content.styled(card.id, "$muted"), width),
    ]


def _render_labelled(label: str, text: Content, width: int) -> list[Content]:
    """Render a text beside its label, indented on every line."""
    first, *rest = text.wrap(max(width - LABEL_WIDTH, 10))
    return [
        Content.assemble((f"{label:{LABEL_WIDTH}}", "$muted"), first),
        *(line.pad_left(LABEL_WIDTH) for line in rest),
    ]
