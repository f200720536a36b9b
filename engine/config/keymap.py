"""The keys that people may choose: what each is called, and which key it usually is."""

import re
from collections.abc import Mapping
from itertools import chain

EVERYWHERE = "Everywhere"
KEY_GROUPS: Mapping[str, Mapping[str, str]] = {
    EVERYWHERE: {
        "help": "f1",
        "theme": "f2",
        "pictures": "f3",
        "commands": "ctrl+p",
        "quit": "ctrl+q",
    },
    "Home": {
        "new_game": "n",
        "play_alone": "a",
        "watch": "w",
        "resume": "r",
        "replays": "p",
        "laboratory": "l",
        "rules": "u",
        "deck": "d",
        "settings": "s",
        "new_scores": "x",
    },
    "New game": {"start": "f5", "details": "f4", "models": "f6", "machine": "m"},
    "Table": {
        "take_over": "w",
        "inspect": "i",
        "meter": "m",
        "stop_waiting": "x",
        "timer": "t",
    },
    "Your turn": {"zoom": "f4", "words": "f5", "target": "f6", "notes": "n"},
    "Watching": {
        "take_over": "w",
        "inspect": "i",
        "meter": "m",
        "thoughts": "t",
        "audience": "g",
        "large_type": "l",
    },
    "Result": {
        "rematch": "r",
        "swap_roles": "s",
        "same_deal": "d",
        "replay": "p",
        "go_home": "h",
        "web_page": "w",
        "inspect": "i",
    },
    "Replay": {"branch": "b", "inspect": "i", "large_type": "l"},
    "Saved games": {"resume_game": "r", "delete_game": "d"},
    "Gallery": {"describe_card": "d"},
}
"""By the screens on which they work: what keys do, and the usual key for each."""


KEYS: Mapping[str, str] = dict(chain.from_iterable(one.items() for one in KEY_GROUPS.values()))
"""By name of what a key does: its usual key."""


LETTERS = frozenset(name for name, key in KEYS.items() if len(key) == 1)
"""What a letter may do, as it does nothing while somebody types."""


TAKEN = frozenset({"f7", "f9", "ctrl+@", "ctrl+c", "ctrl+i", "ctrl+j", "ctrl+m", "ctrl+z"})
"""Keys that always mean the same; F9 hides a private screen."""


KEY = re.compile(r"f([1-9]|1[0-9]|2[0-4])|(ctrl|alt)\+[a-z0-9]")
"""Matches a key that types nothing."""


def check_keymap(keymap: Mapping[str, str]) -> Mapping[str, str]:
    """Check keys that were chosen.

    Raises:
        ValueError: If a name or a key cannot be used, or two names have one key on a screen; says
            what can.
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
    for group in KEY_GROUPS.values():
        together = {**KEY_GROUPS[EVERYWHERE], **group}
        for name in together:
            others = [one for one in together if chosen[one] == chosen[name] and one != name]
            if others:
                both = f"{name} and {others[0]}".replace("_", " ")
                raise ValueError(f"{both} would both have the key {chosen[name]}")
    return keymap
