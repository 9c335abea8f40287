package refrain;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** A call of an operation, which becomes a request. */
final class Call {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int KEY_BYTES = 16;

    private final Endpoint endpoint;
    private final CallOptions options;
    private final Map<String, String> query = new LinkedHashMap<>();
    private String path;
    private Object body;

    Call(Endpoint endpoint, CallOptions options) {
        this.endpoint = endpoint;
        this.options = options == null ? CallOptions.none() : options;
        this.path = endpoint.path();
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** Replaces the parameters of the path, in order. */
    Call path(Object... values) {
        StringBuilder found = new StringBuilder();
        String rest = path;
        for (Object value : values) {
            found.append(rest, 0, rest.indexOf('{')).append(segment(plain(value)));
            rest = rest.substring(rest.indexOf('}') + 1);
        }
        path = found + rest;
        return this;
    }

    Call query(String name, Object value) {
        query.put(name, plain(value));
        return this;
    }

    /** Adds the parameters that are set. */
    Call query(Record parameters) {
        if (parameters != null) {
            Records.fieldsOf(parameters).forEach(this::query);
        }
        return this;
    }

    Call body(Object value) {
        body = value;
        return this;
    }

    Request request() {
        checkOptions();
        Map<String, String> headers = new LinkedHashMap<>();
        boolean isGenerated = options.idempotencyKey() == null && endpoint.has(Endpoint.Trait.KEYED);
        String key = isGenerated ? randomKey() : options.idempotencyKey();
        add(headers, "If-Match", options.version());
        add(headers, "If-None-Match", options.isCreateOnly() ? "*" : options.knownVersion());
        add(headers, "Idempotency-Key", key);
        add(headers, "Last-Event-ID", options.lastEventId());
        String content = null;
        if (body != null) {
            headers.put("Content-Type", endpoint.mediaType());
            content = endpoint.mediaType().contains("json") ? json() : (String) body;
        }
        // If the response to the first attempt is lost, the second one would be a conflict with the first.
        boolean isUnconditional = options.version() == null && !options.isCreateOnly();
        boolean isRepeatable = endpoint.has(Endpoint.Trait.REPEATABLE) && isUnconditional || key != null;
        boolean isSlow = endpoint.has(Endpoint.Trait.SLOW);
        return new Request(endpoint.method(), path, query, headers, content, isRepeatable, isSlow, options.timeout());
    }

    private String json() {
        try {
            return Json.write(body);
        } catch (JsonException error) {
            throw new InvalidRequestException(endpoint.id() + ": " + error.getMessage());
        }
    }

    /** Refuses options that the operation does not have, since they would have no effect. */
    private void checkOptions() {
        check("ifMatch", options.version() != null, Endpoint.Trait.CONDITIONAL);
        check("ifNoneMatch", options.knownVersion() != null, Endpoint.Trait.CACHEABLE);
        check("createOnly", options.isCreateOnly(), Endpoint.Trait.CREATING);
        check("idempotencyKey", options.idempotencyKey() != null, Endpoint.Trait.KEYED);
        check("lastEventId", options.lastEventId() != null, Endpoint.Trait.STREAM);
    }

    private void check(String name, boolean isSet, Endpoint.Trait trait) {
        if (isSet && !endpoint.has(trait)) {
            throw new InvalidRequestException(endpoint.id() + " does not have the option " + name);
        }
    }

    private static void add(Map<String, String> headers, String name, String value) {
        if (value != null) {
            headers.put(name, value);
        }
    }

    private static String segment(String name) {
        // Every URL parser resolves the two segments of dots, escaped or not, so the name would be lost.
        if (name.isEmpty() || name.equals(".") || name.equals("..")) {
            throw new InvalidRequestException("expected a name in the path, found \"" + name + "\"");
        }
        return escape(name);
    }

    static String escape(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A");
    }

    private static String plain(Object value) {
        return value instanceof TextValue known ? known.value() : String.valueOf(value);
    }

    private static String randomKey() {
        byte[] key = new byte[KEY_BYTES];
        RANDOM.nextBytes(key);
        return HexFormat.of().formatHex(key);
    }
}
