// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * Missed occurrences that are collapsed into one record.
 *
 * @param id Gap ID.
 * @param from Nominal time of the first occurrence.
 * @param to Nominal time of the last occurrence.
 * @param count Number of occurrences.
 * @param reason Reason why the occurrences did not run.
 * @param createdAt Time at which the gap was recorded.
 */
public record OccurrenceGap(
        long id,
        @Required Instant from,
        @Required Instant to,
        long count,
        @Required String reason,
        @Required Instant createdAt) {}
