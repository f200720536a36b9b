"""The command that makes the hint corpus, its traits and the statements again."""

import argparse
import logging
import sys

from tools.lists.facts import write_facts
from tools.lists.kinds import write_kinds
from tools.lists.lists import KEYWORDS, KeywordError, make_lists
from tools.lists.reading import read_list
from tools.lists.sources import SourceError, Sources, add_data_option, fetch
from tools.lists.vocabulary import choose_vocabulary
from tools.lists.wordnet import read_wordnet

log = logging.getLogger(__name__)


def main() -> int:
    """Make the lists; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.lists",
        description="Make the hint corpus, its traits and the statements again.",
    )
    add_data_option(parser)
    sources = Sources(parser.parse_args().data)
    logging.basicConfig(format="%(asctime)s %(message)s", datefmt="%H:%M:%S", stream=sys.stderr)
    logging.getLogger("tools").setLevel(logging.INFO)
    try:
        fetch(sources)
        log.info("reading WordNet")
        wordnet = read_wordnet(sources.wordnet)
        make_lists(wordnet, choose_vocabulary(wordnet, read_list(KEYWORDS)), sources)
        write_facts(wordnet)
        write_kinds(sources.wordnet)
    except (SourceError, KeywordError) as error:
        log.error("%s", error)
        return 2
    return 0
