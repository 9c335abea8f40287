// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * An audit log entry.
 *
 * @param seq Position in the tenant's hash chain, counted from 1.
 * @param at Time of the change.
 * @param actor Person, key or program that made the change.
 * @param action Action that was performed.
 * @param object Object that was changed.
 * @param detail Details of the action.
 * @param previous Hash of the previous entry.
 * @param hash Hash of this entry.
 * @param reason Reason given by the caller.
 * @param requestId ID of the request.
 */
public record AuditEntry(
        long seq,
        @Required Instant at,
        @Required String actor,
        @Required String action,
        @Required String object,
        @Required Object detail,
        @Required String previous,
        @Required String hash,
        String reason,
        String requestId) {}
