package refrain;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import refrain.types.OccurrenceDetail;

/**
 * A client for the API of one server. Each operation of the API is a method. Threads may share it.
 *
 * <pre>{@code
 * Refrain refrain = Refrain.builder("https://refrain.example.org").key("rfn_…").build();
 * FireResult run = refrain.fireSchedule("digest");
 * }</pre>
 */
public final class Refrain extends Operations {
    /** Version of this library. */
    public static final String VERSION = "0.1.0";

    /** Pauses between two reads of an occurrence: the first one, doubled for each further one, and the maximum. */
    private static final Duration PAUSE = Duration.ofMillis(50);

    private static final Duration PAUSE_MAX = Duration.ofSeconds(2);
    private static final Set<String> REPEATABLE = Set.of("GET", "PUT", "DELETE");

    private final Builder settings;
    private final Transport transport;

    private Refrain(Builder settings) {
        this.settings = settings;
        this.transport = settings.transport();
    }

    /** Returns a builder of a client for the server with a URL such as {@code https://refrain.example.org}. */
    public static Builder builder(String url) {
        return new Builder(url);
    }

    /** Returns a builder with the settings of this client. */
    public Builder toBuilder() {
        return new Builder(settings);
    }

    /** Returns the base URL of the server. */
    public String url() {
        return settings.url;
    }

    /** Returns the client without its key, for logs. */
    @Override
    public String toString() {
        return "Refrain[" + url() + "]";
    }

    /**
     * Waits until an occurrence has completed, and returns it with its attempts.
     *
     * @throws TimedOutException if that takes longer than the time
     */
    public OccurrenceDetail waitForOccurrence(long id, Duration timeMax) {
        long startedAt = System.nanoTime();
        for (Duration pause = PAUSE; ; pause = pause.multipliedBy(2)) {
            OccurrenceDetail occurrence = getOccurrence(id);
            if (occurrence.endedAt() != null) {
                return occurrence;
            }
            if (System.nanoTime() - startedAt > timeMax.toNanos()) {
                String limit = Lengths.format(timeMax);
                throw new TimedOutException("occurrence " + id + " has not completed within " + limit, null);
            }
            pause = pause.compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : pause;
            Transport.pause(pause);
        }
    }

    /** Returns a consumer of a work queue, which claims items and extends their leases while they are processed. */
    public WorkConsumer consume(String queue) {
        return new WorkConsumer(this, queue);
    }

    /** Returns the version of the server, from its OpenAPI document. */
    public String serverVersion() {
        Object document = request("GET", "/v1/openapi.json", Map.of(), null).json();
        if (document instanceof Map<?, ?> fields && fields.get("info") instanceof Map<?, ?> info) {
            return String.valueOf(info.get("version"));
        }
        throw new UnreadableResponseException("the OpenAPI document has no version", (Throwable) null);
    }

    /**
     * Calls any operation, such as one that this client does not know yet, and returns the response with its head.
     *
     * @param method HTTP method.
     * @param path Path such as {@code /v1/schedules}, with its query.
     * @param headers Further headers.
     * @param json Body, or null for none.
     */
    public Response request(String method, String path, Map<String, String> headers, Object json) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        if (json != null) {
            all.putIfAbsent("Content-Type", "application/json");
        }
        boolean isUnconditional = headers.keySet().stream().noneMatch(name -> name.matches("(?i)if-(none-)?match"));
        boolean isKeyed = headers.keySet().stream().anyMatch("Idempotency-Key"::equalsIgnoreCase);
        boolean isRepeatable = REPEATABLE.contains(method) && isUnconditional || isKeyed;
        String body = json == null ? null : Json.write(json);
        return transport.send(new Request(method, path, Map.of(), all, body, isRepeatable, false, null));
    }

    @Override
    Transport transport() {
        return transport;
    }

    /** Settings of a client. */
    public static final class Builder {
        private final String url;
        private String key;
        private String tenant;
        private String requestId;
        private Duration timeout = Duration.ofSeconds(30);
        private Retries retries = Retries.DEFAULT;
        private HttpClient http;

        private Builder(String url) {
            this.url = baseUrl(url);
        }

        private Builder(Builder other) {
            url = other.url;
            key = other.key;
            tenant = other.tenant;
            requestId = other.requestId;
            timeout = other.timeout;
            retries = other.retries;
            http = other.http;
        }

        /** Sets the API key. A server that listens only on its own machine requires none. */
        public Builder key(String key) {
            this.key = key;
            return this;
        }

        /**
         * Sets the tenant of all requests, as {@code namespace/tenant} or {@code tenant}. It requires a key for all
         * tenants.
         */
        public Builder tenant(String tenant) {
            this.tenant = tenant;
            return this;
        }

        /** Sets the ID of the requests in the logs and the audit log of the server. */
        public Builder requestId(String requestId) {
            this.requestId = requestId;
            return this;
        }

        /** Sets the timeout of each attempt. Default: 30 seconds. Operations that wait for work have at least 65. */
        public Builder timeout(Duration timeout) {
            this.timeout = timeout;
            return this;
        }

        /** Sets how requests are retried. */
        public Builder retries(Retries retries) {
            this.retries = retries;
            return this;
        }

        /** Sets the HTTP client, such as one with a proxy. Default: one that follows no redirects. */
        public Builder http(HttpClient http) {
            this.http = http;
            return this;
        }

        /** Returns the client. */
        public Refrain build() {
            http = http == null ? HttpClient.newHttpClient() : http;
            return new Refrain(new Builder(this));
        }

        private Transport transport() {
            Map<String, String> headers = new LinkedHashMap<>();
            headers.put("User-Agent", "refrain-client-java/" + VERSION);
            if (key != null) {
                headers.put("Authorization", "Bearer " + key);
            }
            if (tenant != null) {
                headers.put("X-Refrain-Tenant", tenant);
            }
            if (requestId != null) {
                headers.put("X-Request-Id", requestId);
            }
            return new Transport(url, headers, timeout, retries, http);
        }

        /** Returns a URL without the slash at its end, to which paths can be added. */
        private static String baseUrl(String url) {
            String found = "expected the URL of a server such as https://refrain.example.org, found \"" + url + "\": ";
            URI parsed;
            try {
                parsed = new URI(url);
            } catch (URISyntaxException error) {
                throw new InvalidRequestException(found + error.getMessage());
            }
            if (parsed.getHost() == null || !Set.of("http", "https").contains(parsed.getScheme())) {
                throw new InvalidRequestException(found + "it must begin with http:// or https://");
            }
            if (parsed.getRawQuery() != null || parsed.getRawFragment() != null || parsed.getRawUserInfo() != null) {
                throw new InvalidRequestException(found + "it must have no user, query or fragment");
            }
            return url.replaceAll("/+$", "");
        }
    }
}
