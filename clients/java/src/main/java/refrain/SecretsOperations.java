// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain;

import refrain.types.ListSecretsOptions;
import refrain.types.NewSecret;
import refrain.types.Secret;
import refrain.types.SecretList;
import refrain.types.SecretRotationResult;

/** Operations of the group {@code secrets}. */
abstract class SecretsOperations extends SchedulesOperations {
    private static final Endpoint LIST_SECRETS = Endpoint.of(
            "listSecrets",
            "GET",
            "/v1/secrets",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint ROTATE_SECRETS = Endpoint.of(
            "rotateSecrets",
            "POST",
            "/v1/secrets/rotate",
            null);
    private static final Endpoint PUT_SECRET = Endpoint.of(
            "putSecret",
            "PUT",
            "/v1/secrets/{name}",
            "application/json",
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CONDITIONAL,
            Endpoint.Trait.CREATING);
    private static final Endpoint DELETE_SECRET = Endpoint.of(
            "deleteSecret",
            "DELETE",
            "/v1/secrets/{name}",
            null,
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CONDITIONAL);

    /**
     * Lists secrets.
     *
     * <p>In order of name. Values are not included. Page size: 50 by default, at most 500. If the server has
     * no master key, the request returns 409 ({@code no_master_key}).
     *
     * <p>Requires {@code secrets}.
     *
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Listing<SecretList, Secret> listSecrets(ListSecretsOptions options, CallOptions callOptions) {
        return list(
                new Call(LIST_SECRETS, callOptions).query(options),
                SecretList.class,
                SecretList::items,
                SecretList::nextCursor);
    }

    /** As {@link #listSecrets(ListSecretsOptions, CallOptions)}, with the defaults of what is left out. */
    public Listing<SecretList, Secret> listSecrets(ListSecretsOptions options) {
        return listSecrets(options, null);
    }

    /** As {@link #listSecrets(ListSecretsOptions, CallOptions)}, with the defaults of what is left out. */
    public Listing<SecretList, Secret> listSecrets() {
        return listSecrets(null, null);
    }

    /**
     * Re-encrypts secrets with the newest master key.
     *
     * <p>Re-encrypts all secrets of the tenant. The request may be repeated at any time; secrets that
     * already use the newest key are left unchanged. If the server has no master key, the request returns
     * 409 ({@code no_master_key}).
     *
     * <p>Requires {@code server}.
     *
     * @param callOptions Options of the call, such as a precondition.
     */
    public SecretRotationResult rotateSecrets(CallOptions callOptions) {
        return send(new Call(ROTATE_SECRETS, callOptions), SecretRotationResult.class);
    }

    /** As {@link #rotateSecrets(CallOptions)}, with the defaults of what is left out. */
    public SecretRotationResult rotateSecrets() {
        return rotateSecrets(null);
    }

    /**
     * Creates or replaces a secret.
     *
     * <p>Actions use the new value within a second. The value has at most 64 KiB and cannot be read back.
     * {@code allow} has at most 50 destinations and is unchanged by default; a new secret may be sent
     * anywhere by default, but in multi-tenant mode its list is required. A provider in {@code allow}
     * that no live node has is accepted with a warning. With {@code If-Match}, the secret is replaced
     * only if its version matches; with {@code If-None-Match: *}, it is only created. Otherwise the
     * request returns 412. If the server has no master key, the request returns 409
     * ({@code no_master_key}).
     *
     * <p>Requires {@code secrets}.
     *
     * @param name Name of the secret.
     * @param secret Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Secret putSecret(String name, NewSecret secret, CallOptions callOptions) {
        return send(new Call(PUT_SECRET, callOptions).path(name).body(secret), Secret.class);
    }

    /** As {@link #putSecret(String, NewSecret, CallOptions)}, with the defaults of what is left out. */
    public Secret putSecret(String name, NewSecret secret) {
        return putSecret(name, secret, null);
    }

    /**
     * Deletes a secret.
     *
     * <p>Actions that use the secret fail within a second. With {@code If-Match}, the secret is deleted only
     * if its version matches; otherwise the request returns 412.
     *
     * <p>Requires {@code secrets}.
     *
     * @param name Name of the secret.
     * @param callOptions Options of the call, such as a precondition.
     */
    public void deleteSecret(String name, CallOptions callOptions) {
        sendForNothing(new Call(DELETE_SECRET, callOptions).path(name));
    }

    /** As {@link #deleteSecret(String, CallOptions)}, with the defaults of what is left out. */
    public void deleteSecret(String name) {
        deleteSecret(name, null);
    }
}
