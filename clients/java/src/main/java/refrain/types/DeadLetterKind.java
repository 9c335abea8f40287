// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Kind of a dead letter. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record DeadLetterKind(String value) implements TextValue {
    /** The value {@code occurrence}. */
    public static final DeadLetterKind OCCURRENCE = new DeadLetterKind("occurrence");
    /** The value {@code work_item}. */
    public static final DeadLetterKind WORK_ITEM = new DeadLetterKind("work_item");

    @Override
    public String toString() {
        return value;
    }
}
