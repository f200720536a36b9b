"""`parlour prompts`: the group of the commands for prompts."""

import typer

from tui.commands.docstring_help import build_help
from tui.commands.prompts.list import list_prompts
from tui.commands.prompts.new import new_wording
from tui.commands.prompts.show import show_prompt

prompts = typer.Typer(
    name="prompts",
    help="""Show what models are asked, in every style and wording, or start a wording of your own.

    A seat sets both: parlour play decrypto --seat encoder=llm:gpt-4o,prompt=coached,wording=3.""",
)


prompts.command("list", help=build_help(list_prompts))(list_prompts)
prompts.command("show", help=build_help(show_prompt))(show_prompt)
prompts.command("new", help=build_help(new_wording))(new_wording)
