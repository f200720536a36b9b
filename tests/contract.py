"""What the house relies on in every game, checked by random play: `check_game(Signals, Options())`.

It needs nothing but the game: secrets come from `Game.swap`, moves from `View.draw_move`, and from
the players that the game brings.
"""

import asyncio
import json
from collections.abc import Callable, Iterator
from inspect import Parameter, signature
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from engine.frozen_model import FrozenModel
from engine.game import Game, GameType
from engine.game_parts import PARTS
from engine.games.plain_form import PlainForm
from engine.journal.header import Header
from engine.journal.reader import read_record
from engine.journal.replay import load_game, restore_match
from engine.journal.writer import Journal
from engine.llm.reply import parse_move
from engine.llm.schema import build_response_format
from engine.match import Match, MoveDetails
from engine.move_json import decode_move, encode_move
from engine.options import hide_secret_options
from engine.seat import Seat
from engine.value_text import format_value, has_fields, list_values
from tests.contract_reach import Reach
from tests.contract_screens import check_hooks, check_lines, load_checked_ui

LONGEST = 2_000
"""A match that has not ended after so many turns is taken for endless."""

SPACE = "word2vec"
"""The space of word vectors with which the game's own baseline plays."""
OWN_PLAYERS: dict[str, Callable[[GameType, Seat, str], Any]] = {
    "create_random_player": lambda game, seat, seed: game.create_random_player(seat, seed),
    "create_baseline": lambda game, seat, seed: game.create_baseline(SPACE, seat, seed),
}
"""The methods with which a game brings players, and how each is called."""

type Views = dict[Seat | None, Any]
type Choose = Callable[[Seat, Any], Any]
"""Chooses the move of a seat from its view."""


def check_game(
    game: GameType, *variants: FrozenModel, matches: int = 3, own_players: bool = False
) -> tuple[str, ...]:
    """Play matches with each of the options, and check views, moves, journal and ending.

    Args:
        game: The game.
        variants: The options; by default the usual ones.
        matches: The number of random matches with each of them.
        own_players: Whether each kind of player that the game brings plays a match, too.

    Returns:
        What no match has reached, in words.
    """
    _check_parts(game)
    ui = load_checked_ui(game)
    found, reach = Secrets(), Reach(game)
    kinds = [name for name in OWN_PLAYERS if own_players and game.brings(name)]
    for number, options in enumerate(variants or (game.options_type(),)):
        for place in range(matches + len(kinds)):
            seed = f"{number}/{place}"
            rules = game.draw(options, Random(f"{seed}/material"))
            assert rules.seats == game.list_seats(options), "the seats depend on options alone"
            _check_teams(game, options)
            match: Match[Any, Any, Any] = Match(rules, seed)
            own = kinds[place - matches] if place >= matches else None
            rng = Random(seed)
            history = _play(match, rng, _seat_players(match, own, rng), found, reach)
            public = [views[None] for views in history]
            check_hooks(ui, rules.seats, public)
            if (number, place) == (0, 0):
                check_lines(ui, rules.seats, [*public, *history[-1].values()])
    found.check(game)
    return tuple(reach.list_missing())


class Secrets:
    """What the matches have shown of secrets."""

    def __init__(self) -> None:
        self.is_swapped = False
        """Whether a swap has ever changed anything."""
        self.is_sealed = False
        """Whether several seats have ever moved at once."""
        self.hidden: str | None = None
        """What somebody may not know, in words, whatever `swap` says."""

    def look(self, match: Match[Any, Any, Any]) -> None:
        """Look for what a seat sees and an onlooker does not, and for what nobody is shown."""
        self.is_sealed |= len(match.awaits) > 1
        if self.is_swapped or self.hidden:
            return
        truth = {*_list_leaves((match.game.material, match._state))}
        known = {*_list_leaves(match.view(None))}
        for seat in match.seats:
            shown = {*_list_leaves(match.view(seat).model_copy(update={"seat": None}))}
            if more := (shown & truth) - known:
                self.hidden = (
                    f"{match.game.seats[seat]} sees {_quote(more)}, and an onlooker does not"
                )
                return
        if match.turn == 0 and (more := {*_list_leaves(match.game.material)} - known):
            self.hidden = f"an onlooker is not shown all of the material, such as {_quote(more)}"

    def check(self, game: GameType) -> None:
        """Check that the game has the secrets that it says, and a swap of all that is hidden."""
        if not game.has_secrets:
            assert not self.is_swapped, "has_secrets is False, but swap changes what is hidden"
            assert not self.is_sealed, "has_secrets is False, but the moves of a turn are sealed"
            return
        why = self.hidden or ("" if self.is_sealed else "has_secrets is True")
        assert self.is_swapped or not why, (
            f"swap leaves every truth as it is, but {why}: say in `swap` what a seat may not know, "
            "or set has_secrets = False if no seat ever knows more than an onlooker"
        )


def _list_leaves(value: Any) -> Iterator[str]:
    """List the texts and numbers in a value, each once or more."""
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple | list | set | frozenset):
        for one in value:
            yield from _list_leaves(one)
    elif has_fields(value):
        for _, one in list_values(value):
            yield from _list_leaves(one)
    elif isinstance(value, str | int | float) and not isinstance(value, bool) and value != "":
        yield str(value)


def _quote(values: set[str]) -> str:
    return repr(min(values))


def _seat_players(match: Match[Any, Any, Any], own: str | None, rng: Random) -> Choose:
    """Let views draw all moves, or let players of the game's own choose them."""
    if own is None:
        return lambda _, view: view.draw_move(rng)
    game = type(match.game)
    players = {seat: OWN_PLAYERS[own](game, seat, match.seed) for seat in match.seats}
    return lambda seat, view: asyncio.run(players[seat].decide(view, None))


def _check_parts(game: GameType) -> None:
    """Check that what the game brings takes the arguments of the default, and the seat's settings.

    What stands in a file beside the rules is compared with the default by nobody else.
    """
    settings = {
        "build_prompt": game.prompt_settings,
        "create_baseline": game.vector_settings,
        "explain_baseline_move": game.vector_settings,
        "create_pragmatic_player": game.pragmatic_settings,
        "explain_pragmatic_move": game.pragmatic_settings,
    }
    for method in (name for names in PARTS.values() for name in names):
        usual = [
            one
            for one in signature(getattr(Game, method)).parameters.values()
            if one.kind is not Parameter.VAR_KEYWORD
        ]
        needed = [one.name for one in usual if one.default is Parameter.empty]
        named = [one.name for one in usual if one.default is not Parameter.empty]
        declared = settings.get(method)
        # A seat's own space arrives among its spaces, see `read_vector_settings`.
        named += (name for name in declared.model_fields if name != "space") if declared else ()
        own = signature(getattr(game, method))
        try:
            own.bind(*needed)
            own.bind(*needed, **dict.fromkeys(named))
        except TypeError as error:
            expected = ", ".join((*needed, *(f"{name}=" for name in named)))
            raise AssertionError(f"{method} takes ({expected}): {error}") from None


def _check_teams(game: GameType, options: FrozenModel) -> None:
    """Check that teams have seats that exist, and no seat twice."""
    seats, teams = game.list_seats(options), game.list_teams(options)
    members = [name for team in teams.values() for name in team]
    for team, names in teams.items():
        unknown = [name for name in names if name not in seats]
        assert not unknown, (
            f"list_teams names {', '.join(unknown)} in team {team}, but the seats are "
            f"{', '.join(seats)}"
        )
    assert len({*members}) == len(members), "list_teams has no seat in two teams"


def _play(
    match: Match[Any, Any, Any], rng: Random, choose: Choose, found: Secrets, reach: Reach
) -> list[Views]:
    """Play a match to its end, and return all views after each turn."""
    game = type(match.game)
    with TemporaryDirectory() as folder:
        path = Path(folder, "journal.jsonl")
        seats = dict.fromkeys(match.game.seats, "random")
        options = match.game.options.model_dump()
        header = Header(game.name, match.seed, options, match.game.material, seats)
        history = [_see_all(match)]
        told = {seat: game.narrate(None, view) for seat, view in history[0].items()}
        with Journal.create(path, header) as journal:
            while match.awaits:
                assert match.turn < LONGEST, "the match does not end"
                _check_views(match)
                found.is_swapped |= _check_secrets(match, rng)
                found.look(match)
                _play_turn(match, journal, rng, choose, reach)
                history.append(_see_all(match))
                for seat, view in history[-1].items():
                    reach.add_view(view)
                    _check_lines_stay(history[-2][seat], view, match.turn)
                    told[seat] += game.narrate(history[-2][seat], view)
        _check_end(match, told)
        reach.add_report(game.build_report(match.view(None)))
        _check_journal(path, match, history, rng)
    return history


def _check_lines_stay(before: Any, after: Any, turn: int) -> None:
    """Check that the lines of a later view begin with those of the earlier one."""
    old, new = list(before.list_lines()), list(after.list_lines())
    changed = [line for place, line in enumerate(old) if new[place : place + 1] != [line]]
    assert not changed, (
        f"list_lines may only add lines, but turn {turn} changes or moves this one: {changed[0]!r}"
    )


def _see_all(match: Match[Any, Any, Any]) -> Views:
    return {seat: match.view(seat) for seat in (None, *match.seats)}


def _check_views(match: Match[Any, Any, Any]) -> None:
    """Check what each view says of itself, and that it survives JSON."""
    for seat, view in _see_all(match).items():
        assert view.seat == seat, "a view names its seat"
        assert view.awaited == tuple(sorted(match.awaits)), "a view names who is awaited"
        assert bool(view.asked) == (seat in match.awaits), "who is awaited has a move"
        assert view.options == hide_secret_options(match.game.options), "no secret option is seen"
        copy = type(view).model_validate_json(view.model_dump_json())
        assert copy == view, "a view is read back from JSON as it was"
        assert hash(copy) == hash(view), "a view can be hashed"


def _check_secrets(match: Match[Any, Any, Any], rng: Random) -> bool:
    """Check that no view depends on what its seat may not know; return if there is any of it."""
    hides = False
    for seat, view in _see_all(match).items():
        other, truth = match.game.swap(match._state, seat, rng)
        hides |= (other, truth) != (match.game, match._state)
        seen = other.view(truth, seat)
        unequal = [name for name, one in list_values(view) if getattr(seen, name) != one]
        who = "an onlooker" if seat is None else match.game.seats[seat]
        assert seen == view, (
            f"before turn {match.turn + 1}, {who} sees what it may not know: {', '.join(unequal)}; "
            "or `swap` changes what it may know"
        )
    return hides


def _play_turn(
    match: Match[Any, Any, Any], journal: Journal, rng: Random, choose: Choose, reach: Reach
) -> None:
    """Let all awaited seats move; check each move, and that it is sealed until the last."""
    waiting = sorted(match.awaits)
    rng.shuffle(waiting)
    before = _see_all(match)
    for seat in waiting:
        view = before[seat]
        move = choose(seat, view)
        reach.add_move(move)
        copy = type(view).model_validate_json(view.model_dump_json())
        assert view.judge(move) is None, f"a move that a machine chooses is legal: {move!r}"
        assert copy.judge(move) is None, "legality depends on the view alone"
        assert match.view(None).judge(move), "an onlooker has no move"
        _check_move(match, view, move)
        journal.write_move(match.game.seats[seat], move, MoveDetails(0, 1))
        match.submit(seat, move)
        if seat != waiting[-1]:
            assert _see_all(match) == before, "a sealed move is invisible"


def _check_move(match: Match[Any, Any, Any], view: Any, move: Any) -> None:
    """Check that a move survives JSON, and can be made by a model and without screens."""
    game, kinds = type(match.game), tuple(view.asked)
    sent = json.loads(json.dumps(encode_move(move)))
    assert decode_move(kinds, sent) == move, "a move is JSON"
    assert hash(decode_move(kinds, sent)) == hash(move), "a move can be hashed"
    prompt = game.build_prompt(view)
    assert prompt.system.strip(), "a model is told the rules"
    assert prompt.user.strip(), "a model is told the table"
    schema = build_response_format(kinds, prompt.aliases, prompt.also, prompt.choices)
    assert json.dumps(schema), "the schema of an answer is JSON"
    if not prompt.aliases:
        ((kind, fields),) = sent.items()
        answers = {"thoughts": "", "move": {"kind": kind, **fields}}
        if len(kinds) == 1 and fields:
            answers = {"thoughts": "", **fields}
        assert parse_move(kinds, json.dumps(answers)) == move, "a model can make this move"
    plain_form = game.build_plain_form(view, match.game.seats)
    made = list(_answer_plain_form(plain_form, move))
    assert move in made, f"no form without screens makes this move: {move!r}"


def _answer_plain_form(plain_form: PlainForm[Any], move: Any) -> Iterator[Any]:
    """Yield the moves of all forms that take the fields of a move as answers."""
    answers: list[str] = []
    for _, value in list_values(move):
        if isinstance(value, tuple) and all(isinstance(one, str) for one in value):
            answers += [", ".join(value)]
        elif isinstance(value, tuple):
            answers += [" ".join(map(str, value))]
        else:
            answers += [value if isinstance(value, str) else json.dumps(value)]
    single = [one for _, value in list_values(move) for one in _list_texts(value)]
    for form in plain_form.forms:
        for given in (answers, single):
            if len(form.questions) == len(given):
                named = zip(form.questions, given, strict=True)
                typed = tuple(
                    next(
                        (c.answer for c in question.choices if answer in (c.answer, c.label)),
                        answer,
                    )
                    for question, answer in named
                )
                yield form.build_move(typed)


def _list_texts(value: Any) -> list[str]:
    return [*map(format_value, value)] if isinstance(value, tuple) else [format_value(value)]


def _check_end(match: Match[Any, Any, Any], told: dict[Seat | None, list[str]]) -> None:
    """Check the score, the result as data, and the lines that were told."""
    game = type(match.game)
    assert match.score is not None
    assert set(match.score) == set(match.seats), "every seat has a result"
    least, most = match.game.score_range
    for score in match.score.values():
        assert least is None or score >= least, "a score is below score_range"
        assert most is None or score <= most, "a score is above score_range"
    assert (
        game.listed == Game.listed
        or game.brings("build_report")
        or hasattr(match.view(None), game.listed)
    ), (
        f"listed is {game.listed!r}, which is no field of the view: it names the field with the "
        f"rounds or turns"
    )
    for seat, view in _see_all(match).items():
        assert not view.asked, "nobody has a move once the match is over"
        report = game.build_report(view)
        assert {"outcome", "reason", game.listed} <= report.keys()
        assert json.dumps(report), "a report is JSON"
        assert not game.reasons or report["reason"] in game.reasons, "the reasons are all listed"
        assert not [line for line in told[seat] if not line or "\n" in line], "lines are lines"
        again = game.narrate(None, view)
        left = [line for line in again if line not in told[seat]]
        assert not left, f"told at once, but in no step: {left}"


def _check_journal(
    path: Path, match: Match[Any, Any, Any], history: list[Views], rng: Random
) -> None:
    """Check that the journal leads to the same views, at its end and when it is cut off."""
    kind = type(match.game)
    record = read_record(path)
    again = restore_match(record, load_game(kind, record))
    assert again._state == match._state, "a replay leads to the same state"
    assert _see_all(again) == history[-1], "a replay shows the same"
    lines = path.read_bytes().splitlines(keepends=True)
    for place in (1, rng.randrange(1, len(lines))):
        path.write_bytes(b"".join(lines[:place]))
        record = read_record(path)
        half = restore_match(record, load_game(kind, record))
        assert _see_all(half) == history[half.turn], "a resumed match shows the same"
