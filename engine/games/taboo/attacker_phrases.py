"""Questions by which an attacker leads the talk to a word, by the kind of thing that it names.

No question contains a noun of the hint corpus, so that a defender hears only the word. `{a}` is the
word with its article, `{many}` its plural, `{the}` the word with the definite article, `{x}` alone.
"""

OPENINGS = (
    "Let us begin.",
    "I will start.",
    "Here we go.",
    "Let me ask you something.",
    "Fine, I begin.",
    "Off we go.",
    "Let us see.",
)
"""How an attacker begins."""
ANY = (
    "What do you think of first when I say {x}?",
    "What do you think of when you hear {x}?",
    "What does {a} make you think of?",
    "What do you connect with {a}?",
    "What do you see when I say {x}?",
    "I say {x}; what do you say?",
    "What can you tell me about {a}?",
    "Tell me something about {a}.",
)
"""Questions about anything."""
LATER = (
    "And when I say {x}?",
    "And {x}: what does that make you think of?",
    "And if I say {x}, what do you see?",
    "Now I say {x}. What do you think of?",
    "And what about {a}?",
)
"""Questions about anything that do not begin a talk."""
OF_RELATED = (
    "What goes with {a}?",
    "What belongs with {a}, would you say?",
    "What is never far from {a}?",
)
"""Questions about a word that is associated with the target, whatever both are."""
BY_TARGET = {
    "person": (
        "Who do you see when I say {x}?",
        "Who do you think of when you hear {x}?",
        "Who do you connect with {a}?",
    ),
    "place": (
        "Where do you find {a}?",
        "Where would you look for {a}?",
    ),
    "time": ("When do you see {a}?",),
}
"""Questions that ask for the kind of thing that the target is; the word is associated with it."""
QUESTIONS = {
    "animal": (
        "Where would you find {a}?",
        "Where have you seen {a}?",
        "What would you find near {a}?",
    ),
    "drink": (
        "What do you have with {a}?",
        "What goes well with {a}?",
        "Who would ask for {a}?",
        "Where would you ask for {a}?",
    ),
    "event": (
        "What comes with {a}?",
        "Who do you connect with {a}?",
    ),
    "feeling": (
        "What comes with {a}?",
        "Who knows {a} best?",
    ),
    "food": (
        "What would you have with {a}?",
        "What goes well with {a}?",
        "Who would ask for {a}?",
        "Where would you look for {a}?",
    ),
    "garment": (
        "What goes well with {a}?",
        "Who would you see with {a}?",
        "Where would you see {a}?",
    ),
    "material": (
        "Where do you find {a}?",
        "What is often made of {a}?",
        "Who do you connect with {a}?",
    ),
    "music": (
        "When do you hear {a}?",
        "Where do you hear {a}?",
        "What do you hear with {a}?",
    ),
    "person": (
        "Where do you meet {a}?",
        "What would {a} never be without?",
        "What does {a} always bring along?",
        "Who is often seen with {a}?",
    ),
    "place": (
        "What do you see first in {a}?",
        "What do you find in {a}?",
        "What is never missing in {a}?",
        "Who do you meet in {a}?",
    ),
    "plant": (
        "Where do you find {a}?",
        "What do you find near {a}?",
    ),
    "sport": (
        "What do you take along for {a}?",
        "Who is good at {a}?",
        "Where do you see {a}?",
    ),
    "text": (
        "Where do you find {a}?",
        "What do you find in {a}?",
        "Who do you connect with {a}?",
    ),
    "thing": (
        "Where do you find {a}?",
        "What do you see next to {a}?",
        "Who do you connect with {a}?",
    ),
    "time": (
        "What comes with {the}?",
        "What comes after {the}?",
        "Where are you in {the}?",
    ),
    "vehicle": (
        "Where do you see {a}?",
        "What do you see from {a}?",
        "Who do you connect with {a}?",
    ),
    "weather": (
        "What comes with {a}?",
        "What do you take along in {a}?",
    ),
}
"""Questions about one kind of thing, for what stands in a relation to it that the target is in."""
ABSTRACT = frozenset({"event", "feeling", "music", "sport", "text", "time", "weather"})
"""The kinds whose words need not name a thing that one can touch."""
REACTIONS = (
    "{Heard_a}, I see.",
    "All right, {heard_a}.",
    "So you think of {heard_a}.",
    "{Heard_a}, then.",
    "{Heard_a}? Fine.",
    "Good, {heard_a}.",
    "{Heard_a} it is.",
    "{Heard_a}, naturally.",
    "Well, {heard_a}.",
    "{Heard_a}, fair enough.",
    "{Heard_a}? All right.",
    "I see, {heard_a}.",
)
"""How an attacker takes up the defender's last noun; no question follows from them alone."""
LAST = (
    "One last try.",
    "This is my last one.",
    "One more before we are done.",
    "I have just one more.",
    "Then a last one.",
    "Now or never.",
)
"""How an attacker begins the last line."""
LINKED = (
    "From {heard} I come to {x}. What comes next?",
    "{Heard} and {x}: what do you think of now?",
    "After {heard}, {x}: what do you see?",
    "What do {heard} and {x} together make you think of?",
    "If I put {heard} and {x} together, what do you see?",
    "You said {heard}. And when I say {x}?",
    "{Heard} brings me to {x}; and you?",
)
"""Questions that join the defender's noun to the word, which it is connected with."""
CHANGES = (
    "Something else, then.",
    "Let me try something else.",
    "{Heard_a}? That is not what I want.",
    "Fine, but let us leave {heard_a} there.",
    "{Heard_a}, I see. Now something else.",
    "That leads me nowhere, so something else.",
    "Not what I was after.",
)
"""How an attacker leaves the defender's noun for a word that is not connected with it."""
