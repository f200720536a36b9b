"""Name players of a run as the CoMet paper names methods."""

from collections.abc import Mapping

from engine.players.spec import parse_spec

MODULES = {"met": "Met.", "fe": "FE", "bm": "BM", "sm": "SM", "sp": "SP"}
"""By setting of a `comet` seat: the module that it switches off, as the paper has it."""
OFF = ("no", "off")
"""The values of a setting that switch its module off; a parsed SPEC has the first."""
PROMPTS = {"cot": "CoT", "naive": "Naive"}
"""By style of prompt: the method of the paper."""
TICK, CROSS = "\N{CHECK MARK}", "\N{MULTIPLICATION SIGN}"


def name_method(player: str, spec: str) -> str:
    """Name the method of a player as the paper does; the player's own name for other players."""
    parsed = parse_spec(spec)
    settings = dict(parsed.settings)
    if parsed.kind == "comet":
        off = [title for name, title in MODULES.items() if settings.get(name) in OFF]
        return f"CoMet w/o {'&'.join(off)}" if off else "CoMet"
    return PROMPTS.get(settings.get("prompt", ""), player) if parsed.asks_model else player


def name_player(player: str, specs: Mapping[str, str]) -> str:
    """Name the method of a player, or the player itself if it is none of the experiment's."""
    return name_method(player, specs[player]) if player in specs else player


def tick_modules(spec: str) -> tuple[str, ...]:
    """Say of each module of a CoMet player whether it is on, as the columns of Table 2."""
    settings = dict(parse_spec(spec).settings)
    return tuple(CROSS if settings.get(name) in OFF else TICK for name in MODULES)
