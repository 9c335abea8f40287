// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * Outcome of a dispatch. Only {@code delivered} counts as success.
 *
 * @param kind Kind: {@code delivered}, {@code skipped}, {@code retryable}, {@code rejected} or
 *     {@code delayed}.
 * @param message Message for people.
 * @param reason Reason code as in the ledger, unless the action was delivered.
 * @param retryAfterSeconds Time that the receiver asked to wait before a retry, in seconds.
 * @param target Object that the receiver created.
 * @param until Earliest time of the next try, if the action is delayed.
 */
public record DispatchOutcome(
        @Required String kind,
        String message,
        String reason,
        Long retryAfterSeconds,
        RunTarget target,
        Instant until) {}
