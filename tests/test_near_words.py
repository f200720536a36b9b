"""Which K suits a space, and the intervals of shares in groups."""

from random import Random

from engine.config.settings import load_settings
from engine.share_interval import find_interval, format_share
from lab.papers.decrypto.baseline_sweep import NearWords, choose_k, play_near_words


def line(k: int, lost: int, games: int = 100) -> NearWords:
    missed = tuple(game < lost for game in range(games))
    return NearWords(k, {"other": missed}, {"other": missed})


def test_the_greatest_k_before_partners_lose_more_is_chosen() -> None:
    assert choose_k([line(1, 5), line(16, 12), line(64, 40), line(128, 60)]).k == 16
    assert choose_k([line(1, 45), line(4, 30), line(16, 38), line(64, 51)]).k == 16
    assert choose_k([line(1, 5), line(16, 50), line(64, 4)]).k == 1, "64 fits by chance"
    assert choose_k([line(1, 100), line(16, 100)]).k == 16


def test_near_hints_are_understood_and_far_ones_are_not() -> None:
    counted = []
    near, far = (
        play_near_words(
            "word2vec",
            ["glove"],
            k,
            6,
            settings=load_settings(),
            count_game=lambda: counted.append(1),
        )
        for k in (1, 1024)
    )
    assert near.missed_share <= 0.5 < far.missed_share
    assert sum(near.caught["glove"]) >= sum(far.caught["glove"])
    assert len(counted) == 12


def test_an_interval_holds_the_share_about_as_often_as_it_says() -> None:
    """Games of 7 rounds, each game with its own chance: the rounds are not independent."""
    rng = Random(1)
    held = 0
    for _ in range(200):
        games = []
        for _ in range(40):
            chance = rng.choice((0.05, 0.35))
            games.append((sum(rng.random() < chance for _ in range(7)), 7))
        low, high = find_interval(games)
        held += low <= 0.2 <= high
    assert 180 <= held <= 198


def test_no_event_is_no_proof_that_there_is_none() -> None:
    low, high = find_interval([(0, 7)] * 60)
    assert low == 0
    assert 0.04 < high < 0.06
    assert find_interval([(7, 7)] * 60) == (1 - high, 1)
    assert format_share([(1, 4), (1, 4)]) == "25.0 [25.0, 25.0]"
