"""Errors of requests.

Every error is a `RefrainError`. The subclasses say what to do about it; `code` is the stable code of the problem.
"""

from __future__ import annotations

import json
from typing import Any, Dict, Mapping, Optional, Type

BODY_CHARACTERS_MAX = 200


class RefrainError(Exception):
    """A request that failed."""

    status: Optional[int]
    """Status of the response, if there was one."""

    request_id: Optional[str]
    """ID of the request in the logs and the audit log of the server."""

    retry_after: Optional[float]
    """Number of seconds that the server asks the caller to wait."""

    problem: Dict[str, Any]
    """The problem document of the server. Empty if the response had none."""

    def __init__(
        self,
        message: str,
        *,
        status: Optional[int] = None,
        problem: Optional[Dict[str, Any]] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.problem = problem or {}
        self.request_id = request_id
        self.retry_after = retry_after

    @property
    def code(self) -> Optional[str]:
        """The stable code of the problem, such as `lease_lost`."""
        return self.problem.get("code")

    @property
    def detail(self) -> Optional[str]:
        """The explanation of the problem."""
        return self.problem.get("detail")

    @property
    def hint(self) -> Optional[str]:
        """The suggested remedy."""
        return self.problem.get("hint")

    @property
    def path(self) -> Optional[str]:
        """The place in the body that the problem is about, such as `action.provider`."""
        return self.problem.get("path")

    @property
    def column(self) -> Optional[int]:
        """The position in the invalid text, counted in characters from 1."""
        return self.problem.get("column")


class InvalidRequest(RefrainError):
    """The request is invalid (400), or could not be built."""


class Unauthorized(RefrainError):
    """The key is missing, unknown, expired or revoked (401)."""


class Forbidden(RefrainError):
    """The key does not allow the operation (403)."""


class NotFound(RefrainError):
    """The resource does not exist, or belongs to another tenant (404)."""


class Conflict(RefrainError):
    """The request conflicts with the stored state (409), or a precondition failed (412)."""


class RateLimited(RefrainError):
    """A limit is reached (429)."""


class Unavailable(RefrainError):
    """The server cannot be reached, or cannot work at the moment (502, 503, 504).

    The same request may succeed later. Its effect is unknown, unless it was refused before it was processed.
    """

    was_sent = True
    """False if the request was certainly not processed."""


class TimedOut(Unavailable):
    """The server did not answer within the timeout."""


class NotModified(RefrainError):
    """The version that the caller has is the current one (304)."""


class UnreadableResponse(RefrainError):
    """The response cannot be read."""


STATUSES: Dict[int, Type[RefrainError]] = {
    304: NotModified,
    400: InvalidRequest,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    412: Conflict,
    429: RateLimited,
    502: Unavailable,
    503: Unavailable,
    504: Unavailable,
}


def refused(status: int, headers: Mapping[str, str], content: bytes) -> RefrainError:
    """Returns the error of a response that is not a success."""
    text = content.decode("utf-8", "replace")
    try:
        problem = json.loads(text)
    except ValueError:
        problem = None
    problem = problem if isinstance(problem, dict) and "code" in problem and "detail" in problem else {}
    wait = headers.get("retry-after", "")
    return STATUSES.get(status, RefrainError)(
        message(status, problem, text),
        status=status,
        problem=problem,
        request_id=headers.get("x-request-id"),
        retry_after=float(wait) if wait.isdecimal() else None,
    )


def message(status: int, problem: Mapping[str, Any], text: str) -> str:
    if status == 304:
        return "the version that the caller has is the current one (304)"
    if not problem:
        return f"the server answered {status}: {text[:BODY_CHARACTERS_MAX]!r}"
    place = f" at {problem['path']}" if problem.get("path") else ""
    place += f", column {problem['column']}" if problem.get("column") else ""
    hint = f"; hint: {problem['hint']}" if problem.get("hint") else ""
    return f"{problem['detail']} ({status} {problem['code']}{place}){hint}"
