"""How Parlour's own player of Undercover words a description.

No phrase contains a noun of the hint corpus, so that a listener hears only what is said of the
word.
"""

from collections.abc import Callable, Sequence
from random import Random

from engine.players.pragmatic.nouns import add_article, find_kind

LEADS = (
    "Well, it {fact}.",
    "And it {fact}.",
    "Besides, it {fact}.",
    "Also, it {fact}.",
)
"""Ways to say a statement after others have spoken; most are said plainly."""
NEW_LEADS = (
    "Nobody has said yet that it {fact}.",
    "What I miss so far: it {fact}.",
    "Let me add that it {fact}.",
    "Nobody has said so, but it {fact}.",
)
"""Ways to say a statement on a side that nobody has spoken of yet."""
PLAIN = 0.6
"""How often a statement is said without more words."""
BEGINNING = 12
"""Number of characters by which the beginnings of two lines are compared."""
FRAMES = (
    "It makes me think of {a}.",
    "It has something to do with {a}.",
    "I connect it with {a}.",
    "Whoever sees it may think of {a}.",
)
"""Ways to say that the word makes the speaker think of another; they suit every noun."""
FRAMES_BY_KIND = {
    **dict.fromkeys(("place", "vehicle"), ("You may find it near {a}.",)),
    **dict.fromkeys(("food", "drink", "garment"), ("It may go well with {a}.",)),
    "person": ("You could ask {a} about it.",),
}
"""The same for one kind of noun, said first; none claims more than that both have to do with each
other."""


VAGUE = (
    "I cannot say much more of it.",
    "I know nothing better to say of it.",
    "I keep it vague now.",
    "I would rather not say more of it.",
    "I have little to say of it.",
    "There is not much that I can add.",
    "I leave it to the others.",
    "I say no more than I must.",
)
"""Lines of a speaker that has nothing left to say of its word."""


def frame_word(word: str, place: int, said: Sequence[str] = ()) -> str:
    """Say that the secret makes the speaker think of another word.

    Args:
        word: The other word.
        place: Chooses the phrase.
        said: Lines that were said; a phrase that begins as one of them comes last.
    """
    noun = add_article(word)
    texts = [frame.format(a=noun) for frame in FRAMES]
    texts = [*texts[place % len(texts) :], *texts[: place % len(texts)]]
    texts = [*(frame.format(a=noun) for frame in FRAMES_BY_KIND.get(find_kind(word), ())), *texts]
    return min(texts, key=lambda text: sum(begins_alike(text, line) for line in said))


def strip_lead(line: str) -> str:
    """Take away the phrase before a statement: "it is cold" for "I would say it is cold."."""
    plain = line.strip()
    for lead in (*LEADS, *NEW_LEADS):
        before, after = lead.split("{fact}")
        if len(before + after) > len("It .") and plain.startswith(before) and plain.endswith(after):
            return "it " + plain.removeprefix(before).removesuffix(after)
    return plain


def begins_alike(line: str, other: str) -> bool:
    """Whether two lines begin with the same words."""
    return line[:BEGINNING] == other[:BEGINNING]


def voice_fact(fact: str, is_new: bool, rng: Random, is_fit: Callable[[str], bool]) -> str:
    """Say a statement as a person does who has listened to the others.

    Args:
        fact: The rest of a sentence that begins with "It".
        is_new: Whether nobody has spoken of this side of the word.
        rng: Draws the phrase.
        is_fit: Whether a line may be said, and says the same to all listeners.
    """
    plain = f"It {fact}."
    if rng.random() < PLAIN:
        return plain
    texts = [lead.format(fact=fact) for lead in (NEW_LEADS if is_new else LEADS)]
    rng.shuffle(texts)
    return next(filter(is_fit, texts), plain)
