package refrain;

import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends requests to one server, and repeats those that failed for a moment. */
final class Transport {
    /** Minimum timeout of operations that wait by design. The server takes at most 60 seconds for them. */
    private static final Duration SLOW = Duration.ofSeconds(65);

    private final String url;
    private final Map<String, String> headers;
    private final Duration timeout;
    private final Retries retries;
    private final HttpClient http;

    Transport(String url, Map<String, String> headers, Duration timeout, Retries retries, HttpClient http) {
        this.url = url;
        this.headers = headers;
        this.timeout = timeout;
        this.retries = retries;
        this.http = http;
    }

    /** Sends a request, repeatedly if it fails for a moment, and reads the response. */
    Response send(Request request) {
        for (int attempt = 1; ; attempt++) {
            try {
                return attempt(request);
            } catch (RefrainException error) {
                double part = ThreadLocalRandom.current().nextDouble();
                Optional<Duration> wait = retries.wait(attempt, error, request.isRepeatable(), part);
                pause(wait.orElseThrow(() -> error));
            }
        }
    }

    private Response attempt(Request request) {
        HttpResponse<String> response = exchange(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        if (response.statusCode() >= 400 || response.statusCode() == 304) {
            throw Refusals.of(response.statusCode(), response.headers(), response.body());
        }
        return new Response(response.statusCode(), response.headers(), response.body());
    }

    /** Sends a request once. The response is returned as soon as its head has arrived. */
    HttpResponse<InputStream> open(Request request) {
        HttpResponse<InputStream> response = exchange(request, HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() < 400) {
            return response;
        }
        try (InputStream body = response.body()) {
            String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
            throw Refusals.of(response.statusCode(), response.headers(), text);
        } catch (java.io.IOException error) {
            throw Refusals.of(response.statusCode(), response.headers(), "");
        }
    }

    private <T> HttpResponse<T> exchange(Request request, HttpResponse.BodyHandler<T> body) {
        CompletableFuture<HttpResponse<T>> response = http.sendAsync(build(request), body);
        try {
            // A timeout of the request itself would end with the head of the response.
            return response.get(timeoutOf(request).toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException error) {
            response.cancel(true);
            throw new TimedOutException("the server did not answer in time", error);
        } catch (InterruptedException error) {
            response.cancel(true);
            Thread.currentThread().interrupt();
            throw new CanceledException("the thread was interrupted", error);
        } catch (ExecutionException error) {
            throw unanswered(error.getCause());
        }
    }

    private HttpRequest build(Request request) {
        StringBuilder address = new StringBuilder(url).append(request.path());
        char separator = '?';
        for (Map.Entry<String, String> parameter : request.query().entrySet()) {
            address.append(separator).append(Call.escape(parameter.getKey()));
            address.append('=').append(Call.escape(parameter.getValue()));
            separator = '&';
        }
        HttpRequest.BodyPublisher body = request.body() == null
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofString(request.body());
        HttpRequest.Builder found = HttpRequest.newBuilder(URI.create(address.toString()));
        found.method(request.method(), body);
        // Without TLS, a server would be asked to upgrade the connection of every request.
        found.version(url.startsWith("https:") ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1);
        headers.forEach((name, value) -> found.setHeader(name, printable(name, value)));
        request.headers().forEach((name, value) -> found.setHeader(name, printable(name, value)));
        return found.build();
    }

    private static String printable(String name, String value) {
        if (!value.chars().allMatch(letter -> letter >= ' ' && letter <= '~')) {
            String found = Json.write(value);
            throw new InvalidRequestException(
                    "header " + name + " cannot have the value " + found + ": expected printable ASCII");
        }
        return value;
    }

    private Duration timeoutOf(Request request) {
        Duration found = request.timeout() == null ? timeout : request.timeout();
        return request.isSlow() && found.compareTo(SLOW) < 0 ? SLOW : found;
    }

    private static RefrainException unanswered(Throwable cause) {
        for (Throwable one = cause; one != null; one = one.getCause()) {
            if (one instanceof ConnectException || one instanceof java.net.http.HttpConnectTimeoutException) {
                return new UnreachableException("the server cannot be reached: " + cause, cause);
            }
        }
        return new UnavailableException("the connection ended before the response: " + cause, cause);
    }

    /** Waits. An interrupt ends the call. */
    static void pause(Duration wait) {
        try {
            Thread.sleep(wait.toMillis());
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new CanceledException("the thread was interrupted", error);
        }
    }
}
