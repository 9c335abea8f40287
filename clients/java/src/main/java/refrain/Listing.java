package refrain;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The items of a list. Iterate to get them all: each page is requested when it is needed.
 *
 * <pre>{@code
 * for (Schedule schedule : refrain.listSchedules()) {
 *     System.out.println(schedule.id());
 * }
 * }</pre>
 */
public final class Listing<P, T> implements Iterable<T> {
    private final Function<P, List<T>> items;
    private final Function<P, String> cursor;
    private final Function<String, P> fetch;

    Listing(Function<P, List<T>> items, Function<P, String> cursor, Function<String, P> fetch) {
        this.items = items;
        this.cursor = cursor;
        this.fetch = fetch;
    }

    /** Requests the first page only, with its cursor and what else it contains. */
    public P page() {
        return fetch.apply(null);
    }

    /** Returns all items as a stream. */
    public Stream<T> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    @Override
    public Iterator<T> iterator() {
        return new Iterator<>() {
            private Iterator<T> current = List.<T>of().iterator();
            private String next;
            private boolean isLast;

            @Override
            public boolean hasNext() {
                while (!current.hasNext() && !isLast) {
                    P page = fetch.apply(next);
                    current = items.apply(page).iterator();
                    next = cursor.apply(page);
                    isLast = next == null || next.isEmpty();
                }
                return current.hasNext();
            }

            @Override
            public T next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return current.next();
            }
        };
    }
}
