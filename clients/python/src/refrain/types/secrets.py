# Generated from console/openapi.json by `make clients`. Do not edit.

"""Types of the group `secrets`."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import List, Optional

from .previews import Warning

@dataclass
class Secret:
    """A secret, without its value."""

    name: str
    """Name of the secret."""

    version: int
    """Version, which increases with every write and every re-encryption."""

    updated_at: datetime.datetime
    """Time of the last write or re-encryption."""

    allow: List[str]
    """Destinations that the secret may be sent to. Empty: any destination."""

    encrypted_by: Optional[str] = None
    """Name of the master key that encrypted the secret. Null if the record cannot be read."""

    warnings: Optional[List[Warning]] = None
    """Warnings about providers in `allow` that no live node has. Only in responses to a save.
    Omitted if there are none.
    """


@dataclass
class SecretList:
    """A page of a list."""

    items: List[Secret]
    """Items of the page."""

    next_cursor: Optional[str] = None
    """Cursor of the next page. Null on the last page."""


@dataclass
class SecretRotationFailure:
    """A secret that could not be re-encrypted."""

    name: str
    """Name of the secret."""

    problem: str
    """Reason for the failure."""


@dataclass
class SecretRotationResult:
    """Result of re-encrypting the secrets."""

    reencrypted: int
    """Number of secrets that were re-encrypted."""

    unchanged: int
    """Number of secrets that already used the newest key."""

    refused: List[SecretRotationFailure]
    """Secrets that could not be decrypted. Keep all old master keys while there are any."""
