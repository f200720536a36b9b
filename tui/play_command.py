"""`parlour play`: a game with people in the app, without them headless."""

from typing import Annotated

import typer

from tui.game_options import (
    AsJson,
    BudgetFor,
    GameName,
    JournalAt,
    OnFailure,
    Seed,
    Settings,
    journal_file,
    read_budget,
    read_journal,
    read_on_failure,
)
from tui.hold_option import Hold, OpenTable, read_hold, refuse_headless
from tui.images_option import Images, preferring
from tui.playing import fill, play_headless, play_in_app
from tui.terminal import at_terminal


def play(
    context: typer.Context,
    game: GameName,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT=SPEC",
            help="Who sits where; may be given again. A seat that is not named is a person's.",
        ),
    ] = None,
    set_: Settings = None,
    seed: Seed = None,
    journal: JournalAt = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Play N games, with the seeds SEED/1, SEED/2, ... (no people)."
        ),
    ] = None,
    at_once: Annotated[
        int,
        typer.Option(
            min=1,
            max=1024,
            metavar="N",
            help="How many games of a series are in progress at a time.",
        ),
    ] = 1,
    json: AsJson = False,
    on_failure: OnFailure = None,
    budget: BudgetFor = None,
    held: Hold = None,
    open_table: OpenTable = False,
    images: Images = None,
) -> None:
    """Play a game; its help is `tui.help_text.play_help()`."""
    from engine.games.catalog import find
    from engine.session import Session
    from tui.arguments import people, read_lineup, read_seed, read_set
    from tui.usage_errors import UsageFault

    definition = find(game)
    options = read_set(definition, set_ or ())
    lineup = read_lineup(definition, options, seat or ())
    chosen = read_seed(seed)
    path = read_journal(journal)
    human = people(lineup)
    holding = read_hold(held, lineup, opened=False, ask=open_table)
    flag = "--json" if json else "--games" if games else ""
    stand_in = read_on_failure(on_failure, people=bool(human))
    limit = read_budget(budget)
    if human and (json or games or not at_terminal()):
        raise UsageFault(fill(human, flag))
    refuse_headless(held, flag=flag, at_terminal=at_terminal())
    if at_once > 1 and not games:
        raise UsageFault("--at-once is for several games: say with --games how many.")
    if games:
        from tui.series import series

        series(definition, options, lineup, chosen, path, stand_in, limit).play(
            games, at_once=at_once, as_json=json
        )
        return
    session = Session.open(definition, options, lineup, chosen, path=journal_file(path, definition))
    session.budget = limit
    if open_table:
        session.open_table()
    if human or holding:
        raise typer.Exit(play_in_app(session, preferring(context.obj, images), holding))
    play_headless(session, as_json=json, stand_in=stand_in)
