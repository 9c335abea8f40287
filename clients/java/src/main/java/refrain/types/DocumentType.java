// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Kind of a document. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record DocumentType(String value) implements TextValue {
    /** The value {@code schedule}. */
    public static final DocumentType SCHEDULE = new DocumentType("schedule");
    /** The value {@code calendar}. */
    public static final DocumentType CALENDAR = new DocumentType("calendar");
    /** The value {@code dispatch_rule}. */
    public static final DocumentType DISPATCH_RULE = new DocumentType("dispatch_rule");
    /** The value {@code hold}. */
    public static final DocumentType HOLD = new DocumentType("hold");
    /** The value {@code quota}. */
    public static final DocumentType QUOTA = new DocumentType("quota");
    /** The value {@code alert}. */
    public static final DocumentType ALERT = new DocumentType("alert");

    @Override
    public String toString() {
        return value;
    }
}
