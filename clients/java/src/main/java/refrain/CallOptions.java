package refrain;

import java.time.Duration;

/**
 * Options of a call. A call with an option that its operation does not have is refused.
 *
 * @param version Change only this version, as an entity tag. Any other is a conflict.
 * @param knownVersion Version that the caller has, as an entity tag. If it is current, {@link NotModifiedException} is
 *     thrown.
 * @param isCreateOnly Whether anything under the name is a conflict.
 * @param idempotencyKey Repeating a request with the same key has no further effect. Default: generated.
 * @param lastEventId Continue a stream after the event with this ID.
 * @param timeout Timeout of each attempt. Default: the timeout of the client.
 */
public record CallOptions(
        String version,
        String knownVersion,
        boolean isCreateOnly,
        String idempotencyKey,
        String lastEventId,
        Duration timeout) {
    private static final CallOptions NONE = new CallOptions(null, null, false, null, null, null);

    /** Returns options with the defaults of all calls. */
    public static CallOptions none() {
        return NONE;
    }

    /** Changes only this revision. Any other is a {@link ConflictException}. */
    public CallOptions ifMatch(long revision) {
        return ifMatch("\"" + revision + "\"");
    }

    /** Changes only the version with this entity tag. Any other is a {@link ConflictException}. */
    public CallOptions ifMatch(String tag) {
        return new CallOptions(tag, knownVersion, isCreateOnly, idempotencyKey, lastEventId, timeout);
    }

    /** Names the revision that the caller has. If it is current, {@link NotModifiedException} is thrown. */
    public CallOptions ifNoneMatch(long revision) {
        return ifNoneMatch("\"" + revision + "\"");
    }

    /** Names the version that the caller has. If it is current, {@link NotModifiedException} is thrown. */
    public CallOptions ifNoneMatch(String tag) {
        return new CallOptions(version, tag, isCreateOnly, idempotencyKey, lastEventId, timeout);
    }

    /** Creates only: anything under the name is a {@link ConflictException}. */
    public CallOptions createOnly() {
        return new CallOptions(version, knownVersion, true, idempotencyKey, lastEventId, timeout);
    }

    /** Sets the key of the request. Repeating it with the same key has no further effect. */
    public CallOptions idempotencyKey(String key) {
        return new CallOptions(version, knownVersion, isCreateOnly, key, lastEventId, timeout);
    }

    /** Continues a stream after the event with this ID. */
    public CallOptions lastEventId(String id) {
        return new CallOptions(version, knownVersion, isCreateOnly, idempotencyKey, id, timeout);
    }

    /** Sets the timeout of each attempt. */
    public CallOptions timeout(Duration length) {
        return new CallOptions(version, knownVersion, isCreateOnly, idempotencyKey, lastEventId, length);
    }
}
