# Generated from console/openapi.json by `make clients`. Do not edit.

"""Types of the group `keys`."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import List, Literal, Optional, Union

ApiKeyStatus = Union[Literal["active", "expired", "revoked"], str]
"""Status of an API key."""


AuthMode = Union[Literal["open", "keys"], str]
"""Whether API keys are required."""


KeyReach = Union[Literal["tenant", "all"], str]
"""Tenants that an API key can access."""


Permission = Union[Literal["backfill", "fire", "command", "secrets", "payloads", "audit"], str]
"""Permission in addition to a role. Every role except `viewer` includes `payloads` and `audit`."""


Role = Union[Literal["viewer", "operator", "editor", "admin"], str]
"""Role of an API key. Each role includes the ones before it."""


@dataclass
class ApiKey:
    """An API key, without its secret."""

    id: str
    """Key ID. It is not secret."""

    reach: KeyReach
    """Tenants that the key can access."""

    role: Role
    """Role of the key."""

    permissions: List[Permission]
    """Permissions in addition to the role."""

    note: str
    """Purpose of the key."""

    status: ApiKeyStatus
    """Status of the key."""

    created_at: datetime.datetime
    """Time of creation."""

    created_by: str
    """Creator of the key."""

    expires_at: Optional[datetime.datetime] = None
    """Expiry time. Null if the key never expires."""

    last_used_at: Optional[datetime.datetime] = None
    """Time of the last use, to the minute. Null if unknown."""

    old_secret_until: Optional[datetime.datetime] = None
    """Time until which the old secret keeps working."""

    revoked_at: Optional[datetime.datetime] = None
    """Time of revocation."""

    tenant: Optional[str] = None
    """Tenant of the key, as `namespace/tenant`. Null if the key can access all tenants."""


@dataclass
class ApiKeyList:
    """A page of a list."""

    items: List[ApiKey]
    """Items of the page."""

    next_cursor: Optional[str] = None
    """Cursor of the next page. Null on the last page."""


@dataclass
class ApiKeyWithSecret:
    """An API key with its secret, which is shown only once."""

    key: str
    """Key to send as `Authorization: Bearer …`. It cannot be shown again."""

    created_at: datetime.datetime
    """Time of creation."""

    created_by: str
    """Creator of the key."""

    id: str
    """Key ID. It is not secret."""

    note: str
    """Purpose of the key."""

    permissions: List[Permission]
    """Permissions in addition to the role."""

    reach: KeyReach
    """Tenants that the key can access."""

    role: Role
    """Role of the key."""

    status: ApiKeyStatus
    """Status of the key."""

    expires_at: Optional[datetime.datetime] = None
    """Expiry time. Null if the key never expires."""

    last_used_at: Optional[datetime.datetime] = None
    """Time of the last use, to the minute. Null if unknown."""

    old_secret_until: Optional[datetime.datetime] = None
    """Time until which the old secret keeps working."""

    revoked_at: Optional[datetime.datetime] = None
    """Time of revocation."""

    tenant: Optional[str] = None
    """Tenant of the key, as `namespace/tenant`. Null if the key can access all tenants."""


@dataclass
class Session:
    """The caller and its rights."""

    actor: str
    """Name in the audit log."""

    mode: AuthMode
    """Whether API keys are required."""

    reach: KeyReach
    """Tenants that the caller can access."""

    role: Role
    """Role of the caller."""

    permissions: List[Permission]
    """Permissions of the caller, including those that the role includes."""

    expires_at: Optional[datetime.datetime] = None
    """Expiry time of the API key. Null if it never expires."""

    key: Optional[str] = None
    """ID of the API key. Null for an operator without a key."""

    tenant: Optional[str] = None
    """Tenant of the caller, as `namespace/tenant`. Null if the caller can access all tenants."""
