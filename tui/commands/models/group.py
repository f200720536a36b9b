"""`parlour models`: list what the servers at hand offer, try a model, and name one."""

import json as json_
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from engine.config.model_table import add_model
from engine.config.paths import get_user_file
from engine.config.presets import PRESETS
from engine.errors import PlayerError
from engine.llm.discovery import Found, ServerOffers, find_offers
from engine.players.check import CheckResult
from engine.players.probe import ask_once
from engine.players.spec import LineupError, parse_spec
from engine.players.verdicts import CheckVerdict, keep_verdict, load_verdicts, summarize_check
from engine.text import clean
from tui.commands.help import build_help
from tui.console import create_console
from tui.output import echo
from tui.signals import run_stoppable
from tui.usage_error import UsageError

MAX_REASON = 400
"""Characters of a reason that are printed."""

models = typer.Typer(
    name="models",
    no_args_is_help=True,
    help="List the models that the servers at hand offer, try one, and give one a name.",
)


def list_models(
    context: typer.Context,
    json: Annotated[bool, typer.Option("--json", help="Print one object a line.")] = False,
) -> None:
    r"""List the models of the servers at hand, with the SPEC that seats each.

    Asks the servers of parlour.toml and of the environment, and on this computer the usual
    addresses of Ollama, llama.cpp, LM Studio and vLLM. The last column is the verdict of the last
    `parlour agents check` or `parlour models test`. A model without a SPEC needs a name first:
    `parlour models add`.

    \b
    Examples
      parlour models list
      parlour play decrypto --seat encoder=llm:qwen3:8b@ollama
    """
    servers = run_stoppable(find_offers(context.obj))
    verdicts = load_verdicts(context.obj.data)
    found = [one for server in servers for one in server.found]
    if json:
        for one in found:
            echo(json_.dumps(_describe(one, verdicts.get(one.spec))))
    elif found:
        _print_table(found, verdicts)
    for server in servers:
        if not server.answered:
            echo(f"{server.source.title} gave no list of its models.", err=True)
    if not found:
        echo(explain_nothing(servers), err=True)


def test_model(
    context: typer.Context,
    spec: Annotated[str, typer.Argument(metavar="SPEC", help="The model, such as llm:NAME.")],
) -> None:
    r"""Ask a model one short question of a game, and say how it did and how long it took.

    Exit code: 0 it made a legal move, 1 it did not, 2 usage or configuration, 3 it gave no answer.

    \b
    Examples
      parlour models test llm:qwen3:8b@ollama
      parlour agents check llm:qwen3:8b@ollama
    """
    parsed = parse_spec(spec)
    if not parsed.asks_model:
        raise UsageError(f"{clean(spec, 60)} is no model; a model is llm:NAME.")
    answer = run_stoppable(ask_once(parsed, context.obj, partial(echo, err=True)))
    _keep(str(parsed), answer, context.obj.data)
    echo(f"{clean(spec, 200)}: {describe_answer(answer)}")
    if answer.verdict == "failed":
        raise PlayerError(clean(answer.why, MAX_REASON))
    if answer.verdict != "legal":
        raise typer.Exit(1)


def add_named_model(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The NAME of llm:NAME.")],
    model: Annotated[str, typer.Option(help="The model's name on its server.")],
    preset: Annotated[
        str | None, typer.Option(help=f"The kind of server: {', '.join(PRESETS)}.")
    ] = None,
    base_url: Annotated[
        str | None, typer.Option(metavar="URL", help="The server's address, ending in /v1.")
    ] = None,
    api_key_env: Annotated[
        str | None, typer.Option(metavar="NAME", help="The variable that holds the key.")
    ] = None,
) -> None:
    r"""Write a table [models.NAME] into your own parlour.toml, whose other lines stay as they are.

    A key is never written: it stays in the variable that --api-key-env names.

    \b
    Examples
      parlour models add quick --preset ollama --model qwen3:8b
      parlour models add big --base-url https://example.org/v1 --model large \
          --api-key-env EXAMPLE_KEY
    """
    if preset is None and base_url is None:
        raise UsageError("Say where the model is: give --preset or --base-url.")
    if name in context.obj.models:
        raise UsageError(f"There is a model {clean(name, 60)!r} already; choose another name.")
    given = {"preset": preset, "base_url": base_url, "model": model, "api_key_env": api_key_env}
    values = {key: value for key, value in given.items() if value is not None}
    path = get_user_file()
    add_model(path, name, values)
    echo(f"{path} has [models.{name}] now. Try it: parlour models test llm:{name}")


def explain_nothing(servers: Iterable[ServerOffers]) -> str:
    """Say what to do if no server offers a model."""
    if any(server.answered for server in servers):
        return "The servers answered, but have no model yet; load one, such as: ollama pull gemma3"
    return (
        "No server of models was found. Start one, such as Ollama, llama.cpp, LM Studio or vLLM, "
        "or name one in parlour.toml: see docs/models.md."
    )


def describe_answer(answer: CheckResult) -> str:
    """Describe the answer to one question: `legal, 1.3 s`."""
    why = f": {clean(answer.why, MAX_REASON)}" if answer.why else ""
    return f"{answer.verdict}, {answer.seconds:.1f} s{why}"


def _keep(spec: str, answer: CheckResult, data: Any) -> None:  # noqa: ANN401
    try:
        keep_verdict(spec, summarize_check([answer]), data)
    except OSError as error:
        raise LineupError(f"The verdict cannot be kept: {error.strerror}.") from None


def _describe(one: Found, verdict: CheckVerdict | None) -> dict[str, object]:
    offer = one.offer
    return {
        "spec": one.spec or None,
        "model": offer.model,
        "server": one.source,
        "family": offer.family or None,
        "parameters": offer.parameters or None,
        "size": offer.size,
        "verdict": verdict and verdict.model_dump(mode="json"),
    }


def _print_table(found: Iterable[Found], verdicts: Mapping[str, CheckVerdict]) -> None:
    table = Table(box=None, pad_edge=False)
    for name in ("SPEC", "Model", "Server", "Family", "Size", "Last check"):
        table.add_column(name)
    for one in found:
        verdict = verdicts.get(one.spec)
        cells = (
            one.spec or "-",
            one.offer.model,
            one.source,
            one.offer.family,
            one.offer.describe_size(),
            verdict.describe() if verdict else "",
        )
        table.add_row(*map(Text, cells))
    create_console().print(table)


models.command("list", help=build_help(list_models))(list_models)
models.command("test", help=build_help(test_model))(test_model)
models.command("add", help=build_help(add_named_model))(add_named_model)
