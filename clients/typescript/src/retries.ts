import { RateLimited, type RefrainError, TimedOut, Unavailable } from './errors.js';

/**
 * Retries of requests that failed for a moment.
 *
 * A request is repeated if it was certainly not processed (no connection, or 429 with `Retry-After`), or if repeating
 * it has no further effect: reads, writes without a precondition, and requests with an idempotency key. A request that
 * timed out is not repeated.
 */
export interface Retries {
  /** Maximum number of attempts, including the first one. 1 never repeats a request. Default: 4. */
  attemptsMax?: number;
  /** Wait before the first retry, doubled for each further one, and varied at random. Default: 200. */
  initialMs?: number;
  /** Maximum wait. If the server asks for more with `Retry-After`, the error is thrown. Default: 10,000. */
  waitMaxMs?: number;
}

/** Returns the wait before the next attempt, or undefined if the error is final. `part` is a random part of one. */
export function retryWait(
  retries: Retries,
  attempt: number,
  error: RefrainError,
  isRepeatable: boolean,
  part = Math.random(),
): number | undefined {
  const { attemptsMax = 4, waitMaxMs = 10_000 } = retries;
  const isUnsent = error instanceof Unavailable && !error.wasSent;
  const isRefusedEarly = error instanceof RateLimited && error.retryAfterMs !== undefined;
  const isAway = error instanceof Unavailable && !(error instanceof TimedOut);
  const isTransient = isUnsent || isRefusedEarly || (isAway && isRepeatable);
  if (attempt >= attemptsMax || !isTransient) return undefined;
  const wait = backoff(retries, attempt, part);
  if (error.retryAfterMs === undefined) return wait;
  return error.retryAfterMs > waitMaxMs ? undefined : Math.max(error.retryAfterMs, wait);
}

/** Returns the wait after an attempt: between half of it and all of it, so that clients spread. */
export function backoff({ initialMs = 200, waitMaxMs = 10_000 }: Retries, attempt: number, part: number): number {
  return Math.min(initialMs * 2 ** Math.min(attempt - 1, 30), waitMaxMs) * (0.5 + part / 2);
}

/** Waits, unless the signal ends it: then, its reason is thrown. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      settle();
    };
    const abort = () => end(() => reject(signal?.reason));
    const timer = setTimeout(() => end(resolve), milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
  });
}
