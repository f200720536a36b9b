"""How often something is expected, in words."""

import pytest

from engine.players.pragmatic.count_times import count_times


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0.0, "hardly ever"),
        (0.049, "hardly ever"),
        (0.06, "1 time in 10"),
        (0.68, "7 times in 10"),
        (0.94, "9 times in 10"),
        (0.96, "nearly always"),
        (1.0, "nearly always"),
    ],
)
def test_chances_are_said_as_times(chance: float, said: str) -> None:
    assert count_times(chance) == said
