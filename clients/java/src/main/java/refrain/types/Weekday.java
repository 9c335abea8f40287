// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * A day of the week. JSON accepts the English name or its first two or three letters, in any case. A
 * newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record Weekday(String value) implements TextValue {
    /** The value {@code monday}. */
    public static final Weekday MONDAY = new Weekday("monday");
    /** The value {@code tuesday}. */
    public static final Weekday TUESDAY = new Weekday("tuesday");
    /** The value {@code wednesday}. */
    public static final Weekday WEDNESDAY = new Weekday("wednesday");
    /** The value {@code thursday}. */
    public static final Weekday THURSDAY = new Weekday("thursday");
    /** The value {@code friday}. */
    public static final Weekday FRIDAY = new Weekday("friday");
    /** The value {@code saturday}. */
    public static final Weekday SATURDAY = new Weekday("saturday");
    /** The value {@code sunday}. */
    public static final Weekday SUNDAY = new Weekday("sunday");

    @Override
    public String toString() {
        return value;
    }
}
