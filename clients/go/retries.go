package refrain

import (
	"errors"
	"math/rand"
	"time"
)

// Retries says how requests that failed for a moment are retried.
//
// A request is repeated if it was certainly not processed (no connection, or 429 with `Retry-After`), or if repeating
// it has no further effect: reads, writes without a precondition, and requests with an idempotency key. A request that
// timed out is not repeated.
type Retries struct {
	// AttemptsMax is the maximum number of attempts, including the first one. 1 never repeats a request. Default: 4.
	AttemptsMax int

	// Initial is the wait before the first retry, doubled for each further one, and varied at random. Default: 200 ms.
	Initial time.Duration

	// WaitMax is the maximum wait. If the server asks for more with `Retry-After`, the error is returned. Default: 10 s.
	WaitMax time.Duration
}

func (r Retries) withDefaults() Retries {
	if r.AttemptsMax == 0 {
		r.AttemptsMax = 4
	}
	if r.Initial == 0 {
		r.Initial = 200 * time.Millisecond
	}
	if r.WaitMax == 0 {
		r.WaitMax = 10 * time.Second
	}
	return r
}

// wait returns the wait before the next attempt, and whether there is one.
func (r Retries) wait(attempt int, failure *Error, isRepeatable bool) (time.Duration, bool) {
	r = r.withDefaults()
	isRefusedEarly := errors.Is(failure, ErrRateLimited) && failure.hasRetryAfter
	isAway := errors.Is(failure, ErrUnavailable) && !errors.Is(failure, ErrTimedOut)
	isTransient := errors.Is(failure, ErrUnreachable) || isRefusedEarly || (isAway && isRepeatable)
	if attempt >= r.AttemptsMax || !isTransient || failure.RetryAfter > r.WaitMax {
		return 0, false
	}
	wait := r.backoff(attempt, rand.Float64())
	if failure.RetryAfter > wait {
		wait = failure.RetryAfter
	}
	return wait, true
}

// backoff returns the wait after an attempt: between half of it and all of it, so that clients spread.
func (r Retries) backoff(attempt int, part float64) time.Duration {
	r = r.withDefaults()
	wait := r.Initial
	for number := 1; number < attempt && wait < r.WaitMax; number++ {
		wait *= 2
	}
	if wait > r.WaitMax {
		wait = r.WaitMax
	}
	return time.Duration(float64(wait) * (0.5 + part/2))
}
