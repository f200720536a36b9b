"""Pydantic adapters of dataclasses, created once."""

from typing import Any

from pydantic import TypeAdapter

_ADAPTERS: "dict[type[Any], TypeAdapter[Any]]" = {}


def get_type_adapter(kind: type[Any]) -> "TypeAdapter[Any]":
    """Get the pydantic adapter of a dataclass; cached, as creating it is slow."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]
