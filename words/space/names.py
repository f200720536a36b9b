"""The names of the built-in spaces, and lists of names such as `word2vec+glove`."""

BUILTIN_SPACES = ("word2vec", "glove")
"""The names of the spaces that come with Parlour and play as the paper's baselines."""


LISTENING_SPACES = (*BUILTIN_SPACES, "webster")
"""The names of the spaces that Parlour's own player listens with, if none is named."""


THOUGHTS = "thoughts"
"""The name of the space that goes with associations: it was trained on them alone."""


EMBEDDED_SPACES = (*LISTENING_SPACES, THOUGHTS)
"""The names of all spaces that come with Parlour."""


ASSOCIATIONS = "associations"
"""The name that adds word associations to the spaces of Parlour's own player."""


def parse_spaces(text: str) -> tuple[str, ...]:
    """Parse names of spaces such as `word2vec+glove`."""
    return tuple(dict.fromkeys(part.strip() for part in text.split("+") if part.strip()))


def parse_listeners(text: str) -> tuple[tuple[str, ...], bool]:
    """Parse the listeners of Parlour's own player, such as `word2vec+associations`.

    Returns:
        The names of the spaces, by default those of
        `LISTENING_SPACES`; and whether to use associations: if
        they are named, or if nothing is named.
    """
    named = parse_spaces(text)
    spaces = tuple(name for name in named if name != ASSOCIATIONS)
    return spaces or LISTENING_SPACES, not named or ASSOCIATIONS in named


def add_spaces(text: str, more: str) -> str:
    """Add spaces to those of `parse_listeners`; the result is a text for it, too."""
    if not parse_spaces(more):
        return text
    spaces, associations = parse_listeners(text)
    names = (*spaces, *parse_spaces(more), *([ASSOCIATIONS] if associations else []))
    return "+".join(dict.fromkeys(names))
