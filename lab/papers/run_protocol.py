"""Say what of a run's protocol differs from that of a paper's published code.

A paper states its differences in `lab/papers/PAPER/protocol.py`. Which of them hold for a run, and
in which words, follows from the experiment in its header: a setting that follows the reference has
no difference but what remains, and any other setting is named with its value.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from typing import Any

from engine.games.catalog import find
from engine.joined_text import join_names
from engine.players.seat_settings import list_settings
from engine.players.spec import Spec, parse_spec
from engine.text import clean
from lab.experiment.file import Experiment
from lab.papers.protocol import Difference, Protocol, find_stated_protocol

SILENT = frozenset(
    {
        "nothing is said",
        "as in the paper",
        "not stated",
        "not published",
        "not computed",
        "not there",
    }
)
"""What the columns of a protocol say if there is nothing to say."""
TECHNICAL = frozenset({"timeout", "total_timeout", "patience", "model_seed"})
"""Settings of players that change no answer, or that the number of model seeds tells."""
MAX_VALUES = 4
"""How many values of an option or a setting are named."""
MAX_LENGTH = 60


class RunProtocol:
    """What differs in an experiment from a paper's published code."""

    def __init__(self, paper: str, experiment: Experiment) -> None:
        self.paper = paper
        self.experiment = experiment
        self.protocol: Protocol = find_stated_protocol(paper, experiment.game)
        self.specs = {name: parse_spec(one) for name, one in experiment.specs.items()}
        self._options = experiment.list_option_variants()
        self._known: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}

    def list_differences(self, exhibit: str, named: Sequence[str] = ()) -> tuple[str, ...]:
        """List what differs for a row of an exhibit, in sentences.

        Args:
            exhibit: The name of the exhibit, such as `table-1`.
            named: What names the row; players of the experiment among them are those that it is
                about, and without any it is about all.
        """
        players = tuple(name for name in dict.fromkeys(named) if name in self.specs)
        key = exhibit, players
        if key not in self._known:
            specs = {name: self.specs[name] for name in players} or self.specs
            self._known[key] = tuple(self._list_differences(exhibit, specs))
        return self._known[key]

    def _list_differences(self, exhibit: str, specs: Mapping[str, Spec]) -> Iterator[str]:
        kinds = {spec.kind for spec in specs.values()}
        for one in self.protocol.differences:
            concerned = not one.kinds or not kinds.isdisjoint(one.kinds)
            bears = one.bears is None or exhibit in one.bears
            if concerned and bears and self._has_section(one):
                yield from self._describe(one, specs)
        told = {*self.protocol.told, *self.protocol.told_by.get(exhibit, ())}
        decided = {key for one in self.protocol.differences for key in one.decided}
        yield from self._list_changed_options(decided, told)
        yield from self._list_changed_settings(specs, decided, told)

    def _has_section(self, difference: Difference) -> bool:
        """Whether the experiment has one of the sections that it takes."""
        return not difference.sections or any(map(self._has, difference.sections))

    def _list_sections(self) -> set[str]:
        played = {"lineups"} if self.experiment.has_lineups else set()
        return played | set(filter(self._has, ("teams", *self.protocol.section_settings)))

    def _has(self, section: str) -> bool:
        return bool(getattr(self.experiment, section))

    def _describe(self, one: Difference, specs: Mapping[str, Spec]) -> Iterator[str]:
        """Yield what differs, if anything does."""
        said = ("the paper: ", one.paper), ("its code: ", one.code)
        there = [f"{who}{text}" for who, text in said if text not in SILENT]
        rest = f" ({'; '.join((*there, one.source))})"
        read = {key: self._read(key, specs) for key in one.decided}
        found = {key: values for key, values in read.items() if values}
        if read and not found:
            return  # none of these players takes the setting, or nobody is asked
        if found and all(values == self._get_reference(key) for key, values in found.items()):
            if one.remains:
                yield f"{one.what}: {one.remains}{rest}"
        elif all(values == [one.usual or self._get_default(key)] for key, values in found.items()):
            if not one.same:
                yield f"{one.what}: {one.parlour}{rest}"
        else:
            named = (f"{key.rpartition('.')[2]} = {_join(values)}" for key, values in found.items())
            yield f"{one.what}: {', '.join(named)}{rest}"

    def _read(self, key: str, specs: Mapping[str, Spec]) -> list[str]:
        """Read the values that a key has: of an option that is swept, and of players, several."""
        place, _, name = key.partition(".")
        match place:
            case "options":
                values = [getattr(one, name) for one in self._options]
            case "settings":
                known = (
                    (name in _list_names(spec.kind, self.experiment.game), dict(spec.settings))
                    for spec in specs.values()
                )
                values = [given.get(name, "") for takes, given in known if takes]
            case "questions":
                values = [getattr(one, name) for one in self.experiment.questions]
            case "top":
                values = [getattr(self.experiment, name)]
            case _:
                section = getattr(self.experiment, place)
                values = [self._get_default(key) if section is None else getattr(section, name)]
        return list(dict.fromkeys(map(_write, values)))

    def _get_reference(self, key: str) -> list[str] | None:
        """Get the values that `protocol = "reference"` gives a key; `None` if it gives none."""
        place, _, name = key.partition(".")
        protocol = self.protocol
        values: Mapping[str, Any] = (
            {
                "options": protocol.options,
                "settings": protocol.choose_settings(self._list_sections()),
                "questions": {"context": protocol.context} if protocol.context else {},
                "top": protocol.top,
            }.get(place)
            or protocol.sections.get(place)
            or protocol.top.get(place, {})
        )
        if name not in values:
            return None
        value = values[name]
        return [_write(one) for one in (value if isinstance(value, list) else [value])]

    def _get_default(self, key: str) -> str:
        """Get the value of a key that an experiment does not name."""
        place, _, name = key.partition(".")
        if place == "settings":
            return ""
        if place == "options":
            return _write(getattr(self.experiment.definition.options_type(), name))
        fields = Experiment.model_fields
        if place != "top":
            annotated = fields[place].annotation
            kinds = (annotated, *getattr(annotated, "__args__", ()))
            kind = next(one for one in kinds if hasattr(one, "model_fields"))
            fields = kind.model_fields
        return _write(fields[name].get_default(call_default_factory=True))

    def _list_changed_options(self, decided: Set[str], told: Set[str]) -> Iterator[str]:
        """Yield the options that are not the paper's, but for those that are told elsewhere."""
        for name in self.experiment.definition.options_type.model_fields:
            key = f"options.{name}"
            values, usual = self._read(key, {}), self._get_default(key)
            if key not in decided and name not in told and values != [usual]:
                yield f"{name}: {_join(values)} instead of {usual or 'the default'}"

    def _list_changed_settings(
        self, specs: Mapping[str, Spec], decided: Set[str], told: Set[str]
    ) -> Iterator[str]:
        """Yield the settings of players, but for those that are told elsewhere."""
        for player, spec in specs.items():
            for name, value in spec.settings:
                known = f"settings.{name}" in decided or name in told or name in TECHNICAL
                if not known and name in _list_names(spec.kind, self.experiment.game):
                    yield f"{clean(player, MAX_LENGTH)}: {name} = {clean(value, MAX_LENGTH)}"


@cache
def _list_names(kind: str, game: str) -> frozenset[str]:
    """List the settings that a kind of player takes in a game."""
    return frozenset(list_settings(kind, find(game)))


def _write(value: Any) -> str:  # noqa: ANN401
    if isinstance(value, bool):
        return "yes" if value else "no"
    return clean(str(value), MAX_LENGTH)


def _join(values: Sequence[str]) -> str:
    """Join values, of which the first few are named."""
    named = [one or "not set" for one in values[:MAX_VALUES]]
    more = len(values) - len(named)
    return join_names((*named, *([f"{more} more"] if more else [])))
