"""The soft maximum of scores, as logarithms."""

import numpy as np

from engine.players.vectors.word_vectors import Floats


def soften(scores: Floats, sharpness: float) -> Floats:
    """Compute log-softmax(sharpness * scores) along the last axis."""
    scaled = sharpness * scores
    scaled = scaled - scaled.max(axis=-1, keepdims=True)
    logs: Floats = scaled - np.log(np.exp(scaled).sum(axis=-1, keepdims=True))
    return logs
