"""The command that trains the built-in spaces again."""

import argparse
import logging
import sys
from pathlib import Path

from tools.lists.lists import KEYWORDS
from tools.lists.reading import WORDS, read_list
from tools.lists.sources import SourceError, Sources, add_data_option, fetch
from tools.lists.vocabulary import choose_vocabulary
from tools.lists.wordnet import read_wordnet
from tools.vectors.corpora import read_associations, read_bible, read_glosses
from tools.vectors.glove import train_glove
from tools.vectors.graph import build_graph
from tools.vectors.packing import pack, pack_words, update_about
from tools.vectors.thoughts import train_thoughts
from tools.vectors.webster import define_rest, read_webster
from tools.vectors.word2vec import WEBSTER, train_word2vec
from words.knowledge import read_word_associations
from words.space.folder import SUFFIX
from words.space.names import EMBEDDED_SPACES

SEED = 1
"""Of everything that is drawn."""

ASSOCIATION_TIMES = 2
"""How often the associations are read for the webster space, in different orders."""

VECTORS = WORDS / "vectors"
"""Where the spaces are shipped."""

log = logging.getLogger(__name__)


def main() -> int:
    """Train what is asked for; returns the exit code."""
    asked = _arguments()
    logging.basicConfig(format="%(asctime)s %(message)s", datefmt="%H:%M:%S", stream=sys.stderr)
    logging.getLogger("tools").setLevel(logging.INFO)
    if asked.only == "headers":
        for name in EMBEDDED_SPACES:
            update_about(VECTORS / f"{name}{SUFFIX}", name)
        return 0
    try:
        _train(asked.only, Sources(asked.data), asked.build)
    except SourceError as error:
        log.error("%s", error)
        return 2
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.vectors", description="Train the built-in spaces again."
    )
    parser.add_argument(
        "--only",
        choices=(*EMBEDDED_SPACES, "headers"),
        help="train one of them; headers writes source and licence into the spaces as they are",
    )
    add_data_option(parser)
    parser.add_argument(
        "--build", type=Path, default=Path("build/vectors"), help="where to work (%(default)s)"
    )
    return parser.parse_args()


def _train(only: str | None, sources: Sources, build: Path) -> None:
    build.mkdir(parents=True, exist_ok=True)
    if only in (None, "thoughts"):
        log.info("training thoughts, a few seconds")
        pack_words(
            VECTORS / f"thoughts{SUFFIX}",
            "thoughts",
            *train_thoughts(read_word_associations(), SEED),
        )
        if only:
            return
    fetch(sources)
    log.info("reading WordNet")
    wordnet = read_wordnet(sources.wordnet)
    vocabulary = choose_vocabulary(wordnet, read_list(KEYWORDS))
    log.info("%d words, %d forms of them", len(vocabulary.words), len(vocabulary.aliases))
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
