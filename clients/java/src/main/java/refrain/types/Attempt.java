// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * One try of an occurrence.
 *
 * @param number Number of the attempt, counted from 1. The count restarts when the occurrence is
 *     reprocessed.
 * @param fence Fencing token of the lease that the attempt ran under.
 * @param node Node that ran the attempt.
 * @param outcome Outcome: {@code open}, {@code succeeded}, {@code skipped}, {@code failed},
 *     {@code retried} or {@code lease_lost}.
 * @param endedAt End time. Null while the attempt is running.
 * @param message Message, such as the error.
 * @param startedAt Start time. Null if the attempt never started.
 */
public record Attempt(
        long number,
        long fence,
        @Required String node,
        @Required String outcome,
        Instant endedAt,
        String message,
        Instant startedAt) {}
