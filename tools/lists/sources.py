"""Fetching the Debian packages that everything is made from."""

import argparse
import logging
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PACKAGES: Mapping[str, str] = {
    "wordnet-base": "usr/share/wordnet/data.noun",
    "wordnet-sense-index": "usr/share/wordnet/index.sense",
    "scowl": "usr/share/dict/scowl/english-words.10",
    "bible-kjv-text": "usr/lib/bible.data",
    "bible-kjv": "usr/bin/bible",
    "dict-gcide": "usr/share/dictd/gcide.dict.dz",
}
"""WordNet 3.0, word lists by how common words are, the King James Bible with its reader, and
GCIDE, which holds Webster's dictionary of 1913: by Debian package, a file of it."""

log = logging.getLogger(__name__)


class SourceError(Exception):
    """A source is not there and cannot be fetched; the message says what to do."""


@dataclass(frozen=True)
class Sources:
    """The folder into which the packages are unpacked."""

    folder: Path

    @property
    def wordnet(self) -> Path:
        """The folder of the WordNet database files."""
        return self.folder / "usr/share/wordnet"

    @property
    def scowl(self) -> Path:
        """The folder of the SCOWL word lists."""
        return self.folder / "usr/share/dict/scowl"

    @property
    def gcide(self) -> Path:
        """The text of GCIDE."""
        return self.folder / "usr/share/dictd/gcide.dict.dz"

    def list_missing(self, packages: Mapping[str, str]) -> list[str]:
        """List the packages that have not been unpacked here."""
        return [name for name, path in packages.items() if not (self.folder / path).is_file()]

    def bible(self) -> list[str]:
        """Read the King James Bible, a verse a line, each after its chapter and number.

        Raises:
            SourceError: The package's reader does not run here.
        """
        reader = (self.folder / "usr/bin/bible").resolve()
        command = [str(reader), "-f", "-p", str(self.folder / "usr/lib"), "gen1:1-rev22:21"]
        try:
            told = subprocess.run(command, capture_output=True, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise SourceError(f"The Bible's reader {reader} does not run here: {error}.") from error
        return told.stdout.decode("latin-1").splitlines()


def add_data_option(parser: argparse.ArgumentParser) -> None:
    """Add the option `--data` to a command: the folder of the unpacked packages."""
    parser.add_argument(
        "--data",
        type=Path,
        default=Path("build/sources"),
        help="where the Debian packages are, or will be, unpacked (%(default)s)",
    )


def fetch(sources: Sources, packages: Mapping[str, str] = PACKAGES) -> None:
    """Download and unpack the packages that are not there yet; needs no root.

    Args:
        sources: Where they are unpacked.
        packages: By name, a file of each.

    Raises:
        SourceError: This is not a Debian or Ubuntu, or the download failed.
    """
    missing = sources.list_missing(packages)
    if not missing:
        return
    names = " ".join(missing)
    apt, dpkg = shutil.which("apt-get"), shutil.which("dpkg")
    if apt is None or dpkg is None:
        raise SourceError(
            f"The vectors are made from the Debian packages {names}. "
            "They can be fetched with apt-get and dpkg, which are not here: "
            "unpack the packages into one folder elsewhere and name it with --data."
        )
    downloads = sources.folder / "packages"
    downloads.mkdir(parents=True, exist_ok=True)
    log.info("downloading %s", names)
    _run([apt, "download", *missing], downloads)
    for package in sorted(downloads.glob("*.deb")):
        _run([dpkg, "--extract", package.name, str(sources.folder.resolve())], downloads)
    if missing := sources.list_missing(packages):
        raise SourceError(f"The packages {' '.join(missing)} do not hold the files they used to.")


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["it gave no reason"]
        raise SourceError(f"{' '.join(command[:2])} failed: {lines[-1]}")
