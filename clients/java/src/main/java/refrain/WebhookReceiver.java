package refrain;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Receives webhooks: verifies them by Standard Webhooks, and processes each delivery once.
 *
 * <pre>{@code
 * WebhookReceiver receiver = new WebhookReceiver("whsec_…");
 * WebhookReceiver.Answer answer = receiver.handle(body, headers, delivery -> System.out.println(delivery.payload()));
 * }</pre>
 */
public final class WebhookReceiver {
    /**
     * The answer to a request.
     *
     * @param status Status to answer with.
     * @param text Text to answer with.
     */
    public record Answer(int status, String text) {}

    /** Processes a delivery. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Processes a delivery.
         *
         * @throws Exception if the delivery could not be processed
         */
        void process(WebhookDelivery delivery) throws Exception;
    }

    private static final String SECRET_PREFIX = "whsec_";
    private static final int SECRET_BYTES_MIN = 24;
    private static final int SECRET_BYTES_MAX = 64;

    private final List<SecretKeySpec> keys = new ArrayList<>();
    private WebhookStore store = new MemoryStore();
    private Duration tolerance = Duration.ofMinutes(5);
    private Clock clock = Clock.systemUTC();

    /**
     * Creates a receiver with a signing secret, as {@code whsec_} and base64, or several of them while one is replaced.
     */
    public WebhookReceiver(String... secrets) {
        if (secrets.length == 0) {
            throw new IllegalArgumentException("expected a secret, found none");
        }
        for (String secret : secrets) {
            keys.add(decode(secret));
        }
    }

    /** Sets what remembers which deliveries were processed. Default: a {@link MemoryStore}. */
    public WebhookReceiver store(WebhookStore store) {
        this.store = store;
        return this;
    }

    /** Sets the maximum difference between the timestamp and the clock. Default: 5 minutes. */
    public WebhookReceiver tolerance(Duration tolerance) {
        this.tolerance = tolerance;
        return this;
    }

    /** Sets the clock. Default: that of the system. */
    public WebhookReceiver clock(Clock clock) {
        this.clock = clock;
        return this;
    }

    /**
     * Verifies a request and returns its delivery.
     *
     * @param body Body exactly as it was received.
     * @param headers Headers of the request, such as those of {@code HttpExchange} or {@code HttpHeaders}.
     * @throws NotAuthenticException if it is not authentic
     */
    public WebhookDelivery verify(byte[] body, Map<String, List<String>> headers) throws NotAuthenticException {
        String id = header(headers, "webhook-id");
        String timestamp = header(headers, "webhook-timestamp");
        String signatures = header(headers, "webhook-signature");
        if (!timestamp.matches("\\d{1,11}")) {
            throw new NotAuthenticException("expected a timestamp in seconds, found \"" + timestamp + "\"");
        }
        Instant at = Instant.ofEpochSecond(Long.parseLong(timestamp));
        if (Duration.between(at, clock.instant()).abs().compareTo(tolerance) > 0) {
            throw new NotAuthenticException(
                    "the timestamp " + timestamp + " is not within " + tolerance.toSeconds() + " seconds of the clock");
        }
        byte[] start = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
        if (!matches(start, body, signatures)) {
            throw new NotAuthenticException("no signature matches the body and a known secret");
        }
        return WebhookDelivery.read(id, at, body);
    }

    /**
     * Verifies a request and processes its delivery, unless that was done before. Returns the status and the text to
     * answer with. An exception of the function is thrown again: answer it with 500, and the server repeats the delivery.
     *
     * @param body Body exactly as it was received.
     * @param headers Headers of the request.
     * @param handler Function that processes a delivery.
     * @throws Exception if the function throws it
     */
    public Answer handle(byte[] body, Map<String, List<String>> headers, Handler handler) throws Exception {
        WebhookDelivery delivery;
        try {
            delivery = verify(body, headers);
        } catch (NotAuthenticException error) {
            return new Answer(400, error.getMessage());
        }
        switch (store.begin(delivery.id())) {
            case COMPLETED:
                return new Answer(200, "already processed");
            case RUNNING:
                // The other request may still fail, so the delivery must be repeated.
                return new Answer(503, "being processed");
            case NEW:
                break;
        }
        boolean isProcessed = false;
        try {
            handler.process(delivery);
            isProcessed = true;
        } finally {
            if (!isProcessed) {
                store.release(delivery.id());
            }
        }
        store.complete(delivery.id());
        return new Answer(200, "processed");
    }

    /** Compares every signature with every key, each in constant time, so that the time says nothing. */
    private boolean matches(byte[] start, byte[] body, String signatures) {
        boolean isMatch = false;
        for (SecretKeySpec key : keys) {
            byte[] expected = sign(key, start, body);
            for (String signature : signatures.split(" ")) {
                boolean isKnown = signature.startsWith("v1,");
                isMatch |= isKnown & MessageDigest.isEqual(expected, fromBase64(signature.substring(isKnown ? 3 : 0)));
            }
        }
        return isMatch;
    }

    private static byte[] sign(SecretKeySpec key, byte[] start, byte[] body) {
        try {
            Mac mac = Mac.getInstance(key.getAlgorithm());
            mac.init(key);
            mac.update(start);
            return mac.doFinal(body);
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException("every Java has HMAC with SHA-256", error);
        }
    }

    private static byte[] fromBase64(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException error) {
            return new byte[0];
        }
    }

    private static SecretKeySpec decode(String secret) {
        byte[] key = fromBase64(secret.startsWith(SECRET_PREFIX) ? secret.substring(SECRET_PREFIX.length()) : secret);
        if (key.length < SECRET_BYTES_MIN || key.length > SECRET_BYTES_MAX) {
            String lengths = SECRET_BYTES_MIN + " to " + SECRET_BYTES_MAX + " bytes";
            throw new IllegalArgumentException("expected a secret such as whsec_ and base64, of " + lengths);
        }
        return new SecretKeySpec(key, "HmacSHA256");
    }

    private static String header(Map<String, List<String>> headers, String name) throws NotAuthenticException {
        String found = headers.entrySet().stream()
                .filter(header -> name.equalsIgnoreCase(header.getKey()))
                .flatMap(header -> header.getValue().stream())
                .collect(Collectors.joining(" "));
        if (found.isEmpty()) {
            throw new NotAuthenticException("the request has no header " + name);
        }
        return found;
    }
}
