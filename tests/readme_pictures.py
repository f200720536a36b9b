"""The README's pictures: `python -m tests.readme_pictures docs` draws a screen of each game anew.

The app plays a few moves of a fixed game, and its private screen is written as SVG. Cards, which
a terminal shows as pixels, are put into it as WebP.
"""

import re
import sys
from asyncio import run
from base64 import b64encode
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path

from PIL import Image

from engine.config.settings import load_settings
from engine.games.catalog import find
from engine.games.decrypto.moves import Guess, Hint
from engine.games.dixit.moves import Decoy, Tell
from engine.games.taboo.moves import Say
from engine.games.undercover.moves import Accuse, Describe
from engine.options import parse_options
from engine.players.spec import parse_spec
from engine.seat import Seat
from engine.session import Session
from screens.curtain import Curtain
from screens.forms.seat_form import SeatForm
from screens.pictures.card_picture import CardPicture
from screens.table.screen import TableScreen
from tests.looking import Opened, appears, in_front, until

SIZE = (100, 30)
CELL, LINE, TOP = 12.2, 24.4, 1.5
"""Width and height of a cell in the SVG, and the space above the first one."""
SETTLE = 0.5
"""Seconds until a fresh form hears every key."""
SCALE, QUALITY = 1.5, 80
"""Pixels of a card for one of the SVG, and the quality of its WebP."""
HINTS = {
    1: ["candle", "harbour light", "camping"],
    2: ["bridge", "delta", "Nile"],
    3: ["sundial", "eclipse", "Peter Pan"],
    4: ["drum", "Zeus", "applause"],
}
SAID = (
    ("It lives near the water and likes to play.", "You find it in rivers."),
    ("It holds hands when it sleeps.", "It has a broad tail, I think."),
    ("I saw one in a zoo once.", "It opens shells with a stone."),
    ("It has brown fur.", "It can stay under for minutes."),
    ("It eats fish.", "It builds something of branches."),
)
TALK = (
    "What would you put into a cake in autumn?",
    "Plums, as my grandmother did, and a lot of cinnamon.",
    "Did she keep the doctor away with something as well?",
    "With tea, mostly.",
    "What do teachers get from their pupils?",
)


def seat_players(game: str, seed: str, *players: str, **options: str) -> Session:
    """Seat players at a game that is dealt from a seed."""
    definition = find(game)
    asked = parse_options(definition.options_type, options)
    specs = map(parse_spec, players)
    lineup = dict(zip(definition.parse_seats(options), specs, strict=True))
    return Session.create(definition, asked, lineup, seed, settings=load_settings())


def decrypto() -> Session:
    """The third round, one interception later."""
    words = "lantern,river,shadow,thunder"
    players = "human:Ada", "human:Ben", "word2vec"
    session = seat_players("decrypto", "picture-3", *players, keywords=words)
    match = session.match
    hints = {number: list(some) for number, some in HINTS.items()}
    for number in range(2):
        code = match.view(Seat(0)).code
        a, b, c = (hints[digit].pop(0) for digit in code)
        match.submit(Seat(0), Hint(words=(a, b, c)))
        match.submit(Seat(1), Guess(code=code))
        match.submit(Seat(2), Guess(code=code if number else (code[2], code[1], code[0])))
    return session


def dixit() -> Session:
    """The vote of the first round."""
    players = "human:Ada", "human:Ben", "human:Cleo", "word2vec"
    session = seat_players("dixit", "picture-2", *players, rules="boxed")
    match = session.match
    match.submit(Seat(0), Tell(card=match.view(Seat(0)).hand[1], clue="the way home"))
    for seat in map(Seat, (1, 2, 3)):
        match.submit(seat, Decoy(card=match.view(seat).hand[seat % 3]))
    return session


def undercover() -> Session:
    """The second vote."""
    players = "human:Ada", "human:Ben", "human:Cleo", "glove", "word2vec"
    session = seat_players("undercover", "picture", *players, words="otter,beaver", order="fixed")
    match = session.match
    for number in range(2):
        for seat, lines in enumerate(SAID):
            match.submit(Seat(seat), Describe(line=lines[number]))
        if not number:
            for seat, accused in enumerate(("p2", "p3", "p1", "p5", "p4")):
                match.submit(Seat(seat), Accuse(seat=accused))
    return session


def taboo() -> Session:
    """The attacker's third try has been made."""
    session = seat_players("taboo", "picture", "human:Ada", "human:Ben", word="apple")
    for number, line in enumerate(TALK):
        session.match.submit(Seat(number % 2), Say(line=line))
    return session


GAMES: Mapping[str, Callable[[], Session]] = {
    game.__name__: game for game in (decrypto, dixit, undercover, taboo)
}
TYPED: Mapping[str, tuple[tuple[str, ...], str]] = {
    "decrypto": (("Nile", "enter", "camping", "enter", "rivers"), "gives away"),
    "dixit": (("2",), "Your vote: 2"),
    "undercover": (("down", "down"), "Your vote"),
    "taboo": (("tab", "tab", "pie", "enter"), "pie"),
}
"""What is typed into each screen, words letter by letter, and what it shows then."""
NAMED_KEYS = ("enter", "tab", "down")


async def draw(game: str) -> str:
    """Draw the private screen of a game as SVG."""
    session = GAMES[game]()
    app = Opened(lambda: TableScreen(session))
    app.pictures.choose("sixel" if game == "dixit" else "auto")
    async with app.run_test(size=SIZE) as pilot:
        curtain = await in_front(pilot, Curtain)
        await until(pilot, lambda: curtain.armed)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SeatForm))
        form = app.screen
        await pilot.pause(SETTLE)
        keys, shown = TYPED[game]
        for key in keys:
            await pilot.press(*((key,) if key in NAMED_KEYS else key))
        await appears(pilot, shown)
        cards = list(form.query(CardPicture).results(CardPicture))
        await until(pilot, lambda: all(card.shown for card in cards if card.display))
        svg = app.export_screenshot(title="Parlour")
        pictures = "".join(embed_card(card) for card in cards if card.display)
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # fetched from elsewhere
    end = svg.rindex("</g>", 0, svg.rindex("</g>"))
    return svg[:end] + pictures + svg[end:]


def embed_card(card: CardPicture) -> str:
    """An element of an SVG with the picture of a card, in its place on the screen."""
    region = card.content_region
    width, height = region.width * CELL, region.height * LINE
    with Image.open(card.picture) as picture:
        size = round(width * SCALE), round(height * SCALE)
        small = picture.convert("RGBA").resize(size, Image.Resampling.LANCZOS)
    file = BytesIO()
    small.save(file, "WEBP", quality=QUALITY, method=6)
    x, y = region.x * CELL, TOP + region.y * LINE
    data = b64encode(file.getvalue()).decode()
    return (
        f'<image x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'href="data:image/webp;base64,{data}"/>'
    )


if __name__ == "__main__":
    for name in GAMES:
        Path(sys.argv[1], f"{name}.svg").write_text(run(draw(name)), encoding="utf-8")
