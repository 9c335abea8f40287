// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * An occurrence: one instance of a schedule.
 *
 * @param id Occurrence ID.
 * @param schedule Schedule ID.
 * @param periodKey Key of the period that the occurrence stands for.
 * @param discriminator Discriminator, if the period has several occurrences. Empty otherwise.
 * @param nominalAt Time that the recurrence yields.
 * @param dueAt Nominal time plus jitter.
 * @param state State: {@code planned}, {@code running}, {@code succeeded}, {@code skipped} or
 *     {@code failed}.
 * @param trigger Trigger: {@code schedule}, {@code catch_up}, {@code manual}, {@code backfill} or
 *     {@code retry}.
 * @param priority Priority among the tenant's due occurrences.
 * @param attempt Number of attempts so far.
 * @param cancelRequested Whether the worker has been asked to stop.
 * @param revision Revision of the schedule that produced the occurrence.
 * @param tzdb Version of the time zone database that produced the occurrence.
 * @param idempotencyKey Idempotency key, the same for every attempt.
 * @param hasOwnPayload Whether the occurrence has a payload of its own, which replaces the payload of
 *     the schedule.
 * @param createdAt Time at which the occurrence was created.
 * @param blocker ID of the occurrence that blocked this one.
 * @param correlationId Correlation ID, for occurrences that were requested.
 * @param discardedAt Time at which the failed occurrence was discarded. It is then no longer a dead
 *     letter.
 * @param endedAt Time at which the occurrence completed.
 * @param message Message for people, such as the error.
 * @param node Node that holds the lease, or held it when the occurrence completed.
 * @param note Reason given by the caller, for occurrences that were requested.
 * @param periodEnd End of the period.
 * @param periodStart Start of the period, if the occurrence stands for a calendar period.
 * @param reason Reason code, if the occurrence was skipped or failed.
 * @param startedAt Start time of the last attempt.
 * @param target Object that the run created.
 */
public record Occurrence(
        long id,
        @Required String schedule,
        @Required String periodKey,
        @Required String discriminator,
        @Required Instant nominalAt,
        @Required Instant dueAt,
        @Required String state,
        @Required String trigger,
        @Required Priority priority,
        long attempt,
        boolean cancelRequested,
        long revision,
        @Required String tzdb,
        @Required String idempotencyKey,
        boolean hasOwnPayload,
        @Required Instant createdAt,
        Long blocker,
        String correlationId,
        Instant discardedAt,
        Instant endedAt,
        String message,
        String node,
        String note,
        Instant periodEnd,
        Instant periodStart,
        String reason,
        Instant startedAt,
        RunTarget target) {}
