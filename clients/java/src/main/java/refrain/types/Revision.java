// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * A revision of a schedule.
 *
 * @param revision Revision number.
 * @param at Time of the change.
 * @param by Person, key or program that made the change.
 * @param change Kind of change.
 * @param definition Definition since this revision. Null if the change did not affect it.
 * @param problem Reason why the definition of this revision cannot be read.
 */
public record Revision(
        long revision,
        @Required Instant at,
        @Required String by,
        @Required String change,
        Object definition,
        String problem) {}
