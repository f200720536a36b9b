"""Parlour's own player in every game: who survives, who is understood, how fast it is.

Intervals are Wilson's, of 95 %. `--games` sets how many games a line has.
"""

import asyncio
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from statistics import median
from time import perf_counter, process_time
from typing import Any

from benchmarks import create_parser
from benchmarks.decrypto import format_share, play_games
from engine.config.settings import load_settings
from engine.games.catalog import find
from engine.games.decrypto import baseline, pragmatic_beliefs
from engine.games.decrypto.moves import CODES
from engine.games.decrypto.options import Options
from engine.games.decrypto.roles import SEATS, Role
from engine.games.decrypto.view import View
from engine.play import play
from engine.players.pragmatic.listeners import load_listeners
from engine.players.spec import Spec, parse_spec
from engine.players.vectors.word_vectors import load_word_vectors
from engine.seat import Seat
from engine.session import Session
from words.space.names import BUILTIN_SPACES, EMBEDDED_SPACES

LEAST_SURVIVAL = 0.60
"""Bound on games that a team survives against an interceptor of word vectors."""
MOST_MISSED = 0.03
"""Bound on codes that a decoder of one space misses."""
KS = (1, 4, 16, 64, 128, 256, 512, 1024)
LONGEST_MOVE = 0.3
"""Bound on seconds for a move on one core."""
USUAL_MOVE = {"encoder": 0.150, "decoder": 0.060, "interceptor": 0.060}
"""Bounds on the median of the seconds for a move of Decrypto, by role."""
LEAST_PARTIAL = {"pragmatic": 0.70, "word2vec": 0.60}
"""Bounds on rounds of Dixit in which some listeners find the card, by who listens."""


def play_match(game: str, lineup: Iterable[str], seed: str) -> Any:  # noqa: ANN401
    """The onlooker's view after a whole game with the usual options."""
    definition = find(game)
    options = definition.options_type()
    seats = dict(zip(definition.list_seats(options), map(parse_spec, lineup), strict=True))
    session = Session.create(definition, options, seats, seed, settings=load_settings())
    try:
        asyncio.run(play(session.match, session.create_players()))
        return session.match.view(None)
    finally:
        session.close()


def check(kept: bool, bound: str) -> str:
    """How a line says whether it keeps its bound."""
    return f"  (bound {bound}{'' if kept else ', MISSED'})"


def measure_survival(games: int) -> bool:
    """Teams at every strength against three interceptors; decoders of one space."""
    kept = True
    print("Decrypto: encoder -> decoder, interceptor: survived; codes missed; intercepted a turn")
    lines = [("pragmatic", "pragmatic", one) for one in (*BUILTIN_SPACES, "pragmatic")]
    lines += [("pragmatic", one, BUILTIN_SPACES[0]) for one in BUILTIN_SPACES]
    lines += [("pragmatic", "vectors:webster", BUILTIN_SPACES[0])]
    lines += [
        (f"pragmatic,strength={strength}", "pragmatic", one)
        for strength in (1, 2, 4, 5)
        for one in BUILTIN_SPACES
    ]
    lines += [(one, one, one) for one in BUILTIN_SPACES]
    for lineup in lines:
        started = process_time()
        views = asyncio.run(play_games(lineup, Options(), "pragmatic", games))
        speed = games / (process_time() - started)
        turns = sum(len(view.rounds) for view in views)
        missed = sum(view.miscommunications for view in views)
        caught = sum(view.interceptions for view in views)
        survived = sum(bool(view.outcome and view.outcome.reason == "survived") for view in views)
        note = ""
        if lineup[:2] == ("pragmatic", "pragmatic") and lineup[2] in BUILTIN_SPACES:
            good = survived / games >= LEAST_SURVIVAL
            kept, note = kept and good, check(good, f">= {LEAST_SURVIVAL:.0%}")
        elif lineup[0] == "pragmatic" and lineup[1] != "pragmatic":
            good = missed / turns <= MOST_MISSED
            kept, note = kept and good, check(good, f"<= {MOST_MISSED:.0%} missed")
        names = f"{lineup[0]} -> {lineup[1]}, {lineup[2]}"
        print(
            f"{names:52} {format_share(survived, games)}; {format_share(missed, turns)}; "
            f"{format_share(caught, turns)}; {speed:5.1f} games/s{note}",
            flush=True,
        )
    return kept


def list_interceptor_views(view: View) -> list[tuple[View, tuple[int, int, int]]]:
    """What the interceptor saw in each round, and the code."""
    return [
        (
            view.model_copy(
                update={
                    "role": Role.INTERCEPTOR,
                    "number": place + 1,
                    "keywords": None,
                    "hints": done.hints,
                    "rounds": view.rounds[:place],
                    "outcome": None,
                    "over": False,
                }
            ),
            done.code,
        )
        for place, done in enumerate(view.rounds)
    ]


def measure_interceptors(games: int) -> bool:
    """Interceptions a turn against the paper's encoders, for every K."""
    kept = True
    listeners = load_listeners()
    spaces = {name: load_word_vectors(name) for name in BUILTIN_SPACES}
    print("Decrypto: interceptions a turn against the paper's encoders, all 8 rounds played")
    for k in KS:
        for encoder in BUILTIN_SPACES:
            options = Options(k=k, play_on=True)
            views = asyncio.run(play_games((encoder, encoder, "random"), options, "k", games))
            hits: defaultdict[str, float] = defaultdict(float)
            turns = 0
            for view in views:
                for seen, code in list_interceptor_views(view):
                    turns += 1
                    for name, space in spaces.items():
                        codes = baseline.read_hints(space, seen).codes
                        hits[name] += 1 / len(codes) if code in codes else 0
                    chances = pragmatic_beliefs.infer_beliefs(listeners, seen).chances
                    best = [one for one in CODES if chances[CODES.index(one)] >= max(chances)]
                    hits["pragmatic"] += 1 / len(best) if code in best else 0
            good = hits["pragmatic"] >= max(hits[name] for name in spaces)
            kept = kept and good
            shares = "  ".join(
                f"{name} {hits[name] / turns:.3f}" for name in (*spaces, "pragmatic")
            )
            print(f"K {k:5} {encoder:9} {shares}{check(good, '>= the best')}", flush=True)
    return kept


def measure_dixit(games: int) -> bool:
    """How many listeners find the card of a storyteller that imagines them."""
    kept = True
    for listener, bound in LEAST_PARTIAL.items():
        outcomes: Counter[str] = Counter()
        lineup = ("pragmatic", *(listener,) * 3)
        for number in range(games):
            for done in play_match("dixit", lineup, f"pragmatic/{number}").rounds:
                if lineup[done.storyteller] == "pragmatic":
                    outcomes[done.outcome] += 1
        rounds = outcomes.total()
        good = outcomes["partial"] / rounds >= bound
        kept = kept and good
        shares = "; ".join(
            f"{name} {format_share(outcomes[name], rounds)}"
            for name in ("partial", "all right", "all wrong")
        )
        print(f"Dixit: pragmatic -> {listener}: {shares}{check(good, f'>= {bound:.0%}')}")
    return kept


def measure_undercover(games: int) -> None:
    """Each player on each side; the deal of a seed is the same for all."""
    definition = find("undercover")
    options = definition.options_type()
    names = definition.list_seats(options)
    for civilian, undercover in (
        ("pragmatic", "word2vec"),
        ("word2vec", "word2vec"),
        ("word2vec", "pragmatic"),
        ("pragmatic", "pragmatic"),
    ):
        outcomes: Counter[str] = Counter()
        for number in range(games):
            seed = f"pragmatic/{number}"
            roles = play_match("undercover", ["random"] * len(names), seed).roles
            lineup = [civilian if role == "civilian" else undercover for role in roles]
            outcomes[play_match("undercover", lineup, seed).outcome] += 1
        shares = "; ".join(
            f"{name} {format_share(outcomes[name], games)}"
            for name in ("civilians", "undercover", "draw")
        )
        print(f"Undercover: {civilian} against undercover {undercover}: {shares}", flush=True)


def measure_taboo(games: int) -> None:
    """Each player on each side."""
    players = ("pragmatic", "word2vec")
    for attacker in players:
        for defender in players:
            reasons: Counter[str] = Counter()
            for number in range(games):
                view = play_match("taboo", (attacker, defender), f"pragmatic/{number}")
                reasons[view.outcome.reason] += 1
            shares = "; ".join(
                f"{name} {format_share(reasons[name], games)}"
                for name in ("guessed", "wrong_guess", "said", "limit")
            )
            print(f"Taboo: {attacker} -> {defender}: {shares}", flush=True)


def measure_speed() -> bool:
    """The longest and the usual move of a game of each kind, once everything is loaded."""
    kept = True
    for game, seats in {"decrypto": 3, "dixit": 4, "undercover": 5, "taboo": 2}.items():
        lineup = ["pragmatic"] * seats
        play_match(game, lineup, "warm")
        moves = time_moves(game, lineup)
        longest, clock = max(one[1] for one in moves), max(one[2] for one in moves)
        good = longest <= LONGEST_MOVE
        kept = kept and good
        print(
            f"{game}: longest move {longest:.3f} s of processor time, {clock:.3f} s by the clock"
            f"{check(good, f'<= {LONGEST_MOVE} s of processor time')}"
        )
        if game == "decrypto":
            kept &= _compare_medians(moves)
    return kept


def _compare_medians(moves: Iterable[tuple[Seat, float, float]]) -> bool:
    """Print the median time of a move of each role of Decrypto."""
    kept = True
    by_role = defaultdict(list)
    for seat, _, clock in moves:
        by_role[SEATS[seat]].append(clock)
    for role, times in by_role.items():
        good = median(times) <= USUAL_MOVE[role]
        kept = kept and good
        load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
        print(
            f"{role}: median {median(times):.3f} s{check(good, f'<= {USUAL_MOVE[role]} s')}; {load}"
        )
    return kept


def time_moves(game: str, lineup: list[str], seed: str = "long") -> list[tuple[Seat, float, float]]:
    """By move of a game: the seat, the processor time and the time by the clock, in seconds."""
    definition = find(game)
    options = definition.options_type()
    seats: dict[str, Spec] = dict(
        zip(definition.list_seats(options), map(parse_spec, lineup), strict=True)
    )
    session = Session.create(definition, options, seats, seed, settings=load_settings())
    players = session.create_players()
    moves = []
    try:
        while session.match.awaits:
            for seat in sorted(session.match.awaits):
                clock, started = perf_counter(), process_time()
                move = asyncio.run(players[Seat(seat)].decide(session.match.view(seat), None))
                times = process_time() - started, perf_counter() - clock
                moves.append((Seat(seat), *times))
                session.match.submit(seat, move)
    finally:
        session.close()
    return moves


def main() -> int:
    """Print every table; 1 if a bound is missed."""
    parser = create_parser(
        __doc__,
        bounds=f"in Decrypto at least {LEAST_SURVIVAL:.0%} of games survived and at most "
        f"{MOST_MISSED:.0%} of codes missed; a median hint within {USUAL_MOVE['encoder']:g} s and "
        f"guess within {USUAL_MOVE['decoder']:g} s; no move longer than {LONGEST_MOVE} s",
        takes="15 minutes, less with --games or --only",
    )
    parser.add_argument("--games", type=int, default=400, help="games in each line")
    parser.add_argument(
        "--only", choices=("decrypto", "ks", "dixit", "undercover", "taboo", "speed")
    )
    given = parser.parse_args()
    games, only = given.games, given.only
    print(f"{', '.join(EMBEDDED_SPACES)}; {games} games a line")
    kept = True
    if only in (None, "speed"):
        kept &= measure_speed()
    if only in (None, "decrypto"):
        kept &= measure_survival(games)
    if only in (None, "ks"):
        kept &= measure_interceptors(games // 4)
    if only in (None, "dixit"):
        kept &= measure_dixit(max(1, games // 8))
    if only in (None, "undercover"):
        measure_undercover(games)
    if only in (None, "taboo"):
        measure_taboo(games)
    return int(not kept)


if __name__ == "__main__":
    sys.exit(main())
