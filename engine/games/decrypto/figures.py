"""The figures of a match of Decrypto, of its rounds, and of questions about them."""

from engine.figure import Figure


def describe_figures() -> dict[str, Figure]:
    """Describe the columns of experiments."""
    return {
        "decisive_round": Figure(
            meaning="The round that decided the match; with `play_on`, others follow.", kind="time"
        ),
        "keywords": Figure(meaning="The four keywords; of two teams, white's."),
        "black_keywords": Figure(meaning="Of two teams: black's four keywords."),
        "white_named": Figure(meaning="Of two teams, after a tie: black's guess at its keywords."),
        "black_named": Figure(meaning="Of two teams, after a tie: white's guess at its keywords."),
        "round": Figure(meaning="Turns: of two teams, the round, which both play."),
        "team": Figure(meaning="Turns: of two teams, the one that gives hints."),
        "code": Figure(meaning="Turns: the code."),
        "hints": Figure(meaning="Turns: the three hints, in the order of the code."),
        "decoder": Figure(meaning="Turns: the decoder's guess."),
        "interceptor": Figure(meaning="Turns: the interceptor's guess."),
        "miscommunications": Figure(meaning="Turns: how many miscommunications there were so far."),
        "interceptions": Figure(meaning="Turns: how many interceptions counted so far."),
        "events": Figure(
            meaning="Turns: what happened: miscommunication, interception, both or none."
        ),
        "predicted": Figure(
            meaning="Questions: the code that the encoder expected; empty if it did not answer."
        ),
        "guessed": Figure(meaning="Questions: the code that was guessed then."),
        "right_digits": Figure(meaning="Questions: how many digits of the prediction were right."),
        "expected_interception": Figure(
            meaning="Questions: whether the prediction was the code itself."
        ),
        "predicted_code": Figure(meaning="Questions: whether the prediction was the code itself."),
        "answered": Figure(meaning="Questions: whether there was a legal answer."),
        "confidence": Figure(
            meaning="Questions: how probable the encoder thought its prediction, from 0 to 1."
        ),
        "brier": Figure(meaning="Questions: (confidence - right) squared."),
        "first": Figure(meaning="Beliefs: what the interceptor took the keywords to be."),
        "recalled": Figure(
            meaning="Beliefs: what it said, told the keywords, that it had thought."
        ),
        "second": Figure(
            meaning="Beliefs: what it said, told the keywords, that a second interceptor thinks."
        ),
        "first_answered": Figure(meaning="Beliefs: whether the first answer named any keyword."),
        "first_wrong": Figure(
            meaning="Beliefs: whether the first answer was not all four keywords."
        ),
        "first_share": Figure(
            meaning="Beliefs: the share of the first answer's words that are the keyword."
        ),
        "rc_answered": Figure(meaning="Beliefs: whether it said what it had thought."),
        "rc_strong": Figure(
            meaning="Beliefs: whether all words that it recalled are those of the first answer."
        ),
        "rc_strong_share": Figure(
            meaning="Beliefs: of the first answer's words, the share that it recalled."
        ),
        "rc_weak": Figure(
            meaning="Beliefs: whether some word that it recalled is not the keyword."
        ),
        "rc_weak_share": Figure(
            meaning="Beliefs: of the first answer's wrong words, the share recalled as wrong."
        ),
        "fb_answered": Figure(meaning="Beliefs: whether it said what a second interceptor thinks."),
        "fb_strong": Figure(meaning="Beliefs: the same as rc_strong, of the second interceptor."),
        "fb_strong_share": Figure(
            meaning="Beliefs: the same as rc_strong_share, of the second interceptor."
        ),
        "fb_weak": Figure(meaning="Beliefs: the same as rc_weak, of the second interceptor."),
        "fb_weak_share": Figure(
            meaning="Beliefs: the same as rc_weak_share, of the second interceptor."
        ),
        "agreement": Figure(meaning="Beliefs: whether both later answers are the same."),
        "agreement_share": Figure(meaning="Beliefs: the share of keywords for which they are."),
        "miscommunication": Figure(meaning="Whether the decoder missed the code."),
        "interception": Figure(meaning="Whether the interceptor hit the code."),
    }
