"""The rounded corners of a card."""

from PIL import Image, ImageDraw

from images.card_size import WIDTH

RADIUS = 14
"""In card units."""


def round_corners(picture: Image.Image) -> Image.Image:
    """Convert an RGB picture of a card, of any size, to RGBA with transparent corners."""
    picture = picture.copy()
    width, height = picture.size
    corners = Image.new("L", (width * 4, height * 4))
    box = (0, 0, width * 4 - 1, height * 4 - 1)
    ImageDraw.Draw(corners).rounded_rectangle(box, RADIUS * 4 * width / WIDTH, fill=255)
    picture.putalpha(corners.resize((width, height), Image.Resampling.LANCZOS))
    return picture
