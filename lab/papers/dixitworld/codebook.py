"""The columns of the items of DixitBench in the tables of a run."""

COLUMNS = {
    "bench": "Items: the hash of the bench: of its items, clues and similarity matrix.",
    "item": "Items: the target's card and the tier.",
    "tier": "Items: the tier of difficulty.",
    "clue": "Items: the clue.",
    "target": "Items: the card that the clue was given for.",
    "strategy": "Items: direct, all cards at once; or entailment, a score for each card alone.",
    "shown": "Items: pictures, or descriptions in words for models that do not see.",
    "candidates": "Items: the cards in the order in which they were shown.",
    "position": "Items: the place of the target among them, counted from 1.",
    "chosen": "Items: the card that was chosen; empty if there is no readable answer (unparsed).",
    "chosen_position": "Items: the place of that card.",
    "answered": "Items: whether there is a readable answer.",
    "tied": "Items: whether the choice was by lot between equal scores; of entailment only.",
    "scores": "Items: the score of each card in the order of the candidates; of entailment only.",
}
