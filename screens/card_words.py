"""What a deck says of a card, for the gallery; at the table nobody sees it before the reveal."""

from itertools import batched

from textual.content import Content

from images.card import Card

LABELS = 10
"""Cells that the labels take."""
SWATCH = 12
"""Cells that a colour and its number take."""


def name(card: Card) -> str:
    """What the card is called: its id, if nobody gave it a title."""
    return card.title or card.id


def seen(card: Card) -> str:
    """What is literally to be seen, for those who see no pictures."""
    return ", ".join(card.tags) or f"{card.id}: nobody has said what is to be seen"


def matches(card: Card, asked: str) -> bool:
    """Whether all the words asked for, or beginnings of words, are said of the card."""
    said = (card.id, card.title, card.caption, card.tone, card.device, card.place)
    told = " ".join((*said, *card.tags, *card.themes, *card.echoes)).casefold()
    return all(f" {word}" in f" {told.replace('_', ' ')}" for word in asked.casefold().split())


def page(card: Card, width: int, height: int) -> Content:
    """Everything that the deck says of a card, in lines of `width` cells.

    Where they are more than `height`, they close up; what is too much still is left out.
    """
    parts = [part for part in _parts(card, width) if part]
    lines = [line for part in parts for line in (*part, Content(""))][:-1]
    if len(lines) > height:
        lines = [line for part in parts for line in part]
    if len(lines) > height:
        lines = [*lines[: height - 1], Content("…")]
    return Content("\n").join(lines)


def _parts(card: Card, width: int) -> list[list[Content]]:
    """What is said of a card, in order of what one wants to know first."""
    told = {
        "Seen": ", ".join(card.tags),
        "Themes": ", ".join(card.themes),
        "Echoes": "\n".join(card.echoes),
        "Picture": ", ".join(filter(None, (card.tone, card.device, card.place))),
    }
    caption = Content.styled(f"“{card.caption}”" if card.caption else "", "italic")
    side_by_side = max((width - LABELS) // SWATCH, 1)
    colours = Content("\n").join(
        Content.assemble(
            *(part for colour in line for part in (("██", colour), f" {colour}".ljust(SWATCH - 2)))
        )
        for line in batched(card.palette, side_by_side, strict=False)
    )
    bare = not (card.title or card.caption or any(told.values()))
    return [
        Content.styled(name(card), "bold $primary").wrap(width),
        caption.wrap(width) if card.caption else [],
        Content("Nothing is said of this card in deck.toml yet.").wrap(width) if bare else [],
        *(_labelled(label, Content(text), width) for label, text in told.items() if text),
        _labelled("Colours", colours, width) if card.palette else [],
        _labelled("Id", Content.styled(card.id, "$muted"), width),
    ]


def _labelled(label: str, text: Content, width: int) -> list[Content]:
    """A text beside its label, as far in on every line."""
    first, *rest = text.wrap(max(width - LABELS, 10))
    return [
        Content.assemble((f"{label:{LABELS}}", "$muted"), first),
        *(line.pad_left(LABELS) for line in rest),
    ]
