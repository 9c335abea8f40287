// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Status of an API key. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record ApiKeyStatus(String value) implements TextValue {
    /** The value {@code active}. */
    public static final ApiKeyStatus ACTIVE = new ApiKeyStatus("active");
    /** The value {@code expired}. */
    public static final ApiKeyStatus EXPIRED = new ApiKeyStatus("expired");
    /** The value {@code revoked}. */
    public static final ApiKeyStatus REVOKED = new ApiKeyStatus("revoked");

    @Override
    public String toString() {
        return value;
    }
}
