package refrain;

import java.util.List;
import java.util.function.Function;

/** What the generated operations need from a client. */
abstract class Core {
    abstract Transport transport();

    final <T> T send(Call call, Class<T> type) {
        return read(call.endpoint(), type, transport().send(call.request()));
    }

    final Object sendForJson(Call call) {
        return send(call, Object.class);
    }

    final String sendForText(Call call) {
        return transport().send(call.request()).body();
    }

    final void sendForNothing(Call call) {
        transport().send(call.request());
    }

    final <P, T> Listing<P, T> list(Call call, Class<P> type, Function<P, List<T>> items, Function<P, String> cursor) {
        Request request = call.request();
        return new Listing<>(items, cursor, from -> {
            Request page = from == null ? request : request.withQuery("cursor", from);
            return read(call.endpoint(), type, transport().send(page));
        });
    }

    final EventStream stream(Call call) {
        return new EventStream(transport(), call.request());
    }

    private static <T> T read(Endpoint endpoint, Class<T> type, Response response) {
        try {
            return Records.read(type, Json.parse(response.body()));
        } catch (JsonException error) {
            String message = endpoint.id() + ": the response cannot be read: " + error.getMessage();
            throw new UnreadableResponseException(message, response);
        }
    }
}
