"""Damaged files."""

from tests.campaign.case import Case, Plan


def build_cases(plan: Plan) -> list[Case]:
    """List the cases."""
    del plan
    return []
