package refrain;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import refrain.types.Event;

/**
 * A stream of events, until it is closed. Another thread may close it.
 *
 * <p>When the connection is lost, the stream connects again and continues after the last event, as far as the server
 * still has what came since: otherwise, {@link StreamItem.Missed} comes first. The stream throws if the server refuses
 * it, for example because the key was revoked.
 *
 * <pre>{@code
 * try (EventStream events = refrain.streamEvents()) {
 *     while (events.hasNext()) {
 *         if (events.next() instanceof StreamItem.Occurred item) {
 *             System.out.println(item.event().kind());
 *         }
 *     }
 * }
 * }</pre>
 */
public final class EventStream implements Iterator<StreamItem>, AutoCloseable {
    /** Waits before a reconnection: until the server names another one, and the maximum. */
    private static final Duration RECONNECT = Duration.ofSeconds(2);

    private static final Duration RECONNECT_MAX = Duration.ofSeconds(30);

    /** Time without a line after which a connection counts as lost. The server sends a comment every 15 seconds. */
    private static final Duration SILENCE = Duration.ofSeconds(45);

    private final Transport transport;
    private final CountDownLatch closed = new CountDownLatch(1);
    private Request request;
    private volatile InputStream body;
    private BufferedReader lines;
    private boolean hasConnected;
    private int failures;
    private Duration reconnect = RECONNECT;
    private StreamItem next;

    EventStream(Transport transport, Request request) {
        this.transport = transport;
        this.request = request;
    }

    /** Waits for the next item. Returns false when the stream is closed. */
    @Override
    public boolean hasNext() {
        while (next == null && !isClosed()) {
            if (lines == null && !connect()) {
                continue;
            }
            ServerMessage message = receive();
            if (message == null) {
                disconnect();
                pause();
            } else {
                next = read(message);
            }
        }
        return next != null;
    }

    @Override
    public StreamItem next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        StreamItem item = next;
        next = null;
        return item;
    }

    @Override
    public void close() {
        closed.countDown();
        closeQuietly(body);
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    /** Opens a connection. Returns whether it is open. */
    private boolean connect() {
        HttpResponse<InputStream> response;
        try {
            response = transport.open(request);
        } catch (UnavailableException | RateLimitedException error) {
            if (!hasConnected) {
                throw error;
            }
            failures++;
            pause();
            return false;
        }
        hasConnected = true;
        body = response.body();
        lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        if (isClosed()) {
            disconnect();
        }
        return !isClosed();
    }

    private void disconnect() {
        closeQuietly(body);
        lines = null;
    }

    /** Returns the next message, or null if the connection has ended. */
    private ServerMessage receive() {
        InputStream current = body;
        ServerMessage message = new ServerMessage();
        try {
            for (String line = readLine(current); line != null; line = readLine(current)) {
                if (line.isEmpty() && message.data() != null) {
                    return message;
                }
                message = line.isEmpty() ? new ServerMessage() : message;
                message.add(line);
            }
        } catch (IOException error) {
            // The stream connects again.
        }
        return null;
    }

    private String readLine(InputStream current) throws IOException {
        ScheduledFuture<?> silence = Timers.after(SILENCE, () -> closeQuietly(current));
        try {
            return lines.readLine();
        } finally {
            silence.cancel(false);
        }
    }

    /** Waits before the next connection, unless the stream is closed. */
    private void pause() {
        double part = 0.5 + ThreadLocalRandom.current().nextDouble() / 2;
        Duration wait = new Retries(0, reconnect, RECONNECT_MAX).backoff(failures + 1, 1);
        try {
            closed.await((long) (wait.toMillis() * part), TimeUnit.MILLISECONDS);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new CanceledException("the thread was interrupted", error);
        }
    }

    /** Returns the content of a message, and remembers where the stream is. */
    private StreamItem read(ServerMessage message) {
        failures = 0;
        reconnect = message.reconnect() == null ? reconnect : message.reconnect();
        request = message.id() == null ? request : request.withHeader("Last-Event-ID", message.id());
        try {
            Object json = Json.parse(message.data());
            Map<?, ?> fields = json instanceof Map<?, ?> object ? object : Map.of();
            if (message.name().equals("open")) {
                return new StreamItem.Opened(String.valueOf(fields.get("node")));
            }
            if (message.name().equals("missed")) {
                return new StreamItem.Missed(fields.get("count") instanceof Long count ? count : null);
            }
            boolean isEvent = fields.get("kind") instanceof String && fields.get("at") instanceof String;
            return isEvent
                    ? new StreamItem.Occurred(Records.read(Event.class, json))
                    : new StreamItem.Other(message.name(), message.data());
        } catch (JsonException error) {
            throw new UnreadableResponseException("event " + message.name() + ": " + error.getMessage(), error);
        }
    }

    private static void closeQuietly(InputStream body) {
        try {
            if (body != null) {
                body.close();
            }
        } catch (IOException error) {
            // The connection is not used again.
        }
    }
}
