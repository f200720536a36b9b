"""The theory of conceptual metaphor, for prompts."""

THEORY = """\
A metaphor speaks of one thing, the target, in terms of another, the source, and carries parts of \
the source over: what moves, holds, feeds or separates in the source stands for what does so in \
the target. By their source there are three kinds:
- ontological: something is spoken of as if it were an object, a substance or a person.
- structural: something is spoken of in terms of a thing or an activity with a clear structure.
- spatial: something is spoken of in terms of place, direction, distance or movement."""
"""The theory of conceptual metaphor (Lakoff and Johnson), for prompts."""
