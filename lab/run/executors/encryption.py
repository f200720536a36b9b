"""Whether a connection to a Dask cluster is encrypted, and by which certificates."""

from typing import Any

import distributed
from distributed.comm.addressing import parse_address

from lab.errors import ExecutorError

ENCRYPTED = frozenset({"tls", "wss"})
"""The schemes of addresses whose connections are encrypted."""
Security: Any = distributed.Security
"""Untyped, because Dask has no type hints here."""


def is_encrypted(address: str) -> bool:
    """Whether connections to a scheduler are encrypted; Dask's configuration has the default."""
    scheme: str = parse_address(address)[0]
    return scheme in ENCRYPTED


def explain_exposure(address: str) -> str:
    """Explain what others can read and do because a connection is not encrypted."""
    return (
        f"{address} is not encrypted: trials with prompts and answers, journals and the settings "
        f"of models travel in the open, and whoever reaches the scheduler can run code on its "
        f"workers; give an address tls://..., and certificates in Dask's configuration."
    )


def load_security(address: str) -> Any:  # noqa: ANN401 - a distributed.Security
    """Load the certificates for a scheduler from Dask's own configuration.

    Raises:
        ExecutorError: If the address is not encrypted, but the configuration asks for it, or if the
            certificates are missing or cannot be read.
    """
    security = Security()
    encrypted = is_encrypted(address)
    if security.require_encryption and not encrypted:
        raise ExecutorError(
            f"{address} is not encrypted, and Dask's configuration (distributed.comm."
            f"require-encryption) asks for it: give an address tls://..."
        )
    try:
        context = security.get_connection_args("client").get("ssl_context")
    except OSError as error:  # of ssl, too
        raise ExecutorError(
            f"The certificates in Dask's configuration (distributed.comm.tls) cannot be read: "
            f"{error}."
        ) from None
    if encrypted and context is None:
        raise ExecutorError(
            f"{address} needs certificates: name them in Dask's configuration, in "
            f"distributed.comm.tls.ca-file and distributed.comm.tls.client."
        )
    return security


def create_temporary_security() -> Any:  # noqa: ANN401
    """Create a certificate for one run, in memory, without which nobody can connect."""
    return Security.temporary()
