"""Clues that a storyteller makes of a single word, which alone would be dull."""

from engine.players.pragmatic.nouns import add_article, find_kind, takes_no_article, write_name

WORD_CLUES = {
    "animal": ("Beware of the {x}", "Feed the {x}", "The {x} knows", "Like a {x} at night"),
    "body": ("All eyes, no {x}", "It goes to the {x}", "Straight to the {x}"),
    "drink": ("One {x} too many", "After the {x}"),
    "event": ("After the {x}", "Late for the {x}", "The {x} nobody saw"),
    "feeling": ("Nothing but {x}", "A little {x}", "This strange {x}", "{X}, once again"),
    "food": ("No {x} today", "The last of the {x}", "Too much {x}"),
    "garment": ("The emperor's {x}", "It came with the {x}"),
    "idea": ("Nothing but {x}", "Once more, {x}", "{X}, after all", "The end of {x}"),
    "material": ("Made of {x}", "{X} and nothing else", "{X}, so much {x}"),
    "music": ("One last {x}", "Somebody hears a {x}"),
    "person": (
        "Once {a}, always {a}",
        "The {x} is late",
        "Nobody tells the {x}",
        "My friend the {x}",
    ),
    "place": ("The way to the {x}", "Somewhere in the {x}", "Far from the {x}", "Lost in the {x}"),
    "plant": ("Where the {x} grows", "Under the {x}"),
    "sport": ("Anything but {x}", "{X} for beginners"),
    "text": ("A {x} for nobody", "The {x} was longer"),
    "thing": ("Where is the {x}?", "All because of {a}", "It was only {a}", "Mind the {x}"),
    "time": ("Some other {x}", "The {x} after", "Until {x}"),
    "vehicle": ("Stop the {x}", "The last {x} home"),
    "weather": ("{X} is coming", "Before the {x}", "A kind of {x}"),
}
"""By kind of word: clues with it; `{x}` is the word, `{a}` the word with its article."""


def build_word_clue(word: str) -> str:
    """Make a clue of a word; always the same one."""
    frames = WORD_CLUES[find_kind(word)]
    frame = frames[sum(map(ord, word)) % len(frames)]
    if takes_no_article(word):
        frame = frame.replace("{a}", "{x}").replace(" a {x}", " {x}").replace("A {x}", "{X}")
    noun = write_name(word)
    return frame.format(x=noun, X=noun[0].upper() + noun[1:], a=add_article(word))
