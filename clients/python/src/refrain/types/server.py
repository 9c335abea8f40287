# Generated from console/openapi.json by `make clients`. Do not edit.

"""Types of the group `server`."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import List, Optional

@dataclass
class Liveness:
    """Result of the liveness check."""

    status: str
    """Always `ok`."""


@dataclass
class Node:
    """A process that works on the store."""

    id: str
    """Node ID."""

    version: str
    """Program version."""

    tzdb: str
    """Version of the time zone database."""

    started_at: datetime.datetime
    """Start time."""

    is_current: bool
    """Whether this is the node that responds."""


@dataclass
class NodeList:
    """The live nodes."""

    items: List[Node]
    """Nodes, in order of ID."""


@dataclass
class Provider:
    """A provider, which delivers actions."""

    name: str
    """Name of the provider in schedules."""

    is_healthy: bool
    """Whether the provider can be used now."""

    problem: Optional[str] = None
    """Reason why the provider cannot be used."""


@dataclass
class ProviderList:
    """The providers of this node."""

    items: List[Provider]
    """Providers, in order of name."""


@dataclass
class Readiness:
    """Result of the readiness check."""

    status: str
    """Always `ready`."""

    store: str
    """Kind of store."""

    schema_version: int
    """Schema version of the store."""

    tzdb: str
    """Version of the time zone database."""

    warnings: List[str]
    """Warnings for the operator."""
