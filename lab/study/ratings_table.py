"""The ratings of a study as a table, with a row for each rater and item."""

import pandas as pd

from lab.study.display import NOT_RECORDED, Display
from lab.study.entry import SCALES
from lab.study.file import StudyFile

UNKNOWN = "not known"


CODEBOOK = {
    "study": "The study: its name and key, which all copies share.",
    "rater": "The name that the rater took; no person's name is asked for.",
    "item": "The item.",
    "place": "Which item of this rater it was, from 1; the order is drawn for each rater.",
    "player": "Who gave the clue. Raters did not see it.",
    "tier": "The tier of DixitBench, if the item comes from there.",
    "clue": "The clue.",
    "target": "The card that the clue was given for.",
    "candidates": "The cards in the order in which this rater saw them.",
    "position": "Where the target lay, from 1.",
    "chosen": "The rater's guess, locked before the target was shown.",
    "chosen_position": "Where that card lay, from 1.",
    "right": "Whether the guess is the target.",
    "display": "How the cards were shown until the guess was locked: the protocol of pictures, and "
    "whether one card was shown at a time, with words beside it.",
    "cell_width": "The width of a cell of the terminal in pixels.",
    "cell_height": "The height of a cell in pixels.",
    "card_columns": "The width of a card on the screen in cells.",
    "card_rows": "The height of a card in cells.",
    "words_opened": "How often the rater opened the words of a card (D).",
    "zooms": "How often the rater looked at a card alone, as large as possible (Z).",
    "clarity": "1, completely unclear, to 5, immediately obvious; missing if not rated yet.",
    "creativity": "1, purely literal, to 5, highly creative; missing if not rated yet.",
    "remark": "What the rater wrote about the clue.",
    "guess_seconds": "Seconds until the guess was locked; pauses are left out.",
    "rating_seconds": "Seconds from then to the end of the rating; pauses are left out.",
    "guessed": "When the guess was locked: UTC, ISO 8601.",
    "rated": "When the rating was made: UTC, ISO 8601.",
}


SIZES = ("cell_width", "cell_height", "card_columns", "card_rows", "words_opened", "zooms")


def _describe_display(display: Display | None) -> dict[str, str | int | None]:
    label = NOT_RECORDED if display is None else display.label
    return {"display": label, **{name: getattr(display, name, None) for name in SIZES}}


def build_ratings(file: StudyFile) -> pd.DataFrame:
    """Build a row for each rater and item with a guess; ratings not given yet are missing."""
    study = file.study
    items = {one.id: one for one in study.items}
    rows = []
    for rater in file.raters:
        order = {item.id: place for place, item in enumerate(study.order_for(rater), 1)}
        for identity, item in items.items():
            guess, rating = file.guess_of(rater, identity), file.find_rating(rater, identity)
            if guess is None:
                continue
            candidates = list(study.list_candidates(rater, item))
            rows.append(
                {
                    "study": f"{study.name} {study.key}",
                    "rater": rater,
                    "item": identity,
                    "place": order.get(identity),
                    "player": item.player or UNKNOWN,
                    "tier": item.tier,
                    "clue": item.clue,
                    "target": item.target,
                    "candidates": candidates,
                    "position": candidates.index(item.target) + 1,
                    "chosen": guess.card,
                    "chosen_position": guess.position,
                    "right": guess.card == item.target,
                    **_describe_display(guess.display),
                    "clarity": rating.clarity if rating else None,
                    "creativity": rating.creativity if rating else None,
                    "remark": rating.remark if rating else "",
                    "guess_seconds": guess.seconds,
                    "rating_seconds": rating.seconds if rating else None,
                    "guessed": guess.time,
                    "rated": rating.time if rating else None,
                }
            )
    table = pd.DataFrame(rows, columns=list(CODEBOOK))
    for scale in SCALES:
        table[scale] = pd.to_numeric(table[scale])
    return table
