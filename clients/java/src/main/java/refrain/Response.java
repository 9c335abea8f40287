package refrain;

import java.net.http.HttpHeaders;
import java.util.Optional;

/**
 * A successful response with its head.
 *
 * @param status Status of the response.
 * @param headers Headers of the response.
 * @param body Body of the response.
 */
public record Response(int status, HttpHeaders headers, String body) {
    /** Returns the version of the value, for {@link CallOptions#ifMatch(String)}. */
    public Optional<String> etag() {
        return headers.firstValue("ETag");
    }

    /** Returns the ID of the request in the logs and the audit log of the server. */
    public Optional<String> requestId() {
        return headers.firstValue("X-Request-Id");
    }

    /** Returns the body as JSON. */
    public Object json() {
        return Json.parse(body);
    }
}
