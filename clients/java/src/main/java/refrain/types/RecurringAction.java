// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import refrain.Required;

/**
 * A recurring action.
 *
 * @param id Recurring action ID.
 * @param namespace Namespace of the tenant.
 * @param tenant Tenant that owns the recurring action.
 * @param cronExpr Cron expression.
 * @param timezone IANA time zone.
 * @param enabled Whether the recurring action is active.
 * @param status Status: {@code active}, {@code paused}, {@code completed} (the end or the maximum
 *     number of executions is reached), {@code canceled}, or {@code disabled} (the definition cannot be
 *     used).
 * @param actionTemplate Action that is dispatched at each execution.
 * @param createdAt Time of creation.
 * @param updatedAt Time of the last update.
 * @param overlapPolicy Policy for an execution that is due while an earlier one is still running.
 * @param executionCount Number of executions that succeeded.
 * @param labels Labels, for selecting recurring actions.
 * @param description Description for people.
 * @param endsAt End: no execution at or after this time. Null if there is none.
 * @param lastExecutedAt Start time of the last execution. Null if there was none. Skipped occurrences
 *     do not count.
 * @param lastExecutionId Occurrence ID of the last execution.
 * @param maxExecutions Maximum number of executions. Null if there is no limit.
 * @param nextExecutionAt Time of the next execution. Null if the recurring action is not active.
 * @param warnings Warnings about settings that are probably not intended. Only in responses to an
 *     update. Omitted if there are none.
 */
public record RecurringAction(
        @Required String id,
        @Required String namespace,
        @Required String tenant,
        @Required String cronExpr,
        @Required String timezone,
        boolean enabled,
        @Required String status,
        @Required ActionTemplate actionTemplate,
        @Required Instant createdAt,
        @Required Instant updatedAt,
        @Required OverlapPolicy overlapPolicy,
        long executionCount,
        @Required Map<String, String> labels,
        String description,
        Instant endsAt,
        Instant lastExecutedAt,
        Long lastExecutionId,
        Long maxExecutions,
        Instant nextExecutionAt,
        List<Warning> warnings) {}
