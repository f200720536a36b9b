"""Read the Decrypto benchmark's games of people as journals."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import Game
from engine.games.catalog import find
from engine.games.decrypto.moves import Code, Guess, Hint, Move, Words
from engine.games.decrypto.options import Options
from engine.games.decrypto.recorded_match import Irregular, Recorded
from engine.games.decrypto.roles import SEATS
from engine.games.decrypto.view import Keywords
from engine.journal.entries import MoveEntry
from engine.journal.header import Header
from engine.journal.writer import MemoryJournal
from engine.match import Match
from engine.move_json import encode_move
from engine.seat import Seat
from engine.version import get_parlour_version
from lab.errors import GamesError
from lab.papers.decrypto.people.ending import find_end
from lab.papers.decrypto.people.flag import Flag
from lab.papers.decrypto.people.irregularities import flag_keywords, flag_turns
from lab.papers.decrypto.people.turns import Turn, read_turns
from words.game_words import read_keywords as own_keywords

MAX_BYTES = 64_000_000


UNKNOWN_INTERCEPTOR = "llm:unknown"
"""The default SPEC of the interceptor, whose model the format does not name."""


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game as a journal."""

    number: int
    """The number of the game in the file, from 1."""
    episode: int | None
    keywords: Keywords
    turns: tuple[Turn, ...]
    flags: tuple[Flag, ...]
    header: Header
    entries: tuple[MoveEntry, ...]

    @property
    def journal(self) -> str:
        """The lines of the journal."""
        return MemoryJournal(self.header, self.entries).text

    @property
    def file_name(self) -> str:
        """The name of the journal's file."""
        return f"game-{self.number:03}.jsonl"


def read_human_games(
    data: bytes,
    place: str,
    created: str,
    interceptor: str = UNKNOWN_INTERCEPTOR,
    listed: Sequence[str] = (),
) -> list[ImportedGame]:
    """Read people's games in the published format.

    Args:
        data: The file.
        place: Its name in messages.
        created: The time at which the games were played or published: UTC, ISO 8601.
        interceptor: The SPEC of the interceptor, which the format does not give.
        listed: The keywords from which games were drawn; by default those of the built-in deck.

    Raises:
        GamesError: If it is not such a list; the message names the game and the turn.
    """
    games = _parse(data, place)
    found = []
    episodes = [one.get("episode") for one in games if isinstance(one, dict)]
    known = {word.strip().lower() for word in listed or own_keywords()}
    for number, game in enumerate(games, 1):
        where = f"{place}, game {number}"
        keywords, turns, flags = read_turns(game, number, where)
        episode = game.get("episode")
        if episodes.count(episode) > 1:
            flags.append(Flag(number, None, "episode-twice", f"episode {episode}"))
        flags += flag_keywords(number, keywords, known)
        flags += flag_turns(number, keywords, turns)
        options, ending = _find_ending(number, turns)
        header, entries = _write_match(number, keywords, turns, options, interceptor, created)
        found.append(
            ImportedGame(
                number,
                episode if type(episode) is int else None,
                keywords,
                turns,
                (*flags, *ending),
                header,
                entries,
            )
        )
    return found


def _parse(data: bytes, place: str) -> list[Any]:
    try:
        games = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise GamesError(f"{place} is no list of games: it is not JSON.") from None
    if not isinstance(games, list):
        raise GamesError(f"{place} is no list of games.")
    if not games:
        raise GamesError(f"{place} has no games: the list is empty.")
    return games


def _find_ending(number: int, turns: Sequence[Turn]) -> tuple[Options, list[Flag]]:
    """Find the options that explain the end of a game, and flags about the end."""
    end, usual = find_end(turns), Options().rounds
    flags = []
    if end is not None and end < len(turns):
        what = f"decided in turn {end} of {len(turns)}"
        flags.append(Flag(number, end, "plays-on", what))
    if end is None and len(turns) < usual:
        flags.append(Flag(number, None, "unresolved", f"stops after turn {len(turns)}"))
    return (
        Options(
            rounds=max(usual, len(turns)),
            play_on=end is not None and end < len(turns),
            reuse_hints=True,
        ),
        flags,
    )


def _write_match(
    number: int,
    keywords: Keywords,
    turns: Sequence[Turn],
    options: Options,
    interceptor: str,
    created: str,
) -> tuple[Header, tuple[MoveEntry, ...]]:
    """Build the journal of a game, with its codes and irregular moves in the material."""
    codes = tuple(turn.code for turn in turns)
    moves = [
        move
        for count, turn in enumerate(turns, 1)
        for move in (
            (count, SEATS[0], Hint(words=turn.hints)),
            (count, SEATS[1], Guess(code=turn.bob)),
            (count, SEATS[2], Guess(code=turn.eve)),
        )
    ]
    irregular = _find_irregular(keywords, options, codes, moves)
    game = _create_game(keywords, options, codes, irregular)
    players = ("human", "human", interceptor)
    header = Header(
        game=find("decrypto").name,
        seed=f"decrypto-human/{number}",
        options=options.model_dump(),
        material=game.material,
        seats=dict(zip(SEATS, players, strict=True)),
        version=get_parlour_version(),
        created=created,
    )
    entries = (MoveEntry(seat, encode_move(move), created, 0.0, 1) for _, seat, move in moves)
    return header, tuple(entries)


def _create_game(
    keywords: Keywords, options: Options, codes: tuple[Code, ...], irregular: Iterable[Irregular]
) -> Game[Any, Any, Any, Any]:
    recorded = Recorded(codes=codes, irregular=tuple(irregular))
    return find("decrypto").create(options, {"keywords": keywords, "recorded": recorded})


def _find_irregular(
    keywords: Keywords,
    options: Options,
    codes: tuple[Code, ...],
    moves: Sequence[tuple[int, str, Move]],
) -> list[Irregular]:
    """Find the moves that our rules would refuse."""
    every = [
        Irregular(round=count, seat=seat, made=_list_made(move)) for count, seat, move in moves
    ]
    strict = _create_game(keywords, options, codes, ())
    match, found = Match(_create_game(keywords, options, codes, every), "import"), []
    for (_, seat, move), made in zip(moves, every, strict=True):
        place = Seat(SEATS.index(seat))
        if strict.fault(match.view(place), move):
            found.append(made)
        match.submit(place, move)
    return found


def _list_made(move: Move) -> tuple[str, str, str] | tuple[int, int, int]:
    assert not isinstance(move, Words)
    return move.words if isinstance(move, Hint) else move.code
