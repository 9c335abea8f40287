package refrain;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls every operation against the OpenAPI document: a server that knows only the document checks each request, and
 * answers with a value of the response's schema. The client must return that value without loss.
 */
final class OperationsTest {
    /** Beyond 2^53, where floating-point numbers have gaps. */
    private static final long INTEGER = (1L << 53) + 1;

    private final Tests.Cleanup cleanup;
    private final HttpClient http = HttpClient.newHttpClient();

    OperationsTest(Tests.Cleanup cleanup) {
        this.cleanup = cleanup;
    }

    @Test
    void requestsAndResponsesMatchTheDocumentInEveryAlternative() throws Exception {
        String mock = Servers.startMock(cleanup);
        Map<?, ?> contract = (Map<?, ?>) control(mock, "operations", null);
        List<?> operations = (List<?>) contract.get("operations");
        List<?> styles = (List<?>) contract.get("styles");
        Tests.expectTrue(operations.size() > 80 && styles.size() == 10, contract.keySet());
        Refrain refrain = Servers.client(mock + "/prefix/").key("rfn_key").tenant("production/acme").build();
        for (Object one : styles) {
            Map<String, Object> style = new LinkedHashMap<>(fields(one));
            style.put("integer", INTEGER);
            for (Object operation : operations) {
                String id = (String) fields(operation).get("id");
                Map<String, Object> sample = fields(control(mock, "expect", Map.of("operation", id, "style", style)));
                // A request that does not match is refused, with what is wrong with it.
                Object result = call(refrain, fields(operation), sample);
                Object found = without((String) contract.get("newField"), Json.parse(Json.write(result)));
                Tests.expect(Arrays.asList(id, sample.get("response")), Arrays.asList(id, found));
            }
        }
    }

    private static Object call(Refrain refrain, Map<String, Object> operation, Map<String, Object> sample) throws Exception {
        Method method = Arrays.stream(Refrain.class.getMethods())
                .filter(one -> one.getName().equals(operation.get("id")))
                .max(Comparator.comparingInt(Method::getParameterCount))
                .orElseThrow(() -> new AssertionError(operation.get("id") + " has no method"));
        List<Object> positional = new ArrayList<>();
        ((List<?>) operation.get("path")).forEach(name -> positional.add(fields(sample.get("path")).get(name)));
        ((List<?>) operation.get("query")).forEach(name -> positional.add(fields(sample.get("query")).get(name)));
        List<Object> arguments = new ArrayList<>();
        for (Class<?> type : method.getParameterTypes()) {
            if (type == CallOptions.class) {
                arguments.add(callOptions(operation, sample));
            } else if (arguments.size() < positional.size()) {
                arguments.add(value(type, positional.get(arguments.size())));
            } else {
                arguments.add(value(type, type.getSimpleName().endsWith("Options") ? sample.get("query") : sample.get("body")));
            }
        }
        try {
            return content(method.invoke(refrain, arguments.toArray()));
        } catch (InvocationTargetException error) {
            throw new AssertionError(operation.get("id") + ": " + error.getCause(), error.getCause());
        }
    }

    private static CallOptions callOptions(Map<String, Object> operation, Map<String, Object> sample) {
        CallOptions options = CallOptions.none();
        options = operation.get("takesKey") == Boolean.TRUE ? options.idempotencyKey((String) sample.get("key")) : options;
        return operation.get("isConditional") == Boolean.TRUE ? options.ifMatch((Long) sample.get("version")) : options;
    }

    private static Object value(Class<?> type, Object json) {
        return type.isPrimitive() || json == null ? json : Records.read(type, json);
    }

    /** Returns a page of a list, an event of a stream, or the result itself. */
    private static Object content(Object result) {
        if (result instanceof Listing<?, ?> listing) {
            return listing.page();
        }
        if (result instanceof EventStream events) {
            try (events) {
                return ((StreamItem.Occurred) events.next()).event();
            }
        }
        return result;
    }

    /** Removes the field that a newer server adds. */
    private static Object without(String field, Object json) {
        if (json instanceof List<?> items) {
            return items.stream().map(item -> without(field, item)).toList();
        }
        if (!(json instanceof Map<?, ?> fields)) {
            return json;
        }
        Map<Object, Object> known = new LinkedHashMap<>();
        fields.forEach((name, value) -> known.put(name, without(field, value)));
        known.remove(field);
        return known;
    }

    @SuppressWarnings("unchecked") // The names of the fields of an object are texts.
    private static Map<String, Object> fields(Object json) {
        return (Map<String, Object>) json;
    }

    private Object control(String mock, String path, Object body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(mock + "/_mock/" + path)).version(HttpClient.Version.HTTP_1_1);
        if (body != null) {
            request.POST(HttpRequest.BodyPublishers.ofString(Json.write(body)));
        }
        return Json.parse(http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body());
    }
}
