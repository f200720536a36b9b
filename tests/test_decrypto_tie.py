"""The end of Decrypto between two equal teams, which guess each other's keywords."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from engine.games.decrypto.audience_poll import build_poll
from engine.games.decrypto.highlights import find_highlights
from engine.games.decrypto.moves import Guess, Hint, Words
from engine.games.decrypto.page import build_page
from engine.games.decrypto.plain_form import build_plain_form
from engine.games.decrypto.prompt import build_prompt
from engine.games.decrypto.report import build_report
from engine.games.decrypto.roles import Role
from engine.games.decrypto.rows import build_rows
from engine.games.decrypto.story import narrate
from engine.games.decrypto.view import Outcome, is_right_word
from engine.journal.reader import read_record
from engine.journal.transcript_builder import build_transcript
from engine.journal.writer import Journal
from engine.match import IllegalMove, MoveDetails
from engine.players.spec import parse_spec
from engine.seat import Seat
from screens.forms.confirmation import ConfirmDialog
from screens.games.decrypto.board import DecryptoBoard
from screens.games.decrypto.forms import WordsForm
from screens.games.decrypto.result import DecryptoResult
from screens.games.decrypto.words_reveal import WordsReveal
from screens.players.seat_names import SeatNames
from tests.looking import Opened, frame, in_front, until
from tests.samples import SAMPLES
from tests.test_decrypto_screens import Public
from tests.test_decrypto_teams import BLACK, WHITE, Table, name_seats, play_half, start_match

NAMES = SeatNames(("white1", "black1", "white2", "black2"), ("Ada", "Ben", "Cyd", "Dan"))


def start_tie(rounds: int = 2) -> Table:
    """A match after the last round, in which no team has a token."""
    match = start_match(rounds=rounds)
    for _ in range(2 * rounds):
        play_half(match)
    return match


def name(match: Table, white: tuple[str, str, str, str], black: tuple[str, str, str, str]) -> None:
    """White names keywords of black, and black of white."""
    for seat in sorted(match.awaits):
        match.submit(seat, Words(keywords=black if seat % 2 else white))


def test_after_a_tie_the_next_interceptors_guess_at_once_and_in_secret() -> None:
    match = start_tie()
    assert name_seats(match, sorted(match.awaits)) == ["white1", "black1"]
    assert match.view(None).outcome is None
    first, second = sorted(match.awaits)
    before = match.view(None)
    match.submit(first, Words(keywords=BLACK))
    assert match.view(second).named is None
    assert match.view(None) == before
    match.submit(second, Words(keywords=BLACK))
    assert match.view(None).over


def test_who_guesses_sees_the_hints_of_the_rivals_and_not_their_keywords() -> None:
    match = start_tie()
    for seat in match.seats:
        view = match.view(seat)
        own, rival = (WHITE, BLACK) if seat % 2 == 0 else (BLACK, WHITE)
        assert not set(rival) & set(str(view).replace("'", " ").split())
        if seat in match.awaits:
            assert view.role is Role.INTERCEPTOR
            assert view.team == ("white" if seat % 2 else "black")
            assert view.hints is None
            assert view.keywords is None
            assert view.other is not None
            assert view.other.keywords == own
            told = build_prompt(view)
            assert not any(word in told.system + told.user for word in rival)
            assert f"{view.team}1a" in told.user
            assert '"keywords": ["<keyword 1>"' in told.system
            marked = build_prompt(view, form="marked")
            assert 'ANSWER: {"keywords": ' in marked.system
    assert build_poll(match.view(None)) is None


@pytest.mark.parametrize(
    ("white", "black", "outcome"),
    [
        (BLACK, ("x", "y", "z", "w"), Outcome("white", "words", 2)),
        (("x", "y", "z", "w"), ("anchor", "y", "z", "w"), Outcome("black", "words", 2)),
        (("engine", "y", "z", "w"), ("x", "butter", "z", "w"), Outcome("draw", "tie", 2)),
        (("x", "engine", "z", "w"), ("x", "y", "z", "w"), Outcome("draw", "tie", 2)),  # its number
        (("Engines", "y", "z", "w"), ("x", "y", "z", "w"), Outcome("white", "words", 2)),
    ],
)
def test_who_names_more_keywords_wins(
    white: tuple[str, str, str, str], black: tuple[str, str, str, str], outcome: Outcome
) -> None:
    match = start_tie()
    name(match, white, black)
    view = match.view(None)
    assert view.outcome == outcome
    winners = {"white": (1.0, 0.0), "black": (0.0, 1.0), "draw": (0.5, 0.5)}[outcome.winner]
    assert match.score == dict(zip(map(Seat, range(4)), winners * 2, strict=True))
    report = build_report(view)
    assert (report["white_named"], report["black_named"]) == (list(black), list(white))
    assert report["reason"] == outcome.reason


def test_a_tie_is_told_with_what_both_teams_knew() -> None:
    match = start_tie()
    start = match.view(None)
    name(match, ("engine", "forest", "z", "w"), ("anchor", "y", "z", "w"))
    told = narrate(start, match.view(None))
    assert told[:3] == [
        "White took the keywords of black to be 1 engine, 2 forest, 3 z, 4 w: 2 keywords right.",
        "Black took the keywords of white to be 1 anchor, 2 y, 3 z, 4 w: 1 keyword right.",
        "White wins in round 2: equal in tokens, it knew more of the keywords, 2 to 1.",
    ]
    assert "The teams are equal." in " ".join(narrate(None, start))
    decisive = NAMES.format_plain_parts(find_highlights(match.view(None)).decisive)
    knew = "Ada and Cyd knew 2 of the keywords of Ben and Dan, who knew 1 of theirs."
    assert decisive == f"Equal after 2 rounds: {knew}"


def test_a_compound_with_a_keyword_is_another_word() -> None:
    assert is_right_word("anchors", "anchor")
    assert not is_right_word("anchorman", "anchor")
    assert not is_right_word("butterfly", "butter")


@pytest.mark.parametrize("words", [("", "b", "c", "d"), ("a\n", "b", "c", "d"), ("a" * 41,) * 4])
def test_a_guess_at_a_keyword_is_a_word(words: tuple[str, str, str, str]) -> None:
    match = start_tie()
    with pytest.raises(IllegalMove):
        match.submit(min(match.awaits), Words(keywords=words))


def test_with_all_rounds_played_the_tie_of_an_earlier_round_is_broken_at_the_end() -> None:
    match = start_match(rounds=3, play_on=True, tokens=1)
    play_half(match, understood=False)
    play_half(match, understood=False)
    for _ in range(4):
        assert not match.view(None).tied
        play_half(match)
    assert match.view(None).tied
    name(match, BLACK, ("x", "y", "z", "w"))
    assert match.view(None).outcome == Outcome("white", "words", 1)


@pytest.mark.parametrize("player", ["random", "word2vec", "word2vec,think=yes", "pragmatic"])
def test_machines_name_keywords_that_can_be_those_of_the_rivals(player: str) -> None:
    match = start_match(rounds=2)
    for words in (("boat", "port", "chain"), ("steam", "train", "motor")) * 2:
        state = match._state
        view = match.view(None)
        match.submit(view.find_seat(Role.ENCODER), Hint(words=_vary(words, state.number)))
        for seat in sorted(match.awaits):
            match.submit(seat, _guess(state.code))
    seat = min(match.awaits)
    view = match.view(seat)
    spec = parse_spec(player)
    game = type(match.game)
    if spec.kind == "random":
        made = game.create_random_player(seat, "7")
    elif spec.kind == "pragmatic":
        made = game.create_pragmatic_player(seat, "7")
    else:
        made = game.create_baseline("word2vec", seat, "7", think="think" in player)
    move = asyncio.run(made.decide(view, None))
    assert view.judge(move) is None
    assert isinstance(move, Words)
    assert len({*move.keywords}) == 4
    assert not {*move.keywords} & {*WHITE}
    assert move == asyncio.run(made.decide(view, None)), "the same seed names the same words"


def _vary(words: tuple[str, str, str], number: int) -> tuple[str, str, str]:
    a, b, c = (word if number == 1 else f"{word} two" for word in words)
    return a, b, c


def _guess(code: tuple[int, int, int]) -> Guess:
    return Guess(code=code)


def test_the_plain_form_asks_for_four_words() -> None:
    match = start_tie()
    seat = min(match.awaits)
    form = build_plain_form(match.view(seat), NAMES.labels)
    (asked,) = form.forms
    assert [one.name for one in asked.questions] == [f"Keyword {n} of Black" for n in (1, 2, 3, 4)]
    assert not any(word in " ".join(form.facts) for word in BLACK)
    move = asked.build_move(("a", "b", "c", "d"))
    assert match.view(seat).judge(move) is None


async def test_a_person_names_the_keywords_by_keys() -> None:
    match = start_tie()
    seat = min(match.awaits)
    judge = partial(type(match.view(seat)).judge)
    app = Opened(partial(WordsForm, match.view(seat), NAMES, judge, None))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, WordsForm)
        shown = frame(app)
        assert "Which are the keywords of Black?" in shown
        assert "black1a" in shown, "the hints of the rivals are there to compare with"
        assert not any(word in shown for word in (*BLACK, *WHITE))
        for word in ("one", "two", "six", "ten"):
            await pilot.press(*word, "enter")
        await in_front(pilot, ConfirmDialog)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [Words(keywords=("one", "two", "six", "ten"))])


async def test_table_reveal_and_result_show_a_tie() -> None:
    match = start_tie()
    before = match.view(None)
    name(match, BLACK, ("x", "butter", "z", "w"))
    after = match.view(None)
    assert match.score is not None
    board = DecryptoBoard(NAMES)
    async with Opened(lambda: Public(board, before)).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Ada and ▲ Ben guess the keywords" in frame(pilot.app))
        assert not any(word in frame(pilot.app) for word in (*BLACK, *WHITE))
    async with Opened(lambda: Public(WordsReveal(after, NAMES))).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "✓ hammer" in frame(pilot.app))
        assert "✗ anchor" in frame(pilot.app)
        assert "White wins in round 2" in frame(pilot.app)
    shown = DecryptoResult(after, NAMES, match.score)
    async with Opened(lambda: Public(shown, scroll=True)).run_test(size=(100, 60)) as pilot:
        await until(pilot, lambda: "White guessed:  ✓ 1 engine" in frame(pilot.app))
        assert "Black guessed:  ✗ 1 x" in frame(pilot.app)


def test_the_page_and_the_rows_tell_what_was_guessed(tmp_path: Path) -> None:
    sample = SAMPLES["decrypto"]
    options = {"players": "4", "rounds": "1"}  # nobody intercepts, so most games are equal
    path = tmp_path / "game.jsonl"
    for seed in map(str, range(20)):
        game = sample.game(options)
        moves = list(sample.finished(game, seed))
        if isinstance(moves[-1][1], Words):
            break
    with Journal.create(path, sample.header(options, seed), durable=False) as journal:
        for seat, move in moves:
            journal.write_move(game.seats[seat], move, MoveDetails(41.0, 2))
    transcript = build_transcript(read_record(path), game, None)
    rows = build_rows(transcript)
    assert [row["move"] for row in rows][-2:] == ["Words", "Words"]
    assert len({tuple(row) for row in rows}) == 1, "all rows have the same columns"
    page = build_page(transcript)
    named = [one["named"] for one in page.data["keywords"]]
    assert named == [*transcript.view.named, *transcript.view.other.named]
