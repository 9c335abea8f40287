// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Definition of a schedule, as its owner wrote it.
 *
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
 */
public record StoredDefinition(
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
        Duration timeout) {}
