"""Consumes a work queue on an event loop."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from contextlib import asynccontextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, AsyncIterator, Awaitable, Callable, Dict, List, Optional, Set, Type

from . import types
from ._json import Duration
from ._work import EXTEND_AFTER, ItemState, LeaseLost, Reject, claim_wait, describe, lease_seconds, logger, worker_name
from .errors import Conflict, NotFound, RateLimited, RefrainError, Unavailable

if TYPE_CHECKING:
    from ._async_client import AsyncRefrain


class AsyncItem(ItemState):
    """A claimed work item. Its lease is extended until it is settled.

    As an async context manager, it is completed at the end of the block. It is failed if the block raises an exception,
    which is logged and goes no further. `Reject` makes it a dead letter at once.
    """

    def __init__(self, client: "AsyncRefrain", item: types.WorkItem) -> None:
        super().__init__(item)
        self._client = client
        # An extension and a settlement at the same time would make the loser look like a lost lease.
        self._lock = asyncio.Lock()

    async def __aenter__(self) -> "AsyncItem":
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> bool:
        await self.settle(error)
        return error is None or isinstance(error, Exception)

    async def complete(self, result: Any = None) -> None:
        """Completes the work item, and stores a result with it."""
        async with self._lock:
            self.check_open()
            await self._client.complete_work_item(self.id, self.item.fence, result=result)
            self.is_settled = True

    async def fail(self, error: str, *, retry: bool = True) -> None:
        """Fails the work item. It is retried after a backoff, or becomes a dead letter."""
        async with self._lock:
            self.check_open()
            await self._client.fail_work_item(self.id, self.item.fence, error, retry=retry)
            self.is_settled = True

    async def settle(self, error: Optional[BaseException] = None) -> None:
        """Completes the work item, or fails it with an exception, unless the handler did so itself."""
        if error is not None:
            logger.error("work item %s failed: %s", self.id, describe(error), exc_info=error)
        failures = 0
        while self.is_open:
            try:
                if error is None:
                    await self.complete(self.result)
                else:
                    await self.fail(describe(error), retry=not isinstance(error, Reject))
            except (Conflict, NotFound, LeaseLost) as lost:
                self.settlement_lost(lost)
            except (Unavailable, RateLimited) as away:
                failures += 1
                await asyncio.sleep(self.settlement_failed(failures, away))

    async def extend(self, lease: Duration) -> None:
        """Extends the lease from now on."""
        async with self._lock:
            if self.is_open:
                await self._client.extend_work_item(self.id, self.item.fence, lease=lease)


class AsyncConsumer:
    """Claims items of a work queue until it is stopped.

    >>> async for item in client.consume("emails"):
    ...     async with item:
    ...         await send(item.payload)
    >>> await client.consume("emails").run(handler, concurrency=8)
    """

    def __init__(
        self,
        client: "AsyncRefrain",
        queue: str,
        *,
        lease: Duration = 30,
        wait: Duration = 5,
        worker: Optional[str] = None,
        handle_signals: bool = True,
    ) -> None:
        self._client = client
        self._queue = queue
        self._lease = lease
        self._lease_seconds = lease_seconds(lease)
        self._wait = wait
        self._worker = worker or worker_name()
        self._handle_signals = handle_signals
        self._stopping = False
        self._held: Dict[int, AsyncItem] = {}

    def stop(self) -> None:
        """Stops when the current items are complete."""
        self._stopping = True

    @property
    def is_stopping(self) -> bool:
        """Whether the consumer claims no more items."""
        return self._stopping

    async def __aiter__(self) -> AsyncIterator[AsyncItem]:
        """Yields items one by one. An item that its block did not settle is completed when the next one is needed."""
        async with self._running():
            while not self.is_stopping:
                for item in await self._claim(1):
                    try:
                        yield item
                        await item.settle()
                    except (GeneratorExit, asyncio.CancelledError):
                        if item.is_open:
                            await item.settle(RuntimeError("the loop ended before the work item was completed"))
                        raise
                    finally:
                        self._held.pop(item.id, None)

    async def run(self, handler: Callable[[AsyncItem], Awaitable[Any]], *, concurrency: int = 1) -> None:
        """Calls a function for each item, and stores what it returns. Returns after the consumer has stopped.

        Args:
            handler: Function that processes one item. An exception fails the item.
            concurrency: Maximum number of items that are processed at the same time, each in a task.
        """
        tasks: Set["asyncio.Task[None]"] = set()
        errors: List[BaseException] = []

        async def process(item: AsyncItem) -> None:
            try:
                async with item:
                    item.result = await handler(item)
            finally:
                self._held.pop(item.id, None)

        def ended(task: "asyncio.Task[None]") -> None:
            tasks.discard(task)
            error = None if task.cancelled() else task.exception()
            if error is not None:
                # Such as a server that refuses the result: the consumer ends with it.
                errors.append(error)
                self.stop()

        async with self._running():
            try:
                while not self.is_stopping:
                    if len(tasks) >= concurrency:
                        await asyncio.wait(tasks, timeout=0.1, return_when=asyncio.FIRST_COMPLETED)
                        continue
                    for item in await self._claim(1):
                        task = asyncio.ensure_future(process(item))
                        tasks.add(task)
                        task.add_done_callback(ended)
            except asyncio.CancelledError:
                for task in tasks:
                    task.cancel()
                raise
            finally:
                if tasks:
                    await asyncio.wait(set(tasks))
        if errors:
            raise errors[0]

    async def _claim(self, limit: int) -> List[AsyncItem]:
        """Claims items. Returns none if there is no work, or if the server is away for a moment."""
        failures = 0
        while not self.is_stopping:
            try:
                claimed = await self._client.claim_work_items(
                    self._queue, lease=self._lease, limit=limit, wait=self._wait, worker=self._worker
                )
            except RefrainError as error:
                wait = claim_wait(failures, error)
                if wait is None:
                    raise
                failures += 1
                end = time.monotonic() + wait
                while time.monotonic() < end and not self.is_stopping:
                    await asyncio.sleep(0.1)
                continue
            items = [AsyncItem(self._client, item) for item in claimed.items]
            self._held.update({item.id: item for item in items})
            return items
        return []

    @asynccontextmanager
    async def _running(self) -> AsyncIterator[None]:
        """Extends leases, and stops on signals, while the consumer runs."""
        extending = asyncio.ensure_future(self._extend_leases())
        remove_signals = self._add_signals()
        try:
            yield
        finally:
            remove_signals()
            extending.cancel()
            await asyncio.wait([extending])

    async def _extend_leases(self) -> None:
        due: Dict[AsyncItem, float] = {}
        interval = self._lease_seconds * EXTEND_AFTER
        while True:
            await asyncio.sleep(interval / 4)
            now = time.monotonic()
            held = list(self._held.values())
            due = {item: due.get(item, now + interval / 2) for item in held}
            for item in [item for item in held if due[item] <= now]:
                due[item] = now + interval
                try:
                    await item.extend(self._lease)
                except RefrainError as error:
                    item.extension_failed(error)

    def _add_signals(self) -> Callable[[], None]:
        """Stops on the first SIGINT or SIGTERM. Returns the function that ends this, which the first signal calls."""
        if not self._handle_signals or threading.current_thread() is not threading.main_thread():
            return lambda: None
        loop = asyncio.get_running_loop()
        added: Set[signal.Signals] = set()

        def remove() -> None:
            while added:
                loop.remove_signal_handler(added.pop())

        def stop() -> None:
            logger.info("stopping the consumer of %s when its items are complete", self._queue)
            self.stop()
            remove()

        try:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, stop)
                added.add(number)
        except NotImplementedError:
            # This event loop, such as the one on Windows, knows no signals.
            remove()
        return remove
