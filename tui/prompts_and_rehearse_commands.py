"""The commands `parlour prompts`, and `parlour rehearse`, which starts a mock model server.

`prompts` lists and prints the prompts that models get, and starts a wording of your own.
`rehearse` runs a local server that answers these prompts with word vectors instead of a model.
"""

import os
import re
from inspect import getdoc
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.games.prompt_template_files import load_prompt_texts
from engine.text import clean_lines
from tui.shared_options import GameName, GameSettings, build_help

if TYPE_CHECKING:
    from engine.game import GameType
    from lab.mock.model import MockModelServer

LONGEST_PROMPT = 200_000
"""Characters of a prompt that are printed."""

prompts = typer.Typer(
    name="prompts",
    help="""Show what models are asked, in every style and wording, or start a wording of your own.

    A seat sets both: parlour play decrypto --seat encoder=llm:gpt-4o,prompt=coached,wording=3.""",
)


def list_prompts(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="The only game.")] = None,
) -> None:
    r"""List for each game its roles, the styles of prompt and the wordings, yours included.

    Each wording has the hash of its texts in the game's usual style, as the call log has it.
    A wording of yours that cannot be used is listed with what is wrong.

    \b
    Examples
      parlour prompts list
      parlour prompts list decrypto
    """
    from engine.games.catalog import CATALOG, find
    from engine.games.prompt_template_files import (
        STYLES,
        WordingError,
        get_wordings_folder,
        list_wordings,
        locate_wordings,
    )
    from engine.players.settings import list_settings

    data: Path = context.obj.data
    for definition in [find(game)] if game else CATALOG.values():
        if definition.prompt_settings is None:
            continue
        usual = list_settings("llm", definition)["prompt"].default
        typer.echo(f"{definition.name}: {', '.join(_find_views(definition))}")
        styles = (f"{style} (usual)" if style == usual else style for style in STYLES)
        typer.echo(f"  prompt: {', '.join(styles)}")
        for name in list_wordings(definition.package, data):
            folder = get_wordings_folder(definition.package, data)
            where = "" if name.isdigit() else f"  {folder / name}"
            try:
                chosen = locate_wordings(definition.package, {"wording": name}, data)
                texts = load_prompt_texts(definition, **chosen)
            except WordingError as error:
                typer.echo(f"  wording: {name}  cannot be used: {error}")
            else:
                typer.echo(f"  wording: {name}  {texts.fingerprint}{where}")


def show_prompt(
    context: typer.Context,
    game: GameName,
    role: Annotated[str, typer.Argument(metavar="ROLE", help="See parlour prompts list.")],
    prompt: Annotated[
        str | None, typer.Option(help="The style: plain, coached, naive or cot.")
    ] = None,
    wording: Annotated[
        str | None, typer.Option(help="The wording: a number, or the name of one of yours.")
    ] = None,
    rules: Annotated[str | None, typer.Option(help="The wording of the rules alone.")] = None,
    role_wording: Annotated[
        str | None, typer.Option("--role", help="The wording of the role alone.")
    ] = None,
    ask: Annotated[str | None, typer.Option(help="The wording of the question alone.")] = None,
    set_: GameSettings = None,
) -> None:
    r"""Print the prompt of a role, with a position of a sample game.

    First the system text, then after a line of dashes the text of the user's message. The hash
    of the texts goes to stderr: calls in the call log have the same if they were asked so.

    \b
    Examples
      parlour prompts show decrypto encoder --wording 3
      parlour prompts show decrypto decoder --prompt coached --rules 2 --ask 4
      parlour prompts show taboo attacker --set slip=lose
    """
    from engine.errors import OptionError
    from engine.games.catalog import find
    from engine.players.spec import parse_spec, read_game_settings
    from engine.suggestion import explain_unknown
    from tui.argument_values_and_usage_errors import parse_set

    definition = find(game)
    given = {
        "prompt": prompt,
        "wording": wording,
        "rules": rules,
        "role": role_wording,
        "ask": ask,
    }
    parts = "".join(f",{name}={value}" for name, value in given.items() if value is not None)
    settings = read_game_settings(
        parse_spec(f"llm:any{parts}", definition), definition, data=context.obj.data
    )
    views = _find_views(definition, parse_set(definition, set_ or ()))
    if role not in views:
        raise OptionError(explain_unknown(f"role in {definition.title}", role, views))
    built = definition.build_prompt(views[role], **settings)
    lines = [built.system, "-" * 20, built.user]
    lines += [f"(picture: {picture.label})" for picture in built.pictures]
    typer.echo(clean_lines("\n".join(lines), LONGEST_PROMPT))
    if built.prompt_hash:
        typer.echo(f"Prompt texts: {built.prompt_hash}", err=True)


def new_wording(
    context: typer.Context,
    game: GameName,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of your wording.")],
    start: Annotated[
        str, typer.Option("--from", metavar="WORDING", help="The wording to start from.")
    ] = "1",
) -> None:
    r"""Start a wording of your own: copy a wording into a folder, and print the folder.

    Then edit its files. Sections and gaps such as {rounds} have to stay; everything else is
    yours. A file that you delete is as in wording 1. A seat plays with it by wording=NAME.

    \b
    Examples
      parlour prompts new decrypto formal --from 4
      parlour prompts show decrypto encoder --wording formal
    """
    from engine.games.catalog import find
    from engine.games.prompt_template_files import (
        NAME,
        PIECES,
        get_wordings_folder,
        locate_wordings,
        write_piece,
    )
    from tui.argument_values_and_usage_errors import UsageError

    definition = find(game)
    data: Path = context.obj.data
    chosen = locate_wordings(definition.package, {"wording": start}, data)
    texts = load_prompt_texts(definition, **chosen)
    folder = get_wordings_folder(definition.package, data) / name
    if not re.fullmatch(NAME, name) or name.isdigit():
        raise UsageError("A wording of yours has a name of letters, digits, - and _, no number.")
    if folder.exists():
        raise UsageError(f"{folder} is there already: choose another name, or edit its files.")
    try:
        folder.mkdir(parents=True)
        for piece in PIECES:
            (folder / f"{piece}.txt").write_text(write_piece(texts, piece), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}.") from None
    typer.echo(folder)


def _find_views(definition: "GameType", options: Any = None) -> dict[str, Any]:  # noqa: ANN401
    """Find a view of each role or kind of move, from the middle of a sample game."""
    from engine.position import build_positions
    from tui.stop_signals import run_stoppable

    found = run_stoppable(build_positions(definition, 3, options))
    return {role: positions[len(positions) // 2].view for role, positions in found.items()}


prompts.command("list", help=build_help(list_prompts))(list_prompts)
prompts.command("show", help=build_help(show_prompt))(show_prompt)
prompts.command("new", help=build_help(new_wording))(new_wording)


PORT = 8765


def rehearse(
    fault: Annotated[str, typer.Option(metavar="NAME,NAME", help="The faults; listed above.")] = "",
    rate: Annotated[
        float, typer.Option(min=0, max=1, help="The share of requests that meet a fault.")
    ] = 0.2,
    seed: Annotated[str, typer.Option(help="The seed of the faults.")] = "1",
    delay: Annotated[
        float, typer.Option(min=0, max=600, metavar="SECONDS", help="Seconds until an answer.")
    ] = 0.0,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")
    ] = PORT,
    host: Annotated[
        str, typer.Option(help="The address; the default accepts only this computer.")
    ] = "127.0.0.1",
    vary: Annotated[
        bool,
        typer.Option("--vary", help="Answer the same request differently each time."),
    ] = False,
    tokens: Annotated[
        int,
        typer.Option(
            min=0,
            max=100_000,
            metavar="N",
            help="Make thoughts longer, up to so many tokens of an answer, to rehearse costs.",
        ),
    ] = 0,
    deck: Annotated[
        list[str] | None,
        typer.Option(metavar="DIR", help="Another deck whose cards it knows; repeatable."),
    ] = None,
) -> None:
    """Run a model server without a model: it answers Parlour's prompts with word vectors."""
    from images.reader import open_deck
    from lab.mock.faults import Faults, parse_faults
    from lab.mock.model import MockModelServer
    from tui.argument_values_and_usage_errors import UsageError
    from tui.stop_signals import Stopped, run_stoppable

    decks = [open_deck(folder) for folder in ("", *(deck or ()))]
    faults = Faults(parse_faults(fault), rate, seed)
    mock_server = MockModelServer(decks, faults, delay, vary=vary, tokens=tokens)
    try:
        run_stoppable(_serve(mock_server, host, port))
    except Stopped:
        typer.echo("", err=True)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
        raise UsageError(
            f"Port {port} of {host} cannot be used: {why}. "
            f"--port takes another one; --port 0 finds one that is free."
        ) from None


def build_rehearse_help() -> str:
    """Build the help of `parlour rehearse`, with the list of faults."""
    from lab.mock.faults import FAULTS

    faults = "".join(f"  {name:<10} {what}\n" for name, what in FAULTS.items())
    return f"""{getdoc(rehearse)}

It is a local HTTP server for the chat completions protocol, with streaming, pictures and JSON
schemas. It reads the prompts of Parlour's games and answers as the baselines play. The model's name
chooses the baseline: word2vec (the default for any other name), glove or random. Ctrl+C ends it.

\b
Examples
  parlour rehearse
  OPENAI_BASE_URL=http://127.0.0.1:{PORT}/v1 parlour play decrypto --seat interceptor=llm:glove
  parlour rehearse --vary
  parlour rehearse --fault 429,timeout,garbage --rate 0.3 --seed 7 --delay 0.2

\b
Faults
{faults}"""


async def _serve(mock_server: "MockModelServer", host: str, port: int) -> None:
    from asyncio import Event
    from threading import Thread

    from lab.mock.baseline import load_words
    from lab.mock.server import serve_mock_model

    async with serve_mock_model(mock_server, host, port) as taken:
        shown = f"[{host}]" if ":" in host else host
        typer.echo(f"http://{shown}:{taken}/v1")
        typer.echo(f"Seat it with: export OPENAI_BASE_URL=http://{shown}:{taken}/v1", err=True)
        Thread(target=load_words, daemon=True).start()  # so that Ctrl+C need not wait for it
        await Event().wait()
