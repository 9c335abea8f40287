package refrain;

import java.util.LinkedHashMap;
import java.util.Map;

/** Remembers deliveries in memory: for one process, until it ends. */
public final class MemoryStore implements WebhookStore {
    private static final int CAPACITY = 100_000;

    private final Map<String, Progress> known = new LinkedHashMap<>();
    private final int capacity;

    /** Creates a store for 100,000 deliveries. */
    public MemoryStore() {
        this(CAPACITY);
    }

    /** Creates a store for a number of deliveries. The oldest ones are forgotten. */
    public MemoryStore(int capacity) {
        this.capacity = capacity;
    }

    @Override
    public synchronized Progress begin(String id) {
        Progress progress = known.putIfAbsent(id, Progress.RUNNING);
        if (known.size() > capacity) {
            known.remove(known.keySet().iterator().next());
        }
        return progress == null ? Progress.NEW : progress;
    }

    @Override
    public synchronized void complete(String id) {
        known.replace(id, Progress.COMPLETED);
    }

    @Override
    public synchronized void release(String id) {
        known.remove(id);
    }
}
