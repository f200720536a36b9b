"""PNG of few colours, for terminals that take files."""

from io import BytesIO

import numpy as np
from PIL import Image

from screens.pictures.indexed import CLEAR, Indexed


def png(image: Indexed) -> bytes:
    """The picture as a PNG with a palette, transparent where it is `CLEAR`."""
    numbered = Image.fromarray(image.pixels)
    whole = np.zeros((256, 3), np.uint8)
    whole[: len(image.palette)] = image.palette
    numbered.putpalette(whole.tobytes())
    file = BytesIO()
    numbered.save(file, "PNG", transparency=CLEAR)
    return file.getvalue()
