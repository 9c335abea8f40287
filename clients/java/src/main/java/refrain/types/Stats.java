// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * Statistics of a tenant.
 *
 * @param at Time of the count.
 * @param schedules Schedules by status.
 * @param planned Occurrences that wait for their due time or for a retry.
 * @param running Occurrences that are running.
 * @param overdue Occurrences that are due for a minute or more and have not started.
 * @param nodes Number of live nodes.
 * @param node Activity of the node that responds.
 */
public record Stats(
        @Required Instant at,
        @Required ScheduleCounts schedules,
        @Required BoundedCount planned,
        @Required BoundedCount running,
        @Required BoundedCount overdue,
        long nodes,
        @Required NodeActivity node) {}
