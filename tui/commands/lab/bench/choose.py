"""`parlour lab bench choose`: choose the items of a bench by how solvers read clues."""

from pathlib import Path
from typing import Annotated

import typer

from engine.config.paths import get_vectors_folder
from images.deck import DeckError
from images.deck_reader import open_deck
from lab.errors import BenchError
from tui.output import echo


def choose(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the new bench.")],
    readings: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="A CSV file with the columns solver, kind (reader or machine), target, clue and "
            "ranking: cards between blanks, the likeliest first. May be given more than once.",
        ),
    ] = None,
    choices: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="A CSV file with the columns solver, target, clue, cards (six, between blanks) "
            "and chosen: what readers of pictures answered. May be given more than once.",
        ),
    ] = None,
    bench: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="DIR",
            help="A bench whose readings, held-out solvers, seed and similarities are used where "
            "no others are given, and its answers beside others. Default: Parlour's own, without "
            "--readings.",
        ),
    ] = "",
    hold_out: Annotated[
        list[str] | None,
        typer.Option(metavar="SOLVER", help="A solver that chooses nothing, to validate the rest."),
    ] = None,
    deck: Annotated[
        str, typer.Option(metavar="DIR", help="The folder of a deck. Default: the built-in one.")
    ] = "",
    name: Annotated[str, typer.Option(help="What the bench is called.")] = "",
    count: Annotated[int, typer.Option(min=1, help="The number of items of each tier.")] = 84,
    seed: Annotated[str, typer.Option(help="Draws cards that are no lures. Default: 42.")] = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the bench that is in the folder.")
    ] = False,
) -> None:
    r"""Choose items whose distractors are the wrong cards that solvers took a clue to mean.

    Only readings and choices in files decide; `parlour lab bench read` collects readings of
    machines. Kept are items that 30 to 90 % of solvers find, and able ones more often; a Rasch fit
    gives the tiers. What readers chose tells how much the readings are worth. The version of the
    bench is its hash, and readings, choices and answers are kept with it, so the same files choose
    the same bench. Without --readings, Parlour's own bench is chosen once more.

    \b
    Examples
      parlour lab bench choose again
      parlour lab bench choose mine --readings anna.csv --readings machines.csv
      parlour lab bench choose mine --readings all.csv --hold-out carla --hold-out glove
      parlour lab bench choose mine --readings all.csv --choices dora.csv --choices emil.csv
    """
    from lab.papers.dixitworld.bench_files import check_folder, open_bench, write_items  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.card_similarity import compare_cards  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.clue_readings import (  # noqa: PLC0415 - pandas: 0.25 s
        READINGS,
        read_kept_readings,
        read_readings,
        write_readings,
    )
    from lab.papers.dixitworld.item_choices import (  # noqa: PLC0415 - pandas: 0.25 s
        CHOICES,
        merge_choices,
        read_choices,
        write_choices,
    )
    from lab.papers.dixitworld.item_selection import choose_items, describe_selection  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.report.solvers import build_solver_table  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.solver_answers import (  # noqa: PLC0415 - pandas: 0.25 s
        list_choices,
        list_held_out,
        list_known_answers,
        write_answers,
    )
    from lab.papers.dixitworld.solver_shares import tabulate_solvers  # noqa: PLC0415 - pandas: 0.25 s
    from lab.report.markdown import format_markdown_table  # noqa: PLC0415 - statsmodels: 0.8 s

    check_folder(folder, replace=replace)
    old = open_bench(bench) if bench or not readings else None
    where = deck or (old.deck if old is not None else "")
    try:
        opened = open_deck(where)
    except DeckError as error:
        raise BenchError(str(error)) from None
    cards = sorted(opened.cards)
    given = [one for path in readings or () for one in read_readings(path, cards)]
    if old is not None and not readings:
        given = read_kept_readings(old.folder, cards)
        if not given:
            raise BenchError(f"{old.label} keeps no readings. Give some: --readings FILE.")
    chosen = merge_choices(
        list_choices(old, cards) if old is not None else [],
        *(read_choices(path, cards) for path in choices or ()),
    )
    solvers = {one.solver: None for one in given} | {one.solver: None for one in chosen}
    if unknown := [one for one in hold_out or () if one not in solvers]:
        known = ", ".join(solvers)
        raise BenchError(f"{unknown[0][:60]!r} has answered nothing. There are: {known}.")
    held = hold_out or ([one for one in list_held_out(old) if one in solvers] if old else [])
    seed = seed or (old.about["seed"] if old is not None else "42")
    found = choose_items(given, cards, choices=chosen, held_out=held, count=count, seed=seed)
    if old is not None and not deck:
        matrix, source = old.read_similarity(), old.about["similarity"]
    else:
        matrix = compare_cards(opened, "word2vec", get_vectors_folder(context.obj.data))
        source = "word2vec, of tags, themes, title and caption of each card"
    made = write_items(
        folder,
        opened,
        found.items,
        matrix,
        {"seed": seed, "similarity": source, "tiers": describe_selection(found)},
        where=str(opened.folder) if where else "",
        name=name or (old.name if old is not None else folder.name),
    )
    answers = list_known_answers(found.items, given, chosen, held)
    write_readings(folder / READINGS, given)
    if chosen:
        write_choices(folder / CHOICES, chosen)
    write_answers(folder, answers)
    echo(f"{made.label}: {len(made.items):,} items.", err=True)
    table = build_solver_table(tabulate_solvers(made.items, answers))
    echo(format_markdown_table(table), err=True)
    echo(str(folder))
