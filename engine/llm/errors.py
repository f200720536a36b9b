"""The errors of calls without a reply, by what may help."""

from enum import StrEnum

from engine.errors import PlayerError


class FailureKind(StrEnum):
    """Why a call failed, as in the calls file and in tables."""

    BUSY = "too many questions"
    LOADING = "not ready"
    BROKEN = "server in trouble"
    TIMEOUT = "time-out"
    DROPPED = "no connection"
    HOST = "unknown host"
    ERROR = "error without status"
    KEY = "wrong key"
    FORBIDDEN = "not allowed"
    QUOTA = "no quota"
    MODEL = "no such model"
    BLIND = "no vision"
    LONG = "too long"
    PROTOCOL = "no chat completions"
    REFUSED = "question refused"
    UNPREPARED = "no client"
    BOUNDS = "response out of bounds"


TRANSIENT = frozenset(
    {
        FailureKind.BUSY,
        FailureKind.LOADING,
        FailureKind.BROKEN,
        FailureKind.TIMEOUT,
        FailureKind.DROPPED,
        FailureKind.ERROR,
    }
)
"""Temporary failures, after which the same request is sent again."""


class CallFailed(PlayerError):
    """A call without a reply."""

    def __init__(
        self,
        kind: FailureKind,
        message: str,
        private: str = "",
        wait: float | None = None,
        *,
        wait_reason: str = "",
        usage_unknown: bool = False,
    ) -> None:
        super().__init__(message, private)
        self.kind = kind
        self.wait = wait
        """Seconds to wait before the next request, if the server says so."""
        self.wait_reason = wait_reason
        """Why the server may be ready later, after its name: `loads its model`; empty if not."""
        self.usage_unknown = usage_unknown
        """Whether the model may have answered, so that the usage is estimated; a refused request
        uses nothing."""


class RequestRefused(CallFailed):
    """The server does not accept the request; other settings may help."""

    def __init__(self, message: str, server_text: str, private: str) -> None:
        super().__init__(FailureKind.REFUSED, message, private)
        self.server_text = server_text
        """The server's complete error text; it is not shown."""
