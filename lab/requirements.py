"""The packages of the extra `lab`, which a game does without."""

from importlib.util import find_spec

from lab.errors import LabError

PACKAGES = (
    *("cryptography", "distributed", "matplotlib", "pandas", "pyarrow", "scipy", "statsmodels"),
)
INSTALL = "pip install 'parlour[lab]'"


def require_packages() -> None:
    """Check that the packages are installed.

    Raises:
        LabError: If one is missing; the message says what to install.
    """
    if missing := [name for name in PACKAGES if not _is_installed(name)]:
        raise LabError(explain_missing(missing))


def explain_missing(packages: list[str]) -> str:
    """Explain in a sentence which packages the laboratory lacks, and how to install them."""
    return f"The laboratory needs {', '.join(packages)}: install it with {INSTALL}"


def _is_installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):  # blocked
        return False
