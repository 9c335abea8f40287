// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * Result of the liveness check.
 *
 * @param status Always {@code ok}.
 */
public record Liveness(@Required String status) {}
