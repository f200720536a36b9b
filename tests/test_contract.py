"""The contract over every game, what it catches, and one declaration in all its uses."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any, Literal, Self

import pytest
from pydantic import Field

from engine.defaults.plain_form import build_plain_form
from engine.fields import explain_value, list_fields
from engine.frozen_model import FrozenModel
from engine.game import Game
from engine.games.catalog import CATALOG
from engine.games.decrypto.rules import Decrypto
from engine.games.decrypto.rules import State as DecryptoState
from engine.games.seeded_player import SeededPlayer
from engine.games.taboo.options import Options as TabooOptions
from engine.games.taboo.rules import State, Taboo
from engine.games.taboo.view import View as TabooView
from engine.llm.schema import build_answer_schema
from engine.match import IllegalMove, Match
from engine.options import parse_options
from engine.seat import Seat
from engine.view import Choices, View, choose_several
from screens.games.ui import load_game_ui
from screens.players.seat_names import SeatNames
from screens.widgets.choice_grid import ChoiceGrid
from tests.contract import check_game
from tests.looking import Opened, appears, until
from tests.samples import SAMPLES
from tests.spies import Clue


@pytest.mark.parametrize("name", CATALOG)
def test_every_game_keeps_the_contract(name: str) -> None:
    given = SAMPLES[name].variants
    options = [parse_options(CATALOG[name].options_type, one) for one in given[:2]]
    check_game(CATALOG[name], *options, matches=1)


class ShowsTarget(Taboo):
    def view(self, state: State, seat: Seat | None) -> TabooView:
        return super().view(state, seat).model_copy(update={"target": self.target})


class ShowsOwnWord(Taboo):
    def view(self, state: State, seat: Seat | None) -> TabooView:
        return super().view(state, seat).model_copy(update={"options": self.options})


class NamesNoSecret(Taboo):
    swap = Game.swap


DEALS = count()


class DealsByChance(Decrypto):
    """Deals by a chance of its own, so that a replay differs."""

    def deal(self, rng: Random) -> DecryptoState:  # noqa: ARG002
        return super().deal(Random(next(DEALS)))


@pytest.mark.parametrize(
    ("game", "options", "complaint"),
    [
        (ShowsTarget, TabooOptions(), "sees what it may not know: target"),
        (ShowsOwnWord, TabooOptions(word="river"), "no secret option"),
        (NamesNoSecret, TabooOptions(), "swap leaves every truth as it is"),
        (DealsByChance, None, "a replay|a resumed match"),
    ],
)
def test_the_contract_catches_a_mistake(game: Any, options: Any, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_game(game, *([options] if options else []), matches=1)


class WordsOptions(FrozenModel):
    goal: int = Field(default=2, ge=1, le=9)
    """How many words a team has to take."""


class Take(FrozenModel):
    """Take a word."""

    word: str
    times: int = Field(ge=1, le=3)
    """How often."""


WORDS = ("anchor", "bridge", "candle", "desert", "engine", "forest")


class WordsView(View[Take]):
    seat: Seat | None
    awaited: tuple[Seat, ...]
    options: WordsOptions
    taken: tuple[Take, ...]
    outcome: str | None

    def list_moves(self) -> Mapping[type[Take], Choices]:
        taken = {one.word for one in self.taken}
        return {Take: {"word": [word for word in WORDS if word not in taken]}}


@dataclass(frozen=True)
class Taken:
    taken: tuple[Take, ...] = ()


class Words(Game[WordsOptions, Taken, WordsView, Take]):
    """Two teams take words in turn; everybody sees everything."""

    title = "Words"
    summary = "Take words."
    rules = "Take words in turn."
    has_secrets = False
    listed = "taken"

    @classmethod
    def list_seats(cls, options: WordsOptions) -> tuple[str, ...]:  # noqa: ARG003
        return ("red-1", "blue-1", "red-2", "blue-2")

    @classmethod
    def list_teams(cls, options: WordsOptions) -> Mapping[str, tuple[str, ...]]:  # noqa: ARG003
        return {"red": ("red-1", "red-2"), "blue": ("blue-1", "blue-2")}

    def deal(self, rng: Random) -> Taken:  # noqa: ARG002
        return Taken()

    def awaits(self, state: Taken) -> tuple[Seat, ...]:
        is_over = len(state.taken) == 2 * self.options.goal - 1
        return () if is_over else (Seat(len(state.taken) % 4),)

    def view(self, state: Taken, seat: Seat | None) -> WordsView:
        return WordsView(
            seat=seat,
            awaited=self.awaits(state),
            options=self.shown_options,
            taken=state.taken,
            outcome=self.name_winners(state),
        )

    def play(self, state: Taken, moves: Mapping[Seat, Take], rng: Random) -> Taken:  # noqa: ARG002
        return replace(state, taken=(*state.taken, *moves.values()))

    def score(self, state: Taken) -> Mapping[Seat, float]:
        return {Seat(seat): float(seat % 2 != len(state.taken) % 2) for seat in range(4)}


def start_words() -> Match[Any, Any, Any]:
    return Match(Words(options=WordsOptions()), "1")


def test_a_game_without_secrets_keeps_the_contract_and_says_so() -> None:
    check_game(Words, WordsOptions(), WordsOptions(goal=3))
    view = start_words().view(Seat(0))
    assert view.model_copy(update={"seat": None}) == start_words().view(None)


def test_a_team_that_wins_is_named_as_one() -> None:
    match = start_words()
    for word in ("anchor", "bridge", "candle"):
        match.submit(min(match.awaits), Take(word=word, times=1))
    assert match.view(None).outcome == "red"
    assert match.score == {0: 1.0, 1: 0.0, 2: 1.0, 3: 0.0}


def test_a_declared_bound_and_a_choice_are_in_schema_prompt_dialogue_and_sentence() -> None:
    match = start_words()
    match.submit(Seat(0), Take(word="anchor", times=1))
    view = match.view(Seat(1))
    prompt = Words.build_prompt(view)
    (kind,) = view.asked
    schema = build_answer_schema((kind,), choices=prompt.choices)["properties"]
    assert schema["word"] == {"type": "string", "enum": list(WORDS[1:])}
    assert schema["times"] == {"type": "integer", "minimum": 1, "maximum": 3}
    assert f"- word: one of {', '.join(WORDS[1:])}." in prompt.user
    assert "- times: a whole number from 1 to 3. How often." in prompt.user
    word, times = build_plain_form(view).forms[0].questions
    assert [choice.label for choice in word.choices] == list(WORDS[1:])
    assert times.find_fault(("5",)) == "Times must be a whole number from 1 to 3, not 5. How often."
    with pytest.raises(IllegalMove, match=r"^Word must be one of bridge, .*, not anchor\.$"):
        match.submit(Seat(1), Take(word="anchor", times=1))
    with pytest.raises(IllegalMove, match=r"^Times must be a whole number from 1 to 3, not 7\."):
        match.submit(Seat(1), Take.model_construct(word="bridge", times=7))


def test_a_text_of_another_pattern_is_refused_by_what_the_field_says_of_itself() -> None:
    word = list_fields(Clue, {})["word"]
    assert explain_value(word, "web web") == "Word cannot be web web. One word."
    long = "x" * 31
    assert explain_value(word, long) == (
        f"Word must be text of at most 30 characters, not {long}. One word."
    )


class Send(FrozenModel):
    """Send a team."""

    team: tuple[str, ...]


class SendView(WordsView):
    def list_moves(self) -> Mapping[type[Any], Choices]:
        return {Send: {"team": choose_several(WORDS[:3], 2)}}


def test_several_values_are_chosen_from_those_of_the_position() -> None:
    view: Any = SendView(**dict(start_words().view(Seat(0))))
    for drawn in (view.draw_move(Random(seed)) for seed in range(20)):
        assert len({*drawn.team}) == len(drawn.team) == 2
        assert {*drawn.team} <= {*WORDS[:3]}
    told = "Team must be 2 different values, each one of anchor, bridge, candle, not "
    for wrong in (("anchor",), ("anchor", "anchor"), ("anchor", "forest"), (*WORDS[:3],)):
        assert view.judge(Send(team=wrong)) == f"{told}{', '.join(wrong)}."
    (form,) = build_plain_form(view).forms
    assert form.questions[0].find_fault(("anchor, forest",)) == f"{told}anchor, forest."
    assert form.build_move(("candle, anchor",)) == Send(team=("candle", "anchor"))
    schema = build_answer_schema((Send,), choices=view.asked)["properties"]["team"]
    assert schema["items"] == {"type": "string", "enum": list(WORDS[:3])}
    assert (schema["minItems"], schema["maxItems"]) == (2, 2)


def test_a_list_takes_any_of_the_values_that_a_position_names() -> None:
    class AnyView(WordsView):
        def list_moves(self) -> Mapping[type[Any], Choices]:
            return {Send: {"team": WORDS[:2]}}

    view: Any = AnyView(**dict(start_words().view(Seat(0))))
    assert view.judge(Send(team=("bridge", "bridge"))) is None
    assert "not forest" in view.judge(Send(team=("forest",)))
    assert view.judge(view.draw_move(Random(1))) is None


async def test_the_form_offers_words_on_a_grid_and_takes_a_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(CATALOG, "words", Words)
    monkeypatch.setattr(Words, "name", "words")
    match = start_words()
    names = SeatNames(match.game.seats, ("Ada", "Ben", "Cleo", "Dan"))
    ui = load_game_ui("words")
    form: Any = ui.choose_seat_form(match.view(Seat(0)))(
        match.view(Seat(0)), names, match.game.fault, None
    )
    app = Opened(lambda: form)
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "▸ anchor")
        await until(pilot, lambda: form.can_judge)
        grid = form.query_one(ChoiceGrid)
        grid.focus()
        await pilot.press("right", "right", "left")
        assert grid.labels[grid.place] == "bridge"
        await pilot.press("tab", "9")
        await appears(pilot, "from 1 to 3, not 9.")
        await pilot.press("backspace", "2", "enter")
        await appears(pilot, "Take?")
        await pilot.press("enter")
        await until(pilot, lambda: bool(app.answers))
    assert app.answers == [Take(word="bridge", times=2)]


class Call(FrozenModel):
    """Call heads or tails."""

    side: str


class CoinView(View[Call]):
    seat: Seat | None
    awaited: tuple[Seat, ...]
    options: WordsOptions
    letter: str | None
    calls: tuple[str, ...]
    result: Literal["same", "different"] | None
    outcome: str | None

    def list_moves(self) -> Mapping[type[Call], Choices]:
        return {Call: {"side": ("heads", "tails")}}


class Coin(Game[WordsOptions, Taken, CoinView, Call]):
    """Both call at once, beside a letter that is drawn; nothing but the sealed calls is secret."""

    title = "Coin"
    summary = "Call the same."
    is_cooperative = True
    listed = "calls"
    letter: str = ""

    @classmethod
    def list_seats(cls, options: WordsOptions) -> tuple[str, ...]:  # noqa: ARG003
        return ("p1", "p2")

    @classmethod
    def draw(cls, options: WordsOptions, rng: Random) -> Self:
        return cls.create(options, {"letter": rng.choice("abcdefgh")})

    def deal(self, rng: Random) -> Taken:  # noqa: ARG002
        return Taken()

    def awaits(self, state: Taken) -> tuple[Seat, ...]:
        return () if state.taken else (Seat(0), Seat(1))

    def show_letter(self, seat: Seat | None) -> str | None:  # noqa: ARG002
        return self.letter

    def view(self, state: Taken, seat: Seat | None) -> CoinView:
        calls: tuple[Any, ...] = state.taken
        sides = tuple(one.side for one in calls)
        return CoinView(
            seat=seat,
            awaited=self.awaits(state),
            options=self.shown_options,
            letter=self.show_letter(seat),
            calls=sides,
            result=("same" if len({*sides}) == 1 else "different") if state.taken else None,
            outcome=self.name_winners(state),
        )

    def play(self, state: Taken, moves: Mapping[Seat, Any], rng: Random) -> Taken:  # noqa: ARG002
        return replace(state, taken=tuple(moves.values()))

    def score(self, state: Taken) -> Mapping[Seat, float]:
        one, other = state.taken
        return dict.fromkeys((Seat(0), Seat(1)), float(one == other))


class HidesLetter(Coin):
    """Nobody sees the letter, and no swap says so."""

    def show_letter(self, seat: Seat | None) -> str | None:  # noqa: ARG002
        return None


class TellsOne(Coin):
    """One seat sees the letter, and no swap says that the others do not."""

    def show_letter(self, seat: Seat | None) -> str | None:
        return self.letter if seat == 0 else None


def test_a_game_of_sealed_moves_alone_needs_no_swap() -> None:
    check_game(Coin)


@pytest.mark.parametrize(
    ("game", "complaint"),
    [(HidesLetter, "not shown all of the material"), (TellsOne, "p1 sees '.', and an onlooker")],
)
def test_a_game_that_hides_something_needs_a_swap(game: Any, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_game(game, matches=1)


class HeadsPlayer(SeededPlayer):
    def choose_move(self, view: Any, rng: Random) -> Any:  # noqa: ARG002
        return Call(side="heads")


class EdgePlayer(SeededPlayer):
    def choose_move(self, view: Any, rng: Random) -> Any:  # noqa: ARG002
        return Call(side="edge")


class DrawsTails(CoinView):
    def draw_move(self, rng: Random) -> Call:  # noqa: ARG002
        return Call(side="tails" if self.seat else "heads")


class NeverSame(Coin):
    """Drawn calls are never the same."""

    def view(self, state: Taken, seat: Seat | None) -> CoinView:
        return DrawsTails(**dict(super().view(state, seat)))


class SameByOwnPlayer(NeverSame):
    @classmethod
    def create_baseline(cls, space: str, seat: Seat, seed: str, **settings: Any) -> Any:  # noqa: ARG003
        return HeadsPlayer(seat, seed)


class BadOwnPlayer(NeverSame):
    @classmethod
    def create_random_player(cls, seat: Seat, seed: str) -> Any:
        return EdgePlayer(seat, seed)


def test_the_contract_names_what_no_match_has_reached() -> None:
    assert check_game(NeverSame) == ("DrawsTails.result same", "a match that is won")


def test_the_contract_plays_with_the_players_that_a_game_brings() -> None:
    assert check_game(SameByOwnPlayer, own_players=True) == ()
    with pytest.raises(AssertionError, match=r"a machine chooses is legal: Call\(side='edge'\)"):
        check_game(BadOwnPlayer, own_players=True)
