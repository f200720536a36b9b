"""`parlour vectors check`: play with a space, to see which K suits it and what it understands."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from engine.config.paths import get_vectors_folder
from engine.joined_text import join_names
from tui.commands.vectors.errors import handle_errors
from tui.commands.vectors.output import print_line, print_table
from tui.commands.vectors.progress import show_steps
from words.game_words import read_hint_corpus, read_keywords
from words.space.errors import SpaceError
from words.space.folder import build_reference
from words.space.names import BUILTIN_SPACES, LISTENING_SPACES

if TYPE_CHECKING:
    from engine.config.settings import Settings
    from engine.games.decrypto.written_games import Believe

FEWEST_KEYWORDS = 0.5
"""A space with a smaller share of the keywords plays by chance too often to be judged."""
MANY_LOST = 0.2
"""A share of games lost to misunderstandings beyond which two spaces agree little."""


def run_check(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The name of the space.", metavar="SPACE")],
    games: Annotated[
        int, typer.Option(min=2, max=10_000, metavar="N", help="Games with each partner and K.")
    ] = 50,
    hints: Annotated[
        bool, typer.Option(help="Also read the hints written by hand, which takes longest.")
    ] = True,
) -> None:
    r"""Play Decrypto with a space: which K suits it, and how well does it understand people?

    First the baseline of the Decrypto paper plays with several K: it draws each hint from the K
    words nearest to its keyword. The space encodes and intercepts, and word2vec and glove decode.
    With a small K partners understand the hints, and so does the interceptor; with a great K
    neither does. K of one space does not suit another. The greatest K before partners lose more
    games to misunderstandings suits this one; so the paper chose 16 for its two spaces.

    Then players read 420 rounds of hints that four hands wrote for the words of the deck: how many
    codes does the space miss as decoder, how many do the built-in ones, and how many does Parlour's
    own player without it and with it? It learnt from half of them how much evidence counts.

    Figures are percent with the 95 % interval; games are drawn again for it (bootstrap).

    \b
    Examples
      parlour vectors check glove6b
      parlour vectors check glove6b --games 200 --no-hints
      parlour play decrypto --seat encoder=vectors:glove6b,k=32
      parlour play decrypto --seat decoder=pragmatic,space=glove6b
    """
    settings: Settings = context.obj
    with handle_errors():
        _check_words(name, settings)
        _check_near_words(name, games, settings)
        if hints:
            _check_hints(name, settings)


def _check_words(name: str, settings: "Settings") -> None:
    """Print how many words of the game the space knows.

    Raises:
        SpaceError: If it is missing or damaged, or knows too few.
    """
    from words.space.reader import open_space  # noqa: PLC0415 - numpy: 30 ms

    space = open_space(build_reference(name, get_vectors_folder(settings.data)))
    space.verify()
    deck, corpus = read_keywords(), read_hint_corpus()
    known = sum(word in space for word in deck)
    told = (
        f"{name}: {len(space):,} words of {space.width} numbers. It knows {known:,} of the "
        f"{len(deck):,} keywords and {sum(word in space for word in corpus):,} of the "
        f"{len(corpus):,} words that baselines hint with."
    )
    if known < FEWEST_KEYWORDS * len(deck):
        raise SpaceError(f"{told} With so few keywords its moves are chance, so no K suits it.")
    print_line(told)


def _check_near_words(name: str, games: int, settings: "Settings") -> None:
    from engine.share_interval import format_share  # noqa: PLC0415 - numpy: 30 ms
    from lab.papers.decrypto.baseline_sweep import (  # noqa: PLC0415 - numpy: 30 ms
        KS,
        choose_k,
        play_near_words,
    )

    partners = [one for one in BUILTIN_SPACES if one != name]
    table = _start_table("K", *(f"{one} misses twice" for one in partners), "intercepted twice")
    lines = []
    with show_steps("Playing", len(KS) * len(partners) * games) as count:
        for k in KS:
            line = play_near_words(name, partners, k, games, settings=settings, count_game=count)
            lines.append(line)
            lost = [format_share((one, 1) for one in line.missed_twice[p]) for p in partners]
            together = zip(*line.caught.values(), strict=True)
            caught = format_share((sum(game), len(game)) for game in together)
            table.add_row(str(k), *lost, caught)
    print_line(
        f"Games of 8 rounds in which {name} encodes and intercepts, {games} with each partner; "
        "percent of games:"
    )
    print_table(table)
    chosen = choose_k(lines)
    print_line(
        f"K {chosen.k} suits {name}: the greatest of these before its partners lose more games to "
        f"misunderstandings ({chosen.missed_share:.0%} with it). "
        f"Try: parlour play decrypto --seat encoder=vectors:{name},k={chosen.k}"
    )
    if chosen.missed_share > MANY_LOST:
        print_line(f"That is many: {name} agrees little with {join_names(partners)}.")


def _check_hints(name: str, settings: "Settings") -> None:
    from engine.games.decrypto.written_games import count_missed, read_written_games  # noqa: PLC0415 - numpy: 30 ms
    from engine.share_interval import format_share  # noqa: PLC0415 - numpy: 30 ms

    games = [game for written in read_written_games().values() for game in written]
    readers = dict(_list_readers(name, settings))
    table = _start_table("decoder", "codes missed")
    with show_steps("Reading", len(readers) * len(games)) as count:
        for reader, believe in readers.items():
            missed = []
            for game in games:
                missed.append(count_missed(believe, game))
                count()
            table.add_row(Text(reader), format_share(missed))
    rounds = sum(len(game.codes) for game in games)
    print_line(f"{rounds} rounds of hints written by hand; percent of codes:")
    print_table(table)


def _list_readers(name: str, settings: "Settings") -> Iterator[tuple[str, "Believe"]]:
    """Yield those who read the hints: this space, the built-in ones, Parlour's own player."""
    from engine.games.decrypto.written_games import read_by_listeners, read_by_vectors  # noqa: PLC0415 - numpy: 30 ms
    from engine.players.pragmatic.listeners import load_listeners  # noqa: PLC0415 - numpy: 30 ms
    from engine.players.spec import parse_spec  # noqa: PLC0415 - with the players
    from engine.players.vectors.word_vectors import load_word_vectors  # noqa: PLC0415 - numpy: 30 ms
    from words.space.folder import build_references  # noqa: PLC0415 - numpy: 30 ms

    folder = get_vectors_folder(settings.data)
    for one in dict.fromkeys((name, *LISTENING_SPACES)):
        yield one, read_by_vectors(load_word_vectors(build_reference(one, folder)))
    own = ("pragmatic", *(() if name in LISTENING_SPACES else (f"pragmatic,space={name}",)))
    for spec in own:
        listeners = build_references(parse_spec(spec).listeners, folder)
        yield spec, read_by_listeners(load_listeners(listeners))


def _start_table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(Text(first), no_wrap=True)
    for other in others:
        table.add_column(Text(other), justify="right")
    return table
