// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Kind of an event. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record EventKind(String value) implements TextValue {
    /** The value {@code planned}. */
    public static final EventKind PLANNED = new EventKind("planned");
    /** The value {@code finished}. */
    public static final EventKind FINISHED = new EventKind("finished");
    /** The value {@code gap}. */
    public static final EventKind GAP = new EventKind("gap");
    /** The value {@code started}. */
    public static final EventKind STARTED = new EventKind("started");
    /** The value {@code dispatched}. */
    public static final EventKind DISPATCHED = new EventKind("dispatched");
    /** The value {@code completed}. */
    public static final EventKind COMPLETED = new EventKind("completed");
    /** The value {@code retried}. */
    public static final EventKind RETRIED = new EventKind("retried");
    /** The value {@code logged}. */
    public static final EventKind LOGGED = new EventKind("logged");
    /** The value {@code alarm}. */
    public static final EventKind ALARM = new EventKind("alarm");

    @Override
    public String toString() {
        return value;
    }
}
