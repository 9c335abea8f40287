"""Settings that the client and the async client share, and how errors of httpx are read."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from typing import Any, Dict, Optional, Union

import httpx

from ._endpoint import Request, Response, checked
from ._retries import Retries
from .errors import InvalidRequest, RefrainError, TimedOut, Unavailable, refused

VERSION = "0.1.0"
TIMEOUT_SECONDS = 30.0
CONNECT_SECONDS = 5.0
# Time without a byte after which a stream counts as lost. The server sends a comment every 15 seconds.
SILENCE_SECONDS = 45.0

Verify = Union[bool, str, ssl.SSLContext]


@dataclass(frozen=True)
class Settings:
    """Settings of a client."""

    url: str
    key: Optional[str]
    tenant: Optional[str]
    request_id: Optional[str]
    timeout: float
    retries: Retries

    def headers(self, request: Request) -> Dict[str, str]:
        """Returns the headers of a request, with those that all requests of a client have."""
        common = {
            "Authorization": self.key and f"Bearer {self.key}",
            "X-Refrain-Tenant": self.tenant,
            "X-Request-Id": self.request_id,
        }
        return {**{name: checked(name, value) for name, value in common.items() if value}, **request.headers}

    def arguments(self, request: Request, *, is_stream: bool = False) -> Dict[str, Any]:
        """Returns the arguments of a request for httpx."""
        seconds = request.timeout(self.timeout)
        timeout = httpx.Timeout(
            seconds, connect=min(CONNECT_SECONDS, seconds), read=SILENCE_SECONDS if is_stream else seconds
        )
        return {
            "method": request.method,
            "url": self.url + request.path,
            "params": request.query or None,
            "headers": self.headers(request),
            "content": request.content,
            "timeout": timeout,
        }


def base_url(url: str) -> str:
    """Returns a URL without the slash at its end, to which paths can be added."""

    def invalid(reason: str) -> InvalidRequest:
        return InvalidRequest(
            f"expected the URL of a server such as https://refrain.example.org, found {url!r}: {reason}"
        )

    try:
        parsed = httpx.URL(url)
    except (httpx.InvalidURL, TypeError) as error:
        raise invalid(str(error)) from error
    if parsed.scheme not in ("http", "https") or not parsed.host:
        raise invalid("it must begin with http:// or https://")
    if parsed.query or parsed.fragment or parsed.userinfo:
        raise invalid("it must have no user, query or fragment")
    return str(parsed).rstrip("/")


def client_options(verify: Verify, user_agent: Optional[str]) -> Dict[str, Any]:
    """Returns the options of a client of httpx."""
    headers = {"User-Agent": user_agent or f"refrain-client-python/{VERSION}"}
    return {"verify": verify, "headers": headers, "follow_redirects": False}


def unanswered(error: httpx.HTTPError) -> RefrainError:
    """Returns the error of a request without a response."""
    is_unsent = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
    if isinstance(error, (httpx.UnsupportedProtocol, httpx.LocalProtocolError)):
        return InvalidRequest(f"the request cannot be sent: {error}")
    if isinstance(error, httpx.TimeoutException):
        found: Unavailable = TimedOut("the server did not answer in time")
    elif is_unsent:
        found = Unavailable(f"the server cannot be reached: {error}")
    else:
        found = Unavailable(f"the connection ended before the response: {error}")
    found.was_sent = not is_unsent
    return found


def accepted(response: httpx.Response) -> Response:
    """Returns a response that is a success or a redirection. Anything else is an error."""
    if response.status_code >= 400 or response.status_code == 304:
        raise refused(response.status_code, response.headers, response.content)
    return Response(response.status_code, response.headers, response.content)
