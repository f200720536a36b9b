"""The README's picture: `python -m tests.picture docs/parlour.svg` draws it anew."""

import re
import sys
from asyncio import run
from pathlib import Path

from engine.game import Seat
from engine.games.catalog import CATALOG
from engine.games.decrypto.view import Code, Guess, Hint, Options
from engine.lineup import Spec
from engine.session import Session
from screens.games.decrypto.forms import EncoderForm
from screens.key_guard import HOLD_TIME
from screens.private_screen import Curtain
from screens.table import TableScreen
from tests.looking import Opened, appears, in_front

HINTS = {
    1: ["candle", "harbour light", "camping"],
    2: ["bridge", "delta", "Nile"],
    3: ["sundial", "eclipse", "Peter Pan"],
    4: ["drum", "Zeus", "applause"],
}


def third_round() -> Session:
    """A game in its third round, one interception later."""
    lineup = {
        "encoder": Spec("human", "Ada"),
        "decoder": Spec("human", "Ben"),
        "interceptor": Spec("word2vec"),
    }
    options = Options(keywords="lantern,river,shadow,thunder")
    session = Session.create(CATALOG["decrypto"], options, lineup, "picture-3")
    match = session.match
    for number in range(2):
        code: Code = match.view(Seat(0)).code
        a, b, c = (HINTS[digit].pop(0) for digit in code)
        match.submit(Seat(0), Hint((a, b, c)))
        match.submit(Seat(1), Guess(code))
        match.submit(Seat(2), Guess(code if number else (code[2], code[1], code[0])))
    return session


async def picture() -> str:
    """The encoder's screen as SVG, two hints given and a third that may not be."""
    session = third_round()
    app = Opened(lambda: TableScreen(session))
    async with app.run_test(size=(100, 28)) as pilot:
        await in_front(pilot, Curtain)
        await pilot.pause(HOLD_TIME)
        await pilot.press("space")
        await in_front(pilot, EncoderForm)
        first, second, _ = session.match.view(Seat(0)).code
        for hint in (HINTS[first][0], HINTS[second][0]):
            await pilot.press(*("space" if c == " " else c for c in hint), "enter")
        await pilot.press(*"rivers")
        await appears(pilot, "gives away")
        svg = app.export_screenshot(title="Parlour")
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # fetched from elsewhere


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(run(picture()), encoding="utf-8")
