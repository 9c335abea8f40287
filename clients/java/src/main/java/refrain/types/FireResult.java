// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * Result of a manual run request.
 *
 * @param occurrence Occurrence ID.
 * @param existing Whether an earlier request with the same key created the occurrence.
 * @param state State of the occurrence.
 */
public record FireResult(long occurrence, boolean existing, @Required String state) {}
