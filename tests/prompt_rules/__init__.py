"""The rules that prompts must state, by game: what a model has to know to play by the rules."""

from tests.prompt_rules.decrypto import RULES as DECRYPTO
from tests.prompt_rules.dixit import RULES as DIXIT
from tests.prompt_rules.rule import Rule
from tests.prompt_rules.taboo import RULES as TABOO
from tests.prompt_rules.undercover import RULES as UNDERCOVER

RULES: dict[str, tuple[Rule, ...]] = {
    "decrypto": DECRYPTO,
    "dixit": DIXIT,
    "taboo": TABOO,
    "undercover": UNDERCOVER,
}
"""By game."""
