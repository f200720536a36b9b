"""How Parlour's own player of Undercover words a description.

No phrase contains a noun of the hint corpus, so that a listener hears only what is said of the
word.
"""

from collections.abc import Callable, Sequence
from random import Random

from engine.players.pragmatic.nouns import add_article, find_kind

LEADS = (
    "I would say it {fact}.",
    "If you ask me, it {fact}.",
    "As far as I know, it {fact}.",
    "We all know that it {fact}.",
    "You will agree that it {fact}.",
    "Believe me, it {fact}.",
    "I am sure that it {fact}.",
    "It {fact}, I believe.",
    "For all I know, it {fact}.",
    "Mine is easy: it {fact}.",
    "Well, it {fact}.",
    "I keep it short: it {fact}.",
    "Clearly, it {fact}.",
    "Whatever you think, it {fact}.",
    "All I can say is that it {fact}.",
)
"""Ways to say a statement; most are said plainly."""
NEW_LEADS = (
    "Nobody has said yet that it {fact}.",
    "Nobody has said so, but it {fact}.",
    "What I miss so far: it {fact}.",
    "Let me add that it {fact}.",
    "Besides, it {fact}.",
    "Then again, it {fact}.",
    "Do not forget that it {fact}.",
    "To say something else: it {fact}.",
    "And it {fact}, which nobody has said yet.",
)
"""Ways to say a statement on a side that nobody has spoken of yet."""
ALSO = (
    ("is ", "is also "),
    ("can ", "can also "),
    ("has ", "also has "),
    ("may ", "may also "),
    ("was ", "was also "),
    ("", "also "),
)
"""How a statement begins, and how it begins if the same side was spoken of just before."""
PLAIN = 0.5
"""How often a statement is said without more words."""
BEGINNING = 12
"""Number of characters by which the beginnings of two lines are compared."""
FRAMES = {
    "animal": (
        "Whoever hears it may think of {a}.",
        "Say it to me, and I see {a}.",
        "{A} would be at ease with it.",
    ),
    "body": (
        "It makes me think of {a}.",
        "I would not separate it from {a}.",
    ),
    "drink": (
        "I would like it with {a}.",
        "It makes me think of {a}.",
    ),
    "event": (
        "It makes me think of {a}.",
        "You might well meet it at {a}.",
    ),
    "feeling": (
        "It has something to do with {a}.",
        "Some would say that it means {a}.",
        "Whoever hears it may feel something like {a}.",
    ),
    "food": (
        "It makes me think of {a}.",
        "Whoever hears it may think of {a}.",
    ),
    "garment": (
        "It makes me think of {a}.",
        "Say it to me, and I see {a}.",
    ),
    "material": (
        "It makes me think of {a}.",
        "You may well think of {a}.",
    ),
    "music": (
        "I almost hear {a} when I think of it.",
        "It makes me think of {a}.",
    ),
    "person": (
        "{A} could tell you more about it.",
        "I can see {a} with it.",
        "It would mean something to {a}.",
        "Ask {a} about it.",
    ),
    "place": (
        "I would look for it in {a}.",
        "Say it to me, and I see {a}.",
        "You might well see it near {a}.",
    ),
    "plant": (
        "It makes me think of {a}.",
        "You might well see it near {a}.",
    ),
    "sport": (
        "Some think of {a} at once.",
        "It has something to do with {a}.",
    ),
    "text": (
        "I may have met it in {a}.",
        "It makes me think of {a}.",
    ),
    "thing": (
        "Where it is, {a} may not be far.",
        "I often see it together with {a}.",
        "It goes with {a}.",
        "Say it to me, and I see {a}.",
    ),
    "time": (
        "It makes me think of {a}.",
        "I connect it with {a}.",
    ),
    "vehicle": (
        "It makes me think of {a}.",
        "You might well see it near {a}.",
    ),
    "weather": (
        "It makes me think of {a}.",
        "I connect it with {a}.",
    ),
    "idea": (
        "It has something to do with {a}.",
        "To me it is about {a}.",
        "I connect it with {a}.",
        "It and {a} belong together.",
    ),
}
"""By kind of another word: ways to say that this one makes the speaker think of it."""


def frame_word(word: str, place: int, said: Sequence[str] = ()) -> str:
    """Say that the secret makes the speaker think of another word.

    Args:
        word: The other word.
        place: Chooses the phrase.
        said: Lines that were said; a phrase that begins as one of them comes last.
    """
    frames = FRAMES[find_kind(word)]
    noun = add_article(word)
    texts = [frame.format(a=noun, A=noun[0].upper() + noun[1:]) for frame in frames]
    texts = [*texts[place % len(texts) :], *texts[: place % len(texts)]]
    return min(texts, key=lambda text: sum(begins_alike(text, line) for line in said))


def strip_lead(line: str) -> str:
    """Take away the phrase before a statement: "it is cold" for "Besides, it is cold."."""
    plain = line.strip()
    for lead in (*LEADS, *NEW_LEADS):
        before, after = lead.split("{fact}")
        if len(before + after) > len("It .") and plain.startswith(before) and plain.endswith(after):
            return "it " + plain.removeprefix(before).removesuffix(after)
    return plain


def begins_alike(line: str, other: str) -> bool:
    """Whether two lines begin with the same words."""
    return line[:BEGINNING] == other[:BEGINNING]


def voice_fact(
    fact: str, is_new: bool, follows: bool, rng: Random, is_fit: Callable[[str], bool]
) -> str:
    """Say a statement as a person does who has listened to the others.

    Args:
        fact: The rest of a sentence that begins with "It".
        is_new: Whether nobody has spoken of this side of the word.
        follows: Whether the line before spoke of the same side.
        rng: Draws the phrase.
        is_fit: Whether a line may be said, and says the same to all listeners.
    """
    plain = f"It {fact}."
    if rng.random() < PLAIN:
        return plain
    if follows:
        begin, also = next(one for one in ALSO if fact.startswith(one[0]))
        texts = [f"It {also}{fact.removeprefix(begin)}."]
    else:
        texts = [lead.format(fact=fact) for lead in (NEW_LEADS if is_new else LEADS)]
        rng.shuffle(texts)
    return next(filter(is_fit, texts), plain)
