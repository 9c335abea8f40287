// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;

/**
 * Counters of past runs.
 *
 * @param runs Runs that started, counted when they complete. Manual runs and backfills are not
 *     counted.
 * @param succeeded Occurrences that succeeded.
 * @param skipped Occurrences that were skipped.
 * @param failed Occurrences that failed.
 * @param consecutiveFailures Consecutive failures since the last success.
 * @param lastEndedAt Time at which the last occurrence completed.
 * @param lastError Message of the last failure.
 * @param lastSuccessAt Time of the last success.
 */
public record ScheduleCounters(
        long runs,
        long succeeded,
        long skipped,
        long failed,
        long consecutiveFailures,
        Instant lastEndedAt,
        String lastError,
        Instant lastSuccessAt) {}
