"""`FrozenModel`, the base of values that are declared field by field: options, moves, views."""

from pydantic import BaseModel, ConfigDict


class FrozenModel(BaseModel):
    """A frozen value with typed fields.

    The docstring below a field is its help in forms, prompts and error sentences.
    """

    # Validators are built when a model is first used: of four games, one is played.
    model_config = ConfigDict(
        frozen=True, extra="forbid", use_attribute_docstrings=True, defer_build=True
    )
