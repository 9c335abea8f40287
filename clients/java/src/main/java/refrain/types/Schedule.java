// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import refrain.Required;

/**
 * A schedule.
 *
 * @param id Schedule ID, unique in the tenant.
 * @param namespace Namespace of the tenant.
 * @param tenant Tenant that owns the schedule.
 * @param revision Revision, which increases with every change. Also the entity tag.
 * @param status Status: {@code active}, {@code paused}, {@code canceled}, {@code disabled},
 *     {@code finished} or {@code deleted}.
 * @param statusNote Reason for the status.
 * @param source Source: {@code api}, {@code file} or {@code code}. Only this source can edit the
 *     schedule.
 * @param counters Counters of past runs.
 * @param createdAt Time of creation.
 * @param updatedAt Time of the last change.
 * @param action Action to send.
 * @param catchUp Policy for missed occurrences.
 * @param delivery Delivery guarantee after a crash between sending and recording.
 * @param description Description for people.
 * @param discriminators Names of several targets per period, each with its own occurrence. Default:
 *     one unnamed target.
 * @param history History level: how much of each attempt is stored. Default: the level of the tenant,
 *     else of the node.
 * @param labels Labels to select the schedule by.
 * @param maxConcurrent Maximum number of concurrent runs under {@code allow_all}. Default: no limit.
 * @param overlap Policy for runs that overlap.
 * @param pauseOnFailure Number of consecutive failures after which the schedule pauses itself.
 *     Default: never.
 * @param priority Priority among the tenant's due occurrences.
 * @param problem Reason why the stored definition cannot be read. An edit replaces it.
 * @param retry Policy for retries of failed attempts.
 * @param scope Object that the schedule belongs to. Holds select by it.
 * @param spec Recurrence, time zone and bounds: when the schedule runs.
 * @param startDeadline Maximum start delay of a run. Default: no limit of its own; the catch-up
 *     window still applies.
 * @param timeout Timeout of one attempt. Default: the timeout of the provider, if it has one.
 * @param nextAt Time of the next occurrence, even if it is already planned. Null if there is none, or
 *     if the schedule is not active.
 * @param recent Latest completed runs, oldest first. Null unless a list was requested with
 *     {@code recent}.
 * @param sentence Description of the recurrence. Null if the recurrence cannot be read.
 * @param upcoming Times of the next occurrences. Omitted in lists.
 * @param warnings Warnings about settings that are probably not intended. Only in responses to a
 *     save.
 */
public record Schedule(
        @Required String id,
        @Required String namespace,
        @Required String tenant,
        long revision,
        @Required String status,
        @Required StatusNote statusNote,
        @Required String source,
        @Required ScheduleCounters counters,
        @Required Instant createdAt,
        @Required Instant updatedAt,
        Action action,
        CatchUp catchUp,
        Delivery delivery,
        String description,
        List<String> discriminators,
        HistoryLevel history,
        Map<String, String> labels,
        Long maxConcurrent,
        OverlapPolicy overlap,
        Long pauseOnFailure,
        Priority priority,
        String problem,
        RetryPolicy retry,
        Scope scope,
        ScheduleSpec spec,
        Duration startDeadline,
        Duration timeout,
        Instant nextAt,
        List<RecentRun> recent,
        String sentence,
        List<Instant> upcoming,
        List<Warning> warnings) {}
