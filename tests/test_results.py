"""The end of a game: who is celebrated, what is told of it, what may be played next, and wins."""

import sys
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from textual.app import ComposeResult
from textual.screen import Screen

from engine.config.settings import load_settings
from engine.game import Game
from engine.games.catalog import CATALOG
from engine.games.decrypto.highlights import find_highlights as find_in_decrypto
from engine.games.decrypto.moves import Code
from engine.games.decrypto.view import Outcome
from engine.games.decrypto.view import Round as DecryptoRound
from engine.games.highlights import Highlights, Sentence
from engine.games.taboo.highlights import find_highlights as find_in_taboo
from engine.games.taboo.moves import Guess, Say
from engine.games.taboo.options import Options as TabooOptions
from engine.games.taboo.rules import Taboo
from engine.games.undercover.highlights import find_highlights as find_in_undercover
from engine.games.undercover.options import Options
from engine.games.undercover.view import Line, Role, Round
from engine.journal.rematch import DUEL, REMATCH, SAME_DEAL, SWAP, list_next_games
from engine.match import Match
from engine.options import parse_options
from engine.players.spec import parse_spec
from engine.seat import Seat
from engine.session import Session
from screens.players.marks import MARKS
from screens.players.seat_names import SeatNames
from screens.widgets import celebration, confetti
from screens.widgets.celebration import Celebration
from screens.widgets.letters import draw_ink
from screens.widgets.player_mark import draw_mark
from screens.widgets.plus_sign import draw_plus, measure_plus
from tests.looking import Opened, frame
from tests.samples import SAMPLES

NAMES = SeatNames(("p1", "p2", "p3", "p4"), ("Ada", "Ben", "Zoë", "Dan"))


class Shown(Screen[None]):
    """A celebration of the winners."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__()
        self.arguments = arguments

    def compose(self) -> ComposeResult:
        yield Celebration(NAMES, *self.arguments)


@pytest.mark.parametrize(
    ("winners", "size", "rows"),
    [
        ((0,), (80, 24), 4),
        ((0, 1), (160, 45), 7),
        ((2,), (80, 24), 1),  # the large letters are English
        ((0,), (24, 12), 4),
        ((), (80, 24), 4),
    ],
)
async def test_winners_are_written_as_large_as_fits(
    winners: tuple[int, ...], size: tuple[int, int], rows: int
) -> None:
    app: Opened[Any] = Opened(lambda: Shown(tuple(map(Seat, winners))))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        widget = app.screen.query_one(Celebration)
        assert widget.fit_headline(widget.content_size.width)[1] == rows
        assert widget.size.height == rows + 2
        assert widget.is_complete  # nothing moves in tests
        text = frame(app)
        for seat in winners:
            assert rows > 1 or f"{NAMES.get_mark(Seat(seat))} {NAMES.labels[seat]} wins" in text
        assert ("•" in text) == bool(winners)


@pytest.mark.parametrize(
    ("name", "size"), [("Christopher", (80, 24)), ("Bartholomew", (80, 24)), ("Margaret", (60, 20))]
)
async def test_a_long_name_wins_in_narrow_letters(
    monkeypatch: pytest.MonkeyPatch, name: str, size: tuple[int, int]
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "NAMES", SeatNames(("p1", "p2"), (name, "Ben")))
    app: Opened[Any] = Opened(lambda: Shown((Seat(0),)))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        widget = app.screen.query_one(Celebration)
        line, rows = widget.fit_headline(widget.content_size.width)
        assert (rows, [piece.text for piece in line][-2:]) == (4, [name, "wins"])
        assert all(strip.cell_length <= size[0] for strip in map(widget.render_line, range(6)))


async def test_more_than_a_few_winners_are_called_by_their_team() -> None:
    app: Opened[Any] = Opened(lambda: Shown(tuple(map(Seat, range(4))), "Civilians win"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        winners = app.screen.query_one(Celebration)
        assert winners.plain == "Civilians win"
        few = celebration.Celebration(NAMES, (Seat(0), Seat(2)), "Civilians win")
        await app.screen.mount(few)
        assert few.fit_headline(78) == (few.team, 4)  # as the names do not fit, or are not English
        assert "Ada" in few.plain
        app.no_color = True  # the brightest is who has won
        name, verb = (
            celebration.Piece("Ada", "player-1"),
            celebration.Piece("wins", "foreground"),
        )
        assert winners.find_piece_colour(name) == winners.find_colour("foreground")
        assert winners.find_piece_colour(verb) == winners.find_colour("muted")


def test_confetti_flies_and_stays_inside() -> None:
    frames = [
        confetti.scatter_confetti(("●",), ("player-1",), 80, 6, stage / celebration.FRAMES)
        for stage in range(celebration.FRAMES + 1)
    ]
    assert frames[0] == []
    assert frames[3] != frames[-1]
    assert all(0 <= s.x < 80 and 0 <= s.y < 6 for sparks in frames for s in sparks)
    assert len(frames[-1]) < 80  # a modest burst


@pytest.mark.parametrize("look", range(10))
def test_every_mark_is_drawn_as_high_as_capitals(look: int) -> None:
    mark = draw_mark(look, 7)
    left, top, right, bottom = mark.getbbox() or (0, 0, 0, 0)
    assert bottom - top >= 8
    assert right - left >= 12


@pytest.mark.parametrize("size", range(4, 10))
@pytest.mark.parametrize("name", ["A", "BEN", "Ada"])
def test_name_stands_on_the_baseline_of_its_mark(name: str, size: int) -> None:
    square = draw_mark(MARKS.index("▲"), size).getbbox()
    letters = draw_ink(name, size, words=True).getbbox()
    assert square
    assert letters
    assert abs(square[3] - letters[3]) <= 1


def session(game: str, *specs: str) -> Session:
    """A new game that nobody has played yet."""
    definition = CATALOG[game]
    seats = definition.usual_seats()
    lineup = dict(zip(seats, map(parse_spec, specs), strict=True))
    return Session.create(
        definition, definition.options_type(), lineup, "seed", settings=load_settings()
    )


@pytest.mark.parametrize(
    ("game", "specs", "kinds"),
    [
        ("decrypto", ("human:Ada", "human:Ben", "human:Cyd"), {SWAP}),
        ("decrypto", ("human:Ada", "human:Ben", "glove"), {SWAP, SAME_DEAL}),
        ("decrypto", ("word2vec", "glove", "human:Cyd"), {SWAP, DUEL}),
        ("decrypto", ("word2vec", "glove", "random"), {SWAP, SAME_DEAL, DUEL}),
        ("decrypto", ("random", "random", "random"), {SAME_DEAL}),
        ("taboo", ("human:Ada", "human:Ben"), {SWAP}),
        ("taboo", ("human:Ada", "glove"), {SWAP, SAME_DEAL}),
        ("undercover", ("human:Ada", "glove", "glove", "glove", "glove"), set()),
        ("undercover", ("word2vec", "glove", "glove", "glove", "glove"), {SAME_DEAL}),
        ("dixit", ("human:Ada", "human:Ben", "glove", "glove"), {SAME_DEAL}),
    ],
)
def test_what_is_offered_next_makes_sense(
    game: str, specs: tuple[str, ...], kinds: set[str]
) -> None:
    ended = session(game, *specs)
    games = list_next_games(ended)
    assert set(games) == {REMATCH, *kinds}
    seeds = {kind: one.seed for kind, one in games.items()}
    new = {REMATCH, SWAP}
    assert all(seed == ("" if kind in new else "seed") for kind, seed in seeds.items())
    assert tuple(games[REMATCH].seats.values()) == specs
    if SWAP in games:
        assert tuple(games[SWAP].seats.values()) == (specs[-1], *specs[:-1])


def spell(sentence: Sentence) -> str:
    return NAMES.format_parts(sentence).plain


def test_undercover_tells_the_vote_that_decided_it_and_the_best_lie() -> None:
    options = Options(players=4, undercover=1)
    seats = tuple(map(Seat, range(4)))
    said = tuple(Line(seat, f"line {seat} of p3") for seat in seats)
    rounds = (
        Round(said, (Seat(1), Seat(0), Seat(1), Seat(1)), Seat(1)),
        Round((said[0], said[2], said[3]), (Seat(2), None, Seat(3), Seat(2)), Seat(2)),
    )
    sample = SAMPLES["undercover"]
    view = Match(sample.game({}), "1").view(None)
    roles = tuple(Role.UNDERCOVER if seat == 2 else Role.CIVILIAN for seat in seats)
    ended = view.model_copy(
        update=dict(  # noqa: C408
            options=options,
            rounds=rounds,
            roles=roles,
            words=("a", "a", "b", "a"),
            outcome="civilians",
            lines=(),
            order=(),
        )
    )
    found = find_in_undercover(ended)
    decided = "In round 2 ■ Zoë, the only one undercover, was voted out with 2 votes."
    assert spell(found.decisive) == decided
    (lie,) = found.best
    assert (lie.title, lie.number) == ("Best lie", 1)
    assert spell(lie.sentence) == (
        "■ Zoë said “line 2 of p3” about “b” and drew no vote; ▲ Ben went out instead."
    )
    sharp = ended.model_copy(
        update={"rounds": (replace(rounds[0], out=None, votes=rounds[1].votes), rounds[1])}
    )
    assert [one.title for one in find_in_undercover(sharp).best] == ["Unmasked"]


@pytest.mark.parametrize("game", CATALOG)
def test_every_finished_game_has_something_to_tell(game: str) -> None:
    sample = SAMPLES[game]
    if not sample.definition.brings("find_highlights"):
        return  # then the last line of the narration is told
    for options in sample.variants[:3]:
        match = Match(sample.game(options), "told")
        chance = Random(4)
        while match.awaits:
            for seat in sorted(match.awaits):
                match.submit(seat, sample.move(match.view(seat), chance))
        found = sample.definition.find_highlights(match.view(None))
        assert found.decisive, (
            f"find_highlights of {game} finds nothing that decided a match with {dict(options)}: "
            "return a sentence in `decisive` for every end, also if nobody wins"
        )
        for sentence in (found.decisive, *(one.sentence for one in found.best)):
            assert all(isinstance(p, str) or 0 <= p < len(match.game.seats) for p in sentence)


def test_without_highlights_the_last_line_of_the_narration_is_told() -> None:
    class Bare(Taboo):
        @classmethod
        def find_highlights(cls, view: Any) -> Highlights:
            found: Highlights = Game.find_highlights.__func__(cls, view)  # type: ignore[attr-defined]
            return found

    match: Match[Any, Any, Any] = Match(Taboo(target="apple", options=TabooOptions()), "1")
    match.submit(Seat(0), Say(line="What is in the pie?"))
    match.submit(Seat(1), Guess(word="pear"))
    view = match.view(None)
    assert Bare.find_highlights(view).decisive == (Bare.narrate(None, view)[-1],)


def test_a_game_of_taboo_names_the_line_that_led_to_its_end() -> None:
    match: Match[Any, Any, Any] = Match(Taboo(target="apple", options=TabooOptions()), "1")
    match.submit(Seat(0), Say(line="What is in the pie?"))
    match.submit(Seat(1), Guess(word="pear"))
    found = find_in_taboo(match.view(None))
    assert spell(found.decisive) == "In turn 1 ▲ Ben guessed “pear”, but it was “apple”."
    (bluff,) = found.best
    assert (bluff.title, spell(bluff.sentence)) == (
        "Last line",
        "● Ada said “What is in the pie?”",
    )


@pytest.mark.parametrize(
    ("game", "given", "told"),
    [
        ("taboo", {}, "a new deal"),
        ("taboo", {"word": "apple"}, "words"),
        ("undercover", {"words": "animals"}, "a new deal"),
        ("undercover", {"words": "ocean,river"}, "words"),
        ("dixit", {"rounds": "2"}, "a new deal"),
    ],
)
def test_a_rematch_says_whether_the_words_stay(game: str, given: dict[str, str], told: str) -> None:
    definition = CATALOG[game]
    options = parse_options(definition.options_type, given)
    specs = {seat: parse_spec("random") for seat in definition.list_seats(options)}
    played = Session.create(definition, options, specs, "moon", settings=load_settings())
    assert list_next_games(played)[REMATCH].explanation.endswith(told)


def test_a_short_game_of_undercover_tells_the_line_of_the_one_who_was_caught() -> None:
    seats = tuple(map(Seat, range(3)))
    said = tuple(Line(seat, f"line {seat}") for seat in seats)
    view = Match(SAMPLES["undercover"].game({}), "1").view(None)
    ended = view.model_copy(
        update={
            "options": Options(players=3, undercover=1),
            "rounds": (Round(said, (Seat(2), Seat(2), Seat(0)), Seat(2)),),
            "roles": (Role.CIVILIAN, Role.CIVILIAN, Role.UNDERCOVER),
            "words": ("bus", "bus", "tram"),
            "outcome": "civilians",
            "lines": (),
            "order": (),
        }
    )
    (unmasked,) = find_in_undercover(ended).best
    assert (unmasked.title, unmasked.number) == ("Unmasked", 1)
    assert spell(unmasked.sentence) == (
        "■ Zoë said “line 2” about “tram”; ● Ada and ▲ Ben voted for ■ Zoë."
    )


@pytest.mark.parametrize(
    ("decoder", "interceptor", "title", "sentence"),
    [
        (
            (1, 2, 4),
            (3, 2, 1),
            "Misread hint",
            "● Ada said “sea” for “k3”; ▲ Ben took it for “k4”.",
        ),
        ((1, 2, 3), (1, 2, 3), "Interception", "■ Zoë read 1-2-3 from “dog”, “sky” and “sea”."),
        ((1, 2, 3), (3, 2, 1), "", ""),
    ],
)
def test_a_short_game_of_decrypto_tells_who_was_fooled(
    decoder: Code, interceptor: Code, title: str, sentence: str
) -> None:
    view = Match(SAMPLES["decrypto"].game({}), "1").view(None)
    done = DecryptoRound(("dog", "sky", "sea"), (1, 2, 3), decoder, interceptor)
    ended = view.model_copy(
        update={
            "rounds": (done,),
            "keywords": ("k1", "k2", "k3", "k4"),
            "outcome": Outcome("team", "survived", 1),
        }
    )
    told = [(one.title, spell(one.sentence)) for one in find_in_decrypto(ended).best]
    assert told == ([(title, sentence)] if title else [])


def test_a_draw_of_taboo_tells_the_last_bait() -> None:
    match = Match(Taboo(target="apple", options=TabooOptions(turns=1)), "1")
    match.submit(Seat(0), Say(line="What is in the pie?"))
    match.submit(Seat(1), Say(line="Something sweet."))
    (bait,) = find_in_taboo(match.view(None)).best
    assert (bait.title, spell(bait.sentence)) == ("Last bait", "● Ada said “What is in the pie?”")


@pytest.mark.parametrize("size", range(4, 13))
def test_the_plus_between_winners_has_its_bar(size: int) -> None:
    ink = draw_plus(size)
    box = ink.getbbox()
    assert box
    left, top, right, bottom = box
    rows = [sum(bool(ink.getpixel((x, y))) for x in range(left, right)) for y in range(top, bottom)]
    assert rows == rows[::-1]
    assert max(rows) == rows[len(rows) // 2] == 2 * measure_plus(size) > min(rows)
