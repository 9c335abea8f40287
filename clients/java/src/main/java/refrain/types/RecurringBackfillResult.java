// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * Result of a backfill.
 *
 * @param recurringId Recurring action ID.
 * @param created Number of executions that were created.
 * @param reopened Number of skipped executions that run now.
 * @param unchanged Number of existing executions that stay as they are.
 * @param truncated Whether the range has more executions than {@code limit}.
 * @param executions Executions of the range in order of time. New ones are {@code planned}; the
 *     history shows their outcome.
 */
public record RecurringBackfillResult(
        @Required String recurringId,
        long created,
        long reopened,
        long unchanged,
        boolean truncated,
        @Required List<RecurringExecution> executions) {}
