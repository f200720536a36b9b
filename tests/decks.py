"""A small deck to play with in tests: coloured cards that anybody could draw."""

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

SUBJECTS = ("boat", "tree", "house", "bird", "fish", "lamp", "stone", "river", "horse", "key")
THEMES = ("hope", "fear", "time", "love", "freedom", "memory", "power", "dream", "loss", "home")
SIZE = (305, 460)


def make_deck(folder: Path, cards: int = 84) -> Path:
    """A folder with a deck of so many different cards, `card_00`, `card_01`, ..."""
    folder.mkdir(parents=True, exist_ok=True)
    tables = []
    for number in range(cards):
        draw_card(folder / f"card_{number:02}.png", number)
        tables.append(
            describe(
                f"card_{number:02}",
                title=f"Number {number}",
                caption=f"the secret of {number}",
                tags=[SUBJECTS[(number + step * step) % 10] for step in range(3)],
                themes=[THEMES[(number + step) % 10] for step in (0, 3, 4)],
            )
        )
    (folder / "deck.toml").write_text("\n".join(tables), encoding="utf-8")
    return folder


def draw_card(file: Path, number: int, size: tuple[int, int] = SIZE) -> Path:
    """A card with a ground and a disc of its own."""
    red, green, blue = number * 37 % 256, number * 91 % 256, number * 151 % 256
    picture = Image.new("RGB", size, (red, green, blue))
    x, y = 40 + number * 7 % 150, 60 + number * 13 % 250
    ImageDraw.Draw(picture).ellipse((x, y, x + 80, y + 80), (255 - red, 255 - green, 255 - blue))
    picture.quantize(8).save(file)
    return file


def describe(identity: str, **said: str | Sequence[str]) -> str:
    """A table of `deck.toml`."""
    lines = [f"[cards.{identity}]"]
    for key, value in said.items():
        told = f'"{value}"' if isinstance(value, str) else str(list(value)).replace("'", '"')
        lines.append(f"{key} = {told}")
    return "\n".join(lines) + "\n"
