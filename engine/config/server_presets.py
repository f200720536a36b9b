"""Presets: hosting services and kinds of servers of models, with their usual addresses."""

from dataclasses import dataclass

OPENAI_URL = "https://api.openai.com/v1"
"""The default address, if `OPENAI_BASE_URL` is not set."""


@dataclass(frozen=True, slots=True)
class Preset:
    """The usual address and key variable of a kind of server."""

    url: str
    key_name: str | None = None
    """The variable with the key; `None` for a local server, which needs none."""


PRESETS = {
    "openai": Preset(OPENAI_URL, "OPENAI_API_KEY"),
    "openrouter": Preset("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
    "ollama": Preset("http://localhost:11434/v1"),
    "llamacpp": Preset("http://localhost:8080/v1"),
    "vllm": Preset("http://localhost:8000/v1"),
    "lmstudio": Preset("http://localhost:1234/v1"),
}
"""Presets by name; local servers at their default port."""
