// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.List;
import refrain.Required;

/**
 * An API key with its secret, which is shown only once.
 *
 * @param key Key to send as {@code Authorization: Bearer …}. It cannot be shown again.
 * @param createdAt Time of creation.
 * @param createdBy Creator of the key.
 * @param id Key ID. It is not secret.
 * @param note Purpose of the key.
 * @param permissions Permissions in addition to the role.
 * @param reach Tenants that the key can access.
 * @param role Role of the key.
 * @param status Status of the key.
 * @param expiresAt Expiry time. Null if the key never expires.
 * @param lastUsedAt Time of the last use, to the minute. Null if unknown.
 * @param oldSecretUntil Time until which the old secret keeps working.
 * @param revokedAt Time of revocation.
 * @param tenant Tenant of the key, as {@code namespace/tenant}. Null if the key can access all
 *     tenants.
 */
public record ApiKeyWithSecret(
        @Required String key,
        @Required Instant createdAt,
        @Required String createdBy,
        @Required String id,
        @Required String note,
        @Required List<Permission> permissions,
        @Required KeyReach reach,
        @Required Role role,
        @Required ApiKeyStatus status,
        Instant expiresAt,
        Instant lastUsedAt,
        Instant oldSecretUntil,
        Instant revokedAt,
        String tenant) {}
