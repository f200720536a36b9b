"""The one dark colour in which eyes, mouths and pencil lines are drawn."""

from __future__ import annotations

INK = "#1c1a26"
