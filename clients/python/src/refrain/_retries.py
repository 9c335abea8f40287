"""Decides whether a failed request is repeated, and when. Pure: the caller waits."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Optional

from .errors import RateLimited, RefrainError, TimedOut, Unavailable


@dataclass(frozen=True)
class Retries:
    """Retries of requests that failed for a moment.

    A request is repeated if it was certainly not processed (no connection, or 429 with `Retry-After`), or if repeating
    it has no further effect: reads, writes without a precondition, and requests with an idempotency key. A request
    that timed out is not repeated.
    """

    attempts_max: int = 4
    """Maximum number of attempts, including the first one. 1 never repeats a request."""

    initial: float = 0.2
    """Wait before the first retry in seconds, doubled for each further one, and varied at random."""

    wait_max: float = 10.0
    """Maximum wait in seconds. If the server asks for more with `Retry-After`, the error is raised."""

    def wait(
        self, attempt: int, error: RefrainError, is_repeatable: bool, part: Optional[float] = None
    ) -> Optional[float]:
        """Returns the wait before the next attempt, or None if the error is final. `part` is a random part of one."""
        is_unsent = isinstance(error, Unavailable) and not error.was_sent
        is_refused_early = isinstance(error, RateLimited) and error.retry_after is not None
        is_away = isinstance(error, Unavailable) and not isinstance(error, TimedOut)
        is_transient = is_unsent or is_refused_early or (is_away and is_repeatable)
        if attempt >= self.attempts_max or not is_transient:
            return None
        backoff = self.backoff(attempt, random.random() if part is None else part)
        if error.retry_after is None:
            return backoff
        return None if error.retry_after > self.wait_max else max(error.retry_after, backoff)

    def backoff(self, attempt: int, part: float) -> float:
        """Returns the wait after an attempt: between half of it and all of it, so that clients spread."""
        return float(min(self.initial * 2 ** min(attempt - 1, 30), self.wait_max) * (0.5 + part / 2))
