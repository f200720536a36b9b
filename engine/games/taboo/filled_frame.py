"""Write a word into the frame of a sentence, with its article or its plural."""

import re

from engine.players.pragmatic.nouns import (
    add_article,
    add_definite_article,
    write_name,
    write_plural,
)

PREPOSITIONS = dict.fromkeys(
    (
        *("beach", "island", "coast", "road", "roof", "stage", "mountain", "hill", "highway"),
        *("bridge", "farm", "terrace", "balcony", "porch", "campus", "shore", "planet", "ranch"),
        *("sidewalk", "pavement", "playground", "plantation", "platform", "driveway", "dock"),
        *("bicycle", "bike", "motorcycle", "scooter", "skateboard", "sled", "ship", "train"),
        *("bus", "yacht", "ferry", "raft", "tricycle", "moped", "motorway", "freeway", "bench"),
    ),
    "on",
)
"""Words that "in" does not go with."""


SINGULAR = re.compile(r"\b(is|does|was|has) \{a\}|\{[aA]\} (is|does|comes|has|goes|will do)\b")
"""Matches frames that a plural does not fit."""


def fill_frame(
    frame: str, word: str, heard: str | None = None, fact: str = "", own: str = ""
) -> str:
    """Write a frame with a word, with one that was heard before, and one's own word before."""
    heard = heard or word
    forms = {
        "a": add_article(word),
        "many": write_plural(word),
        "the": add_definite_article(word),
        "x": write_name(word),
        "first_a": add_article(word),
        "heard": write_name(heard),
        "heard_a": add_article(heard),
        "own": write_name(own),
    }
    if (preposition := PREPOSITIONS.get(word)) is not None:
        frame = re.sub(r"\b(in|into) (?=\{a\})", f"{preposition} ", frame)
        frame = re.sub(r"\bIn (?=\{a\})", f"{preposition.capitalize()} ", frame)
    forms |= {name.capitalize(): form[:1].upper() + form[1:] for name, form in forms.items()}
    return frame.format(fact=fact, **forms)
