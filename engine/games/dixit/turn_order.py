"""Where the moves of a round of Dixit stand among a seat's moves."""

from engine.games.dixit.view import View


def count_moves_before(view: View, seat: int, number: int) -> int:
    """Count the moves of a seat before round `number`: one as storyteller, else two a round."""
    storytellers = map(view.options.find_storyteller, range(1, number))
    return sum(1 if storyteller == seat else 2 for storyteller in storytellers)
