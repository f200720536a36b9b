"""Contact sheets: all cards of a folder in one picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from tools.deck.drawing import small

_GROUND = "#26242c"
_GAP = 6
"""Pixels between cards."""


def _laid_out(cards: Sequence[Image.Image], columns: int) -> Image.Image:
    width, height = cards[0].size
    rows = -(-len(cards) // columns)
    size = (columns * (width + _GAP) + _GAP, rows * (height + _GAP) + _GAP)
    sheet = Image.new("RGB", size, _GROUND)
    for i, card in enumerate(cards):
        row, column = divmod(i, columns)
        place = (_GAP + column * (width + _GAP), _GAP + row * (height + _GAP))
        sheet.paste(card, place, card if card.mode == "RGBA" else None)
    palette = sheet.quantize(256)
    return sheet.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG)


def contact_sheet(pictures: Sequence[Path], columns: int = 12, width: int = 150) -> Image.Image:
    """The cards in rows, each `width` pixels wide."""
    cards = []
    for picture in pictures:
        with Image.open(picture) as card:
            whole = card.convert("RGBA")
        height = round(width * whole.height / whole.width)
        cards.append(whole.resize((width, height), Image.Resampling.LANCZOS))
    return _laid_out(cards, columns)


def small_sheet(pictures: Sequence[Path], columns: int = 12, enlarge: int = 4) -> Image.Image:
    """The cards as a small terminal shows them, 27 by 40 pixels, each pixel enlarged."""
    cards = []
    for picture in pictures:
        with Image.open(picture) as card:
            seen = small(card.convert("RGBA"))
        size = (seen.width * enlarge, seen.height * enlarge)
        cards.append(seen.resize(size, Image.Resampling.NEAREST))
    return _laid_out(cards, columns)
