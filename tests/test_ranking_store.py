"""Rankings that processes share: as computed, whole after a kill, never read if damaged."""

from pathlib import Path

import numpy as np
import pytest

from engine.players.vectors.ranking_store import RankingStore
from engine.players.vectors.word_vectors import WordVectors
from words.game_words import read_hint_corpus
from words.space.reader import open_space

DTYPE = np.dtype(np.uint16)


def test_a_ranking_is_computed_by_one_process_and_found_by_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    space, corpus = open_space("word2vec"), read_hint_corpus()[:400]
    alone, first, second = (WordVectors(space, corpus) for _ in range(3))
    first.share_rankings(tmp_path)
    second.share_rankings(tmp_path)
    expected = [alone.rank(word, 20) for word in ("moon", "house")]
    assert [first.rank(word, 20) for word in ("moon", "house")] == expected
    monkeypatch.setattr(second, "_rank_anew", None)
    assert [second.rank(word, 20) for word in ("moon", "house")] == expected
    assert first.rank("qqqqq", 20) is None


def test_what_a_killed_process_left_is_cut_off_and_damage_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "x.rankings"
    ranking = np.array([3, 1, 2], DTYPE)
    RankingStore(path, DTYPE).add("moon", 3, ranking)
    whole = path.stat().st_size
    with path.open("ab") as file:
        file.write(path.read_bytes()[: whole // 2])
    store = RankingStore(path, DTYPE)
    store.add("tide", 3, ranking)
    assert path.stat().st_size == 2 * whole
    found = RankingStore(path, DTYPE).find("tide", 3)
    assert found is not None
    assert found.tolist() == [3, 1, 2]
    with path.open("r+b") as damaged:
        damaged.seek(whole - 1)
        damaged.write(b"\xff")
    assert RankingStore(path, DTYPE).find("moon", 3) is None
    assert path.stat().st_mode & 0o077 == 0
