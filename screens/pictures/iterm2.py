"""The escape sequence of iTerm2's inline images (OSC 1337)."""

from base64 import b64encode


def build_inline_image(file: bytes, columns: int, rows: int) -> str:
    """Build iTerm2's escape sequence that shows a file at the cursor on columns x rows cells."""
    how = (
        f"inline=1;size={len(file)};width={columns};height={rows};"
        "preserveAspectRatio=0;doNotMoveCursor=1"
    )
    return f"\x1b]1337;File={how}:{b64encode(file).decode('ascii')}\x07"
