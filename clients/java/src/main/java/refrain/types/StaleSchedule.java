// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * A schedule that was not planned in time.
 *
 * @param id Schedule ID.
 * @param dueAt Time at which planning was due. Null if the definition cannot be read.
 * @param problem Reason why the definition cannot be read.
 */
public record StaleSchedule(@Required String id, Instant dueAt, String problem) {}
