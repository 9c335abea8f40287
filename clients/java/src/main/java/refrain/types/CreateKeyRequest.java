// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.List;
import refrain.Required;

/**
 * A new API key.
 *
 * @param role Role of the key.
 * @param expiresAt Expiry time. Default: never.
 * @param note Purpose of the key.
 * @param permissions Permissions in addition to the role.
 * @param reach Tenants that the key can access. Default: the tenant of the request.
 */
public record CreateKeyRequest(
        @Required Role role,
        Instant expiresAt,
        String note,
        List<Permission> permissions,
        KeyReach reach) {
    /**
     * Returns a builder with the required fields.
     *
     * @param role Role of the key.
     */
    public static Builder builder(Role role) {
        return new Builder(role);
    }

    /** Builder of {@code CreateKeyRequest}. */
    public static final class Builder {
        private final Role role;
        private Instant expiresAt;
        private String note;
        private List<Permission> permissions;
        private KeyReach reach;

        private Builder(Role role) {
            this.role = role;
        }

        /** Expiry time. Default: never. */
        public Builder expiresAt(Instant expiresAt) {
            this.expiresAt = expiresAt;
            return this;
        }

        /** Purpose of the key. */
        public Builder note(String note) {
            this.note = note;
            return this;
        }

        /** Permissions in addition to the role. */
        public Builder permissions(List<Permission> permissions) {
            this.permissions = permissions;
            return this;
        }

        /** Tenants that the key can access. Default: the tenant of the request. */
        public Builder reach(KeyReach reach) {
            this.reach = reach;
            return this;
        }

        /** Returns the record. */
        public CreateKeyRequest build() {
            return new CreateKeyRequest(role, expiresAt, note, permissions, reach);
        }
    }
}
