"""Lists: the items of all pages, requested page by page."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, AsyncIterator, Awaitable, Callable, Generator, Generic, Iterator, List, Optional, TypeVar

from ._endpoint import ListEndpoint, Request, Response

T = TypeVar("T")
P = TypeVar("P")


def following(request: Request, page: Any) -> Optional[Request]:
    """Returns the request for the next page."""
    cursor = page.next_cursor
    return replace(request, query={**request.query, "cursor": cursor}) if cursor else None


class Listing(Generic[P, T]):
    """The items of a list. Iterate to get them all; each page is requested when it is needed.

    >>> for schedule in client.list_schedules(label="team:billing"):
    ...     print(schedule.id)
    """

    def __init__(self, endpoint: ListEndpoint[P, T], request: Request, send: Callable[[Request], Response]) -> None:
        self._endpoint = endpoint
        self._request = request
        self._send = send

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from self._endpoint.items_of(page)

    def page(self) -> P:
        """Requests the first page only, with its cursor and what else it contains."""
        return self._endpoint.read(self._send(self._request))

    def pages(self) -> Iterator[P]:
        """Iterates over the pages."""
        request: Optional[Request] = self._request
        while request:
            page = self._endpoint.read(self._send(request))
            request = following(request, page)
            yield page


class AsyncListing(Generic[P, T]):
    """The items of a list. Iterate to get them all, or await the first page.

    >>> async for schedule in client.list_schedules(label="team:billing"):
    ...     print(schedule.id)
    """

    def __init__(
        self, endpoint: ListEndpoint[P, T], request: Request, send: Callable[[Request], Awaitable[Response]]
    ) -> None:
        self._endpoint = endpoint
        self._request = request
        self._send = send

    def __await__(self) -> Generator[Any, None, P]:
        return self.page().__await__()

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for item in self._endpoint.items_of(page):
                yield item

    async def page(self) -> P:
        """Requests the first page only, with its cursor and what else it contains."""
        return self._endpoint.read(await self._send(self._request))

    async def pages(self) -> AsyncIterator[P]:
        """Iterates over the pages."""
        request: Optional[Request] = self._request
        while request:
            page = self._endpoint.read(await self._send(request))
            request = following(request, page)
            yield page

    async def all(self) -> List[T]:
        """Returns all items."""
        return [item async for item in self]
