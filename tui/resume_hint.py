"""Say how to resume a game that was stopped."""

from shlex import quote

from engine.session import Session


def build_resume_hint(session: Session) -> str | None:
    """Build a hint how to resume a stopped game; `None` if it is not saved."""
    if session.journal is None:
        return None
    path = session.journal.path
    return f"The game is saved; resume it with: parlour resume {quote(str(path))}"
