"""`parlour models list`: list the models of the servers at hand."""

import json as json_
from collections.abc import Iterable, Mapping
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from engine.llm.discovery import Found, ServerOffers, find_offers
from engine.players.check_verdicts import CheckVerdict, load_verdicts
from tui.console import create_console
from tui.output import echo
from tui.signals import run_stoppable


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


def explain_nothing(servers: Iterable[ServerOffers]) -> str:
    """Say what to do if no server offers a model."""
    if any(server.answered for server in servers):
        return "The servers answered, but have no model yet; load one, such as: ollama pull gemma3"
    return (
        "No server of models was found. Start one, such as Ollama, llama.cpp, LM Studio or vLLM, "
        "or name one in parlour.toml: see docs/models.md."
    )


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
