// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * Summary of a completed occurrence.
 *
 * @param id Occurrence ID.
 * @param state State: {@code succeeded}, {@code skipped} or {@code failed}.
 * @param dueAt Due time.
 * @param endedAt Time at which the occurrence completed.
 * @param reason Reason code, if the occurrence was skipped or failed.
 * @param startedAt Start time of the last attempt. Null if no attempt started.
 */
public record RecentRun(
        long id,
        @Required String state,
        @Required Instant dueAt,
        Instant endedAt,
        String reason,
        Instant startedAt) {}
