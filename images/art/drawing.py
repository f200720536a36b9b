"""From a card's module to its file: painted, corners rounded, reduced to 256 colours."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

from images.art import cards
from images.art.palette import paletted
from images.art.size import HEIGHT, WIDTH

_CORNER = 14
"""Radius of a card's corners in card units."""


def card_ids() -> list[str]:
    """Every card that has a module, in order of its id."""
    return sorted(module.name for module in pkgutil.iter_modules(cards.__path__))


def painted(card: str) -> Image.Image:
    """The card as RGBA with rounded corners, before its colours are counted."""
    module = importlib.import_module(f"images.art.cards.{card}")
    return rounded(Image.fromarray(module.paint()))


def rounded(picture: Image.Image) -> Image.Image:
    """An RGB picture of a card's size as RGBA, its corners rounded as all cards have them."""
    picture = picture.copy()
    corners = Image.new("L", (WIDTH * 4, HEIGHT * 4))
    box = (0, 0, WIDTH * 4 - 1, HEIGHT * 4 - 1)
    ImageDraw.Draw(corners).rounded_rectangle(box, _CORNER * 4, fill=255)
    picture.putalpha(corners.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS))
    return picture


def small(picture: Image.Image, width: int = 27, height: int = 40) -> Image.Image:
    """The card as a small terminal shows it, sharpened before it is reduced."""
    plain = Image.new("RGB", picture.size, "#26242c")
    plain.paste(picture, mask=picture.getchannel("A"))
    half = plain.resize((width * 2, height * 2), Image.Resampling.LANCZOS)
    sharp = half.filter(ImageFilter.UnsharpMask(1.6, 130, 0))
    return sharp.resize((width, height), Image.Resampling.BOX)


def draw(card: str, folder: Path) -> int:
    """Write the card as the deck keeps it into a folder; returns its size in bytes."""
    file = folder / f"{card}.png"
    paletted(painted(card)).save(file, optimize=True)
    return file.stat().st_size


def draw_to_look_at(card: str, folder: Path) -> None:
    """Write the card in full colour, and its small view enlarged, into a folder."""
    picture = painted(card)
    picture.save(folder / f"{card}.png")
    enlarged = small(picture).resize((270, 400), Image.Resampling.NEAREST)
    enlarged.save(folder / f"{card}_small.png")
