// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain;

import refrain.types.ApiKey;
import refrain.types.ApiKeyList;
import refrain.types.ApiKeyWithSecret;
import refrain.types.CreateKeyRequest;
import refrain.types.ListKeysOptions;
import refrain.types.LoginRequest;
import refrain.types.RotateKeyRequest;
import refrain.types.Session;

/** Operations of the group {@code keys}. */
abstract class KeysOperations extends InsightOperations {
    private static final Endpoint FOLLOW_LOGIN_LINK = Endpoint.of(
            "followLoginLink",
            "GET",
            "/login",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint LIST_KEYS = Endpoint.of(
            "listKeys",
            "GET",
            "/v1/keys",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint CREATE_KEY = Endpoint.of(
            "createKey",
            "POST",
            "/v1/keys",
            "application/json",
            Endpoint.Trait.KEYED);
    private static final Endpoint GET_KEY = Endpoint.of(
            "getKey",
            "GET",
            "/v1/keys/{id}",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint REVOKE_KEY = Endpoint.of(
            "revokeKey",
            "DELETE",
            "/v1/keys/{id}",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint ROTATE_KEY = Endpoint.of(
            "rotateKey",
            "POST",
            "/v1/keys/{id}/rotate",
            "application/json");
    private static final Endpoint GET_SESSION = Endpoint.of(
            "getSession",
            "GET",
            "/v1/session",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint CREATE_SESSION = Endpoint.of(
            "createSession",
            "POST",
            "/v1/session",
            "application/json");
    private static final Endpoint DELETE_SESSION = Endpoint.of(
            "deleteSession",
            "DELETE",
            "/v1/session",
            null,
            Endpoint.Trait.REPEATABLE);

    /**
     * Logs in with a one-time link.
     *
     * <p>The server prints such a link at startup. The first visitor becomes an operator of the server. Each
     * address may try 5 times per minute.
     *
     * @param token Token of the link. It works once, within 10 minutes.
     * @param callOptions Options of the call, such as a precondition.
     */
    public void followLoginLink(String token, CallOptions callOptions) {
        sendForNothing(new Call(FOLLOW_LOGIN_LINK, callOptions).query("token", token));
    }

    /** As {@link #followLoginLink(String, CallOptions)}, with the defaults of what is left out. */
    public void followLoginLink(String token) {
        followLoginLink(token, null);
    }

    /**
     * Lists API keys.
     *
     * <p>In order of ID, including revoked keys. A page may have fewer items than {@code limit} and still
     * not be the last. Page size: 50 by default, at most 500.
     *
     * <p>Requires {@code admin}.
     *
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Listing<ApiKeyList, ApiKey> listKeys(ListKeysOptions options, CallOptions callOptions) {
        return list(
                new Call(LIST_KEYS, callOptions).query(options),
                ApiKeyList.class,
                ApiKeyList::items,
                ApiKeyList::nextCursor);
    }

    /** As {@link #listKeys(ListKeysOptions, CallOptions)}, with the defaults of what is left out. */
    public Listing<ApiKeyList, ApiKey> listKeys(ListKeysOptions options) {
        return listKeys(options, null);
    }

    /** As {@link #listKeys(ListKeysOptions, CallOptions)}, with the defaults of what is left out. */
    public Listing<ApiKeyList, ApiKey> listKeys() {
        return listKeys(null, null);
    }

    /**
     * Creates an API key.
     *
     * <p>The response contains the key, which is shown only once. A key cannot have more rights than its
     * creator, or expire later. By default, a key accesses the tenant of the request, has no permissions
     * besides those of its role, and never expires. Its note has at most 2,048 characters.
     *
     * <p>A repeated request with the same {@code Idempotency-Key} creates no second key. It returns 409,
     * because the first key cannot be shown again.
     *
     * <p>Requires {@code admin}.
     *
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public ApiKeyWithSecret createKey(CreateKeyRequest request, CallOptions callOptions) {
        return send(new Call(CREATE_KEY, callOptions).body(request), ApiKeyWithSecret.class);
    }

    /** As {@link #createKey(CreateKeyRequest, CallOptions)}, with the defaults of what is left out. */
    public ApiKeyWithSecret createKey(CreateKeyRequest request) {
        return createKey(request, null);
    }

    /**
     * Gets an API key.
     *
     * <p>The secret is not included: only its hash is stored.
     *
     * <p>Requires {@code admin}.
     *
     * @param id API key ID.
     * @param callOptions Options of the call, such as a precondition.
     */
    public ApiKey getKey(String id, CallOptions callOptions) {
        return send(new Call(GET_KEY, callOptions).path(id), ApiKey.class);
    }

    /** As {@link #getKey(String, CallOptions)}, with the defaults of what is left out. */
    public ApiKey getKey(String id) {
        return getKey(id, null);
    }

    /**
     * Revokes an API key.
     *
     * <p>Within a second, the key and all sessions started with it stop working everywhere. The key stays on
     * record. Revoking it again changes nothing.
     *
     * <p>Requires {@code admin}.
     *
     * @param id API key ID.
     * @param callOptions Options of the call, such as a precondition.
     */
    public void revokeKey(String id, CallOptions callOptions) {
        sendForNothing(new Call(REVOKE_KEY, callOptions).path(id));
    }

    /** As {@link #revokeKey(String, CallOptions)}, with the defaults of what is left out. */
    public void revokeKey(String id) {
        revokeKey(id, null);
    }

    /**
     * Rotates an API key.
     *
     * <p>Replaces the secret of the key. The response contains the new secret, which is shown only once. The
     * old secret keeps working for {@code keep_old_seconds}, so that it can be replaced without downtime.
     *
     * <p>Requires {@code admin}.
     *
     * @param id API key ID.
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public ApiKeyWithSecret rotateKey(String id, RotateKeyRequest request, CallOptions callOptions) {
        return send(new Call(ROTATE_KEY, callOptions).path(id).body(request), ApiKeyWithSecret.class);
    }

    /**
     * As {@link #rotateKey(String, RotateKeyRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public ApiKeyWithSecret rotateKey(String id, RotateKeyRequest request) {
        return rotateKey(id, request, null);
    }

    /**
     * As {@link #rotateKey(String, RotateKeyRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public ApiKeyWithSecret rotateKey(String id) {
        return rotateKey(id, null, null);
    }

    /**
     * Gets the current caller.
     *
     * <p>Returns the caller's role, permissions and tenant.
     *
     * <p>Requires {@code viewer}.
     *
     * @param callOptions Options of the call, such as a precondition.
     */
    public Session getSession(CallOptions callOptions) {
        return send(new Call(GET_SESSION, callOptions), Session.class);
    }

    /** As {@link #getSession(CallOptions)}, with the defaults of what is left out. */
    public Session getSession() {
        return getSession(null);
    }

    /**
     * Logs in to the console.
     *
     * <p>The response sets a session cookie. The session ends after 12 hours, after 30 minutes without use,
     * or when the key ends. Each address may try 5 times per minute.
     *
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Session createSession(LoginRequest request, CallOptions callOptions) {
        return send(new Call(CREATE_SESSION, callOptions).body(request), Session.class);
    }

    /** As {@link #createSession(LoginRequest, CallOptions)}, with the defaults of what is left out. */
    public Session createSession(LoginRequest request) {
        return createSession(request, null);
    }

    /**
     * Logs out of the console.
     *
     * <p>Ends the session immediately, wherever it is used. The response is the same if there is no session.
     *
     * @param callOptions Options of the call, such as a precondition.
     */
    public void deleteSession(CallOptions callOptions) {
        sendForNothing(new Call(DELETE_SESSION, callOptions));
    }

    /** As {@link #deleteSession(CallOptions)}, with the defaults of what is left out. */
    public void deleteSession() {
        deleteSession(null);
    }
}
