"""What an audience is asked and shown: what onlookers know, and an answer to every question."""

from functools import partial
from typing import Any

import pytest

from engine.games.catalog import CATALOG
from engine.games.decrypto.audience_poll import find_correct_answers, read_machine_answers
from engine.games.decrypto.moves import Guess, Hint
from engine.games.undercover.moves import Accuse, Describe
from engine.games.undercover.view import Role
from engine.match import Match
from engine.seat import Seat
from screens.games.ui import load_game_ui
from screens.players.seat_names import SeatNames
from tests.new_game import EVERY_SAMPLE
from tests.samples import SAMPLES, Sample

pytestmark = pytest.mark.usefixtures("new_game")
POLLED = {
    name: sample for name, sample in SAMPLES.items() if sample.definition.brings("build_poll")
}
every_game = pytest.mark.parametrize("sample", EVERY_SAMPLE.values(), ids=EVERY_SAMPLE)


@every_game
def test_polls_and_large_words_hold_no_secret_and_every_poll_has_an_answer(sample: Sample) -> None:
    asked: list[tuple[Any, int]] = []
    for match in sample.matches(3):
        view = match.view(None)
        names = SeatNames(match.game.seats, match.game.seats)
        _, leaks = sample.find_leaks(match, None, partial(shown, sample, names))
        assert not leaks
        if match.turn == 0:
            asked.clear()
        for before, turn in asked:
            if turn == match.turn - 1 or match.score is not None:
                check_answers(sample, match, before, view)
        if sample.definition.build_poll(view) is not None:
            asked.append((view, match.turn))


def shown(sample: Sample, names: SeatNames, view: Any) -> str:
    """The poll and the large words of an onlooker's view."""
    ui = load_game_ui(sample.definition.name)
    return repr((sample.definition.build_poll(view), ui.build_headline(view, names)))


def check_answers(sample: Sample, match: Match[Any, Any, Any], before: Any, after: Any) -> None:
    poll = sample.definition.build_poll(before)
    assert poll is not None
    assert 2 <= len(poll.answers) <= 10
    answers = sample.definition.find_correct_answers(before, after)
    assert [len(topic) for topic in answers] == [len(poll.answers)] * len(poll.topics)
    if match.score is not None:
        assert all(any(topic) and None not in topic for topic in answers)
    for seat, guessed in sample.definition.read_machine_answers(before, after).items():
        assert 0 <= seat < len(match.game.seats)
        assert len(guessed) == len(poll.topics)
        assert all(answer is None or 0 <= answer < len(poll.answers) for answer in guessed)


@pytest.mark.parametrize("sample", POLLED.values(), ids=POLLED)
def test_something_is_asked_before_the_end_of_every_game(sample: Sample) -> None:
    """The turn that ends a game is one of those with a poll, if the turns are not used up."""
    polled: list[bool] = []
    for match in sample.matches(3):
        polled.append(sample.definition.build_poll(match.view(None)) is not None)
        reason = getattr(getattr(match.view(None), "outcome", None), "reason", "")
        # A tie is broken by naming keywords, about which nobody is asked.
        short = sample.definition.name == "decrypto" and len(match.view(None).rounds) == 1
        if match.score is not None and reason not in ("slip", "tie", "words") and not short:
            assert polled[-2]
            assert not polled[-1]


def test_in_decrypto_each_hint_is_asked_for_with_the_hints_before_it() -> None:
    definition, match = CATALOG["decrypto"], Match(SAMPLES["decrypto"].games[0], "polls")
    assert definition.build_poll(match.view(None)) is None
    match.submit(Seat(0), Hint(words=("ash", "birch", "cedar")))
    assert definition.build_poll(match.view(None)) is None, "nothing is known yet"
    before = match.view(None)
    code = match.view(Seat(0)).code
    match.submit(Seat(1), Guess(code=code))
    match.submit(Seat(2), Guess(code=(code[2], code[1], code[0])))
    after = match.view(None)
    marked = find_correct_answers(before, after)
    assert [topic.index(True) + 1 for topic in marked] == list(code)
    assert [topic.count(True) for topic in marked] == [1, 1, 1]
    assert read_machine_answers(before, after) == {2: (code[2] - 1, code[1] - 1, code[0] - 1)}
    match.submit(Seat(0), Hint(words=("elm", "fir", "holly")))
    poll = definition.build_poll(match.view(None))
    assert poll is not None
    assert poll.topics == ("elm", "fir", "holly")
    assert {a.label: a.note for a in poll.answers} == {
        str(digit): dict(zip(code, ("ash", "birch", "cedar"), strict=True)).get(digit, "a new one")
        for digit in (1, 2, 3, 4)
    }


def test_in_undercover_who_was_right_is_told_as_far_as_roles_are_open() -> None:
    definition, match = CATALOG["undercover"], Match(SAMPLES["undercover"].games[0], "polls")
    while match.view(None).speaker is not None:
        seat = match.view(None).speaker
        match.submit(seat, Describe(line=f"line of seat {seat}"))
    before = match.view(None)
    for seat in sorted(match.awaits):
        match.submit(seat, Accuse(seat="p1" if seat else "p2"))
    after = match.view(None)
    assert set(definition.find_correct_answers(before, after)[0]) == {None}
    assert definition.read_machine_answers(before, after) == {
        0: (1,),
        1: (0,),
        2: (0,),
        3: (0,),
        4: (0,),
    }
    while match.awaits:
        for seat in sorted(match.awaits):
            view = match.view(seat)
            match.submit(
                seat,
                Accuse(seat=view.seats[view.suspects[0]])
                if view.suspects
                else Describe(line=f"{view.number} says {seat}"),
            )
    (marked,) = definition.find_correct_answers(before, match.view(None))
    assert list(marked) == [role is Role.UNDERCOVER for role in match.view(None).roles]


@every_game
def test_thoughts_over_what_stays_secret_wait_for_the_end(sample: Sample) -> None:
    for match in sample.matches(1):
        views = [match.view(seat) for seat in match.seats]
        for seat in match.awaits:
            view = views[seat]
            withheld = sample.definition.must_withhold(view, "plain", views)
            assert withheld is sample.withheld(view)
            for word in sample.hidden(match._state, None):
                if sample.definition.name == "undercover":
                    assert sample.definition.must_withhold(
                        view, f"perhaps two {word.upper()}s, then", views
                    )
