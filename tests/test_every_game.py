"""The contract that every game in the catalog keeps, checked by playing it at random."""

import asyncio
import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.errors import OptionError
from engine.games.catalog import CATALOG, UnknownGame, find
from engine.journal.errors import JournalError
from engine.journal.reader import read_record
from engine.journal.replay import load_game, replay_match, restore_match
from engine.journal.writer import Journal
from engine.match import IllegalMove, Match, MoveDetails
from engine.move_json import BadMove, decode_move, encode_move
from engine.options import parse_options
from engine.play import play
from engine.seat import Seat
from engine.value_text import list_values
from tests.new_game import EVERY_SAMPLE
from tests.playthroughs import FOLDER, playthrough
from tests.samples import SAMPLES, Sample, everyone

pytestmark = pytest.mark.usefixtures("new_game")
every_game = pytest.mark.parametrize("sample", EVERY_SAMPLE.values(), ids=EVERY_SAMPLE)


def test_every_game_is_tested() -> None:
    assert list(EVERY_SAMPLE) == list(CATALOG)
    assert all(name == definition.name for name, definition in CATALOG.items())


def test_a_variant_may_bring_its_own_material() -> None:
    longer = {"turns": "20"}
    sample = replace(
        SAMPLES["taboo"],
        choose_material=lambda options: {"target": "moon" if options.turns == 20 else "sun"},
    )
    assert [sample.header(one, "1").material["target"] for one in ({}, longer)] == ["sun", "moon"]
    assert sample.game(longer).deal(Random(0)).target == "moon"


def test_an_unknown_game_is_named_with_its_nearest() -> None:
    with pytest.raises(UnknownGame, match=r"no game 'decripto'. Did you mean 'decrypto'\?"):
        find("decripto")


@every_game
def test_somebody_is_awaited_until_there_is_a_score_and_a_known_reason(sample: Sample) -> None:
    for match in sample.matches():
        assert match.awaits <= set(match.seats)
        assert (match.score is None) == bool(match.awaits)
        if match.score is not None:
            assert set(match.score) == set(match.seats)
            assert all(points >= 0 for points in match.score.values())
            report = sample.definition.build_report(match.view(None))
            assert report["reason"] in sample.definition.reasons or not sample.definition.reasons


@every_game
def test_a_view_invites_moves_exactly_if_its_seat_is_awaited(sample: Sample) -> None:
    for match in sample.matches():
        assert match.game.moves(match.view(None)) == ()
        for seat in match.seats:
            invited = match.game.moves(match.view(seat))
            assert bool(invited) == (seat in match.awaits)
            assert set(invited) <= set(sample.definition.move_types)


@every_game
def test_views_and_moves_survive_json(sample: Sample) -> None:
    for match in sample.matches(3):
        for seat in everyone(match):
            view = match.view(seat)
            assert hash(view) == hash(match.view(seat))
            read = type(view).model_validate_json(view.model_dump_json())
            unequal = [
                f"{name}: {getattr(read, name)!r}, not {value!r}"
                for name, value in list_values(view)
                if getattr(read, name) != value
            ]
            assert read == view, (
                f"a view is read back from JSON otherwise: {'; '.join(unequal)}. Give each field "
                "its full type, with tuples and models"
            )
        for seat in match.awaits:
            move = sample.move(match.view(seat), Random(0))
            assert decode_move(sample.definition.move_types, encode_move(move)) == move
            assert hash(move) == hash(decode_move(sample.definition.move_types, encode_move(move)))


@every_game
@pytest.mark.parametrize("data", [None, [], {}, 1, "x", {"Nothing": {}}, {"a": 1, "b": 2}])
def test_what_is_no_move_is_refused_with_a_sentence(sample: Sample, data: object) -> None:
    with pytest.raises(BadMove, match="a move is"):
        decode_move(sample.definition.move_types, data)
    for kind in sample.definition.move_types:
        with pytest.raises(BadMove, match=kind.__name__):
            decode_move(sample.definition.move_types, {kind.__name__: {"nonsense": [1]}})


@every_game
def test_legality_depends_on_the_view_alone(sample: Sample) -> None:
    """A fault is a function of view and move: the same in every truth behind the view."""
    for match in sample.matches(3):
        rng = Random("legality")
        for seat in match.seats:
            view = match.view(seat)
            copy = type(view).model_validate_json(view.model_dump_json())
            legal = [sample.move(view, rng)] if seat in match.awaits else []
            for move in (*legal, *sample.faulty):
                fault = match.game.fault(view, move)
                assert fault == match.game.fault(copy, move)
                assert (fault is None) == (move in legal)
                assert fault is None or fault.endswith(".")
                assert match.view(seat) == view
        for move in sample.faulty:
            assert match.game.fault(match.view(None), move)


@every_game
def test_who_is_not_awaited_cannot_move(sample: Sample) -> None:
    for match in sample.matches(3):
        for seat in set(match.seats) - match.awaits:
            for move in sample.faulty:
                with pytest.raises(IllegalMove, match="not the turn"):
                    match.submit(seat, move)


@every_game
def test_the_rules_are_functions_of_their_arguments(sample: Sample) -> None:
    """No global chance, no memory: the same moves lead to the same truth."""
    for game in sample.games:
        before = random.getstate()
        moves = sample.finished(game, "same")
        assert random.getstate() == before
        first, second = Match(game, "same"), Match(game, "same")
        for seat, move in moves:
            first.submit(seat, move)
            second.submit(seat, move)
            assert first._state == second._state
        assert first.score == second.score


# How secrets stay secret.


@every_game
async def test_1_players_are_given_views_and_nobody_reaches_the_state(sample: Sample) -> None:
    game = sample.games[0]
    match = Match(game, "1")
    given: list[Any] = []

    class Anyone:
        async def decide(self, view: Any, complaint: str | None) -> Any:
            given.extend((view, complaint))
            await asyncio.sleep(0)
            return sample.move(view, Random(len(given)))

    view_type, state_type = type(match.view(None)), type(match._state)
    await play(match, {seat: Anyone() for seat in match.seats})
    assert {type(item) for item in given} == {view_type, type(None)}
    public = [name for name in dir(match) if not name.startswith("_")]
    assert not [name for name in public if isinstance(getattr(match, name), state_type)]


@every_game
def test_2_a_field_that_the_state_gains_is_in_no_view(sample: Sample) -> None:
    """An allow-list: what nobody granted by name, nobody sees."""
    for match in sample.matches(3):
        state = match._state
        body = {"__annotations__": {"smuggled": str}, "smuggled": "Canaryfield"}
        wider: Any = dataclass(frozen=True)(type("Wider", (type(state),), body))
        values = {field.name: getattr(state, field.name) for field in fields(state)}
        gained = wider(**values)
        assert "Canaryfield" in repr(gained)
        for seat in everyone(match):
            view = match.game.view(gained, seat)
            assert view == match.view(seat)
            assert "Canaryfield" not in repr(view)


@every_game
def test_3_a_sealed_move_is_in_nobodys_view(sample: Sample) -> None:
    for match in sample.matches(4):
        if len(match.awaits) < 2:
            continue
        rng = Random(match.turn)
        turn, waiting = match.turn, sorted(match.awaits)
        rng.shuffle(waiting)
        scratch = _copy(match)
        before = {seat: scratch.view(seat) for seat in everyone(scratch)}
        for place, seat in enumerate(waiting[:-1], 1):
            scratch.submit(seat, sample.move(scratch.view(seat), rng))
            assert {seat: scratch.view(seat) for seat in everyone(scratch)} == before
            assert scratch.sealed == frozenset(waiting[:place])
            assert scratch.awaits == frozenset(waiting[place:])
            assert scratch.turn == turn
            with pytest.raises(IllegalMove):
                scratch.submit(seat, sample.move(before[seat], rng))
        scratch.submit(waiting[-1], sample.move(scratch.view(waiting[-1]), rng))
        assert scratch.turn == turn + 1
        assert not scratch.sealed


@every_game
def test_5_a_view_does_not_depend_on_what_it_hides(sample: Sample) -> None:
    """Swap in another truth that the seat cannot tell apart: it must not be able to."""
    rng, differed = Random(0), 0
    for match in sample.matches():
        if match.score is not None:
            continue
        state = match._state
        for seat in everyone(match):
            other_game, truth = match.game.swap(state, seat, rng)
            differed += (other_game, truth) != (match.game, state)
            who = "the onlooker" if seat is None else match.game.seats[seat]
            seen, other = match.view(seat), other_game.view(truth, seat)
            unequal = [name for name, value in list_values(seen) if getattr(other, name) != value]
            assert seen == other, (
                f"before turn {match.turn + 1}, the view of {who} tells two truths apart by "
                f"{', '.join(unequal)}: either view() shows too much, or `swap` "
                "changes what this seat may know"
            )
    assert differed, "`swap` returns the given truth for every seat"


@every_game
def test_6_no_canary_in_what_a_seat_is_shown_or_told(sample: Sample) -> None:
    """Views, prompts, reports, narration and reasons hold no secret that the seat may not know."""
    looked = shown = 0
    for match in sample.matches(4):
        for seat in everyone(match):
            hidden, leaks = sample.find_leaks(match, seat, partial(_told, sample, match))
            looked += hidden
            shown += not hidden
            assert not leaks, "\n".join(leaks)
    assert bool(looked) is sample.hides_words, "`hidden` of the sample names no secret in any state"
    assert shown, "`hidden` of the sample names secrets for everybody, even once the match is over"


@every_game
def test_7_the_playthrough_is_as_committed(sample: Sample) -> None:
    """A change of the views is read in the diff of a file."""
    path = FOLDER / f"{sample.definition.name}.txt"
    assert path.is_file(), (
        f"{sample.definition.title} has no playthrough: run `python -m tests.playthroughs --write` "
        "and read the file for leaks"
    )
    assert path.read_text(encoding="utf-8") == playthrough(sample), (
        "views differ from the committed playthrough; if that is meant, run "
        "`python -m tests.playthroughs --write` and read the diff for leaks"
    )


# Narration.


@every_game
def test_narration_in_steps_equals_narration_at_once(sample: Sample) -> None:
    """Each step tells something, nothing is told twice, and nothing is left out."""
    for match in sample.matches(2):
        if match.turn:
            continue
        told: dict[Seat | None, list[str]] = {seat: [] for seat in everyone(match)}
        last: dict[Seat | None, Any] = dict.fromkeys(told)
        for seat in told:
            assert sample.definition.narrate(match.view(seat), match.view(seat)) == []
        rng, again = Random(1), _copy(match)
        while True:
            for seat in told:
                told[seat] += sample.definition.narrate(last[seat], again.view(seat))
                last[seat] = again.view(seat)
            if not again.awaits:
                break
            for seat in sorted(again.awaits):
                again.submit(seat, sample.move(again.view(seat), rng))
        for seat, lines in told.items():
            who = "the onlooker" if seat is None else again.game.seats[seat]
            broken = [line for line in lines if not line or "\n" in line]
            assert not broken, f"narrate tells {who} empty or broken lines: {broken}"
            at_once = sample.definition.narrate(None, again.view(seat))
            new = [line for line in at_once if line not in lines]
            assert not new, (
                f"narrate(None, last view) tells {who} what no step told: {new}. What a seat "
                "learns later must not change earlier lines: tell it in a line of its own"
            )
            assert again.turn <= len(lines), (
                f"narrate tells {who} {len(lines)} lines in {again.turn} turns: tell at least one "
                "line of each turn, also of a move that changes nothing on the table"
            )


# The journal.


@every_game
def test_a_journal_replays_to_equal_views(sample: Sample, tmp_path: Path) -> None:
    for number, options in enumerate(sample.variants):
        path = tmp_path / f"{number}.jsonl"
        match = _write(sample, options, path)
        record = read_record(path)
        game = load_game(sample.definition, record)
        again = restore_match(record, game)
        assert again.score == match.score
        assert again._state == match._state
        assert all(again.view(seat) == match.view(seat) for seat in everyone(match))
        assert sum(1 for _ in replay_match(record, game)) == len(record.entries) + 1


@every_game
def test_the_same_seed_and_moves_write_the_same_journal(sample: Sample, tmp_path: Path) -> None:
    """Byte for byte, but for the moments."""
    texts = []
    for name in ("a", "b"):
        _write(sample, sample.variants[0], tmp_path / name)
        record = read_record(tmp_path / name)
        text = (tmp_path / name).read_text(encoding="utf-8")
        for moment in {record.header.created, *(move.time for move in record.moves)}:
            text = text.replace(moment, "")
        texts.append(text)
    assert texts[0] == texts[1]


@every_game
def test_a_journal_cut_after_any_byte_is_what_was_confirmed(sample: Sample, tmp_path: Path) -> None:
    """And it can be played on to the very same end.

    One game is cut after every byte, the others after some of each line and all about its end.
    """
    full = tmp_path / "full"
    match = _write(sample, sample.variants[0], full)
    data = full.read_bytes()
    whole = read_record(full)
    states = [(m._state, dict(m._sealed)) for m in replay_match(whole, sample.games[0])]
    path = tmp_path / "cut"
    first = data.index(b"\n")
    step = 1 if sample.definition.name == "taboo" else 11
    for size in range(len(data) + 1):
        if size % step and b"\n" not in data[size - 2 : size + 2]:
            continue
        path.write_bytes(data[:size])
        if size <= first:
            with pytest.raises(JournalError, match="first line is missing or cut short"):
                read_record(path)
            continue
        record = read_record(path)
        confirmed = data[:size].count(b"\n") - 1
        assert record.entries == whole.entries[:confirmed]
        assert record.torn == (not data[:size].endswith(b"\n"))
        if size % 7 and not data[:size].endswith(b"\n"):
            continue
        half = restore_match(record, load_game(sample.definition, record))
        assert (half._state, half._sealed) == states[confirmed]
        with Journal.reopen(record, durable=False) as journal:
            for moved in whole.moves[confirmed:]:
                seat = Seat(half.game.seats.index(moved.seat))
                move = decode_move(sample.definition.move_types, moved.move)
                journal.write_move(moved.seat, move, MoveDetails(moved.seconds, moved.attempts))
                half.submit(seat, move)
        assert half.score == match.score
        assert restore_match(read_record(path), half.game)._state == match._state


@every_game
def test_two_moves_that_swap_places_are_noticed_or_harmless(sample: Sample, tmp_path: Path) -> None:
    """Within a turn the order does not matter; across turns the line is named.

    Two moves of one seat, in turns that follow each other, may both be legal in either order.
    """
    path = tmp_path / "journal"
    match = _write(sample, sample.variants[0], path)
    lines = path.read_bytes().splitlines(keepends=True)
    counts = {True: 0, False: 0}
    record = read_record(path)
    turn_of = [m.turn for m in replay_match(record, match.game)]
    for place in range(1, len(lines) - 1):
        swapped = [*lines]
        swapped[place], swapped[place + 1] = swapped[place + 1], swapped[place]
        path.write_bytes(b"".join(swapped))
        same_turn = turn_of[place - 1] == turn_of[place]
        if not same_turn and record.moves[place - 1].seat == record.moves[place].seat:
            with suppress(JournalError):
                restore_match(read_record(path), match.game)
            continue
        counts[same_turn] += 1
        if same_turn:
            assert restore_match(read_record(path), match.game)._state == match._state
        else:
            with pytest.raises(JournalError, match=rf"line {place + 1}: "):
                restore_match(read_record(path), match.game)
    assert counts[False]


# The options.


@every_game
def test_options_explain_themselves_and_refuse_what_they_do_not_take(sample: Sample) -> None:
    kind = sample.definition.options_type
    with pytest.raises(OptionError, match=r"There is no option 'wobble'\..* There is: "):
        parse_options(kind, {"wobble": "1"})
    for name, option in sample.definition.list_options().items():
        assert option.help.endswith((".", "?"))
        default = option.find_default({})
        assert option.parse(str(default)) == default
        near = name + "x"
        with pytest.raises(OptionError, match=f"Did you mean '{name}'"):
            parse_options(kind, {near: "1"})
        if option.value_type is str and not option.choices:
            continue
        for wrong in ("", "x", "1e3", "٣", "²", "-", "9" * 5000, "1.5", "\x1b[31m"):
            with pytest.raises(OptionError) as caught:
                option.parse(wrong)
            message = str(caught.value)
            assert message.startswith(f"{name} must be {option.allowed_values}, not ")
            assert message.isprintable()
            assert len(message) < 250
        if option.value_type is int:
            assert option.low is not None
            assert option.high is not None
            for fine in (option.low, option.high):
                assert option.parse(f" {fine} ") == fine
            for wide in (option.low - 1, option.high + 1):
                with pytest.raises(OptionError, match=str(wide)):
                    option.parse(str(wide))


@every_game
def test_a_journal_of_other_options_material_or_seats_is_refused(
    sample: Sample, tmp_path: Path
) -> None:
    header = sample.header(sample.variants[0], "1")
    wrong: dict[str, dict[str, Any]] = {
        "options": {**header.options, "wobble": 1},
        "material": {},
        "seats": {"nobody": "random"},
    }
    for number, (name, value) in enumerate(wrong.items()):
        path = tmp_path / f"{number}"
        values = {field.name: getattr(header, field.name) for field in fields(header)}
        Journal.create(path, type(header)(**{**values, name: value}), durable=False).close()
        with pytest.raises(JournalError, match="line 1: "):
            load_game(sample.definition, read_record(path))


def _copy(match: Match[Any, Any, Any]) -> Match[Any, Any, Any]:
    """Another match that stands where this one does."""
    copy = Match(match.game, match.seed)
    copy._state, copy.turn = match._state, match.turn
    return copy


def _write(sample: Sample, options: Mapping[str, str], path: Path) -> Match[Any, Any, Any]:
    """Play a random match into a journal."""
    game = sample.game(options)
    match = Match(game, "written")
    with Journal.create(path, sample.header(options, "written"), durable=False) as journal:
        for seat, move in sample.finished(game, "written"):
            journal.write_move(game.seats[seat], move, MoveDetails(0.25, 1))
            match.submit(seat, move)
    return match


def _told(sample: Sample, match: Match[Any, Any, Any], view: Any) -> str:
    """All that is made of a view for its seat."""
    return "\n".join(
        (
            repr(view),
            repr(dict(view)),
            repr(sample.definition.build_report(view)),
            *sample.definition.narrate(None, view),
            *(match.game.fault(view, move) or "" for move in sample.faulty),
            *(str(part) for part in _prompt(sample, match, view)),
        )
    ).casefold()


def _prompt(sample: Sample, match: Match[Any, Any, Any], view: Any) -> tuple[str, ...]:
    """What a model in this seat would be asked, if it were asked now."""
    if not match.game.moves(view):
        return ()
    prompt = sample.definition.build_prompt(view)
    return prompt.system, prompt.user, *(picture.label for picture in prompt.pictures)
