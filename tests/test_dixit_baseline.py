"""Word-vector baselines and random players of Dixit."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.forms.folding import fold_words
from engine.forms.giveaway import match_word
from engine.games.catalog import find
from engine.games.dixit.baseline import (
    FEWEST,
    MOST,
    TIE,
    Baseline,
    choose_clue,
    choose_nearest,
    list_unseen_rows,
)
from engine.games.dixit.card_vectors import CardVectors, open_card_vectors
from engine.games.dixit.moves import Decoy, Tell, Vote
from engine.games.dixit.options import Options
from engine.games.dixit.random_player import RandomPlayer
from engine.games.dixit.view import Stage, View, find_clue_fault
from engine.match import Match
from engine.play import play
from engine.player import Player
from engine.players.spec import LineupError, Spec
from engine.seat import Seat
from engine.session import Session
from images.card import THEMES
from images.deck_reader import open_deck
from tests.decks import describe, draw_card
from words.space.errors import SpaceError
from words.space.names import BUILTIN_SPACES

ENTRY = find("dixit")
SUBJECTS = (
    *("boat", "tree", "house", "bird", "fish", "lamp", "stone", "river", "horse", "key"),
    *("clock", "bridge", "tower", "book", "mirror", "candle", "garden", "train", "cat", "owl"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A deck of 84 cards; each shows three things and is about five ideas."""
    folder = tmp_path_factory.mktemp("deck")
    rng, tables = Random("baselines"), []
    for number in range(84):
        draw_card(folder / f"card_{number:02}.png", number, (61, 92))
        tags = rng.sample(SUBJECTS, 3)
        tables.append(
            describe(f"card_{number:02}", tags=tags, themes=rng.sample(sorted(THEMES), 5))
        )
    (folder / "deck.toml").write_text("\n".join(tables), encoding="utf-8")
    return folder


def start_match(folder: Path, seed: str = "1", **options: Any) -> Match[Any, View, Any]:
    asked = Options(deck=str(folder), **options)
    return Match(ENTRY.create(asked, ENTRY.draw(asked, Random(0)).material), seed)


def create_players(specs: tuple[str, ...], seed: str) -> dict[Seat, Player[View, Any]]:
    return {
        Seat(place): RandomPlayer(Seat(place), seed)
        if spec == "random"
        else Baseline(spec, Seat(place), seed)
        for place, spec in enumerate(specs)
    }


async def play_match(folder: Path, specs: tuple[str, ...], seed: str, **options: Any) -> View:
    """The last view of a game in which no move was refused."""
    match = start_match(folder, seed, **options)
    attempts: list[int] = []
    await play(
        match,
        create_players(specs, seed),
        before_move=lambda _seat, _move, account: attempts.append(account.attempts),
    )
    assert set(attempts) == {1}, "a baseline's move was refused"
    return match.view(None)


def open_vectors(folder: Path, space: str = "word2vec") -> CardVectors:
    return open_card_vectors(space, str(folder), open_deck(str(folder)).fingerprint)


# Whole games.


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"dealing": "static", "clue_length": 10},
        {"rules": "boxed"},
        {"phases": 1, "rounds": 10, "hand": 1},
        {"dealing": "static", "rounds": 200},
    ],
)
@pytest.mark.parametrize("specs", [BUILTIN_SPACES * 2, ("random",) * 4, ("glove", "random") * 2])
async def test_every_move_is_legal_to_the_end(
    folder: Path, options: dict[str, Any], specs: tuple[str, ...]
) -> None:
    view = await play_match(folder, specs, "legal", **options)
    clues = [fold_words(done.clue) for done in view.rounds]
    assert len(set(clues)) == len(clues) == view.number


@pytest.mark.parametrize("count", [3, 5, 6])
async def test_the_box_is_played_by_as_many_as_there_are(folder: Path, count: int) -> None:
    specs = (*BUILTIN_SPACES, *["random"] * 4)[:count]
    view = await play_match(folder, specs, "box", rules="boxed", players=count)
    assert max(view.scores) >= 30


async def test_a_seed_tells_the_same_game_and_another_another(folder: Path) -> None:
    first, same, other = [
        await play_match(folder, (*BUILTIN_SPACES, "random", "word2vec"), seed)
        for seed in ("1", "1", "2")
    ]
    assert first.rounds == same.rounds != other.rounds


@pytest.mark.parametrize(
    ("storyteller", "listeners"), [("word2vec", "word2vec"), ("word2vec", "glove")]
)
async def test_partial_success_is_what_comes_most_often(
    folder: Path, storyteller: str, listeners: str
) -> None:
    tally: Counter[str] = Counter()
    for number in range(12):
        view = await play_match(folder, (storyteller, *[listeners] * 3), f"tuned/{number}")
        tally.update(done.outcome for done in view.rounds if done.storyteller == 0)
    assert tally.most_common(1)[0][0] == "partial", tally


# The clue.


def test_a_clue_is_near_a_theme_and_to_some_other_cards_and_gives_no_lone_tag_away(
    folder: Path,
) -> None:
    deck, vectors = open_deck(str(folder)), open_vectors(folder)
    tags = Counter(tag for card in deck.cards.values() for tag in card.tags)
    aimed = 0
    for seed in range(60):
        match = start_match(folder, str(seed))
        view = match.view(Seat(0))
        tell = choose_clue(vectors, view, Random(seed))
        assert tell.card in view.hand
        assert match.game.fault(view, tell) is None
        card = deck.cards[tell.card]
        ranks = [vectors.space.rank(theme, 16) or [] for theme in card.themes]
        assert any(tell.clue in [vectors.space.corpus[w] for w in rank] for rank in ranks)
        assert not any(match_word(tell.clue, tag) for tag in card.tags if tags[tag] == 1)
        near = vectors.measure_nearness(tell.clue)
        others = list_unseen_rows(vectors, view)
        assert len(others) == 80
        own = near[vectors.index[tell.card]]
        rivals = sum(near[row] >= own - TIE - 1e-6 for row in others)
        aimed += FEWEST <= rivals * 12 / 80 <= MOST
    assert aimed >= 55


def test_a_tag_that_one_card_alone_has_gives_it_away(tmp_path: Path) -> None:
    tables = []
    for number in range(4):
        draw_card(tmp_path / f"card_{number}.png", number, (61, 92))
        tags = ["boat", ("whale", "owl", "owl", "key")[number]]
        tables.append(describe(f"card_{number}", tags=tags, themes=["hope", "love"]))
    (tmp_path / "deck.toml").write_text("\n".join(tables), encoding="utf-8")
    vectors = open_vectors(tmp_path)
    assert vectors.gives_away("card_0", "whales")
    assert not vectors.gives_away("card_1", "owl")
    assert not vectors.gives_away("card_0", "boat")
    assert not vectors.gives_away("card_0", "key")


def test_cards_played_in_this_phase_are_not_reckoned_with(folder: Path) -> None:
    vectors, match = open_vectors(folder), start_match(folder)
    rng = Random(1)
    while match.awaits and match.view(None).number < 13:
        for seat in sorted(match.awaits):
            view = match.view(seat)
            if view.stage is Stage.TELL:
                gone = {card for done in view.rounds for card in done.cards}
                rows = set(list_unseen_rows(vectors, view))
                cards = {card for card, row in vectors.index.items() if row in rows}
                assert cards == set(vectors.index) - gone - set(view.hand)
            match.submit(seat, _choose_random_move(view, rng))
    view = match.view(match.view(None).storyteller)
    assert len(list_unseen_rows(vectors, view)) == 80, "in phase 2 all cards of phase 1 come again"


def _choose_random_move(view: View, rng: Random) -> Tell | Decoy | Vote:
    card = rng.choice(view.choices)
    match view.stage:
        case Stage.TELL:
            return Tell(card=card, clue=f"clue number {view.number}")
        case Stage.DECOY:
            return Decoy(card=card)
    return Vote(card=card)


# Decoys and votes.


def test_nearness_is_that_of_the_nearest_tag_or_theme(folder: Path) -> None:
    vectors, cards = open_vectors(folder), open_deck(str(folder)).cards
    for clue in ("sorrow", "sailing boat", "a walk through time"):
        vector = vectors.space.get_vector(clue)
        assert vector is not None
        near = vectors.measure_nearness(clue)
        for card, row in vectors.index.items():
            terms = (*cards[card].tags, *cards[card].themes)
            assert near[row] == pytest.approx(
                max(float(one @ vector) for one in vectors.space.get_vectors(terms)), abs=1e-6
            )
    assert not vectors.measure_nearness("zzqxv").any()


def test_the_nearest_is_chosen_and_chance_decides_between_equals() -> None:
    cards, near = ("a", "b", "c", "d"), (0.1, 0.5, 0.5 - TIE / 2, 0.5 - 2 * TIE)
    chosen = Counter(choose_nearest(cards, near, Random(seed)) for seed in range(400))
    assert set(chosen) == {"b", "c"}
    assert min(chosen.values()) > 150


async def test_decoy_and_vote_are_near_to_the_clue(folder: Path) -> None:
    match, vectors = start_match(folder), open_vectors(folder)
    match.submit(Seat(0), Tell(card=match.view(Seat(0)).hand[0], clue="a great fear of the river"))
    seats = create_players(("random", "word2vec", "word2vec", "word2vec"), "x")
    near = vectors.measure_nearness("a great fear of the river")
    for kind in (Decoy, Vote):
        for seat in sorted(match.awaits):
            view = match.view(seat)
            move = await seats[seat].decide(view, None)
            assert isinstance(move, kind)
            best = max(near[vectors.index[card]] for card in view.choices)
            assert near[vectors.index[move.card]] >= best - TIE
            match.submit(seat, move)
    assert len(match.view(None).rounds) == 1


async def test_a_clue_without_a_vector_leaves_it_to_chance(folder: Path) -> None:
    match = start_match(folder)
    match.submit(Seat(0), Tell(card=match.view(Seat(0)).hand[0], clue="zzqxv"))
    view = match.view(Seat(1))
    moves = [await Baseline("glove", Seat(1), f"{n}").decide(view, None) for n in range(60)]
    given = {move.card for move in moves}
    assert given == set(view.hand)


# What is missing.


def test_an_unknown_space_is_refused() -> None:
    with pytest.raises(SpaceError, match="nowhere"):
        Baseline("nowhere", Seat(0), "1")


def test_a_clue_that_fits_is_found_however_short_it_has_to_be(folder: Path) -> None:
    view = start_match(folder, clue_length=10).view(Seat(0))
    for seed in range(40):
        assert (
            find_clue_fault(view, choose_clue(open_vectors(folder), view, Random(seed)).clue)
            is None
        )


def start_session(folder: Path, kind: str, **options: Any) -> Session:
    lineup = dict.fromkeys(("p1", "p2", "p3", "p4"), Spec(kind))
    return Session.create(
        ENTRY, Options(deck=str(folder), **options), lineup, "1", settings=load_settings()
    )


def test_a_deck_without_descriptions_is_no_deck_for_vectors(tmp_path: Path) -> None:
    tables = []
    for number in range(20):
        draw_card(tmp_path / f"card_{number:02}.png", number, (61, 92))
        said = {} if number == 7 else {"tags": ["boat"], "themes": ["hope"]}
        tables.append(describe(f"card_{number:02}", **said))
    (tmp_path / "deck.toml").write_text("\n".join(tables), encoding="utf-8")
    session = start_session(tmp_path, "glove", rounds=4)
    with pytest.raises(LineupError, match=r"the card card_07 has none: describe it in deck.toml"):
        session.create_players()
    assert len(start_session(tmp_path, "random", rounds=4).create_players()) == 4
