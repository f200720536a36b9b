"""The kinds of player that know words, by their names in a SPEC."""

VECTORS = frozenset({"word2vec", "glove", "vectors"})
"""The kinds of player that use one space of word vectors."""
PRAGMATIC = "pragmatic"
"""The kind of Parlour's own player, which uses several spaces."""
USUAL_STRENGTH = 3
"""Its default strength, from 1 to 5."""
