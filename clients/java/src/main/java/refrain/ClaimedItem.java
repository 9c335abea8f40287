package refrain;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import refrain.types.CompleteRequest;
import refrain.types.ExtendRequest;
import refrain.types.FailRequest;
import refrain.types.WorkItem;

/** A claimed work item. A consumer extends its lease until it is settled. */
public final class ClaimedItem {
    /** Maximum length of the error that is stored with a failed work item. */
    private static final int ERROR_CHARACTERS_MAX = 2_000;

    private final Refrain refrain;
    private final WorkItem item;
    private boolean isSettled;
    private boolean isLost;

    /** Creates an item, to complete or fail it. */
    public ClaimedItem(Refrain refrain, WorkItem item) {
        this.refrain = refrain;
        this.item = item;
    }

    /** Returns the work item as the server sent it. */
    public WorkItem item() {
        return item;
    }

    /** Returns the work item ID. */
    public long id() {
        return item.id();
    }

    /** Returns the identity of the work item in its queue, the same for every attempt. */
    public String key() {
        return item.key();
    }

    /** Returns the number of this attempt, counted from 1. */
    public long attempt() {
        return item.attempt();
    }

    /** Returns the payload for the worker as JSON, without the envelope of a schedule. */
    public Object payload() {
        boolean isEnvelope = item.payload() instanceof Map<?, ?> fields && fields.containsKey("payload");
        return isEnvelope ? ((Map<?, ?>) item.payload()).get("payload") : item.payload();
    }

    /** Returns the ID of the schedule that enqueued the work item, unless a program did. */
    public Optional<String> schedule() {
        return item.payload() instanceof Map<?, ?> envelope && envelope.get("schedule_id") instanceof String id
                ? Optional.of(id)
                : Optional.empty();
    }

    /** Returns whether the lease is lost: another worker may process the work item now. */
    public synchronized boolean isLost() {
        return isLost;
    }

    /** Returns whether the item is neither settled nor lost. */
    synchronized boolean isOpen() {
        return !isSettled && !isLost;
    }

    /** Completes the work item, and stores a result with it. Null stores none. */
    public void complete(Object result) {
        CompleteRequest request = CompleteRequest.builder(item.fence()).result(result).build();
        settle(() -> refrain.completeWorkItem(id(), request));
    }

    /** Fails the work item. It is retried after a backoff, or becomes a dead letter. */
    public void fail(String error) {
        fail(error, true);
    }

    /** Fails the work item. Without a retry, it becomes a dead letter at once. */
    public void fail(String error, boolean isRetried) {
        int length = Math.min(ERROR_CHARACTERS_MAX, error.codePointCount(0, error.length()));
        String text = error.substring(0, error.offsetByCodePoints(0, length));
        FailRequest request = FailRequest.builder(item.fence(), text).retry(isRetried).build();
        settle(() -> refrain.failWorkItem(id(), request));
    }

    /** Extends the lease from now on. It has no effect on an item that is settled. */
    // Synchronized: an extension and a settlement at the same time would make the loser look like a lost lease.
    public synchronized void extend(Duration lease) {
        if (isOpen()) {
            ExtendRequest request = ExtendRequest.builder(item.fence()).lease(lease).build();
            sendOrLose(() -> refrain.extendWorkItem(id(), request));
        }
    }

    private synchronized void settle(Runnable send) {
        if (isLost) {
            throw new LeaseLostException(id(), null);
        }
        if (isSettled) {
            throw new InvalidRequestException("work item " + id() + " is already completed or failed");
        }
        sendOrLose(send);
        isSettled = true;
    }

    private void sendOrLose(Runnable send) {
        try {
            send.run();
        } catch (ConflictException | NotFoundException error) {
            isLost = true;
            throw new LeaseLostException(id(), error);
        }
    }
}
