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
    Remark.CHECK: ("I am here.", "Still here.", "Yes, I am here.", "Yes, I hear you."),
    Remark.SURE: ("As sure as I can be.", "Not at all, but I said it.", "Fairly sure, yes."),
    Remark.REPEATED: (
        "Did I? Then something new.",
        "You are right, I did.",
        "Then I say it differently.",
    ),
    Remark.MORE: ("Gladly.", "There is more.", "As you like."),
    Remark.HINT: (
        "All that I can give you is what I say.",
        "You know more than me.",
        "Help yourself to what was said.",
    ),
    Remark.ASK_ME: ("As you like.", "Gladly.", "If you want me to.", "All right."),
    Remark.RECALL: ("I do remember.", "It was not long ago."),
    Remark.ORDER: (
        "I say what I want to say.",
        "Not because you tell me to.",
        "I choose myself what I say.",
    ),
    Remark.SHORT: ("All right.", "If it has to be short."),
    Remark.TAUNT: (
        "I am in no hurry.",
        "I wait until I am sure.",
        "You would like me to be wrong.",
        "Not before I am sure.",
    ),
    Remark.REQUEST: (
        "I would if I could.",
        "I am no good at that.",
        "That is more than I can do.",
    ),
    Remark.COUNT: (
        "I have never counted.",
        "Do not make me count.",
        "More than I could say.",
    ),
    Remark.BLUFF: (
        "If it were, you could not say it.",
        "You may not say it, so that cannot be.",
        "I do not believe you.",
    ),
    Remark.FACE: (
        "You say that without saying anything.",
        "I take that as you mean it.",
        "I see how you look.",
    ),
    Remark.EMPTY: (
        "That is a little short.",
        "Is that all?",
        "Say a little more.",
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
