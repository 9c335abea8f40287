// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * A condition of the recurrence.
 *
 * @param name Field or bound.
 * @param value Value at that time.
 * @param passed Whether the recurrence accepts the value.
 */
public record RecurrenceCheck(@Required String name, @Required String value, boolean passed) {}
