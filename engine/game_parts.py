"""The parts of a game: files beside its rules that take the place of defaults.

A game that has `story.py` beside its rules, with a function `narrate`, need not say so: that
function is `Game.narrate` of this game. A part is imported when it is first needed, as many of them
load numpy.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

PARTS: dict[str, dict[str, str]] = {
    "prompt": {"build_prompt": "build_prompt"},
    "plain_form": {"build_plain_form": "build_plain_form"},
    "story": {"narrate": "narrate"},
    "report": {"build_report": "build_report"},
    "rows": {"build_rows": "build_rows"},
    "turn_events": {
        "describe_turn_events": "describe_turn_events",
        "find_turn_events": "find_turn_events",
    },
    "figures": {"describe_figures": "describe_figures"},
    "highlights": {
        "find_highlights": "find_highlights",
        "find_given_words": "find_given_words",
    },
    "page": {"build_page": "build_page"},
    "audience_poll": {
        "build_poll": "build_poll",
        "find_correct_answers": "find_correct_answers",
        "read_machine_answers": "read_machine_answers",
        "must_withhold": "must_withhold",
    },
    "discussion": {
        "is_discussion": "is_discussion",
        "compose_remark": "compose_remark",
        "build_remark_prompt": "build_remark_prompt",
        "find_remark_fault": "find_remark_fault",
    },
    "questions": {"list_questions": "list_questions"},
    "sides": {
        "find_sides": "find_sides",
        "find_statement": "find_statement",
        "judge_sides": "judge_sides",
    },
    "random_player": {"create_random_player": "RandomPlayer"},
    "baseline": {"create_baseline": "Baseline"},
    "stepped_player": {"ask_in_steps": "ask_in_steps", "list_prompts": "list_prompts"},
    "comet": {
        "create_comet_agent": "create_comet_agent",
        "list_comet_prompts": "list_comet_prompts",
        "create_inquiry": "create_inquiry",
        "create_closing_inquiry": "create_closing_inquiry",
        "build_inquiry_prompt": "build_inquiry_prompt",
        "build_closing_question": "build_closing_question",
    },
    "baseline_explanation": {"explain_baseline_move": "explain_baseline_move"},
    "pragmatic": {"create_pragmatic_player": "PragmaticPlayer"},
    "pragmatic_explanation": {"explain_pragmatic_move": "explain_pragmatic_move"},
}
"""The methods of `Game` that each file may hold, with their names in it."""


class Part:
    """A method that stands in a file beside the rules, or is the default if the file lacks it."""

    def __init__(self, game: type[Any], method: str, file: str) -> None:
        self.game = game
        self.method = method
        self.module = f"{game.package}.{file}"
        self.names = PARTS[file]

    def __get__(self, instance: object, owner: type[Any]) -> Any:  # noqa: ANN401
        """Import the file.

        Raises:
            ImportError: If it cannot be imported, or holds no method of a game at all.
        """
        try:
            module = import_module(self.module)
        except AttributeError as error:  # a class without such an attribute would hide it
            raise ImportError(f"{self.module}: {error}") from error
        if not any(hasattr(module, name) for name in self.names.values()):
            raise ImportError(f"{self.module} defines none of: {', '.join(self.names.values())}")
        default = getattr(super(self.game, owner), self.method)
        return getattr(module, self.names[self.method], default)


def connect_parts(game: type[Any], base: type[Any]) -> None:
    """Let the files beside a game's rules take the place of the defaults of its base class.

    What the class itself overrides stays.
    """
    for file, methods in PARTS.items():
        if not game.package or find_spec(f"{game.package}.{file}") is None:
            continue
        for method in methods:
            owner = next(kind for kind in game.__mro__ if method in vars(kind))
            if owner is base:
                setattr(game, method, Part(game, method, file))
