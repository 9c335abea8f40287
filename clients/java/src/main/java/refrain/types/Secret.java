// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.List;
import refrain.Required;

/**
 * A secret, without its value.
 *
 * @param name Name of the secret.
 * @param version Version, which increases with every write and every re-encryption.
 * @param updatedAt Time of the last write or re-encryption.
 * @param allow Destinations that the secret may be sent to. Empty: any destination.
 * @param encryptedBy Name of the master key that encrypted the secret. Null if the record cannot be
 *     read.
 * @param warnings Warnings about providers in {@code allow} that no live node has. Only in responses
 *     to a save. Omitted if there are none.
 */
public record Secret(
        @Required String name,
        long version,
        @Required Instant updatedAt,
        @Required List<String> allow,
        String encryptedBy,
        List<Warning> warnings) {}
