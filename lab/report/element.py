"""Create HTML elements for reports."""

from xml.etree.ElementTree import Element

type Child = Element | str | None


def tag(name: str, /, *children: Child, **attributes: str) -> Element:
    """Create an element with text and child elements.

    Args:
        name: The name of the tag.
        children: Its content, in order; text is escaped when the page is written.
        attributes: `class_="quiet"` for `class="quiet"`, `aria_label` for `aria-label`.
    """
    names = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
    element = Element(name, names)
    last: Element | None = None
    for child in children:
        if isinstance(child, Element):
            element.append(child)
            last = child
        elif child and last is None:
            element.text = (element.text or "") + child
        elif child and last is not None:
            last.tail = (last.tail or "") + child
    return element
