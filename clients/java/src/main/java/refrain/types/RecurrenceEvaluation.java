// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.List;
import refrain.Required;

/**
 * Evaluation of a recurrence at a time.
 *
 * @param matches Whether the recurrence matches the time.
 * @param checks Checks, in order.
 * @param next Next occurrence.
 * @param previous Previous occurrence.
 */
public record RecurrenceEvaluation(
        boolean matches,
        @Required List<RecurrenceCheck> checks,
        Instant next,
        Instant previous) {}
