// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * Preview or result of a backfill.
 *
 * @param done Whether the backfill has been started. If false, this is a preview.
 * @param new_ Number of occurrences that are created.
 * @param reopened Number of occurrences that are reopened.
 * @param untouched Number of occurrences that stay as they are.
 * @param isCut Whether the range has more occurrences than the limit.
 * @param overlap Overlap policy: {@code buffer_all} (one after the other) or {@code allow_all}
 *     (alongside other runs).
 * @param concurrency Maximum number of occurrences that run at once, per discriminator.
 * @param confirm Token that confirms the preview, for the same request, once. Null if the backfill
 *     has been started.
 * @param estimatedDurationSeconds Estimated duration of the whole backfill at this median, in
 *     seconds. Only in a preview.
 * @param expiresAt Time until which the token is valid.
 * @param first First nominal time in the range.
 * @param last Last nominal time in the range.
 * @param medianDurationSeconds Median duration of the schedule's last successful runs, in seconds.
 *     Only in a preview.
 */
public record BackfillResult(
        boolean done,
        long new_,
        long reopened,
        long untouched,
        boolean isCut,
        @Required OverlapPolicy overlap,
        long concurrency,
        String confirm,
        Double estimatedDurationSeconds,
        Instant expiresAt,
        Instant first,
        Instant last,
        Double medianDurationSeconds) {}
