"""Words that seem to share a root."""

LEAST_ROOT = 4
"""Minimum length of the common beginning of two words that seem to share a root."""


def are_kin(word: str, other: str) -> bool:
    """Whether two words seem to share a root, such as hero and heroine, translator and translation.

    The rules allow such hints, but people take them for forms of the keyword. Two words share a
    root if they have a common beginning of two thirds of the shorter word, and of at least 4
    letters (or the whole shorter word).
    """
    shorter = min(len(word), len(other))
    root = max(min(shorter, LEAST_ROOT), (2 * shorter + 2) // 3)
    return word[:root] == other[:root]
