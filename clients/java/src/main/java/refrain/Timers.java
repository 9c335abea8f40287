package refrain;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs short tasks later, in a thread that does not keep the program running. */
final class Timers {
    private static final ScheduledThreadPoolExecutor EXECUTOR = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "refrain-timers");
        thread.setDaemon(true);
        return thread;
    });

    static {
        EXECUTOR.setRemoveOnCancelPolicy(true);
    }

    private Timers() {}

    static ScheduledFuture<?> after(Duration delay, Runnable task) {
        return EXECUTOR.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
    }
}
