"""How often something is expected to happen, in words for an audience."""


def count_times(chance: float) -> str:
    """Say a probability as times in ten: people read these better than percentages."""
    times = round(chance * 10)
    return {0: "hardly ever", 1: "1 time in 10", 10: "nearly always"}.get(
        times, f"{times} times in 10"
    )
