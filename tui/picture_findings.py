"""What `parlour doctor` says of pictures: what the terminal told, what was chosen, and why."""

from collections.abc import Iterator

from engine.config_files import SettingsError
from tui.answers import Answers
from tui.launch import pictures_for
from tui.preferences import prefer
from tui.probe import Probe


def picture_findings() -> Iterator[tuple[str, str]]:
    """Names and texts of what was found; asks the terminal, if there is one."""
    with Probe() as probe:
        answers = probe.answers()
    yield "Terminal says", told(answers)
    if answers.tmux is not None:
        tmux = answers.tmux
        yield (
            "tmux says",
            f"version {tmux.version or 'unknown'}, in {tmux.outer or 'an unknown terminal'} with "
            f"{', '.join(tmux.features) or 'no features'}, "
            f"passthrough {'on' if tmux.passthrough else 'off'}",
        )
    pictures = pictures_for(answers, _preferred())
    yield "Images", f"{pictures.protocol.label}. {pictures.why} See them: parlour doctor --pictures"
    if pictures.protocol is not pictures.best:
        yield "Images (auto)", f"{pictures.best.label}. {pictures.best_why}"


def told(answers: Answers) -> str:
    """What the terminal said of itself."""
    if not answers.asked:
        return "nothing: there is none, or none that can be asked"
    if not answers.attributes:
        return f"nothing within {answers.seconds:.1f} s"
    width, height = answers.cell or (0, 0)
    cell = f"cells of {width} x {height} pixels" if answers.cell else "not how large a cell is"
    attributes = ", ".join(map(str, answers.attributes))
    colours = f", {answers.colours} colours for Sixel" if answers.colours else ""
    return (
        f"{answers.name or 'no name'}, {cell}{colours}, attributes {attributes}, "
        f"in {answers.seconds * 1000:.0f} ms"
    )


def _preferred() -> str | None:
    try:
        return prefer().images
    except SettingsError:  # which is a finding of its own
        return None
