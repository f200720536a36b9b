"""The file of a study, to which guesses and ratings are only appended."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.format_version import find_format_fault
from engine.text import escape_controls
from engine.timestamp import format_utc_now
from files.line_file import LineFile
from files.regular import read_bytes
from files.removal import delete_file
from lab.errors import StudyError
from lab.study.entry import Entry, Guess, Line, Rating
from lab.study.study import Study, StudyItem

FORMAT = 1
"""The format version that is written, and the only one that is read."""


RATER = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")


MAX_BYTES = 200_000_000


class StudyFile:
    """A study on disk, with all guesses and ratings."""

    def __init__(self, path: Path, study: Study, entries: Iterable[Entry] = ()) -> None:
        self.path = path
        self.study = study
        self._items = {item.id: item for item in study.items}
        self._guesses: dict[tuple[str, str], Guess] = {}
        self._ratings: dict[tuple[str, str], Rating] = {}
        for entry in entries:
            self._take(entry)

    @classmethod
    def create(cls, path: Path, study: Study) -> "StudyFile":
        """Write a new study.

        Raises:
            StudyError: If the file exists, or there are no items.
        """
        if not study.items:
            raise StudyError("There are no items to rate.")
        head = {"format": FORMAT, **study.model_dump()}
        try:
            with LineFile.create(path) as lines:
                try:
                    lines.append(_encode_lines([{"study": head}]))
                except OSError:
                    delete_file(path)
                    raise
        except FileExistsError:
            raise StudyError(f"{path} exists already: choose another name.") from None
        except OSError as error:
            raise StudyError(f"{path} cannot be written: {error.strerror}.") from None
        return cls(path, study)

    @classmethod
    def open(cls, path: Path) -> "StudyFile":
        """Read a study, apart from an incomplete last line.

        Raises:
            StudyError: If it cannot be read, or is not a study.
        """
        try:
            data = read_bytes(path, MAX_BYTES)
        except OSError as error:
            raise StudyError(f"{path} cannot be read: {error.strerror}.") from None
        whole = data.rfind(b"\n") + 1
        try:
            head, *lines = (line for line in data[:whole].splitlines() if line)
            facts = dict(json.loads(head)["study"])
            if fault := find_format_fault(path, "study", facts.pop("format"), FORMAT):
                raise StudyError(fault)
            file = cls(path, Study.model_validate_json(json.dumps(facts), strict=True))
            for line in lines:
                entry = Line.model_validate_json(line, strict=True).entry
                file._check(entry)
                file._take(entry)
        except StudyError as error:
            said = str(error)
            raise StudyError(said if str(path) in said else f"{path}: {said}") from None
        except (ValueError, KeyError, TypeError, RecursionError):
            raise StudyError(f"{path} is no study of Parlour, or is damaged.") from None
        return file

    @property
    def raters(self) -> list[str]:
        """The raters with at least one entry, in the order of their first."""
        return list(dict.fromkeys(rater for rater, _ in (*self._guesses, *self._ratings)))

    def read_entries(self) -> Iterator[Entry]:
        """Yield all guesses, then all ratings."""
        yield from self._guesses.values()
        yield from self._ratings.values()

    def guess_of(self, rater: str, item: str) -> Guess | None:
        """Find the locked guess of a rater."""
        return self._guesses.get((rater, item))

    def find_rating(self, rater: str, item: str) -> Rating | None:
        """Find the rating of a rater."""
        return self._ratings.get((rater, item))

    def is_done(self, rater: str, item: str) -> bool:
        """Whether a rater has finished with an item."""
        said = self._guesses if self.study.mode == "guess" else self._ratings
        return (rater, item) in said

    def list_remaining(self, rater: str) -> list[StudyItem]:
        """List the items that a rater has not finished, in their order."""
        return [one for one in self.study.order_for(rater) if not self.is_done(rater, one.id)]

    def lock_guess(self, guess: Guess) -> None:
        """Write a guess.

        Raises:
            StudyError: If there is a guess already, or it names another card.
        """
        if (guess.rater, guess.item) in self._guesses:
            raise StudyError("The guess is locked already.")
        self._write(guess)

    def add_rating(self, rating: Rating) -> None:
        """Write a rating, after the guess.

        Raises:
            StudyError: If there is no guess, or a rating already, or it is outside the scale.
        """
        key = (rating.rater, rating.item)
        if key not in self._guesses:
            raise StudyError("The guess comes first.")
        if key in self._ratings:
            raise StudyError("This clue has been rated already.")
        self._write(rating)

    def merge(self, others: Sequence["StudyFile"]) -> int:
        """Merge the entries of other copies; return the number of new lines.

        Raises:
            StudyError: If one is another study, or two copies differ on a rater and item, because
                two people used the same name.
        """
        new: list[Entry] = []
        known = {(type(one), one.rater, one.item): one for one in self.read_entries()}
        for other in others:
            if other.study.key != self.study.key:
                raise StudyError(f"{other.path} is another study than {self.path}.")
            for entry in other.read_entries():
                key = (type(entry), entry.rater, entry.item)
                if key not in known:
                    known[key] = entry
                    new.append(entry)
                elif known[key] != entry:
                    raise StudyError(
                        f"{entry.rater} has answered {entry.item} differently in {other.path} than "
                        f"in {self.path}: two people used one name. Rename one of them in its file."
                    )
        for entry in new:
            self._check(entry)
        _append(self.path, new)
        for entry in new:
            self._take(entry)
        return len(new)

    def copy_for_raters(self, path: Path) -> "StudyFile":
        """Write a copy without answers and without the clues' authors, for another computer.

        Raises:
            StudyError: If the file exists.
        """
        hidden = {"player": "", "tier": ""}
        items = tuple(one.model_copy(update=hidden) for one in self.study.items)
        study = self.study.model_copy(update={"items": items, "source": ""})
        return StudyFile.create(path, study)

    def _write(self, entry: Entry) -> None:
        entry = entry.model_copy(update={"time": entry.time or format_utc_now()})
        self._check(entry)
        _append(self.path, [entry])
        self._take(entry)

    def _check(self, entry: Entry) -> None:
        item = self._items.get(entry.item)
        if item is None:
            raise StudyError(f"The study has no item {entry.item[:60]!r}.")
        check_rater(entry.rater)
        if isinstance(entry, Guess) and entry.card not in item.candidates:
            raise StudyError(f"{entry.card[:60]!r} is no card of {entry.item}.")

    def _take(self, entry: Entry) -> None:
        key = (entry.rater, entry.item)
        if isinstance(entry, Guess):
            self._guesses.setdefault(key, entry)
        else:
            self._ratings.setdefault(key, entry)


def check_rater(name: str) -> str:
    """Check and clean the name of a rater.

    Raises:
        StudyError: If it is not a valid name.
    """
    if not RATER.fullmatch(name):
        wrong = f"{name[:60]!r} cannot be a rater's name: type" if name else "Type a name first:"
        raise StudyError(
            f"{wrong} 1 to 40 letters, digits, dots, hyphens or underscores, such as rater-1."
        )
    return name


def _encode_lines(lines: Iterable[Mapping[str, Any]]) -> bytes:
    text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
    return escape_controls(text).encode()


def _append(path: Path, entries: Iterable[Entry]) -> None:
    """Append entries as complete lines, and wait for the disk.

    Raises:
        StudyError: If they could not be written; the study is as it was.
    """
    data = _encode_lines(Line.of(entry).model_dump(exclude_none=True) for entry in entries)
    if not data:
        return
    try:
        with LineFile.open(path) as file:
            file.lock(wait=True)
            file.cut_torn_line()
            file.append(data)
    except OSError as error:
        raise StudyError(
            f"This could not be kept: {error.strerror}. Try again; what {path} held is still there."
        ) from None
