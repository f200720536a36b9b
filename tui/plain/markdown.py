"""Strip the markup of a Markdown page."""

from collections.abc import Iterable

from engine.text import clean


def strip_markdown(text: str) -> Iterable[str]:
    """Yield the lines of a Markdown page without markup, each paragraph in one line."""
    paragraph: list[str] = []
    for line in (*text.splitlines(), ""):
        plain = clean(line.replace("**", "").replace("`", ""), 1_000)
        if plain.startswith("|"):
            cells = [cell.strip() for cell in plain.strip("|").split("|")]
            plain = "" if not "".join(cells).strip("-: ") else "- " + "; ".join(filter(None, cells))
        starts = plain.startswith(("- ", "#")) or plain.partition(". ")[0].isdecimal()
        if paragraph and (starts or not plain):
            yield " ".join(paragraph)
            paragraph = []
        if plain.startswith("#"):
            yield f"{plain.lstrip('# ')}:"
        elif plain:
            paragraph.append(plain)
