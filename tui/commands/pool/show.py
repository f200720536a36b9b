"""`parlour pool show`: print the experiences of a pool."""

from engine.comet.pool import Pool
from engine.count_text import format_count
from engine.text import clean
from tui.commands.pool.argument import PoolFile
from tui.output import echo


def show(file: PoolFile) -> None:
    """Print the experiences of a pool, best first, and how many games it has learned from."""
    opened = Pool.read(file)
    games = format_count(len(opened.games), "game")
    echo(f"{format_count(len(opened.experiences), 'experience')} from {games}.")
    for one in sorted(opened.experiences, key=lambda one: (-one.score, -one.uses, one.id)):
        echo(
            f"\n{one.metaphor}\n"
            f"  {one.method}, for: {one.feature} ({one.words[0] if one.words else 'no word'})\n"
            f"  {one.explanation}\n"
            f"  score {one.score:+.2f}: understood in {one.recognised} and guessed in {one.leaked} "
            f"of {one.uses} uses; "
            f"{'built in' if one.kept else f'judged by {clean(one.judge, 80)}'}"
        )
        if one.comment:
            echo(f"  {one.comment}")
