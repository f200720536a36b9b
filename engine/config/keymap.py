"""The keys that people may choose: what each is called, and which key it usually is."""

import re
from collections.abc import Mapping

KEYS = {
    "help": "f1",
    "theme": "f2",
    "pictures": "f3",
    "details": "f4",
    "start": "f5",
    "models": "f6",
    "commands": "ctrl+p",
    "quit": "ctrl+q",
    "machine": "m",
}
"""By name of what a key does: its usual key."""


LETTERS = frozenset({"machine"})
"""What a letter may do, as it does nothing while somebody types."""


TAKEN = frozenset({"f7", "f9", "ctrl+@", "ctrl+c", "ctrl+i", "ctrl+j", "ctrl+m", "ctrl+z"})
"""Keys that always mean the same; F9 hides a private screen."""


KEY = re.compile(r"f([1-9]|1[0-9]|2[0-4])|(ctrl|alt)\+[a-z0-9]")
"""Matches a key that types nothing."""


def check_keymap(keymap: Mapping[str, str]) -> Mapping[str, str]:
    """Check keys that were chosen.

    Raises:
        ValueError: If a name or a key cannot be used, or two names have one key; says what can.
    """
    for name, key in keymap.items():
        if name not in KEYS:
            raise ValueError(f"there is no key {name!r}; there are {', '.join(KEYS)}")
        if not KEY.fullmatch(key) and not (name in LETTERS and re.fullmatch("[a-z]", key)):
            letter = ", or a letter" if name in LETTERS else ""
            raise ValueError(f"{name} takes a key such as f8, ctrl+g or alt+g{letter}, not {key!r}")
        if key in TAKEN:
            raise ValueError(f"{key} always means the same, so {name} cannot have it")
    chosen = {**KEYS, **keymap}
    for name, key in chosen.items():
        others = [other for other, its in chosen.items() if its == key and other != name]
        if others:
            raise ValueError(f"{name} and {others[0]} would both have the key {key}")
    return keymap
