// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.Map;
import refrain.Required;

/**
 * A recurring action in a list.
 *
 * @param id Recurring action ID.
 * @param cronExpr Cron expression.
 * @param timezone IANA time zone.
 * @param enabled Whether the recurring action is active.
 * @param status Status: {@code active}, {@code paused}, {@code completed}, {@code canceled} or
 *     {@code disabled}.
 * @param provider Name of the provider that delivers the action.
 * @param actionType Type of the action, for dispatch rules and receivers.
 * @param executionCount Number of executions that succeeded.
 * @param createdAt Time of creation.
 * @param labels Labels, for selecting recurring actions.
 * @param description Description for people.
 * @param lastExecutedAt Start time of the last execution. Null if there was none.
 * @param nextExecutionAt Time of the next execution. Null if the recurring action is not active.
 */
public record RecurringSummary(
        @Required String id,
        @Required String cronExpr,
        @Required String timezone,
        boolean enabled,
        @Required String status,
        @Required String provider,
        @Required String actionType,
        long executionCount,
        @Required Instant createdAt,
        @Required Map<String, String> labels,
        String description,
        Instant lastExecutedAt,
        Instant nextExecutionAt) {}
