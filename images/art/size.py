"""The measures of a card and of the canvas it is painted on."""

WIDTH, HEIGHT = 305, 460
"""Size of a card in card units: pixels of the finished picture."""

FINENESS = 2
"""Canvas pixels to a card unit."""

CANVAS_WIDTH, CANVAS_HEIGHT = WIDTH * FINENESS, HEIGHT * FINENESS

MARGIN = 48
"""Canvas pixels drawn beyond each edge, so that shapes cut by the edge are lit as if whole."""
