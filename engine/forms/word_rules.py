"""The versions of the rules for what counts as a form of a word."""

from typing import Annotated

from pydantic import AfterValidator, StrictInt

from engine.errors import OptionError

WORD_RULES = 3
"""The version of these rules, which the journal keeps: a match is replayed by its own rules."""


OWN_FORMS = (
    "The forms of a word are its inflections, derivations and spellings (of “whale”: whales, "
    "whaling, whaler), and letters that spell it out or look like it."
)
"""One sentence that defines the forms of a word, compounds apart."""
WORD_FORMS = (
    f"{OWN_FORMS} Compounds with it and parts of it are forms, too; a word that only has the same "
    "letters in it is none."
)
"""What counts as a form of a word, for prompts, rules and docs."""
LOOSE_FORMS = (
    f"{OWN_FORMS} Compounds with it and parts of it are other words, and so is a word that only "
    "has the same letters in it."
)
"""The same where compounds do not count."""


def check_word_rules(version: int) -> int:
    """Check that these rules are of a version.

    Raises:
        OptionError: If they are not.
    """
    if version != WORD_RULES:
        raise OptionError("the word rules of the material are of no version known here.")
    return version


type WordRules = Annotated[StrictInt, AfterValidator(check_word_rules)]
"""The version of these rules, as a field of a game."""
