// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * An event.
 *
 * @param kind Kind of the event.
 * @param at Time of the event.
 * @param attempt Number of the attempt.
 * @param count Number of planned occurrences, or of occurrences collapsed into a gap.
 * @param detail Kind of alarm, or outcome of a dispatch.
 * @param message Error message, alarm text or log record.
 * @param occurrence The occurrence at that time, for {@code started}, {@code completed} and
 *     {@code retried}.
 * @param occurrenceId Occurrence ID.
 * @param retryAt Time of the next attempt.
 * @param schedule Schedule ID. Null if the event is not about a schedule.
 */
public record Event(
        @Required EventKind kind,
        @Required Instant at,
        Long attempt,
        Long count,
        String detail,
        String message,
        Occurrence occurrence,
        Long occurrenceId,
        Instant retryAt,
        String schedule) {}
