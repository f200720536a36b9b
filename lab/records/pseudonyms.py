"""Replace the names of people in journals, and remove what could identify somebody."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.export.redaction import redact_path, redact_spec, redact_value
from engine.games.catalog import find_recorded
from engine.journal.entries import Entry, MoveEntry, ReseatEntry
from engine.journal.record import Record
from engine.options import list_declared_options
from engine.players.spec import is_human_spec
from engine.text import clean
from lab.errors import GamesError


def hide_names(record: Record, rename: Callable[[str], str]) -> Record:
    """Replace the names of people in a journal.

    Args:
        record: The journal.
        rename: Maps a person's name to its replacement; empty for none.
    """

    def hide(spec: str) -> str:
        if not is_human_spec(spec):
            return spec
        name = rename(spec.partition(":")[2].strip())
        return f"human:{name}" if name else "human"

    seats = {seat: hide(spec) for seat, spec in record.header.seats.items()}
    entries = tuple(_map_specs(entry, hide) for entry in record.entries)
    return replace(record, header=replace(record.header, seats=seats), entries=entries)


def _map_specs(entry: Entry, change: Callable[[str], str]) -> Entry:
    """Change the SPECs that an entry has: that of a new player, or of a stand-in."""
    if isinstance(entry, ReseatEntry):
        return replace(entry, player=change(entry.player))
    if isinstance(entry, MoveEntry) and entry.stand_in:
        return replace(entry, stand_in=change(entry.stand_in))
    return entry


MAX_PSEUDONYM = 24


def list_names(record: Record) -> tuple[str, ...]:
    """List the names of the people in a journal, also of those who left."""
    specs = [*record.header.seats.values()]
    specs += [one.player for one in record.entries if isinstance(one, ReseatEntry)]
    specs += [one.stand_in for one in record.moves if one.stand_in]
    return tuple(spec.partition(":")[2].strip() for spec in specs if is_human_spec(spec))


def check_pseudonyms(agreed: Mapping[str, str], names: set[str]) -> None:
    for name, pseudonym in agreed.items():
        if not pseudonym or pseudonym != clean(pseudonym, MAX_PSEUDONYM):
            raise GamesError(f"A pseudonym has 1 to {MAX_PSEUDONYM} plain characters.")
        if pseudonym.casefold() in {one.casefold() for one in names if one}:
            raise GamesError(f"{pseudonym!r} is the name of somebody in these games.")
        if list(agreed.values()).count(pseudonym) > 1:
            raise GamesError(f"Two people have the pseudonym {pseudonym!r}.")
        if name not in names:
            raise GamesError(f"Nobody in these games is called {name!r}.")


def hide_record(record: Record, agreed: Mapping[str, str]) -> Record:
    """Use pseudonyms in a journal, and remove the time of day, folders and command lines."""
    hidden = hide_names(record, agreed.__getitem__)
    day = record.header.created[:10]
    seats = {seat: redact_spec(spec) for seat, spec in hidden.header.seats.items()}
    options = _hide_options(record)
    material = redact_value(record.header.material)  # it holds the whole path of a deck
    header = replace(
        hidden.header, created=day, branched=None, seats=seats, options=options, material=material
    )
    dated = (replace(entry, time=day) for entry in hidden.entries)
    entries = tuple(
        _map_specs(replace(one, copied=False) if isinstance(one, MoveEntry) else one, redact_spec)
        for one in dated
    )
    return replace(hidden, header=header, entries=entries)


def _hide_options(record: Record) -> dict[str, object]:
    """Remove options that may name secrets, whose content the material has, and all folders."""
    declared = list_declared_options(find_recorded(record).options_type)

    def hide(name: str, value: object) -> object:
        option = declared.get(name)
        if option is not None and option.mark.secret:
            return option.default
        may_be_path = option is not None and option.is_free_text and isinstance(value, str)
        return redact_path(str(value)) if may_be_path else redact_value(value)

    return {name: hide(name, value) for name, value in record.header.options.items()}
