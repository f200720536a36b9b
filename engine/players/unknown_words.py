"""List the given words that a player's word vectors do not know."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.config.paths import get_vectors_folder
from engine.game import GameType
from engine.joined_text import join_names
from engine.players.spec import LineupError, Spec, parse_spec
from engine.players.word_versions import list_word_versions
from engine.text import clean
from words.space.errors import SpaceError
from words.space.folder import build_reference, build_references


def list_unknown_words(
    definition: GameType,
    view: Any,  # noqa: ANN401
    players: Mapping[str, Iterable[str]],
    versions: Mapping[str, str],
    *,
    data: Path,
) -> Iterator[str]:
    """Yield a sentence for each player that was given a word that its vectors do not contain.

    Players whose vectors are missing or have changed since are left out.

    Args:
        definition: The game.
        view: A view of the finished match; words that it does not show are not named.
        players: By seat: the SPECs of the players that made its moves.
        versions: The versions of the vectors that they used, see `list_word_versions`.
        data: The data folder, with imported vectors.
    """
    for seat, words in definition.find_given_words(view).items():
        for text in dict.fromkeys(players.get(seat, ())):
            with suppress(LineupError, SpaceError):
                spec = parse_spec(text, definition)
                now = list_word_versions((spec,), definition, data=data)
                if any(versions.get(name, version) != version for name, version in now.items()):
                    continue
                vectors = get_vectors_folder(data)
                if unknown := [f"“{clean(w)}”" for w in words if not _is_known(spec, w, vectors)]:
                    it = "that means" if len(unknown) == 1 else "they mean"
                    yield (
                        f"{seat.capitalize()} ({spec.display_name(seat, definition)}) did not know "
                        f"{join_names(unknown)}: its moves do not depend on what {it}."
                    )


def _is_known(spec: Spec, word: str, vectors: Path) -> bool:
    """Whether a player knows a word; true for players without word vectors.

    Raises:
        SpaceError: If its vectors are missing or damaged.
    """
    if not spec.spaces:
        return True
    if spec.space is None:
        from engine.players.pragmatic.listeners import load_listeners  # noqa: PLC0415 - numpy: 30 ms, only for seats that know vectors

        spaces = build_references(spec.listeners, vectors)
        return load_listeners(spaces).is_known(word)
    from engine.players.vectors.word_vectors import load_word_vectors  # noqa: PLC0415 - numpy: 30 ms, only for seats that know vectors

    return load_word_vectors(build_reference(spec.space, vectors)).get_vector(word) is not None
