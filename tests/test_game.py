"""The whole contract over one game, with each of its options at its ends: `pytest --game NAME`."""

import warnings
from random import Random

import pytest

from engine.errors import OptionError
from engine.frozen_model import FrozenModel
from engine.game import GameType
from engine.games.catalog import GAMES
from tests.chosen import Given, list_variants, load_chosen_game
from tests.contract import check_game


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Ask for the game of the command line, or for all of the catalog."""
    name = metafunc.config.getoption("game")
    games = [load_chosen_game(name)] if name else GAMES
    pairs = [(game, options) for game in games for options in list_variants(game)]
    ids = [
        f"{game.name}-{','.join(f'{k}={v}' for k, v in options.items()) or 'usual'}"
        for game, options in pairs
    ]
    metafunc.parametrize(("game", "given"), pairs, ids=ids)


@pytest.mark.filterwarnings("default:No match")
def test_a_game_keeps_the_contract(
    game: GameType, given: Given, request: pytest.FixtureRequest
) -> None:
    options: FrozenModel = game.options_type(**given)
    try:
        game.draw(options, Random("contract"))
    except OptionError as error:
        pytest.skip(f"The game refuses these options: {error}")
    is_usual = not given
    missing = check_game(game, options, matches=3 if is_usual else 1, own_players=is_usual)
    if is_usual and missing and request.config.getoption("game"):
        warnings.warn(f"No match of {game.title} has reached: {'; '.join(missing)}.", stacklevel=1)
