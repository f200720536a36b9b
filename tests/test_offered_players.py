"""Only players that know the game are offered for its seats."""

import pytest
from textual.widgets import Select

from engine.config.settings import load_settings
from engine.games.catalog import CATALOG
from engine.games.decrypto.rules import Decrypto
from engine.games.taboo.rules import Taboo
from engine.players.machine_names import fit_machine, plays_game
from engine.players.spec import parse_spec
from screens.setup.company import describe_kind
from screens.setup.details import DetailsScreen
from screens.setup.seat_row import FIND_MODELS, KINDS
from tests.looking import Opened, in_front
from tests.spies import Spies


@pytest.mark.parametrize(
    ("game", "missing"),
    [
        (Spies, {"pragmatic", "word2vec", "glove", "vectors", "comet"}),
        (Decrypto, {"comet"}),
        (Taboo, set[str]()),
    ],
)
async def test_the_details_offer_who_plays_the_game(
    game: type[Spies], missing: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Spies, "name", "spies")
    monkeypatch.setitem(CATALOG, "spies", Spies)
    seats = dict.fromkeys(game.usual_seats(), parse_spec("random"))
    app = Opened(lambda: DetailsScreen(game, seats, "1", load_settings()))
    async with app.run_test(size=(100, 40)) as pilot:
        await in_front(pilot, DetailsScreen)
        offered = {value for _, value in app.screen.query(Select).first()._options}
    assert offered == {*KINDS, FIND_MODELS} - missing


def test_a_machine_is_replaced_by_one_that_plays_the_game() -> None:
    spec = parse_spec("pragmatic:Iris")
    assert plays_game("pragmatic", Taboo)
    assert fit_machine(spec, Taboo) == spec
    assert str(fit_machine(spec, Spies)) == "random"
    assert describe_kind(spec, Taboo) == "steady machine"
    assert describe_kind(spec, Spies) == "as random"
    assert not describe_kind(parse_spec("human:Ada"), Spies)
