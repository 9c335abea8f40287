// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * Activity of this node for the tenant since the node started.
 *
 * @param id Node ID.
 * @param planned Occurrences that were planned.
 * @param started Attempts that were started.
 * @param succeeded Occurrences that succeeded.
 * @param skipped Occurrences that were skipped.
 * @param failed Occurrences that failed.
 * @param retried Attempts that failed and were retried.
 * @param missed Missed occurrences that were collapsed into gaps.
 */
public record NodeActivity(
        @Required String id,
        long planned,
        long started,
        long succeeded,
        long skipped,
        long failed,
        long retried,
        long missed) {}
