// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * What happens to an occurrence on a day off. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record DayOffPolicy(String value) implements TextValue {
    /** The value {@code exclude}. */
    public static final DayOffPolicy EXCLUDE = new DayOffPolicy("exclude");
    /** The value {@code previous}. */
    public static final DayOffPolicy PREVIOUS = new DayOffPolicy("previous");
    /** The value {@code next}. */
    public static final DayOffPolicy NEXT = new DayOffPolicy("next");
    /** The value {@code modified_following}. */
    public static final DayOffPolicy MODIFIED_FOLLOWING = new DayOffPolicy("modified_following");
    /** The value {@code nearest}. */
    public static final DayOffPolicy NEAREST = new DayOffPolicy("nearest");

    @Override
    public String toString() {
        return value;
    }
}
