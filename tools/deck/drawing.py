"""From a card's module to its file: painted, corners rounded, kept as WebP."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

from PIL import Image, ImageFilter

from images.corners import round_corners
from tools.deck import cards

QUALITY = 91
"""The WebP quality of the deck."""


def card_ids() -> list[str]:
    """Every card that has a module, in order of its id."""
    return sorted(module.name for module in pkgutil.iter_modules(cards.__path__))


def painted(card: str) -> Image.Image:
    """The card as RGBA with rounded corners, at twice its size: 610 x 920 pixels."""
    module = importlib.import_module(f"tools.deck.cards.{card}")
    return round_corners(Image.fromarray(module.paint()))


def small(picture: Image.Image, width: int = 27, height: int = 40) -> Image.Image:
    """The card as a small terminal shows it, sharpened before it is reduced."""
    plain = Image.new("RGB", picture.size, "#26242c")
    plain.paste(picture, mask=picture.getchannel("A"))
    half = plain.resize((width * 2, height * 2), Image.Resampling.LANCZOS)
    sharp = half.filter(ImageFilter.UnsharpMask(1.6, 130, 0))
    return sharp.resize((width, height), Image.Resampling.BOX)


def draw(card: str, folder: Path) -> int:
    """Write the card as the deck keeps it into a folder; returns its size in bytes."""
    file = folder / f"{card}.webp"
    painted(card).save(file, quality=QUALITY, method=6, alpha_quality=90)
    return file.stat().st_size


def draw_to_look_at(card: str, folder: Path) -> None:
    """Write the card in full colour, and its small view enlarged, into a folder."""
    picture = painted(card)
    picture.save(folder / f"{card}.png")
    enlarged = small(picture).resize((270, 400), Image.Resampling.NEAREST)
    enlarged.save(folder / f"{card}_small.png")
