"""The measures of the canvas that a card is painted on."""

from images.card_size import HEIGHT, WIDTH

FINENESS = 2
"""Canvas pixels to a card unit."""

CANVAS_WIDTH, CANVAS_HEIGHT = WIDTH * FINENESS, HEIGHT * FINENESS

MARGIN = 48
"""Canvas pixels drawn beyond each edge, so that shapes cut by the edge are lit as if whole."""
