"""What a seat of Decrypto can set: a model's, Parlour's own player's and a word-vector seat's."""

from typing import Literal

from pydantic import Field

from engine.frozen_model import FrozenModel
from engine.games.prompt_settings import PromptSettings
from engine.players.pragmatic.settings import PragmaticSeat


class DecryptoPromptSettings(PromptSettings):
    """The settings of a model's seat."""

    example: bool = False
    """Show a worked example of a round, with other keywords, before the question."""
    layout: Literal["both", "rounds", "numbers"] = "both"
    """How past rounds are laid out: round by round, by the number of each keyword, or both."""
    form: Literal["object", "marked"] = "object"
    """The form of the answer: one JSON object alone; or free thoughts, and after the mark ANSWER
    the object, for which structured=text leaves room."""


type Partner = Literal["lineup", "person", "program", "vectors"]
type Caution = Literal["bold", "usual", "cautious"]


class PragmaticSettings(PragmaticSeat):
    """The settings of a seat of Parlour's own player."""

    caution: Caution = "usual"
    """As encoder, how much its hints hide from interceptors: bold ones are the plainest."""
    partner: Partner = "lineup"
    """As encoder, for whom it hints: a person gets the plainest hints, and word vectors get words
    that their spaces know. By lineup, it sees who plays."""


class VectorSettings(FrozenModel):
    """The settings of a word-vector seat."""

    k: int = Field(default=16, ge=1, le=4096)
    """Near words that a word-vector encoder chooses from (K)."""
    paper: bool = Field(default=False, title="To the letter")
    """Play to the letter of the paper: each hint to its nearest keyword, played codes not ruled
    out, 0 for numbers without hints."""
    history: bool = Field(default=False, title="Past hints")
    """As decoder, compare hints with past hints of each number, too."""
    think: bool = Field(default=False, title="Infer keywords")
    """As interceptor, infer the keywords: which words of the deck explain the past hints."""
