"""What a deck says of a card, for the gallery; at the table nobody sees it before the reveal."""

from textual.content import Content

from images.card import Card

LABELS = 10
"""Cells that the labels take."""


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


def page(card: Card, width: int) -> Content:
    """Everything that the deck says of a card, in lines of `width` cells."""
    lines = [Content.styled(name(card), "bold $primary"), Content("")]
    if card.caption:
        lines += [Content.styled(f"“{card.caption}”", "italic"), Content("")]
    parts = {
        "Seen": ", ".join(card.tags),
        "Themes": ", ".join(card.themes),
        "Echoes": "\n".join(card.echoes),
        "Picture": ", ".join(filter(None, (card.tone, card.device, card.place))),
    }
    for label, text in parts.items():
        if text:
            lines += [*_labelled(label, Content(text), width), Content("")]
    if card.palette:
        swatches = [part for colour in card.palette for part in (("██", colour), f" {colour}  ")]
        lines += [*_labelled("Colours", Content.assemble(*swatches), width), Content("")]
    if not (card.title or card.caption or any(parts.values())):
        lines += [Content("Nothing is said of this card in deck.toml yet."), Content("")]
    lines += _labelled("Id", Content.styled(card.id, "$muted"), width)
    return Content("\n").join(lines)


def _labelled(label: str, text: Content, width: int) -> list[Content]:
    """A text beside its label, as far in on every line."""
    first, *rest = text.wrap(max(width - LABELS, 10))
    return [
        Content.assemble((f"{label:{LABELS}}", "$muted"), first),
        *(line.pad_left(LABELS) for line in rest),
    ]
