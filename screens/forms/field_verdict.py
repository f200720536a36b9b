"""The line beneath a field, which says what is wrong with it."""

from textual.content import Content
from textual.widgets import Static

SIGNS = {"✓": "$success", "!": "bold $warning", "✗": "bold $error"}
"""The signs of verdicts, with their styles."""


def format_verdict(fault: str | None, approval: str, warning: str | None = None) -> Content:
    """Format the verdict on a field: `✗ fault`, `! warning` or `✓ approval`."""
    if fault:
        return Content.assemble(("✗ ", "bold $error"), (fault, "$error"))
    if warning:
        return Content.assemble(("! ", "bold $warning"), (warning, "$warning"))
    return Content.styled(f"✓ {approval}", "$success")


def format_sign(verdict: Content) -> Content:
    """Format only the sign of a verdict; nothing if it has none."""
    sign = verdict.plain[:1]
    return Content.styled(sign, SIGNS[sign]) if sign in SIGNS else Content("")


def update_line(line: Static, content: Content) -> None:
    """Update a line only if it changes, as an update triggers a new layout of the screen."""
    if line.content != content:
        line.update(content)
