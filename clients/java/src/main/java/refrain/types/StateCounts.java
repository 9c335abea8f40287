// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Number of occurrences by state.
 *
 * @param planned Occurrences that are planned.
 * @param running Occurrences that are running.
 * @param succeeded Occurrences that succeeded.
 * @param skipped Occurrences that were skipped.
 * @param failed Occurrences that failed.
 */
public record StateCounts(long planned, long running, long succeeded, long skipped, long failed) {}
