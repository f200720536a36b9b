"""How alike two cards are: the mean distance of their colours at 6 by 9 pixels."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from PIL import Image

from tools.deck.colour import Array, to_lab

BOUND = 0.14
"""Cards nearer than this are taken for one another across a table."""

_CHROMA = (1, 2.2, 2.2)
"""Weights of OKLab's axes: a difference of hue counts more than one of lightness."""


def gist(picture: Path) -> Array:
    """What is left of a card from afar: (9, 6, 3), weighted OKLab."""
    with Image.open(picture) as card:
        seen = card.convert("RGBA").convert("RGB").resize((6, 9), Image.Resampling.BOX)
    return to_lab(np.asarray(seen) / 255.0) * _CHROMA


def distances(pictures: Iterable[Path]) -> list[tuple[float, str, str]]:
    """Every pair of cards with its distance, the most alike first."""
    gists = {picture.stem: gist(picture) for picture in pictures}
    pairs = itertools.combinations(gists, 2)
    return sorted(
        (float(np.sqrt(((gists[a] - gists[b]) ** 2).sum(-1)).mean()), a, b) for a, b in pairs
    )
