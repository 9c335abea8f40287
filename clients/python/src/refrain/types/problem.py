# Generated from console/openapi.json by `make clients`. Do not edit.

"""Types of the group `problem`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

@dataclass
class Problem:
    """An error. The request changed nothing, except that the effect of a request that returns
    503 may be unknown.
    """

    type: str
    """Type of the problem: the code as a URN."""

    title: str
    """Title of the HTTP status."""

    status: int
    """HTTP status code. Maximum: 599."""

    code: str
    """Stable code for programs."""

    detail: str
    """Explanation of the error, with the value that caused it."""

    column: Optional[int] = None
    """Position in the invalid text, counted in characters from 1."""

    error: Optional[str] = None
    """The text of `detail` without the form of a sentence, only in responses of `/v1/recurring`."""

    hint: Optional[str] = None
    """Suggested remedy."""

    path: Optional[str] = None
    """Location in the body, as a path such as `action.provider`."""
