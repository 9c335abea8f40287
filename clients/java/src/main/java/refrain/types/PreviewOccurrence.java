// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * One occurrence of a recurrence.
 *
 * @param at Nominal time, before jitter.
 * @param dueAt Due time, including jitter.
 * @param local Local time in the schedule's time zone.
 * @param periodKey Period key, under which the occurrence is recorded exactly once.
 * @param periodLabel Human-readable label of the period.
 * @param periodStart Start of the period.
 * @param dst Effect of a DST change: {@code moved} if the local time does not exist,
 *     {@code first_pass} or {@code later_pass} if the local time occurs twice. Null on all other days.
 * @param inZone Local time in the other requested time zone.
 * @param periodEnd End of the period. Null if no period follows.
 */
public record PreviewOccurrence(
        @Required Instant at,
        @Required Instant dueAt,
        @Required String local,
        @Required String periodKey,
        @Required String periodLabel,
        @Required Instant periodStart,
        String dst,
        String inZone,
        Instant periodEnd) {}
