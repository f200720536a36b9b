"""What a space says about itself, as JSON beside its arrays."""

import dataclasses
import json
import re
from typing import Self

FORMAT = 2
"""The version of the file format."""


VERSION = re.compile(r"[0-9a-f]{8}")
"""The form of a version, which names files of rankings."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class About:
    """The metadata of a space."""

    name: str
    """The name of the space."""
    version: str
    """What journals call these vectors: the checksum of words and numbers when they were made."""
    source: str = ""
    """Where the vectors came from."""
    licence: str = ""
    """The terms on which they may be used."""
    left_out: dict[str, int] = dataclasses.field(default_factory=dict)
    """How many rows of the source were left out, by fault."""

    def to_json(self) -> bytes:
        """Serialise the metadata; equal metadata give equal bytes."""
        fields = {"format": FORMAT, **dataclasses.asdict(self)}
        return json.dumps(fields, sort_keys=True, ensure_ascii=False).encode()

    @classmethod
    def from_json(cls, text: bytes) -> Self:
        """Read the metadata.

        Raises:
            ValueError: If the format is unknown, or a field is missing, unknown or invalid; the
                message completes the sentence "FILE ...".
        """
        try:
            fields = json.loads(text)
        except (ValueError, RecursionError):
            raise ValueError("is damaged: what it says about itself is not JSON") from None
        if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
            raise ValueError(f"is of another format, and this version reads format {FORMAT}")
        left_out = fields.get("left_out")
        texts = {"name", "version", "source", "licence"}
        if (
            fields.keys() != texts | {"left_out"}
            or any(not isinstance(fields[one], str) for one in texts)
            or not VERSION.fullmatch(fields["version"])
            or not isinstance(left_out, dict)
            or {type(count) for count in left_out.values()} - {int}
        ):
            raise ValueError("is damaged: what it says about itself makes no sense")
        return cls(**fields)
