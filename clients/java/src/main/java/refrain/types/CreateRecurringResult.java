// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.List;
import refrain.Required;

/**
 * The created recurring action.
 *
 * @param recurringId Recurring action ID.
 * @param cronExpr Cron expression.
 * @param timezone IANA time zone.
 * @param enabled Whether the recurring action is active.
 * @param nextExecution Time of the first execution. Null if the recurring action is not active.
 * @param warnings Warnings about settings that are probably not intended. Omitted if there are none.
 */
public record CreateRecurringResult(
        @Required String recurringId,
        @Required String cronExpr,
        @Required String timezone,
        boolean enabled,
        Instant nextExecution,
        List<Warning> warnings) {}
