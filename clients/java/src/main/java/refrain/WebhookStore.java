package refrain;

/** Remembers which deliveries were processed. */
public interface WebhookStore {
    /** What is known about a delivery. */
    enum Progress {
        /** The delivery is new. */
        NEW,
        /** Another request is processing the delivery. */
        RUNNING,
        /** The delivery was processed. */
        COMPLETED
    }

    /** Returns {@link Progress#NEW} and notes that the delivery is being processed, unless it is known. */
    Progress begin(String id);

    /** Notes that the delivery was processed. */
    void complete(String id);

    /** Forgets a delivery that could not be processed, so that the next attempt can be. */
    void release(String id);
}
