"""How often something is expected to happen, in words for an audience."""


def count_times(chance: float) -> str:
    """Say a probability as times in ten: people read these better than percentages."""
    times = round(chance * 10)
    if times == 0:
        return "hardly ever"
    return (
        "nearly always" if times == 10 else f"{times} times in 10" if times > 1 else "1 time in 10"
    )
