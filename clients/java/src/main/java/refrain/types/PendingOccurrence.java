// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * A planned occurrence, and what saving does to it.
 *
 * @param periodKey Period key.
 * @param discriminator Discriminator, if the period has several occurrences. Empty otherwise.
 * @param dueAt Current due time.
 * @param effect Effect: {@code stays}, {@code moves}, or {@code superseded} if the occurrence would
 *     be skipped.
 * @param newDueAt New due time. Null if the occurrence would be skipped.
 */
public record PendingOccurrence(
        @Required String periodKey,
        @Required String discriminator,
        @Required Instant dueAt,
        @Required String effect,
        Instant newDueAt) {}
