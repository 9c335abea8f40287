package refrain;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import refrain.types.Event;
import refrain.types.EventKind;
import refrain.types.ListHoldsOptions;
import refrain.types.NewSchedule;
import refrain.types.ScheduleDefinition;
import refrain.types.SchedulePatch;
import refrain.types.StreamEventsOptions;

/** Retries, reconnections and errors, against a server that answers as a test wants. */
final class TransportTest {
    private static final Answer AWAY = new Answer(503, Map.of(), "");
    private static final Answer ALIVE = new Answer(200, Map.of(), "{\"status\": \"ok\"}");
    private static final Answer FIRED = new Answer(202, Map.of(), "{\"occurrence\": 7, \"existing\": false, \"state\": \"planned\"}");

    private final Tests.Cleanup cleanup;

    TransportTest(Tests.Cleanup cleanup) {
        this.cleanup = cleanup;
    }

    /** A response. One with the status 0 is never given. */
    private record Answer(int status, Map<String, String> headers, String body) {}

    private record Arrival(String line, Map<String, List<String>> headers) {
        String header(String name) {
            return headers.getOrDefault(name, List.of("")).get(0);
        }
    }

    /** A server that gives answers in order, and repeats the last one. */
    private final class Script {
        private final List<Answer> answers;
        private final List<Arrival> arrivals = new ArrayList<>();
        private final HttpServer http;
        private final CountDownLatch ended = new CountDownLatch(1);

        Script(Answer... answers) throws IOException {
            this.answers = new ArrayList<>(List.of(answers));
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            ExecutorService threads = Executors.newCachedThreadPool();
            http.setExecutor(threads);
            http.createContext("/", this::answer);
            http.start();
            cleanup.add(() -> {
                ended.countDown();
                http.stop(0);
                threads.shutdown();
            });
        }

        private void answer(HttpExchange exchange) throws IOException {
            Answer next;
            synchronized (this) {
                arrivals.add(new Arrival(exchange.getRequestMethod() + " " + exchange.getRequestURI(), exchange.getRequestHeaders()));
                next = answers.size() > 1 ? answers.remove(0) : answers.get(0);
            }
            if (next.status() == 0) {
                try {
                    ended.await();
                } catch (InterruptedException error) {
                    Thread.currentThread().interrupt();
                }
            } else {
                next.headers().forEach(exchange.getResponseHeaders()::set);
                byte[] body = next.body().getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(next.status(), body.length == 0 ? -1 : body.length);
                exchange.getResponseBody().write(body);
            }
            exchange.close();
        }

        String url() {
            return "http://127.0.0.1:" + http.getAddress().getPort();
        }

        /** Returns a client that waits only a moment before a retry. */
        Refrain client() {
            return Refrain.builder(url()).key("rfn_key").retries(new Retries(4, Duration.ofMillis(1), Duration.ofSeconds(10))).build();
        }

        /** Returns the requests since the last call. */
        synchronized List<Arrival> arrived() {
            List<Arrival> found = new ArrayList<>(arrivals);
            arrivals.clear();
            return found;
        }
    }

    @Test
    void readsAreRepeatedUntilTheServerIsBack() throws IOException {
        Script server = new Script(AWAY, new Answer(502, Map.of(), "<html>"), ALIVE);
        Tests.expect("ok", server.client().checkLiveness().status());
        Tests.expect(3, server.arrived().size());
    }

    @Test
    void attemptsEndAndTheLastErrorIsThrown() throws IOException {
        Script server = new Script(AWAY);
        Tests.expectThrown(UnavailableException.class, () -> server.client().checkLiveness());
        Tests.expect(4, server.arrived().size());
    }

    @Test
    void everyAttemptHasTheSameGeneratedIdempotencyKey() throws IOException {
        Script server = new Script(AWAY, FIRED);
        Refrain refrain = server.client();
        refrain.fireSchedule("digest");
        refrain.fireSchedule("digest");
        List<String> keys = server.arrived().stream().map(arrival -> arrival.header("Idempotency-Key")).toList();
        Tests.expectTrue(keys.size() == 3 && keys.get(0).equals(keys.get(1)) && !keys.get(1).equals(keys.get(2)), keys);
        Tests.expect(32, keys.get(0).length());
    }

    @Test
    void aRequestWhoseRepetitionWouldHaveAnEffectIsSentOnce() throws IOException {
        Script server = new Script(AWAY);
        Refrain refrain = server.client();
        ScheduleDefinition daily = ScheduleDefinition.builder(Actions.log(null)).cron("@daily").build();
        for (Callable<?> once : List.<Callable<?>>of(
                () -> refrain.pauseSchedule("digest"),
                () -> refrain.updateSchedule("digest", SchedulePatch.builder().timezone("UTC").build()),
                Tests.calling(() -> refrain.deleteSchedule("digest", CallOptions.none().ifMatch(1))),
                () -> refrain.putSchedule("digest", daily, CallOptions.none().createOnly()))) {
            Tests.expectThrown(UnavailableException.class, once);
            Tests.expect(1, server.arrived().size());
        }
        for (Callable<?> repeated : List.<Callable<?>>of(
                Tests.calling(() -> refrain.deleteSchedule("digest")),
                () -> refrain.createSchedule(NewSchedule.builder(Actions.log(null)).cron("@daily").build()))) {
            Tests.expectThrown(UnavailableException.class, repeated);
            Tests.expect(4, server.arrived().size());
        }
    }

    @Test
    void aRateLimitIsWaitedForAndAFullTenantIsNot() throws IOException {
        Script limited = new Script(new Answer(429, Map.of("Retry-After", "0"), "{}"), FIRED);
        Tests.expect(7L, limited.client().fireSchedule("digest").occurrence());
        for (Answer last : List.of(new Answer(429, Map.of(), "{}"), new Answer(429, Map.of("Retry-After", "60"), "{}"),
                new Answer(500, Map.of(), "{}"))) {
            Script server = new Script(last);
            RefrainException error = Tests.expectThrown(RefrainException.class, () -> server.client().fireSchedule("digest"));
            Tests.expect(last.status(), error.status().orElse(0));
            Tests.expect(1, server.arrived().size());
        }
    }

    @Test
    void aRequestThatTimedOutIsNotRepeatedAndAnInterruptEndsACall() throws IOException {
        Script server = new Script(new Answer(0, Map.of(), ""));
        Refrain refrain = server.client();
        CallOptions impatient = CallOptions.none().timeout(Duration.ofMillis(200));
        Tests.expectThrown(TimedOutException.class, () -> refrain.checkLiveness(impatient));
        // On a busy machine, the time may end before the request arrives.
        List<Arrival> arrivals = server.arrived();
        Tests.expectTrue(arrivals.size() <= 1, arrivals);
        Thread.currentThread().interrupt();
        Tests.expectThrown(CanceledException.class, () -> refrain.checkLiveness());
        Tests.expectTrue(Thread.interrupted(), "no interrupt");
    }

    @Test
    void aServerThatCannotBeReachedIsUnreachable() throws IOException {
        Script server = new Script(ALIVE);
        server.http.stop(0);
        Throwable error = Tests.expectThrown(UnreachableException.class, () -> server.client().pauseSchedule("digest"));
        Tests.expectTrue(error.getCause() != null, error);
    }

    @Test
    void waitsDoubleUpToTheirMaximum() {
        List<Long> waits = new ArrayList<>();
        for (int attempt = 1; attempt < 9; attempt++) {
            waits.add(Retries.DEFAULT.backoff(attempt, 1).toMillis());
        }
        Tests.expect(List.of(200L, 400L, 800L, 1600L, 3200L, 6400L, 10_000L, 10_000L), waits);
        Tests.expect(100L, Retries.DEFAULT.backoff(1, 0).toMillis());
    }

    @Test
    void aResponseThatIsNoProblemDocumentIsShown() throws IOException {
        Script missing = new Script(new Answer(404, Map.of("X-Request-Id", "r-1"), "<h1>no such page</h1>"));
        NotFoundException error = Tests.expectThrown(NotFoundException.class, () -> missing.client().getSchedule("digest"));
        Tests.expectText("404: \"<h1>no such page", error.getMessage());
        Tests.expect("r-1", error.requestId().orElse(""));
        Tests.expectTrue(error.code().isEmpty() && error.hint().isEmpty() && error.column().isEmpty(), error);
        Script broken = new Script(new Answer(200, Map.of(), "{\"status\": 3}"));
        String message = Tests.expectThrown(UnreadableResponseException.class, () -> broken.client().checkLiveness()).getMessage();
        Tests.expectText("checkLiveness: the response cannot be read: status: expected a text, found 3", message);
        Script unchanged = new Script(new Answer(304, Map.of(), ""));
        Tests.expectThrown(NotModifiedException.class, () -> unchanged.client().getSchedule("digest", CallOptions.none().ifNoneMatch(3)));
        Tests.expect("\"3\"", unchanged.arrived().get(0).header("If-None-Match"));
    }

    @Test
    void whatCannotBeSentIsRefusedWithTheReason() throws IOException {
        Map.of("refrain.example.org", "http://", "ftp://refrain.example.org", "http://", "", "http://",
                "https://refrain.example.org/?a=1", "no user, query or fragment").forEach((url, reason) ->
                Tests.expectText(reason, Tests.expectThrown(InvalidRequestException.class, () -> Refrain.builder(url)).getMessage()));
        Tests.expect("http://localhost:7433", Refrain.builder("http://localhost:7433/").build().url());
        Script server = new Script(ALIVE);
        Refrain refrain = server.client();
        Map.<String, Callable<?>>of(
                "Idempotency-Key", () -> refrain.fireSchedule("digest", null, CallOptions.none().idempotencyKey("a\nb")),
                "does not have the option ifMatch", () -> refrain.getSchedule("digest", CallOptions.none().ifMatch(1)),
                "found \"\"", () -> refrain.getSchedule(""),
                "found \"..\"", () -> refrain.getSchedule(".."),
                "class java.lang.Object", () -> refrain.createSchedule(NewSchedule.builder(Actions.log(new Object())).build()))
            .forEach((reason, call) ->
                Tests.expectText(reason, Tests.expectThrown(InvalidRequestException.class, call).getMessage()));
        Tests.expect(0, server.arrived().size());
        Tests.expectTrue(!refrain.toString().contains("rfn_key"), refrain);
    }

    @Test
    void aStreamContinuesAfterTheLastEvent() throws IOException {
        String first = "event: open\nretry: 1\ndata: {\"node\": \"a\"}\n\n"
                + "id: era-7\nevent: gap\ndata: {\"kind\": \"gap\", \"at\": \"2026-01-01T00:00:00Z\"}\n\n";
        String second = "event: missed\r\ndata: {\"count\": 3}\r\n\r\n: comment\nevent: new\ndata: [1]\n\n";
        Script server = new Script(
                new Answer(200, Map.of(), first), AWAY, new Answer(200, Map.of(), second), new Answer(401, Map.of(), "{}"));
        List<StreamItem> items = new ArrayList<>();
        try (EventStream events = server.client().streamEvents(StreamEventsOptions.builder().schedule("digest").build())) {
            Tests.expectThrown(UnauthorizedException.class, Tests.calling(() -> events.forEachRemaining(items::add)));
        }
        Event event = ((StreamItem.Occurred) items.get(1)).event();
        Tests.expect(EventKind.GAP, event.kind());
        Tests.expect(List.of(new StreamItem.Opened("a"), new StreamItem.Occurred(event), new StreamItem.Missed(3L),
                new StreamItem.Other("new", "[1]")), items);
        List<Arrival> arrivals = server.arrived();
        Tests.expect(List.of("", "era-7", "era-7", "era-7"), arrivals.stream().map(one -> one.header("Last-event-id")).toList());
        Tests.expect(true, arrivals.stream().allMatch(one -> one.line().equals("GET /v1/events?schedule=digest")));
    }

    @Test
    void anErrorEndsTheItemsOfAList() throws IOException {
        Script server = new Script(
                new Answer(200, Map.of(), "{\"items\": [], \"next_cursor\": \"c/2\"}"), new Answer(409, Map.of(), "{}"));
        ListHoldsOptions one = ListHoldsOptions.builder().limit(1).build();
        Tests.expectThrown(ConflictException.class, () -> server.client().listHolds(one).stream().toList());
        Tests.expect(Arrays.asList("GET /v1/holds?limit=1", "GET /v1/holds?limit=1&cursor=c%2F2"),
                server.arrived().stream().map(Arrival::line).toList());
    }
}
