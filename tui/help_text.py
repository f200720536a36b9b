"""What `--help` teaches: docstrings as they stand, line-up and catalog for `parlour play`."""

from collections.abc import Callable
from inspect import getdoc

from engine.games.catalog import CATALOG
from engine.games.definition import GameDefinition
from engine.lineup import KINDS, NEEDS
from engine.options import Option

INTRODUCTION = """Play a game.

With a person at the table the app opens. Without one the game runs headless: its story goes to
stderr, its result to stdout, and with --json the result is one object:
game, seed, seats, options, outcome, reason, score, rounds, branched, open, not_own, usage, journal.

\b
Exit code: 0 done, 2 usage or configuration, 3 a player failed, 130 interrupted.
"""
EXAMPLES = r"""
\b
Examples
  parlour play decrypto --seat encoder=human:Ada --seat decoder=human:Ben \
      --seat interceptor=word2vec
  parlour play decrypto --seat encoder=word2vec --seat decoder=glove \
      --seat interceptor=word2vec --set rounds=12 --seed moon --json
  parlour play decrypto --seat encoder=glove --seat decoder=glove \
      --seat interceptor=llm:gpt-4o --games 20 --json >games.jsonl
  parlour play decrypto --seat encoder=llm:gpt-4o --seat decoder=glove \
      --seat interceptor=word2vec --hold encoder
  parlour play dixit --seat p1=human:Ada --seat p2=human:Ben \
      --seat p3=word2vec --seat p4=llm:gpt-4o
  parlour play dixit --set rules=boxed --set players=5
""".replace(r"\b", "\b")


def taught(command: Callable[..., None]) -> str:
    r"""The docstring of a command; after a line with \b its lines stay as they are."""
    return (getdoc(command) or "").replace(r"\b", "\b")


def play_help() -> str:
    """The whole text for `parlour play`."""
    kinds = "".join(
        f"  {kind + ':' + NEEDS[kind] if kind in NEEDS else kind:<17} {_bare(help_)}\n"
        for kind, help_ in KINDS.items()
    )
    games = "".join(_game(definition) for definition in CATALOG.values())
    return f"{INTRODUCTION}{EXAMPLES}\n\b\nSPEC is one of\n{kinds}{games}"


def _game(definition: GameDefinition) -> str:
    options = "".join(f"  {_option(option)}\n" for option in definition.options.values())
    return (
        f"\n\b\n{definition.name}: {definition.summary}\n"
        f"  Seats: {', '.join(definition.seats)}. Options for --set:\n{options}"
    )


def _option(option: Option) -> str:
    default = option.default
    given = f"{option.name}={('no', 'yes')[default] if isinstance(default, bool) else default}"
    range_ = f" {option.note.low} to {option.note.high}." if option.kind is int else ""
    return f"{given}\n      {option.note.help}{range_}"


def _bare(text: str) -> str:
    """Without the name that stands before it already."""
    name, comma, rest = text.partition(", ")
    return rest if comma and ":" in name and " " not in name else text
