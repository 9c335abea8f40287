// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;
import refrain.Required;

/**
 * Quota: maximum number of occurrences that start per window. A window begins with the first occurrence
 * that starts after the previous window ended.
 *
 * @param limit Maximum number of occurrences that start in one window.
 * @param window Length of the window.
 */
public record Quota(long limit, @Required Duration window) {}
