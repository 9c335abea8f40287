package refrain;

import java.time.Duration;
import java.util.Optional;

/**
 * Retries of requests that failed for a moment.
 *
 * <p>A request is repeated if it was certainly not processed (no connection, or 429 with {@code Retry-After}), or if
 * repeating it has no further effect: reads, writes without a precondition, and requests with an idempotency key. A
 * request that timed out is not repeated.
 *
 * @param attemptsMax Maximum number of attempts, including the first one. 1 never repeats a request. Default: 4.
 * @param initial Wait before the first retry, doubled for each further one, and varied at random. Default: 200 ms.
 * @param waitMax Maximum wait. If the server asks for more with {@code Retry-After}, the error is thrown. Default: 10 s.
 */
public record Retries(int attemptsMax, Duration initial, Duration waitMax) {
    /** The default retries. */
    public static final Retries DEFAULT = new Retries(4, Duration.ofMillis(200), Duration.ofSeconds(10));

    /** No retries. */
    public static final Retries NEVER = new Retries(1, Duration.ZERO, Duration.ZERO);

    /** Returns the wait before the next attempt, or nothing if the error is final. The part is a random part of one. */
    Optional<Duration> wait(int attempt, RefrainException error, boolean isRepeatable, double part) {
        Duration asked = error.retryAfter().orElse(Duration.ZERO);
        boolean isRefusedEarly = error instanceof RateLimitedException && error.retryAfter().isPresent();
        boolean isAway = error instanceof UnavailableException && !(error instanceof TimedOutException);
        boolean isTransient = error instanceof UnreachableException || isRefusedEarly || isAway && isRepeatable;
        if (attempt >= attemptsMax || !isTransient || asked.compareTo(waitMax) > 0) {
            return Optional.empty();
        }
        Duration wait = backoff(attempt, part);
        return Optional.of(asked.compareTo(wait) > 0 ? asked : wait);
    }

    /** Returns the wait after an attempt: between half of it and all of it, so that clients spread. */
    Duration backoff(int attempt, double part) {
        Duration wait = initial;
        for (int number = 1; number < attempt && wait.compareTo(waitMax) < 0; number++) {
            wait = wait.multipliedBy(2);
        }
        long nanoseconds = (wait.compareTo(waitMax) > 0 ? waitMax : wait).toNanos();
        return Duration.ofNanos((long) (nanoseconds * (0.5 + part / 2)));
    }
}
