package refrain

import (
	"context"
	"errors"
	"math/rand"
	"strconv"
	"sync"
	"time"
)

const (
	// Waits after a request that failed for a moment: the first one, and the maximum.
	retryWait    = time.Second
	retryWaitMax = 30 * time.Second
	// Maximum number of attempts to settle a work item, which take about a minute.
	settleAttemptsMax = 7
	// A lease is extended after this part of it, so that two extensions may fail before it expires.
	extensionsPerLease = 3
)

// ConsumerOptions are the settings of a consumer.
type ConsumerOptions struct {
	// Lease is the length of a lease, which is extended after a third of it. Default: 30 seconds.
	Lease Duration

	// Wait is the time that the server waits for work before it answers. Default: 5 seconds.
	Wait Duration

	// Worker is the name of the worker, for people. Default: a random name.
	Worker string

	// Concurrency is the maximum number of items that are processed at the same time. Default: 1.
	Concurrency int

	// OnError is called with errors that do not end the consumer: failed items, lost leases, and a server that is away.
	// The item is nil if the error is not about one. Several goroutines may call it at the same time.
	OnError func(err error, item *Item)
}

// Handler processes a work item. Its result is stored with the item. An error fails the item: then it is retried, or
// becomes a dead letter. The context ends when the lease is lost.
type Handler func(ctx context.Context, item *Item) (result any, err error)

// consumer claims items of a work queue and has a handler process them.
type consumer struct {
	client  *Client
	queue   string
	options ConsumerOptions
	lease   time.Duration
	handler Handler
	stop    context.CancelFunc

	running sync.WaitGroup
	once    sync.Once
	failure error
}

// Consume claims items of a work queue and calls a function for each of them, until the context ends. Then no more items
// are claimed, and Consume returns nil after the current items are complete. Their own context goes on until then.
//
//	err := client.Consume(ctx, "emails", refrain.ConsumerOptions{Concurrency: 8},
//		func(ctx context.Context, item *refrain.Item) (any, error) {
//			var mail struct{ To string }
//			if err := item.Decode(&mail); err != nil {
//				return nil, refrain.Reject("%v", err)
//			}
//			return nil, send(ctx, mail.To)
//		})
func (c *Client) Consume(ctx context.Context, queue string, options ConsumerOptions, handler Handler) error {
	options = options.withDefaults()
	seconds, err := options.Lease.Seconds()
	if err != nil || seconds < 1 {
		return invalid("expected a lease of at least one second, found %q", options.Lease)
	}
	claiming, stop := context.WithCancel(ctx)
	defer stop()
	one := &consumer{client: c, queue: queue, options: options, lease: time.Duration(seconds) * time.Second, handler: handler, stop: stop}
	one.claimAll(claiming, detached{ctx})
	one.running.Wait()
	return one.failure
}

func (o ConsumerOptions) withDefaults() ConsumerOptions {
	if o.Lease == "" {
		o.Lease = "30s"
	}
	if o.Wait == "" {
		o.Wait = "5s"
	}
	if o.Worker == "" {
		o.Worker = "worker-" + strconv.FormatUint(uint64(rand.Uint32()), 16)
	}
	if o.Concurrency < 1 {
		o.Concurrency = 1
	}
	if o.OnError == nil {
		o.OnError = func(error, *Item) {}
	}
	return o
}

// detached is a context with the values of another one, but not its end: items are completed after the consumer stops.
type detached struct{ context.Context }

func (detached) Deadline() (time.Time, bool) { return time.Time{}, false }
func (detached) Done() <-chan struct{}       { return nil }
func (detached) Err() error                  { return nil }

// claimAll claims items until the first context ends. The second one is for their handlers.
func (c *consumer) claimAll(ctx, processing context.Context) {
	free := make(chan struct{}, c.options.Concurrency)
	for {
		select {
		case free <- struct{}{}:
		case <-ctx.Done():
			return
		}
		item := c.claim(ctx)
		if item == nil {
			<-free
			if ctx.Err() != nil {
				return
			}
			continue
		}
		c.running.Add(1)
		go func() {
			defer c.running.Done()
			defer func() { <-free }()
			c.process(processing, item)
		}()
	}
}

// claim claims an item. It returns nil if there is no work, or if the consumer is stopped.
func (c *consumer) claim(ctx context.Context) *Item {
	for failures := 1; ctx.Err() == nil; failures++ {
		// The request goes on when the consumer is stopped: otherwise, nobody would process what the server leases.
		claim := ClaimRequest{Queue: c.queue, Lease: c.options.Lease, Wait: c.options.Wait, Worker: &c.options.Worker}
		result, err := c.client.ClaimWorkItems(detached{ctx}, claim)
		if err == nil {
			if len(result.Items) == 0 {
				return nil
			}
			return NewItem(c.client, result.Items[0])
		}
		if !isTransient(err) {
			c.end(err)
			return nil
		}
		c.options.OnError(err, nil)
		_ = sleep(ctx, waitAfter(failures, err)) // The loop checks the context.
	}
	return nil
}

// process calls the handler with an item whose lease is extended, and settles the item.
func (c *consumer) process(ctx context.Context, item *Item) {
	handling, cancel := context.WithCancel(ctx)
	var extending sync.WaitGroup
	extending.Add(1)
	settled := make(chan struct{})
	go func() {
		defer extending.Done()
		c.extend(ctx, item, settled, cancel)
	}()
	result, err := c.handler(handling, item)
	c.settle(ctx, item, result, err)
	close(settled)
	cancel()
	extending.Wait()
}

// extend extends the lease of an item until it is settled.
func (c *consumer) extend(ctx context.Context, item *Item, settled <-chan struct{}, lost context.CancelFunc) {
	ticks := time.NewTicker(c.lease / extensionsPerLease)
	defer ticks.Stop()
	for {
		select {
		case <-settled:
			return
		case <-ticks.C:
		}
		if err := item.Extend(ctx, c.options.Lease); err != nil {
			c.options.OnError(err, item)
			if errors.Is(err, ErrLeaseLost) {
				lost()
				return
			}
		}
	}
}

// settle completes or fails an item, unless its handler did so.
func (c *consumer) settle(ctx context.Context, item *Item, result any, cause error) {
	if cause != nil {
		c.options.OnError(cause, item)
	}
	for failures := 1; item.isOpen(); failures++ {
		var err error
		if cause == nil {
			err = item.Complete(ctx, result)
		} else {
			err = item.Fail(ctx, cause)
		}
		if err == nil {
			return
		}
		if !isTransient(err) && !errors.Is(err, ErrLeaseLost) {
			// Such as a server that refuses the result: the consumer ends with it.
			c.end(err)
			return
		}
		c.options.OnError(err, item)
		// Finally, the item is left to the next worker.
		if failures >= settleAttemptsMax {
			return
		}
		if !errors.Is(err, ErrLeaseLost) {
			_ = sleep(ctx, waitAfter(failures, err)) // The context of a handler does not end.
		}
	}
}

// end stops the consumer with an error.
func (c *consumer) end(err error) {
	c.once.Do(func() { c.failure = err })
	c.stop()
}

func isTransient(err error) bool {
	return errors.Is(err, ErrUnavailable) || errors.Is(err, ErrRateLimited)
}

func waitAfter(failures int, err error) time.Duration {
	wait := retryWait
	for number := 1; number < failures && wait < retryWaitMax; number++ {
		wait *= 2
	}
	var failure *Error
	if errors.As(err, &failure) && failure.RetryAfter > wait {
		return failure.RetryAfter
	}
	return wait
}
