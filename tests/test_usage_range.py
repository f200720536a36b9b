"""Ranges of what models will use."""

from random import Random

import pytest

from engine.usage import Usage
from engine.usage_range import FEW, UsageRange, predict_rest


def test_a_range_is_written_with_both_ends_where_they_differ() -> None:
    least, most = Usage(1, 1_200, 300, 0.01), Usage(3, 3_600, 300, 0.02)
    told = "1 to 3 calls, 1,200 to 3,600 tokens in, 300 out, cost 0.0100 to 0.0200"
    assert str(UsageRange(least, most)) == told
    assert str(UsageRange(least, least)) == "1 call, 1,200 tokens in, 300 out, cost 0.0100"
    assert str(UsageRange(Usage(1), Usage(2))) == "1 to 2 calls, 0 tokens in, 0 out"
    assert UsageRange(least, most).scale(2) == UsageRange(least, most) + UsageRange(least, most)


def test_few_games_predict_from_the_smallest_to_the_largest() -> None:
    measured = [Usage(4, 100, 10, 1.0), Usage(6, 300, 20, 2.0), Usage(5, 200, 90, None)]
    found = predict_rest(measured, 10)
    mean = Usage(50, 2_000, 400)
    assert found == UsageRange(Usage(40, 1_000, 100), Usage(60, 3_000, 900), mean)
    assert predict_rest(measured[:2], 10).most.cost == 20.0
    assert predict_rest(measured, 0) == UsageRange()


@pytest.mark.parametrize("count", [FEW, 30, 200])
def test_many_games_predict_most_sums(count: int) -> None:
    rng, hits, tried, rest = Random("usage"), 0, 400, 50
    for _ in range(tried):
        measured = [Usage(1, rng.randint(50, 500)) for _ in range(count)]
        actual = sum(rng.randint(50, 500) for _ in range(rest))
        found = predict_rest(measured, rest)
        hits += found.least.tokens_in <= actual <= found.most.tokens_in
        smallest, largest = (end(one.tokens_in for one in measured) * rest for end in (min, max))
        assert smallest <= found.least.tokens_in <= found.most.tokens_in <= largest
    assert 0.87 < hits / tried < 0.99
