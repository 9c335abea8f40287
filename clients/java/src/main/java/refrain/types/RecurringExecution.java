// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * One execution.
 *
 * @param id Occurrence ID.
 * @param scheduledAt Scheduled time.
 * @param outcome Outcome: {@code planned}, {@code running}, {@code succeeded}, {@code skipped} or
 *     {@code failed}.
 * @param attempts Number of attempts.
 * @param endedAt End time. Null while the execution is planned or running.
 * @param error Error message.
 * @param executedAt Start time of the last attempt. Null if the execution never started.
 * @param reason Reason, if the execution was skipped or failed.
 */
public record RecurringExecution(
        long id,
        @Required Instant scheduledAt,
        @Required String outcome,
        long attempts,
        Instant endedAt,
        String error,
        Instant executedAt,
        String reason) {}
