"""What players say to a line that is not about a word."""

from engine.games.taboo.remark import Remark

REPLIES = {
    Remark.GREETING: (
        "Hello to you, too.",
        "Hello. Nice to meet you.",
        "Hi there. I am all yours.",
        "Good to see you.",
    ),
    Remark.FAREWELL: ("Stay a little, we are not done.", "Not yet, please.", "So soon?"),
    Remark.THANKS: ("You are welcome.", "Gladly.", "Gladly, though I did little."),
    Remark.INSULT: (
        "Let us stay friendly.",
        "That was not kind, but I can take it.",
        "I have been called worse.",
        "You will not get at me like that.",
    ),
    Remark.PERSONAL: (
        "I am only here to play with you.",
        "I am nobody you know; I only play.",
        "That is not what this is about.",
    ),
    Remark.WELLBEING: ("Fine, and you?", "Very well, thank you.", "I cannot complain."),
    Remark.DEMAND: (
        "Nice try.",
        "You would like that.",
        "No, I will not say it just like that.",
        "It is not that easy.",
    ),
    Remark.YES: ("Good that we agree.", "So we agree.", "So I see."),
    Remark.NO: ("No? Then not.", "As you like.", "All right, no."),
    Remark.LAUGH: ("I am glad you like it.", "It is not that funny.", "Laugh if you like."),
    Remark.UNSURE: ("That is all right.", "Then I will help you.", "Take it easy."),
    Remark.KIND: (
        "That is kind, but I stay careful.",
        "You are not so bad yourself.",
        "Do not make me blush.",
    ),
    Remark.WHY: (
        "Just like that.",
        "You heard me.",
        "It simply came to me.",
        "I cannot say it any better.",
    ),
    Remark.EMPTY: (
        "I cannot do much with that.",
        "Say a little more.",
        "That tells me nothing.",
    ),
    Remark.FOREIGN: (
        "I only know English, I am afraid.",
        "Could you say that in English?",
        "English, please; I know nothing else.",
    ),
    Remark.NONSENSE: (
        "I did not understand that.",
        "Could you say that again?",
        "That is beyond me.",
        "What was that?",
    ),
}
"""Replies of both roles; none contains a noun of the hint corpus."""
ASKED = (
    "I ask here.",
    "You want to know too much.",
    "That I keep to myself.",
    "You first.",
    "I may not tell you.",
)
"""How an attacker puts off a question of the defender."""
WAITING = (
    "What else do you have?",
    "What do you want to know?",
    "Go on, I am listening.",
    "Where shall we begin?",
    "Ask me something.",
    "I am waiting.",
)
"""What a defender adds to a reply."""
