// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.List;
import refrain.Required;

/**
 * The caller and its rights.
 *
 * @param actor Name in the audit log.
 * @param mode Whether API keys are required.
 * @param reach Tenants that the caller can access.
 * @param role Role of the caller.
 * @param permissions Permissions of the caller, including those that the role includes.
 * @param expiresAt Expiry time of the API key. Null if it never expires.
 * @param key ID of the API key. Null for an operator without a key.
 * @param tenant Tenant of the caller, as {@code namespace/tenant}. Null if the caller can access all
 *     tenants.
 */
public record Session(
        @Required String actor,
        @Required AuthMode mode,
        @Required KeyReach reach,
        @Required Role role,
        @Required List<Permission> permissions,
        Instant expiresAt,
        String key,
        String tenant) {}
