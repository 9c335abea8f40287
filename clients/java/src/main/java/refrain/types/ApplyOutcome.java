// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * What was done with a document, or would be done. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record ApplyOutcome(String value) implements TextValue {
    /** The value {@code created}. */
    public static final ApplyOutcome CREATED = new ApplyOutcome("created");
    /** The value {@code updated}. */
    public static final ApplyOutcome UPDATED = new ApplyOutcome("updated");
    /** The value {@code unchanged}. */
    public static final ApplyOutcome UNCHANGED = new ApplyOutcome("unchanged");
    /** The value {@code deleted}. */
    public static final ApplyOutcome DELETED = new ApplyOutcome("deleted");
    /** The value {@code refused}. */
    public static final ApplyOutcome REFUSED = new ApplyOutcome("refused");
    /** The value {@code pending}. */
    public static final ApplyOutcome PENDING = new ApplyOutcome("pending");

    @Override
    public String toString() {
        return value;
    }
}
