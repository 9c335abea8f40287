"""Pauses between two reads of the same thing."""

from __future__ import annotations

import time
from typing import Iterator, Optional

FIRST_SECONDS = 0.05
SECONDS_MAX = 2.0


def pauses(timeout: Optional[float]) -> Iterator[float]:
    """Yields pauses in seconds, each longer than the one before, until the timeout is over."""
    end = None if timeout is None else time.monotonic() + timeout
    pause = FIRST_SECONDS
    while end is None or time.monotonic() < end:
        yield pause if end is None else min(pause, max(end - time.monotonic(), 0.0))
        pause = min(pause * 2, SECONDS_MAX)
