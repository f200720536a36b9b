"""The built-in deck: every card described by the rules of its metadata, and opened as it is."""

from collections import Counter
from pathlib import Path

import pytest

from engine.forms.folding import fold_words
from engine.forms.giveaway import match_word
from engine.games.dixit.deck import open_unchanged_deck
from images.card import DEVICES, PLACES, THEMES, TONES, Card
from images.deck import Deck, DeckError
from images.deck_check import check_deck
from images.deck_folder import get_builtin_deck_files
from images.deck_reader import open_deck
from tests.decks import draw_card, make_deck
from words.space.names import BUILTIN_SPACES
from words.space.reader import open_space

HOUSE = open_deck()
CARDS = list(HOUSE.cards.values())
QUOTA = {"metaphorical": 53, "literal": 31}
"""As the paper has it."""


@pytest.fixture(params=CARDS, ids=lambda card: card.id)
def card(request: pytest.FixtureRequest) -> Card:
    found: Card = request.param
    return found


def test_the_built_in_deck_is_judged_without_an_error() -> None:
    judged = check_deck(*get_builtin_deck_files())
    assert judged.errors == []
    assert list(judged.cards) == list(judged.pictures) == sorted(judged.cards)


def test_a_game_goes_on_only_with_the_deck_that_it_began_with(tmp_path: Path) -> None:
    assert open_unchanged_deck("", HOUSE.fingerprint) is HOUSE
    with pytest.raises(DeckError, match="has changed since this game began"):
        open_unchanged_deck("", "0" * 64)
    with pytest.raises(DeckError, match="has changed since this game began"):
        open_unchanged_deck(str(make_deck(tmp_path / "own")), HOUSE.fingerprint)


def test_a_card_has_all_its_words(card: Card) -> None:
    assert 1 <= len(card.title.split()) <= 5
    assert 2 <= len(card.caption.split()) <= 9
    assert fold_words(card.caption) != fold_words(card.title)
    assert 4 <= len(card.tags) <= 8
    assert 4 <= len(card.themes) <= 8
    assert 1 <= len(card.echoes) <= 4
    assert 8 <= len(set(card.clues)) == len(card.clues)
    assert all(1 <= len(clue.split()) <= 5 for clue in card.clues)
    assert 2 <= len(card.palette) <= 5
    assert card.tone in TONES
    assert card.device in DEVICES
    assert card.place in PLACES


def test_a_caption_names_nothing_that_is_to_be_seen(card: Card) -> None:
    assert [tag for tag in card.tags if match_word(card.caption, tag)] == []


def test_tags_and_themes_mean_something_to_the_baselines(card: Card) -> None:
    for name in BUILTIN_SPACES:
        space = open_space(name)
        assert [word for word in (*card.tags, *card.themes) if word not in space] == []


def test_themes_come_from_the_vocabulary(card: Card) -> None:
    assert set(card.themes) <= THEMES


def test_no_two_cards_have_the_same_words() -> None:
    for key in ("title", "caption"):
        said = Counter(fold_words(getattr(card, key)) for card in CARDS)
        assert [" ".join(words) for words, count in said.items() if count > 1] == []


def test_every_tag_and_theme_is_said_plainly(card: Card) -> None:
    for word in (*card.tags, *card.themes):
        assert word == word.lower().strip()


def test_the_deck_is_complete() -> None:
    themes = Counter(theme for card in CARDS for theme in card.themes)
    assert [theme for theme in sorted(THEMES) if themes[theme] < 3] == []
    assert Counter(card.tone for card in CARDS) == QUOTA


def test_the_built_in_deck_is_opened_once() -> None:
    assert open_deck() is open_deck("")


def test_a_card_that_is_not_there_is_named() -> None:
    with pytest.raises(DeckError, match="has no card 'nobody'"):
        HOUSE.get_path("nobody")


def test_a_fingerprint_tells_decks_apart(tmp_path: Path) -> None:
    decks = []
    for name, change in {"one": None, "same": None, "other": 1, "fewer": 2}.items():
        folder = make_deck(tmp_path / name, 2 if change == 2 else 3)
        if change == 1:
            draw_card(folder / "card_01.png", 77)
        decks.append(open_deck(str(folder)).fingerprint)
    one, same, other, fewer = decks
    assert one == same
    assert len({one, other, fewer}) == 3


def test_a_fingerprint_of_a_deck_that_is_gone_is_refused(tmp_path: Path) -> None:
    folder = make_deck(tmp_path / "deck", 2)
    deck: Deck = open_deck(str(folder))
    (folder / "card_01.png").unlink()
    with pytest.raises(DeckError, match=r"card_01\.png cannot be read: No such file"):
        assert deck.fingerprint


def test_metadata_is_no_part_of_the_fingerprint(tmp_path: Path) -> None:
    one, other = make_deck(tmp_path / "one", 2), make_deck(tmp_path / "other", 2)
    told = (other / "deck.toml").read_text()
    (other / "deck.toml").write_text(told.replace("Number 1", "Number one"))
    assert open_deck(str(one)).fingerprint == open_deck(str(other)).fingerprint
