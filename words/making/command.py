"""The command that makes the hint corpus and the embedded spaces again."""

import argparse
import logging
import sys
from pathlib import Path

from words.making.corpora import read_associations, read_bible, read_glosses
from words.making.facts import write_facts
from words.making.glove import train_glove
from words.making.graph import build_graph
from words.making.lists import KEYWORDS, DeckError, make_lists
from words.making.packing import pack, update_header
from words.making.reading import read_list
from words.making.sources import SourceError, Sources, fetch
from words.making.vocabulary import choose_vocabulary
from words.making.webster import define_rest, read_webster
from words.making.word2vec import WEBSTER, train_word2vec
from words.making.wordnet import read_wordnet
from words.space_file_format_and_folders import EMBEDDED_SPACES, SUFFIX

SEED = 1
"""Of everything that is drawn."""

ASSOCIATION_TIMES = 2
"""How often the associations are read for the webster space, in different orders."""

VECTORS = Path(__file__).parents[1] / "vectors"
"""Where the spaces are shipped."""

log = logging.getLogger("words.making")


def main() -> int:
    """Make what is asked for; returns the exit code."""
    asked = _arguments()
    logging.basicConfig(format="%(asctime)s %(message)s", datefmt="%H:%M:%S", stream=sys.stderr)
    log.setLevel(logging.INFO)
    if asked.only == "headers":
        for name in EMBEDDED_SPACES:
            update_header(VECTORS / f"{name}{SUFFIX}", name)
        return 0
    try:
        _make(asked.only, Sources(asked.data or asked.build / "sources"), asked.build)
    except (SourceError, DeckError) as error:
        log.error("%s", error)
        return 2
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m words.making", description=main.__doc__)
    parser.description = "Make the hint corpus and the embedded spaces again."
    parser.add_argument(
        "--only",
        choices=("lists", *EMBEDDED_SPACES, "headers"),
        help="make one of them; headers writes source and licence into the spaces as they are",
    )
    parser.add_argument("--data", type=Path, help="where the Debian packages are unpacked already")
    parser.add_argument(
        "--build", type=Path, default=Path("build/vectors"), help="where to work (%(default)s)"
    )
    return parser.parse_args()


def _make(only: str | None, sources: Sources, build: Path) -> None:
    build.mkdir(parents=True, exist_ok=True)
    fetch(sources)
    log.info("reading WordNet")
    wordnet = read_wordnet(sources.wordnet)
    vocabulary = choose_vocabulary(wordnet, read_list(KEYWORDS))
    log.info("%d words, %d forms of them", len(vocabulary.words), len(vocabulary.aliases))
    if only in (None, "lists"):
        make_lists(wordnet, vocabulary, sources)
        write_facts(wordnet)
    if only == "lists":
        return
    glosses = read_glosses(wordnet, vocabulary)
    graph = build_graph(wordnet, vocabulary)
    if only in (None, "word2vec"):
        log.info("training word2vec, about four minutes")
        vectors = train_word2vec(graph, [glosses], [], vocabulary, build, SEED)
        pack(VECTORS / f"word2vec{SUFFIX}", "word2vec", vocabulary, vectors)
    if only in (None, "webster"):
        log.info("training webster, about six minutes")
        responses = read_associations(vocabulary, ASSOCIATION_TIMES)
        definitions = [glosses, read_webster(sources.gcide, vocabulary), responses]
        bible = read_bible(sources.bible(), vocabulary)
        vectors = train_word2vec(graph, definitions, [bible], vocabulary, build, SEED, WEBSTER)
        named, defined = define_rest(vectors, wordnet, vocabulary)
        pack(VECTORS / f"webster{SUFFIX}", "webster", vocabulary, vectors, named, defined)
    if only in (None, "glove"):
        log.info("training glove, about five minutes")
        bible = read_bible(sources.bible(), vocabulary)
        vectors = train_glove(graph, glosses, bible, vocabulary, SEED)
        pack(VECTORS / f"glove{SUFFIX}", "glove", vocabulary, vectors)
