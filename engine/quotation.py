"""Quote what somebody said, so that it cannot end its own quotation."""

import json
from functools import lru_cache


@lru_cache(maxsize=4096)  # a prompt repeats all earlier lines
def quote_text(text: str) -> str:
    """Quote untrusted text as a JSON string, so that it cannot end its own quotation."""
    return json.dumps(text, ensure_ascii=False)


SINGLE_QUOTES = str.maketrans("“”", "\u2018\u2019")


def quote_line(line: str) -> str:
    """Quote a line in prose; quotation marks in it become single ones."""
    return f"“{line.translate(SINGLE_QUOTES)}”"
