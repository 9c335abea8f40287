package refrain;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** A request before it is sent. */
record Request(
        String method,
        String path,
        Map<String, String> query,
        Map<String, String> headers,
        String body,
        boolean isRepeatable,
        boolean isSlow,
        Duration timeout) {
    Request withQuery(String name, String value) {
        Map<String, String> other = new LinkedHashMap<>(query);
        other.put(name, value);
        return new Request(method, path, other, headers, body, isRepeatable, isSlow, timeout);
    }

    Request withHeader(String name, String value) {
        Map<String, String> other = new LinkedHashMap<>(headers);
        other.put(name, value);
        return new Request(method, path, query, other, body, isRepeatable, isSlow, timeout);
    }
}
