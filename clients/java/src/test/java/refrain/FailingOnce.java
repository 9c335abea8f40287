package refrain;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** An HTTP client that loses the connection of the first request whose path has an end. */
final class FailingOnce extends HttpClient {
    private final HttpClient inner;
    private final String end;
    private final AtomicBoolean hasFailed = new AtomicBoolean();

    FailingOnce(HttpClient inner, String end) {
        this.inner = inner;
        this.end = end;
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        if (request.uri().getPath().endsWith(end) && hasFailed.compareAndSet(false, true)) {
            return CompletableFuture.failedFuture(new IOException("the connection is lost"));
        }
        return inner.sendAsync(request, body);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, HttpResponse.BodyHandler<T> body, HttpResponse.PushPromiseHandler<T> pushes) {
        return inner.sendAsync(request, body, pushes);
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) throws IOException, InterruptedException {
        return inner.send(request, body);
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return inner.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return inner.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return inner.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return inner.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return inner.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return inner.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return inner.authenticator();
    }

    @Override
    public Version version() {
        return inner.version();
    }

    @Override
    public Optional<Executor> executor() {
        return inner.executor();
    }
}
