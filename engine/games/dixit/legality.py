"""Which options, clues and cards are legal in Dixit; the rules and the forms both ask here."""

from engine.games.dixit.view import LONGEST_CLUE, Options, View
from engine.options import OptionError
from engine.text import clean, fold_words


def find_clue_fault(view: View, clue: str) -> str | None:
    """Find a reason why a clue is illegal."""
    longest = view.options.clue_length
    if not clean(clue):
        return "A clue may not be empty."
    if not fold_words(clean(clue)):
        return "A clue needs a word or a number: punctuation is not enough."
    if clue != clean(clue, LONGEST_CLUE):
        if len(clean(clue, LONGEST_CLUE + 1)) > longest:
            return f"A clue has at most {longest} characters."
        return "A clue is one line of plain text."
    if len(clue) > longest:
        return f"A clue has at most {longest} characters; this one has {len(clue)}."
    if fold_words(clue) in {fold_words(done.clue) for done in view.rounds}:
        return f"“{clue}” was already said in this game; a clue is not repeated."
    return None


def find_hand_fault(view: View, card: str) -> str | None:
    """Find a reason why a card cannot be given from this hand."""
    return None if card in view.hand else "That card is not in your hand."


def find_vote_fault(view: View, card: str) -> str | None:
    """Find a reason why a vote is illegal."""
    if card == view.card:
        return "That card is your own; vote for another."
    return None if card in view.candidates else "That card is not on the table."


def count_needed_cards(options: Options) -> int:
    """Count the cards that a match takes."""
    if options.boxed or options.dealing == "static":
        return options.players * options.hand_size
    assert options.phase_length is not None
    return options.players * (options.hand_size + options.phase_length - 1)


def check_options(options: Options, cards: int) -> None:
    """Check that the options go together, and that a deck of so many cards is large enough.

    Raises:
        OptionError: If not; the message says what would fit.
    """
    players, phases, limit = options.players, options.phase_count, options.round_limit
    if options.boxed and options.dealing == "static":
        raise OptionError("dealing: hands are always refilled in boxed; static is for arena.")
    if options.boxed and phases > 1:
        raise OptionError("phases: boxed has one phase; two are for arena.")
    if not options.boxed and players != 4:
        raise OptionError(f"players: arena has four seats; set rules=boxed for {players}.")
    if limit is not None and limit % phases:
        raise OptionError(
            f"rounds: {limit} rounds cannot be split into {phases} phases of equal length; "
            f"set rounds={limit + 1} or phases=1."
        )
    if count_needed_cards(options) > cards:
        raise OptionError(_describe_shortage(options, cards))


def _describe_shortage(options: Options, cards: int) -> str:
    """Say how many cards are missing, and what would fit."""
    players, hand, phases = options.players, options.hand_size, options.phase_count
    refills = count_needed_cards(options) // players - hand
    each = cards // players
    refilled = f", refilled in {options.round_limit} rounds," if refills else ""
    fits = []
    if each > refills:
        fits.append(f"hand={each - refills}")
    if refills and each >= hand:
        fits.append(f"rounds={(each - hand + 1) * phases}")
    return (
        f"hand: {players} hands of {hand} cards{refilled} take "
        f"{count_needed_cards(options)} cards, and the deck has {cards}: "
        + (f"at most {' or '.join(fits)} fits." if fits else "it takes a larger deck.")
    )
