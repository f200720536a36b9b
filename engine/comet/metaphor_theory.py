"""The theory of conceptual metaphor (Lakoff and Johnson), as prompts tell it."""

from collections.abc import Mapping

from engine.comet.beliefs import Method

THEORY = """\
A metaphor speaks of one thing, the target, in terms of another, the source, and carries parts of \
the source over: what moves, holds, feeds or separates in the source stands for what does so in \
the target. By their source there are three kinds:
- ontological: something is spoken of as if it were an object, a substance or a person.
- structural: something is spoken of in terms of a thing or an activity with a clear structure.
- spatial: something is spoken of in terms of place, direction, distance or movement."""

METHODS: Mapping[Method, str] = {
    "ontological": """\
An ontological metaphor gives the target the existence of another thing: it becomes an object that \
can be held, a substance that can run out, a container, or a person who wants something. Choose a \
source whose most striking property is the feature; leave out what it is called.""",
    "structural": """\
A structural metaphor lets the target borrow the order of another thing: its parts, its roles and \
what follows from what. Choose a source in which something plays the part that the feature plays \
in the target; say how the parts go together, not what they are.""",
    "spatial": """\
A spatial metaphor puts the target into space: up and down, in and out, near and far, a path and \
its end. Choose a place or a movement that stands to its surroundings as the feature stands to \
the target.""",
}
"""By kind of metaphor: how one is made."""
