"""Presets: the addresses of the usual hosts of models, and of the servers that people run."""

from dataclasses import dataclass

from engine.llm.server import OPENAI


@dataclass(frozen=True, slots=True)
class Preset:
    """Where a kind of server is found."""

    url: str
    key_name: str | None = None
    """The variable with the key; `None` for a server at home, which asks for none."""


PRESETS = {
    "openai": Preset(OPENAI, "OPENAI_API_KEY"),
    "openrouter": Preset("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
    "ollama": Preset("http://localhost:11434/v1"),
    "llamacpp": Preset("http://localhost:8080/v1"),
    "vllm": Preset("http://localhost:8000/v1"),
    "lmstudio": Preset("http://localhost:1234/v1"),
}
"""Every preset by its name; local ones at the port that each takes by itself."""
