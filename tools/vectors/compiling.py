"""Compiling the inner loops to machine code."""

from collections.abc import Callable
from typing import Any, cast

from numba import njit


def compiled[Function: Callable[..., Any]](function: Function) -> Function:
    """Compile a function of numbers and arrays with numba, at its first call.

    Sums may be reordered for speed: the same machine and seed give the same bytes, and others
    nearly so.
    """
    return cast(Function, njit(fastmath=True)(function))
