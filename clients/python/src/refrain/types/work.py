# Generated from console/openapi.json by `make clients`. Do not edit.

"""Types of the group `work`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional

from .ledger import WorkItem

@dataclass
class ClaimResult:
    """Claimed work items."""

    items: List[WorkItem]
    """Work items. Empty if there were none."""


@dataclass
class EnqueueResult:
    """Result of enqueuing a work item."""

    id: int
    """Work item ID."""

    existing: bool
    """Whether the queue already had a work item with that key."""


@dataclass
class WorkItemList:
    """A page of a list."""

    items: List[WorkItem]
    """Items of the page."""

    next_cursor: Optional[str] = None
    """Cursor of the next page. Null on the last page."""
