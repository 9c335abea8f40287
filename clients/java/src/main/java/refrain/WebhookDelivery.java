package refrain;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A verified webhook.
 *
 * @param id Idempotency key: the same for every attempt.
 * @param timestamp Time of the attempt.
 * @param body Body as it was sent.
 * @param payload Payload of the action as JSON. Null if the body is not JSON.
 * @param envelope Payload and what is known about the occurrence. Empty if the action was sent without it.
 */
public record WebhookDelivery(String id, Instant timestamp, String body, Object payload, Map<String, Object> envelope) {
    /** Returns the schedule ID, if there is an envelope. */
    public Optional<String> schedule() {
        return inner("schedule", "id").map(String::valueOf);
    }

    /** Returns the occurrence ID, if there is an envelope. */
    public Optional<Long> occurrence() {
        return inner("occurrence", "id").filter(Long.class::isInstance).map(Long.class::cast);
    }

    /** Returns the number of the attempt, counted from 1, if there is an envelope. */
    public Optional<Long> attempt() {
        return Optional.ofNullable(envelope.get("attempt")).filter(Long.class::isInstance).map(Long.class::cast);
    }

    /**
     * Returns metadata of the action, if there is an envelope with it. Names that begin with an underscore are set by
     * Refrain and can be trusted.
     */
    public Optional<String> metadata(String name) {
        return inner("metadata", name).map(String::valueOf);
    }

    private Optional<Object> inner(String object, String name) {
        return envelope.get(object) instanceof Map<?, ?> fields ? Optional.ofNullable(fields.get(name)) : Optional.empty();
    }

    static WebhookDelivery read(String id, Instant timestamp, byte[] content) {
        String body = new String(content, StandardCharsets.UTF_8);
        Object json = null;
        try {
            json = Json.parse(body);
        } catch (JsonException error) {
            // The receiver finds it in the body.
        }
        boolean isEnvelope = json instanceof Map<?, ?> fields
                && fields.containsKey("payload")
                && fields.get("schedule") instanceof Map<?, ?>
                && fields.get("occurrence") instanceof Map<?, ?>;
        if (!isEnvelope) {
            return new WebhookDelivery(id, timestamp, body, json, Map.of());
        }
        @SuppressWarnings("unchecked") // The names of the fields of an object are texts.
        Map<String, Object> envelope = (Map<String, Object>) json;
        return new WebhookDelivery(id, timestamp, body, envelope.get("payload"), envelope);
    }
}
