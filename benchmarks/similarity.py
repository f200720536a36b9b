"""How well the built-in spaces agree with human judgements of word similarity.

Spearman's rank correlation with WordSim-353 (Finkelstein et al. 2002) and SimLex-999 (Hill et al.
2015) over the pairs of which a space has both words.
"""

import sys
from pathlib import Path

from benchmarks import create_parser
from words.space.names import EMBEDDED_SPACES
from words.space.reader import Space, open_space

BOUNDS = {
    "word2vec": {"WordSim-353": 0.72, "SimLex-999": 0.55},
    "webster": {"WordSim-353": 0.74, "SimLex-999": 0.51},
    "glove": {"WordSim-353": 0.69, "SimLex-999": 0.42},
    "thoughts": {"WordSim-353": 0.67, "SimLex-999": 0.29},
}
"""The least correlation by space and set of pairs."""

FILES = {"WordSim-353": "wordsim353.tsv", "SimLex-999": "simlex999.txt"}
"""How gensim calls the sets of pairs that it installs."""


def main() -> int:
    """Print every figure with its bound; 1 if one is missed."""
    create_parser(
        __doc__,
        bounds="at least, by space and pairs, "
        + ", ".join(
            f"{name} {pairs} {least}"
            for name, some in BOUNDS.items()
            for pairs, least in some.items()
        ),
        takes="five seconds",
    ).parse_args()
    missed = 0
    for name in EMBEDDED_SPACES:
        space = open_space(name)
        for pairs, bound in BOUNDS[name].items():
            figure, coverage = correlation(space, read_pairs(FILES[pairs]))
            print(f"{name}: {pairs} {figure:.3f} (bound {bound}; {coverage:.0%} of pairs known)")
            missed += figure < bound
    return int(bool(missed))


def read_pairs(file: str) -> list[tuple[str, str, float]]:
    """Read pairs of words and how similar people find them."""
    from gensim.test.utils import datapath

    lines = Path(datapath(file)).read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return [(first, second, float(judged)) for first, second, judged in rows]


def correlation(space: Space, pairs: list[tuple[str, str, float]]) -> tuple[float, float]:
    """Correlate cosine with judgement; returns it with the share of pairs the space knows."""
    from scipy.stats import spearmanr

    cosines, judgements = [], []
    for first, second, judged in pairs:
        row, other = space.find_row(first), space.find_row(second)
        if row is not None and other is not None:
            vectors = space.get_vectors([row, other])
            cosines.append(float(vectors[0] @ vectors[1]))
            judgements.append(judged)
    return float(spearmanr(cosines, judgements).statistic), len(cosines) / len(pairs)


if __name__ == "__main__":
    sys.exit(main())
