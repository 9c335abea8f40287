// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * A unit of work in a queue.
 *
 * @param id Work item ID.
 * @param queue Queue name.
 * @param key Identity in the queue: two items with the same key are one.
 * @param payload Payload for the worker, and the occurrence that enqueued it.
 * @param priority Priority.
 * @param state State of the work item.
 * @param readyAt Earliest time of the next claim.
 * @param attempt Number of attempts so far.
 * @param maxAttempts Maximum number of attempts.
 * @param fence Fencing token of the last claim. Required to extend, complete or fail the work item.
 * @param createdAt Time at which the work item was enqueued.
 * @param endedAt Time at which the work item completed or became a dead letter.
 * @param error Message of the last failure.
 * @param leaseUntil Time at which the lease expires.
 * @param occurrence ID of the occurrence that enqueued the work item.
 * @param result Result given by the worker.
 * @param worker Worker that holds the lease, or held it last.
 */
public record WorkItem(
        long id,
        @Required String queue,
        @Required String key,
        @Required Object payload,
        @Required Priority priority,
        @Required String state,
        @Required Instant readyAt,
        long attempt,
        long maxAttempts,
        long fence,
        @Required Instant createdAt,
        Instant endedAt,
        String error,
        Instant leaseUntil,
        Long occurrence,
        Object result,
        String worker) {}
