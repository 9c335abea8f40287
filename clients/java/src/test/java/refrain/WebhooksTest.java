package refrain;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import refrain.types.FireResult;
import refrain.types.NewSecret;
import refrain.types.ScheduleDefinition;

/** Receivers of webhooks: signatures, and each delivery processed once. */
final class WebhooksTest {
    private static final String FIRST = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String SECOND = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    private static final byte[] BODY = "{\"text\": \"zażółć\"}".getBytes(StandardCharsets.UTF_8);

    private final Tests.Cleanup cleanup;

    WebhooksTest(Tests.Cleanup cleanup) {
        this.cleanup = cleanup;
    }

    private static Map<String, List<String>> signed(Instant at, String... secrets) throws Exception {
        List<String> signatures = new ArrayList<>();
        for (String secret : secrets) {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
            mac.update(("msg_1." + at.getEpochSecond() + ".").getBytes(StandardCharsets.UTF_8));
            signatures.add("v1," + Base64.getEncoder().encodeToString(mac.doFinal(BODY)));
        }
        return new TreeMap<>(Map.of(
                "Webhook-Id", List.of("msg_1"),
                "webhook-timestamp", List.of(String.valueOf(at.getEpochSecond())),
                "Webhook-Signature", List.of(String.join(" ", signatures))));
    }

    @Test
    void aSignatureWithAKnownSecretIsVerified() throws Exception {
        Instant now = Instant.now();
        for (WebhookDelivery delivery : List.of(
                new WebhookReceiver(FIRST).verify(BODY, signed(now, FIRST)),
                new WebhookReceiver(FIRST).verify(BODY, signed(now, SECOND, FIRST)),
                new WebhookReceiver(SECOND, FIRST).verify(BODY, signed(now, FIRST)))) {
            Tests.expect(List.of("msg_1", Map.of("text", "zażółć"), Map.of()), List.of(delivery.id(), delivery.payload(), delivery.envelope()));
            Tests.expectTrue(delivery.schedule().isEmpty() && delivery.attempt().isEmpty(), delivery);
        }
    }

    @Test
    void aRequestThatIsNotAuthenticIsRefused() throws Exception {
        Instant now = Instant.now();
        WebhookReceiver receiver = new WebhookReceiver(FIRST);
        String other = signed(now, FIRST).get("Webhook-Signature").get(0).replace("v1,", "v2,");
        expectRefused(receiver, signed(now, SECOND), "no signature");
        expectRefused(receiver, changed(now, "Webhook-Id", "msg_2"), "no signature");
        expectRefused(receiver, changed(now, "Webhook-Signature", other), "no signature");
        expectRefused(receiver, changed(now, "Webhook-Signature", "v1,!"), "no signature");
        expectRefused(receiver, changed(now, "Webhook-Signature", "v1,"), "no signature");
        expectRefused(receiver, signed(now.minusSeconds(302), FIRST), "within 300 seconds");
        expectRefused(receiver, signed(now.plusSeconds(310), FIRST), "within 300 seconds");
        expectRefused(receiver, changed(now, "webhook-timestamp", "soon"), "timestamp in seconds");
        expectRefused(receiver, changed(now, "webhook-timestamp", ""), "no header webhook-timestamp");
        Map<String, List<String>> valid = signed(now, FIRST);
        Tests.expectThrown(NotAuthenticException.class, () -> receiver.verify(new byte[0], valid));
        for (String secret : List.of("whsec_short", "whsec_!", "whsec_AAAA")) {
            Tests.expectThrown(IllegalArgumentException.class, () -> new WebhookReceiver(secret));
        }
    }

    private static Map<String, List<String>> changed(Instant at, String name, String value) throws Exception {
        Map<String, List<String>> headers = signed(at, FIRST);
        headers.put(name, List.of(value));
        return headers;
    }

    private static void expectRefused(WebhookReceiver receiver, Map<String, List<String>> headers, String reason) {
        Tests.expectText(reason, Tests.expectThrown(NotAuthenticException.class, () -> receiver.verify(BODY, headers)).getMessage());
    }

    @Test
    void aDeliveryIsProcessedOnceAndAgainAfterAFailure() throws Exception {
        WebhookReceiver receiver = new WebhookReceiver(FIRST);
        Map<String, List<String>> headers = signed(Instant.now(), FIRST);
        List<String> seen = new ArrayList<>();
        Tests.expectThrown(IllegalStateException.class, () -> receiver.handle(BODY, headers, delivery -> {
            Tests.expect(503, receiver.handle(BODY, headers, again -> seen.add(again.id())).status());
            throw new IllegalStateException("the database is away");
        }));
        Tests.expect("processed", receiver.handle(BODY, headers, delivery -> seen.add(delivery.id())).text());
        Tests.expect("already processed", receiver.handle(BODY, headers, delivery -> seen.add(delivery.id())).text());
        Tests.expect(400, receiver.handle(BODY, signed(Instant.now(), SECOND), delivery -> seen.add(delivery.id())).status());
        Tests.expect(List.of("msg_1"), seen);
    }

    @Test
    void aStoreInMemoryForgetsTheOldest() {
        MemoryStore store = new MemoryStore(2);
        List<WebhookStore.Progress> found = List.of("a", "b", "a", "c", "a").stream().map(store::begin).toList();
        WebhookStore.Progress fresh = WebhookStore.Progress.NEW;
        Tests.expect(List.of(fresh, fresh, WebhookStore.Progress.RUNNING, fresh, fresh), found);
    }

    @Test
    void aWebhookOfARealServerIsVerified() throws Exception {
        Refrain refrain = Servers.client(Servers.start(cleanup)).build();
        WebhookReceiver receiver = new WebhookReceiver(SECOND);
        BlockingQueue<WebhookDelivery> deliveries = new LinkedBlockingQueue<>();
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", exchange -> {
            int status = 500;
            try {
                byte[] body = exchange.getRequestBody().readAllBytes();
                status = receiver.handle(body, exchange.getRequestHeaders(), deliveries::add).status();
            } catch (Exception error) {
                error.printStackTrace();
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        http.start();
        cleanup.add(() -> http.stop(0));
        refrain.putSecret("first", NewSecret.builder(FIRST).build());
        refrain.putSecret("second", NewSecret.builder(SECOND).build());
        String url = "http://127.0.0.1:" + http.getAddress().getPort() + "/";
        refrain.putSchedule("hook", ScheduleDefinition.builder(Actions.webhook(url, Map.of("text", "zażółć"), "first", "second"))
                .cron("@yearly").timezone("UTC").build());
        FireResult run = refrain.fireSchedule("hook");
        Tests.expect("succeeded", refrain.waitForOccurrence(run.occurrence(), Duration.ofMinutes(1)).state());
        WebhookDelivery delivery = deliveries.take();
        Tests.expect(List.of("hook", run.occurrence(), 1L), List.of(delivery.schedule().orElse(""),
                delivery.occurrence().orElse(0L), delivery.attempt().orElse(0L)));
        Tests.expect(Map.of("text", "zażółć"), delivery.payload());
    }
}
