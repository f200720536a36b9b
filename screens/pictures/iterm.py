"""iTerm2's inline images: a file in an escape sequence.

The protocol is described in iTerm2's documentation, "Inline Images Protocol" (OSC 1337).
"""

from base64 import b64encode


def inline_image(file: bytes, columns: int, rows: int) -> str:
    """The escape sequence that shows a file upon `columns` x `rows` cells from the cursor."""
    how = (
        f"inline=1;size={len(file)};width={columns};height={rows};"
        "preserveAspectRatio=0;doNotMoveCursor=1"
    )
    return f"\x1b]1337;File={how}:{b64encode(file).decode('ascii')}\x07"
