"""The built-in experiments, which are TOML files in this folder."""

import tomllib
from pathlib import Path

FOLDER = Path(__file__).parent


def list_examples() -> dict[str, str]:
    """List the built-in experiments by name, each with its research question."""
    return {
        path.stem: tomllib.loads(path.read_text("utf-8")).get("report", {}).get("question", "")
        for path in sorted(FOLDER.glob("*.toml"))
    }
