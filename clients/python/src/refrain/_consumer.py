"""Consumes a work queue: claims items, extends their leases, completes and fails them."""

from __future__ import annotations

import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Optional, Type

from . import types
from ._json import Duration
from ._work import EXTEND_AFTER, ItemState, LeaseLost, Reject, claim_wait, describe, lease_seconds, logger, worker_name
from .errors import Conflict, NotFound, RateLimited, RefrainError, Unavailable

if TYPE_CHECKING:
    from ._client import Refrain


class Item(ItemState):
    """A claimed work item. Its lease is extended until it is settled.

    As a context manager, it is completed at the end of the block. It is failed if the block raises an exception, which
    is logged and goes no further. `Reject` makes it a dead letter at once.
    """

    def __init__(self, client: "Refrain", item: types.WorkItem) -> None:
        super().__init__(item)
        self._client = client
        # An extension and a settlement at the same time would make the loser look like a lost lease.
        self._lock = threading.Lock()

    def __enter__(self) -> "Item":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> bool:
        self.settle(error)
        return error is None or isinstance(error, Exception)

    def complete(self, result: Any = None) -> None:
        """Completes the work item, and stores a result with it."""
        with self._lock:
            self.check_open()
            self._client.complete_work_item(self.id, self.item.fence, result=result)
            self.is_settled = True

    def fail(self, error: str, *, retry: bool = True) -> None:
        """Fails the work item. It is retried after a backoff, or becomes a dead letter."""
        with self._lock:
            self.check_open()
            self._client.fail_work_item(self.id, self.item.fence, error, retry=retry)
            self.is_settled = True

    def settle(self, error: Optional[BaseException] = None) -> None:
        """Completes the work item, or fails it with an exception, unless the handler did so itself."""
        if error is not None:
            logger.error("work item %s failed: %s", self.id, describe(error), exc_info=error)
        failures = 0
        while self.is_open:
            try:
                if error is None:
                    self.complete(self.result)
                else:
                    self.fail(describe(error), retry=not isinstance(error, Reject))
            except (Conflict, NotFound, LeaseLost) as lost:
                self.settlement_lost(lost)
            except (Unavailable, RateLimited) as away:
                failures += 1
                time.sleep(self.settlement_failed(failures, away))

    def extend(self, lease: Duration) -> None:
        """Extends the lease from now on."""
        with self._lock:
            if self.is_open:
                self._client.extend_work_item(self.id, self.item.fence, lease=lease)


class Consumer:
    """Claims items of a work queue until it is stopped.

    >>> for item in client.consume("emails"):
    ...     with item:
    ...         send(item.payload)
    >>> client.consume("emails").run(lambda item: send(item.payload), concurrency=8)
    """

    def __init__(
        self,
        client: "Refrain",
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
        self._stopping = threading.Event()
        self._held: Dict[int, Item] = {}

    def stop(self) -> None:
        """Stops when the current items are complete. Can be called from any thread."""
        self._stopping.set()

    @property
    def is_stopping(self) -> bool:
        """Whether the consumer claims no more items."""
        return self._stopping.is_set()

    def __iter__(self) -> Iterator[Item]:
        """Yields items one by one. An item that its block did not settle is completed when the next one is needed."""
        with self._running():
            while not self.is_stopping:
                for item in self._claim(1):
                    try:
                        yield item
                        item.settle()
                    except GeneratorExit:
                        if item.is_open:
                            item.settle(RuntimeError("the loop ended before the work item was completed"))
                        raise
                    finally:
                        self._held.pop(item.id, None)

    def run(self, handler: Callable[[Item], Any], *, concurrency: int = 1) -> None:
        """Calls a function for each item, and stores what it returns. Returns after the consumer has stopped.

        Args:
            handler: Function that processes one item. An exception fails the item.
            concurrency: Maximum number of items that are processed at the same time, each in a thread.
        """
        slots = threading.Semaphore(concurrency)
        errors: List[BaseException] = []

        def process(item: Item) -> None:
            try:
                with item:
                    item.result = handler(item)
            except BaseException as error:
                # Such as a server that refuses the result: the consumer ends with it.
                errors.append(error)
                self.stop()
            finally:
                self._held.pop(item.id, None)
                slots.release()

        with self._running(), ThreadPoolExecutor(concurrency, "refrain-consumer") as pool:
            while not self.is_stopping:
                # A stopping consumer must notice that while all its slots are taken.
                if not slots.acquire(timeout=0.1):
                    continue
                items = self._claim(1) if not self.is_stopping else []
                if not items:
                    slots.release()
                for item in items:
                    pool.submit(process, item)
        if errors:
            raise errors[0]

    def _claim(self, limit: int) -> List[Item]:
        """Claims items. Returns none if there is no work, or if the server is away for a moment."""
        failures = 0
        while not self.is_stopping:
            try:
                claimed = self._client.claim_work_items(
                    self._queue, lease=self._lease, limit=limit, wait=self._wait, worker=self._worker
                )
            except RefrainError as error:
                wait = claim_wait(failures, error)
                if wait is None:
                    raise
                failures += 1
                self._stopping.wait(wait)
                continue
            items = [Item(self._client, item) for item in claimed.items]
            self._held.update({item.id: item for item in items})
            return items
        return []

    @contextmanager
    def _running(self) -> Iterator[None]:
        """Extends leases, and stops on signals, while the consumer runs."""
        ended = threading.Event()
        extending = threading.Thread(target=self._extend_leases, args=(ended,), name="refrain-leases", daemon=True)
        extending.start()
        try:
            with self._signals():
                yield
        finally:
            ended.set()
            extending.join()

    def _extend_leases(self, ended: threading.Event) -> None:
        due: Dict[Item, float] = {}
        interval = self._lease_seconds * EXTEND_AFTER
        while not ended.wait(interval / 4):
            now = time.monotonic()
            held = list(self._held.values())
            due = {item: due.get(item, now + interval / 2) for item in held}
            for item in [item for item in held if due[item] <= now]:
                due[item] = now + interval
                try:
                    item.extend(self._lease)
                except RefrainError as error:
                    item.extension_failed(error)

    @contextmanager
    def _signals(self) -> Iterator[None]:
        """Stops on the first SIGINT or SIGTERM. The second one does what it did before."""
        if not self._handle_signals or threading.current_thread() is not threading.main_thread():
            yield
            return
        numbers = (signal.SIGINT, signal.SIGTERM)
        # A handler that Python did not install cannot be restored.
        before = {number: signal.getsignal(number) or signal.SIG_DFL for number in numbers}

        def restore() -> None:
            for number, handler in before.items():
                signal.signal(number, handler)

        def stop(number: int, frame: Any) -> None:
            logger.info("stopping the consumer of %s when its items are complete", self._queue)
            self.stop()
            restore()

        for number in numbers:
            signal.signal(number, stop)
        try:
            yield
        finally:
            restore()
