"""Build the text of a new experiment file from a few answers, such as its game and its players.

The file is TOML with comments that explain each section, and is validated like any experiment.
"""

import json
from dataclasses import dataclass

from engine.games.catalog import find
from lab.experiment.file import Experiment

PLAYERS = ("word2vec", "glove")
"""The suggested SPECs."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers from which a new experiment is written."""

    name: str
    game: str
    games: int
    """Number of deals that each line-up plays."""
    players: tuple[str, ...] = PLAYERS
    """The SPECs of the players."""
    compared: tuple[str, ...] = ()
    """The seats that all players take in turn; by default the first two seats."""
    question: str = ""


def build_names(specs: tuple[str, ...]) -> dict[str, str]:
    """Build short names for players: the kind or model, with a number if ambiguous."""
    named: dict[str, str] = {}
    for spec in specs:
        player, _, settings = spec.partition(",")
        plain = (player.partition(":")[2] or player).rpartition("/")[2]
        short = "".join(letter if letter.isalnum() else "-" for letter in plain).strip("-")
        base = name = "-".join(filter(None, (short, *settings.replace("=", "-").split(","))))
        number = 2
        while name in named:
            name, number = f"{base}-{number}", number + 1
        named[name] = spec
    return named


def write_experiment(answers: Answers) -> str:
    """Write the text of the file, and validate it like any experiment.

    Raises:
        ExperimentError: If the answers do not make a valid experiment.
    """
    definition = find(answers.game)
    seats = definition.usual_seats()
    compared = answers.compared or seats[:2]
    names = build_names(answers.players)
    listed = ", ".join(map(json.dumps, names))
    lines = [
        f"# {answers.question or 'What does this experiment compare, and why?'}",
        "#",
        f"#   parlour lab run {answers.name}.toml --dry-run   what it would take",
        f"#   parlour lab run {answers.name}.toml",
        f"#   parlour lab report {answers.name}",
        "",
        f"name = {json.dumps(answers.name)}",
        f"game = {json.dumps(answers.game)}",
        f"games = {answers.games}                # deals; every line-up plays the same ones",
        f"# seed = {json.dumps(answers.name)}       # another seed deals other games",
        "",
        "[options]                 # of the game; a list such as [4, 8] plays each value",
    ]
    for name, option in definition.list_options().items():
        note = option.help
        lines.append(f"# {name} = {_to_toml(option.find_default({}))}  # {note}")
    lines += ["", "[players]                 # a name for tables, and a SPEC"]
    lines += [f"{_to_key(name)} = {json.dumps(spec)}" for name, spec in names.items()]
    lines += [
        '# model = "llm:gpt-4o,prompt=cot"    # a model, with settings after commas',
        "",
        "[lineups]                 # every seat takes its players in turn",
    ]
    for seat in seats:
        if seat in compared:
            lines.append(f"seats.{seat} = [{listed}]")
        else:
            lines.append(f"fixed.{seat} = {json.dumps(next(iter(names)))}")
    first, *others = compared
    second = others[0] if others else first
    lines += [
        f'# same = [["{first}", "{second}"]]   # these seats have the same player',
        f'# except = [{{ {first} = "...", {second} = "..." }}]',
    ]
    if questions := definition.list_questions():
        lines += ["", "# [[questions]]             # asked about every turn of every match"]
        lines += [f"# ask = {json.dumps(one.name)}   # {one.summary}" for one in questions]
    lines += [
        "",
        "# [[replays]]               # every match again, with somebody else in a seat",
        f"# seats.{seats[-1]} = [{listed}]",
        '# follow = "record"         # or "player": go on as the new player moved',
        "",
        "[limits]",
        "at_once = 16              # questions to each model at the same time",
        '# budget = "5.00"         # or "200000tokens", or "1000calls"',
        '# wall_time = "8h"        # stop after this time; the same command carries on',
        "",
        "[report]",
        f"title = {json.dumps(answers.name)}",
        f"question = {json.dumps(answers.question)}",
        f"rows = {json.dumps(first)}",
        f"columns = {json.dumps(second)}",
        "",
    ]
    text = "\n".join(lines)
    Experiment.parse(text, f"{answers.name}.toml")
    return text


def _to_toml(value: object) -> str:
    return json.dumps(value)


def _to_key(name: str) -> str:
    plain = name.replace("-", "").replace("_", "")
    return name if plain.isascii() and plain.isalnum() else json.dumps(name)
