"""A line-up: who sits where, with all settings, and under which conditions."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any, Self

from engine.frozen_model import FrozenModel
from engine.players.spec import Spec, parse_spec

type Value = str | int | float | bool | None

KEY_LENGTH = 16
"""Length of a key in characters, as that of a trial."""
DEAL = frozenset(
    {
        *("game", "deal", "seed", "model_seed", "about", "roles", "journal", "source"),
        *("ask_programs", "beliefs"),
        *("bench", "deck", "fingerprint", "item", "clue", "target", "candidates", "tries"),
        *("metaphor", "word", "other_word", "holds"),
    }
)
"""What a trial says about the deal, which all line-ups share, and who is asked after it."""
SEATED = frozenset({"players", "seats", "original", "options", "asked"})
PLAYER, SPEC, SETTING = "player_", "spec_", "setting_"
ORIGINAL, OPTION = "original_", "option_"
"""Prefixes of the columns of a line-up."""


class Lineup(FrozenModel):
    """Everything that a trial's outcome depends on but its deal and its model seed.

    Equal line-ups have the same canonical form, and the same key, in every run.
    """

    kind: str
    """The kind of trial."""
    seats: dict[str, str]
    """By seat, or by role: the name of the player."""
    settings: dict[str, str]
    """By name: the SPEC of each player that is asked, without the model seed of the trial."""
    original: dict[str, str] = {}  # noqa: RUF012 - pydantic copies it
    """By seat: the name of the player in the match that a replay is about."""
    options: dict[str, Any] = {}  # noqa: RUF012 - pydantic copies it
    """The options of the game, all of them."""
    asked: str = ""
    """The name of the player that answers a question or an item; empty for none."""
    conditions: dict[str, Any] = {}  # noqa: RUF012 - pydantic copies it
    """Whatever else may differ by design, such as the question, or how a replay goes on."""

    @cached_property
    def text(self) -> str:
        """The canonical form."""
        plain = dict(self)  # all values are plain JSON
        return json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @cached_property
    def key(self) -> str:
        """A hash of the canonical form."""
        return sha256(self.text.encode()).hexdigest()[:KEY_LENGTH]

    @classmethod
    def of_trial(cls, kind: str, content: Mapping[str, Any]) -> Self:
        """Find the line-up of a trial from its content."""
        seats: Mapping[str, str] = content["players"]
        asked, roles = content.get("asked", ""), content.get("roles", {})
        has_seed = "model_seed" in content
        settings = {
            asked or seats[roles.get(seat, seat)]: _strip_seed(spec) if has_seed else spec
            for seat, spec in content["seats"].items()
        }
        rest = content.keys() - DEAL - SEATED
        usual = {"context": "view"} if kind == "question" else {}
        return cls.model_construct(
            kind=kind,
            seats=dict(seats),
            settings=settings,
            original=dict(content.get("original", {})),
            options=dict(content.get("options", {})),
            asked=asked,
            conditions={**usual, **{name: content[name] for name in rest}},
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the canonical form."""
        return cls.model_validate_json(text)

    def list_columns(self, seats: Sequence[str]) -> dict[str, Value]:
        """List the values that tell line-ups apart, by the names of table columns.

        Players come first, then conditions and options; settings, which mostly follow from the
        names of the players, come last.

        Args:
            seats: The seats in table order.
        """
        return {name: _flatten(value) for name, value in self._list_values(seats)}

    def _list_values(self, seats: Sequence[str]) -> Iterator[tuple[str, Any]]:
        order = dict.fromkeys((*(seat for seat in seats if seat in self.seats), *self.seats))
        for seat in order:
            yield f"{PLAYER}{seat}", self.seats[seat]
        for seat in order if self.original else ():
            yield f"{ORIGINAL}{seat}", self.original[seat]
        if self.asked:
            yield "asked", self.asked
        yield from sorted(self.conditions.items())
        for name, value in self.options.items():
            yield f"{OPTION}{name}", value
        for seat in order:
            if self.seats[seat] in self.settings:
                yield f"{SPEC}{seat}", self.settings[self.seats[seat]]
        if self.asked:
            yield f"{SPEC}asked", self.settings[self.asked]


@lru_cache(maxsize=4096)
def _strip_seed(text: str) -> str:
    spec = parse_spec(text)
    kept = tuple(pair for pair in spec.settings if pair[0] != "model_seed")
    return str(Spec(spec.kind, spec.argument, kept))


def _flatten(value: Any) -> Value:  # noqa: ANN401
    plain = isinstance(value, str | int | float | None)
    return value if plain else json.dumps(value, ensure_ascii=False)
