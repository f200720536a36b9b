"""Examples of the forms of a word."""

import pytest

from engine.forms.form_examples import MOST, list_examples
from engine.forms.giveaway import COMPOUNDS, match_word
from words.game_words import read_keywords


@pytest.mark.parametrize(
    ("word", "examples"),
    [
        ("whale", ("whales", "whaler", "whaling")),
        ("child", ("children", "childish", "childhood")),
        ("knife", ("knives",)),
        ("sheep", ("sheepish",)),
        ("quarkfennel", ()),
        ("", ()),
    ],
)
def test_examples_are_plurals_and_short_derivations(word: str, examples: tuple[str, ...]) -> None:
    assert list_examples(word)[:3] == examples


def test_every_example_is_refused_as_a_form_of_its_word() -> None:
    for word in read_keywords()[::12]:
        examples = list_examples(word)
        assert len(examples) <= MOST
        for one in examples:
            found = match_word(one, word)
            assert found is not None, (one, word)
            assert found.kind not in COMPOUNDS
