"""gensim, which reads `.kv` files and knows the catalog, and which a game does without."""

import sys


def explain_missing_gensim(purpose: str) -> str:
    """Explain in a sentence that `purpose` needs gensim, and how to install it."""
    if sys.version_info >= (3, 14):
        return (
            f"{purpose} needs gensim, of which there is no package for Python 3.14: use Python "
            "3.12 or 3.13 for it."
        )
    return f"{purpose} needs gensim, which is not installed: pip install 'parlour[vectors]'"
