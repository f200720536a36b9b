"""The help of `parlour play`: introduction, examples, SPECs and all options of games."""

from collections.abc import Iterable

from engine.config.request_settings import RequestSettings
from engine.game import GameType
from engine.games.catalog import list_games
from engine.options import Option, list_declared_options
from engine.players.seat_settings import ModelSeat, SeededSeat, list_settings
from engine.players.spec import ARGUMENTS, KINDS

INTRODUCTION = """Play a game.

If a person plays, the app opens. With --plain, or if TERM is dumb, the game is a dialogue of lines
instead: it asks for what the command does not say, even for the GAME. Without people the game runs
headless: its narration goes to stderr and its result to stdout. With --json the result is one
object: game, seed, seats, options, outcome, reason, score, branched, open, not_own, usage, journal,
and what was played, under a key of the game's own: rounds, but turns in Adversarial Taboo. Games
add more keys (Decrypto: keywords, decisive_round).

With --games a failed game counts as failed and the others are played; --on-failure stop ends the
series at the first. Its games are saved if models or programs play, or with --journal FOLDER.

Programs (exec:) get PATH, HOME, LANG and the like from the environment, and no key; --pass-env NAME
passes on another variable. --isolate keeps them from files, processes and the network.

\b
Exit code: 0 done, 1 games of a series failed, 2 usage or configuration, 3 a player failed, 130
interrupted.
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
  parlour play --plain
  parlour play taboo --plain --name Ada --seat defender=word2vec
""".replace(r"\b", "\b")


def build_play_help() -> str:
    """Build the help of `parlour play`: introduction, examples, SPECs, and all options of games."""
    specs = {kind: f"{kind}:{ARGUMENTS[kind]}" if kind in ARGUMENTS else kind for kind in KINDS}
    kinds = "".join(f"  {specs[kind]:<17} {_strip_name(help_)}\n" for kind, help_ in KINDS.items())
    games = "".join(_format_game(definition) for definition in list_games().values())
    general = list_declared_options(RequestSettings)
    of_models = _format_options(general.values())
    own = (one for name, one in list_declared_options(ModelSeat).items() if name not in general)
    of_llm = _format_options(own)
    of_seeded = _format_options(list_declared_options(SeededSeat).values())
    return (
        f"{INTRODUCTION}{EXAMPLES}\n\b\nSPEC is one of\n{kinds}"
        f"\n\b\n{SETTINGS}\n\b\nEvery llm and comet seat takes\n{of_models}"
        f"\n\b\nEvery llm seat also takes\n{of_llm}"
        f"\n\b\nEvery word2vec, glove, vectors, pragmatic and random seat takes\n{of_seeded}{games}"
    )


SETTINGS = """Settings of a seat stand after commas:
  llm:gpt-4o,prompt=plain,temperature=0.2
  comet:gpt-4o,met=off
  word2vec,k=64
  pragmatic,strength=5
A command of exec: has none, as a comma belongs to it. Keys are never part of a SPEC.
"""


def _format_game(definition: GameType) -> str:
    text = (
        f"\n\b\n{definition.name}: {definition.summary}\n"
        f"  Seats: {', '.join(definition.usual_seats())}. Options for --set:\n"
        f"{_format_options(definition.list_options().values())}"
    )
    own = {
        "llm": list_settings("llm", definition).keys() - list_settings("llm", None).keys(),
        "comet": list_settings("comet", definition).keys() - list_settings("comet", None).keys(),
        "pragmatic": list_settings("pragmatic", definition).keys()
        - list_settings("pragmatic", None).keys(),
        "word2vec, glove and vectors": list_settings("word2vec", definition).keys()
        - list_settings("word2vec", None).keys(),
    }
    for kind, names in own.items():
        options = list_settings(kind.partition(",")[0], definition)
        if names:
            taken = _format_options(option for name, option in options.items() if name in names)
            text += f"  Settings of {kind} seats:\n{taken}"
    return text


def _format_options(options: Iterable[Option]) -> str:
    return "".join(f"  {_format_option(option)}\n" for option in options)


def _format_option(option: Option) -> str:
    default = option.default
    given = f"{option.name}={'' if default is None else option.format(default)}"
    range_ = f" {option.low} to {option.high}" if option.value_type in {int, float} else ""
    words = "".join(f", or {word}" for word in option.words)
    unset = f" If not set: {option.usual}." if default is None else ""
    return f"{given}\n      {option.help}{range_}{words}{'.' if range_ else ''}{unset}"


def _strip_name(text: str) -> str:
    """Remove the name at the beginning of a SPEC's description, as it is printed before it."""
    name, comma, rest = text.partition(", ")
    return rest if comma and ":" in name and " " not in name else text
