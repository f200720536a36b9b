"""What stands at the head of every printed match."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from engine.entry import Entry
from engine.lineup import LineupError, parse_spec
from engine.players import Usage
from engine.record import Record
from engine.telling import Telling, joined
from engine.text import clean


@dataclass(frozen=True, slots=True)
class Facts:
    """The head of a match, without what the asked-for eyes may not know."""

    seed: str | None
    """The seed, for the whole truth alone: from it everything else can be dealt again."""
    options: dict[str, Any]
    """The options by name; those that may name a secret, for the whole truth alone."""
    version: str
    """The Parlour that wrote the journal."""
    created: str
    """When, to the minute: 2026-11-21 10:30 UTC."""


def facts(telling: Telling, entry: Entry, record: Record) -> Facts:
    """The head of a match, for these eyes."""
    header = record.header
    return Facts(
        seed=header.seed if telling.whole else None,
        options={
            name: clean(value) if isinstance(value, str) else value
            for name, value in header.options.items()
            if telling.whole or not entry.options[name].note.secret
        },
        version=header.version,
        created=header.created[:16].replace("T", " ") + " UTC",
    )


def stand_ins(record: Record) -> dict[str, int]:
    """By seat: how many moves somebody else made for a player that failed."""
    return dict(Counter(moved.seat for moved in record.moves if moved.stand_in))


def usage(record: Record) -> dict[str, Usage]:
    """By seat: what its models have used for the moves that are made."""
    used: dict[str, Usage] = {}
    for moved in record.moves:
        if moved.usage is not None:
            used[moved.seat] = used.get(moved.seat, Usage()) + moved.usage
    return used


def not_their_own(record: Record) -> list[str]:
    """A sentence for each seat that did not make all of its moves itself."""
    made = Counter(moved.seat for moved in record.moves)
    makers: dict[str, list[str]] = {}
    for moved in record.moves:
        if moved.stand_in:
            makers.setdefault(moved.seat, []).append(moved.stand_in)
    return [
        f"{seat.capitalize()}: {len(by)} of {made[seat]} moves are not the player's own, which "
        f"failed: {joined(sorted(set(by)))} stood in."
        for seat, by in makers.items()
    ]


def whose(telling: Telling) -> str:
    """One sentence that says through whose eyes the match is told."""
    if telling.whole:
        return "The whole match, open to all."
    if telling.seat:
        return f"As the {telling.seat} saw it."
    return "The match is not over: this is what an onlooker may see."


def who(spec: str, seat: str) -> str:
    """The name to show for the player that `spec` stands for."""
    try:
        return parse_spec(spec).label(seat)
    except LineupError:  # of another Parlour, or edited by hand
        return clean(spec)


def asked(options: dict[str, Any]) -> str:
    """Options in a line: rounds 8, tokens 2, play on no."""
    words = {True: "yes", False: "no"}
    return ", ".join(
        f"{name.replace('_', ' ')} {words[value] if isinstance(value, bool) else value}"
        for name, value in options.items()
        if value != ""
    )
