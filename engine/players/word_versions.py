"""The versions of the word vectors and word lists that players use."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from engine.config.paths import get_vectors_folder
from engine.game import GameType
from engine.players.spec import Spec
from engine.players.word_players import PRAGMATIC
from words.list_file import list_version
from words.space.errors import SpaceError
from words.space.folder import build_reference
from words.space.names import ASSOCIATIONS, THOUGHTS


def list_word_versions(
    specs: Iterable[Spec], definition: GameType, *, data: Path
) -> dict[str, str]:
    """Find the version of each space of word vectors and each word list that these players use.

    A version is the checksum of words and numbers. A space that cannot be opened is left out.
    """
    known = tuple(specs)
    found = {}
    own = [spec for spec in known if spec.kind == PRAGMATIC]
    associated = any(spec.uses_associations for spec in own)
    named = [*(space for spec in known for space in spec.spaces), *([THOUGHTS] * associated)]
    for name in dict.fromkeys(named):
        from words.space.reader import open_space  # noqa: PLC0415 - numpy: 35 ms, only for vectors

        with suppress(SpaceError):
            space = open_space(build_reference(name, get_vectors_folder(data)))
            found[name] = space.about.version
    lists = (ASSOCIATIONS,) if associated else ()
    return found | {name: list_version(name) for name in (*lists, *definition.word_lists) if own}
