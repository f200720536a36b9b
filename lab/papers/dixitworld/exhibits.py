"""What computes our figures for the tables and figures of the DixitWorld paper."""

from collections.abc import Iterator

from lab.analysis.evaluation import Report
from lab.papers.comparison import Compare, Compute, Rate
from lab.papers.dixitworld.findings.arena import (
    compute_cases,
    compute_head_to_head,
    compute_outcomes,
    compute_scores,
    compute_scores_by_size,
    compute_stability,
    compute_swap,
    compute_target_positions,
)
from lab.papers.dixitworld.findings.bench import (
    compute_by_size,
    compute_calibration,
    compute_categories,
    compute_direct,
    compute_entailment,
    compute_margins,
    compute_orders,
    compute_positions,
    compute_similarity,
    compute_strategies,
    compute_temperatures,
    compute_tokens,
)
from lab.papers.dixitworld.findings.correlation import compute_correlation, compute_leaving_out
from lab.papers.dixitworld.findings.ratings import compute_agreement, compute_ratings
from lab.papers.finding import Finding


def compute_sizes(report: Report) -> Iterator[Finding]:
    """Compute Table 5: the Arena's columns, and that of DixitBench, of models by size."""
    yield from compute_scores_by_size(report)
    yield from compute_by_size(report)


COMPUTED: dict[str, Compute] = {
    "figure-2": compute_head_to_head,
    "table-1": compute_scores,
    "figure-3": compute_outcomes,
    "table-2": compute_direct,
    "figure-4": compute_strategies,
    "section-3.4-positions": compute_target_positions,
    "section-3.4-swap": compute_swap,
    "table-4": compute_similarity,
    "table-5": compute_sizes,
    "appendix-k": compute_cases,
    "table-6": compute_categories,
    "table-7": compute_entailment,
    "table-8": compute_stability,
    "table-10": compute_positions,
    "table-11": compute_calibration,
    "table-12": compute_orders,
    "table-13": compute_margins,
    "table-14": compute_temperatures,
    "table-15": compute_tokens,
}
"""By name of the exhibit: what computes our figures from a run."""
COMPARED: dict[str, Compare] = {
    "section-3.2": compute_correlation,
    "table-9": compute_leaving_out,
}
"""By name of the exhibit: what computes our figures from several runs."""
RATED: dict[str, Rate] = {"table-3": compute_ratings, "appendix-h": compute_agreement}
"""By name of the exhibit: what computes our figures from a study."""
