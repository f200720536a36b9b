"""Import the Decrypto benchmark's games of people as journals, and find how each ends.

The format is a list of games. `summarized_history` of each game lists its turns with `keywords`
(four), `turn` (from 0), `code` (`"421"`), `hints` (three), `guess_bob` and `guess_eve` (three
numbers each). Each game is judged by two rules for its end. Moves that our rules would not allow
are accepted; they and other irregularities are reported as `Flag`s.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from engine.game import Game
from engine.games.catalog import find
from engine.games.decrypto.moves import Code, Guess, Hint, Move
from engine.games.decrypto.options import Options
from engine.games.decrypto.recorded import Irregular, Recorded
from engine.games.decrypto.view import SEATS, Keywords
from engine.journal.folder import write_journals
from engine.journal.record import Header, MoveEntry
from engine.journal.writer import MemoryJournal
from engine.match import Match
from engine.moves import encode_move
from engine.seat import Seat
from engine.version import get_parlour_version
from lab.decrypto.human_turns_and_flags import Flag, Turn, flag_keywords, flag_turns, read_turns
from lab.errors import GamesError
from words.word_lists import read_keywords as own_keywords

MAX_BYTES = 256_000_000
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
    if len(data) > MAX_BYTES:
        raise GamesError(f"{place} is too large: it has more than {MAX_BYTES:,} bytes.")
    try:
        games = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise GamesError(f"{place} is no list of games: it is not JSON.") from None
    if not isinstance(games, list):
        raise GamesError(f"{place} is no list of games.")
    if not games:
        raise GamesError(f"{place} has no games: the list is empty.")
    return games


def find_end(turns: Sequence[Turn], tokens: int = 2) -> int | None:
    """Find the turn, from 1, in which a team gets its last token; `None` if there is none."""
    misses = hits = 0
    for count, turn in enumerate(turns, 1):
        misses += turn.bob != turn.code
        hits += turn.eve == turn.code
        if tokens in (misses, hits):
            return count
    return None


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
    return move.words if isinstance(move, Hint) else move.code


@dataclass(frozen=True, slots=True)
class Ending:
    """The result of a game by one rule for its end."""

    turns: int
    """Number of turns that count."""
    miscommunications: int
    interceptions: int
    outcome: str | None
    """`team`, `interceptor`, or `None`: unresolved."""
    reason: str | None


def judge_ending(turns: Sequence[Turn], *, play_on: bool, rounds: int = 8) -> Ending:
    """Judge a game by one of the two rules.

    Args:
        turns: Its turns.
        play_on: Whether to count every recorded turn; if not, the game ends with the second token
            of either kind.
        rounds: The number of turns that the team must survive.
    """
    end = find_end(turns)
    counted = turns if play_on or end is None else turns[:end]
    until = turns[:end] if end is not None else turns
    misses = sum(turn.bob != turn.code for turn in until)
    hits = sum(turn.eve == turn.code for turn in until)
    reason: str | None = None
    if end is not None:
        reason = "miscommunication" if misses == 2 else "interception"
        reason = "both" if misses == hits else reason
    elif len(turns) >= rounds:
        reason = "survived"
    winner = {None: None, "survived": "team"}.get(reason, "interceptor")
    return Ending(
        len(counted),
        sum(turn.bob != turn.code for turn in counted),
        sum(turn.eve == turn.code for turn in counted),
        winner,
        reason,
    )


def describe_import(games: Sequence[ImportedGame]) -> list[dict[str, Any]]:
    """Describe the imported games as JSON values: events of turns, both endings, all flags."""
    return [
        {
            "game": one.number,
            "episode": one.episode,
            "file": one.file_name,
            "keywords": list(one.keywords),
            "turns": [
                {
                    "turn": count,
                    "code": list(turn.code),
                    "hints": list(turn.hints),
                    "decoder": list(turn.bob),
                    "interceptor": list(turn.eve),
                    "miscommunication": turn.bob != turn.code,
                    "interception": turn.eve == turn.code,
                }
                for count, turn in enumerate(one.turns, 1)
            ],
            "second_token": asdict(judge_ending(one.turns, play_on=False)),
            "all_turns": asdict(judge_ending(one.turns, play_on=True)),
            "flags": [
                {"turn": flag.turn, "kind": flag.kind, "what": flag.what} for flag in one.flags
            ],
        }
        for one in games
    ]


def write_games(games: Sequence[ImportedGame], folder: Path) -> list[Path]:
    """Write journals and `flags.csv` into a new folder.

    Raises:
        JournalError: If the folder is not empty.
    """
    import csv

    paths = write_journals(folder, {one.file_name: one.journal for one in games})
    with (folder / "flags.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("game", "turn", "kind", "what"))
        flags = chain.from_iterable(one.flags for one in games)
        rows = ((one.game, one.turn or "", one.kind, _escape_formula(one.what)) for one in flags)
        writer.writerows(rows)
    return paths


def _escape_formula(text: str) -> str:
    """Escape text that a spreadsheet would evaluate as a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
