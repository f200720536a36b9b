"""What the operator can do about a player that failed, or that would exceed its budget."""

from enum import Enum


class Remedy(Enum):
    """What to do about a player that failed, or would exceed its budget."""

    RETRY = "Try again"
    TAKE_OVER = "Take over"
    PERSON = "A person takes over"
    BASELINE = "word2vec takes over"
    MORE = "Allow {amount} more"
    UNLIMITED = "Continue without a limit"
    LEAVE = "Save and leave"
