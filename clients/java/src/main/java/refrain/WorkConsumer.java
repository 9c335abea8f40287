package refrain;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import refrain.types.ClaimRequest;
import refrain.types.WorkItem;

/**
 * Claims items of a work queue until it is stopped.
 *
 * <pre>{@code
 * WorkConsumer consumer = refrain.consume("emails").concurrency(8);
 * Runtime.getRuntime().addShutdownHook(new Thread(consumer::stop));
 * consumer.run(item -> send(item.payload()));
 * }</pre>
 */
public final class WorkConsumer {
    /** Processes a work item. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Processes a work item, and returns the result to store with it. Null stores none. An exception fails the item:
         * then it is retried, or becomes a dead letter.
         *
         * @throws RejectException if no retry can help
         * @throws Exception if the item could not be processed
         */
        Object process(ClaimedItem item) throws Exception;
    }

    /** Waits after a request that failed for a moment: the first one, and the maximum. */
    private static final Retries RETRY_WAITS = new Retries(0, Duration.ofSeconds(1), Duration.ofSeconds(30));

    /** Maximum number of attempts to settle a work item, which take about a minute. */
    private static final int SETTLE_ATTEMPTS_MAX = 7;

    /** A lease is extended after this part of it, so that two extensions may fail before it expires. */
    private static final int EXTENSIONS_PER_LEASE = 3;

    private final Refrain refrain;
    private final String queue;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    private Duration lease = Duration.ofSeconds(30);
    private Duration wait = Duration.ofSeconds(5);
    private String worker = "worker-" + UUID.randomUUID().toString().substring(0, 8);
    private int concurrency = 1;
    private BiConsumer<Throwable, Optional<ClaimedItem>> onError = (error, item) -> {};

    WorkConsumer(Refrain refrain, String queue) {
        this.refrain = refrain;
        this.queue = queue;
    }

    /** Sets the length of a lease, which is extended after a third of it. Default: 30 seconds. */
    public WorkConsumer lease(Duration lease) {
        if (lease.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new InvalidRequestException("expected a lease of at least one second, found " + lease);
        }
        this.lease = lease;
        return this;
    }

    /**
     * Sets the time that the server waits for work before it answers. A consumer without work stops within it. Default: 5
     * seconds.
     */
    public WorkConsumer waitForWork(Duration wait) {
        this.wait = wait;
        return this;
    }

    /** Sets the name of the worker, for people. Default: a random name. */
    public WorkConsumer worker(String worker) {
        this.worker = worker;
        return this;
    }

    /** Sets the maximum number of items that are processed at the same time. Default: 1. */
    public WorkConsumer concurrency(int concurrency) {
        this.concurrency = concurrency;
        return this;
    }

    /**
     * Sets what is called with errors that do not end the consumer: failed items, lost leases, and a server that is away.
     * Several threads may call it at the same time.
     */
    public WorkConsumer onError(BiConsumer<Throwable, Optional<ClaimedItem>> onError) {
        this.onError = onError;
        return this;
    }

    /** Stops when the current items are complete. Any thread may call it. */
    public void stop() {
        stopped.countDown();
    }

    /**
     * Claims items and calls a function for each of them, until the consumer is stopped and its items are complete. An
     * interrupt stops it, too.
     */
    public void run(Handler handler) {
        ExecutorService workers = Executors.newFixedThreadPool(concurrency);
        ScheduledExecutorService extensions = Executors.newScheduledThreadPool(concurrency);
        Semaphore free = new Semaphore(concurrency);
        try {
            while (!isStopped()) {
                free.acquire();
                Optional<ClaimedItem> item = claim();
                item.ifPresent(one -> workers.execute(() -> {
                    process(one, handler, extensions);
                    free.release();
                }));
                if (item.isEmpty()) {
                    free.release();
                }
            }
        } catch (InterruptedException | CanceledException error) {
            stop();
            Thread.currentThread().interrupt();
        } finally {
            stop();
            finish(workers);
            extensions.shutdown();
        }
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    private boolean isStopped() {
        return stopped.getCount() == 0;
    }

    /** Waits for the current items, even if the thread is interrupted. */
    private static void finish(ExecutorService workers) {
        workers.shutdown();
        boolean isInterrupted = false;
        boolean isFinished = false;
        while (!isFinished) {
            try {
                isFinished = workers.awaitTermination(1, TimeUnit.DAYS);
            } catch (InterruptedException error) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Claims an item. Returns none if there is no work, or if the consumer is stopped. */
    private Optional<ClaimedItem> claim() throws InterruptedException {
        ClaimRequest claim = ClaimRequest.builder(queue).lease(lease).wait_(wait).worker(worker).build();
        for (int failures = 1; !isStopped(); failures++) {
            try {
                return refrain.claimWorkItems(claim).items().stream().findFirst().map(this::claimed);
            } catch (UnavailableException | RateLimitedException error) {
                onError.accept(error, Optional.empty());
                stopped.await(waitAfter(failures, error).toMillis(), TimeUnit.MILLISECONDS);
            }
        }
        return Optional.empty();
    }

    private ClaimedItem claimed(WorkItem item) {
        return new ClaimedItem(refrain, item);
    }

    /** Calls the handler with an item whose lease is extended, and settles the item. */
    private void process(ClaimedItem item, Handler handler, ScheduledExecutorService extensions) {
        long interval = lease.toMillis() / EXTENSIONS_PER_LEASE;
        ScheduledFuture<?> extending =
                extensions.scheduleAtFixedRate(() -> extend(item), interval, interval, TimeUnit.MILLISECONDS);
        try {
            Object result = null;
            Exception cause = null;
            try {
                result = handler.process(item);
            } catch (Exception error) {
                cause = error;
                onError.accept(error, Optional.of(item));
            }
            settle(item, result, cause);
        } catch (RuntimeException error) {
            // Such as a server that refuses the result: the consumer ends with it.
            failure.compareAndSet(null, error);
            stop();
        } finally {
            extending.cancel(false);
        }
    }

    private void extend(ClaimedItem item) {
        try {
            item.extend(lease);
        } catch (RefrainException | LeaseLostException error) {
            onError.accept(error, Optional.of(item));
        }
    }

    /** Completes or fails an item, unless its handler did so. */
    private void settle(ClaimedItem item, Object result, Exception cause) {
        for (int failures = 1; item.isOpen(); failures++) {
            try {
                if (cause == null) {
                    item.complete(result);
                } else {
                    item.fail(describe(cause), !(cause instanceof RejectException));
                }
            } catch (LeaseLostException error) {
                onError.accept(error, Optional.of(item));
            } catch (UnavailableException | RateLimitedException error) {
                onError.accept(error, Optional.of(item));
                // Finally, the item is left to the next worker.
                if (failures >= SETTLE_ATTEMPTS_MAX) {
                    return;
                }
                Transport.pause(waitAfter(failures, error));
            }
        }
    }

    private static String describe(Exception error) {
        return error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
    }

    private static Duration waitAfter(int failures, RefrainException error) {
        Duration wait = RETRY_WAITS.backoff(failures, 1);
        Duration asked = error.retryAfter().orElse(Duration.ZERO);
        return asked.compareTo(wait) > 0 ? asked : wait;
    }
}
