package refrain;

import java.util.Map;
import refrain.types.Action;

/** Actions of the providers that every server has. */
public final class Actions {
    private Actions() {}

    /**
     * Returns an action that sends an HTTP request with the payload and its context as JSON. The secrets on the server
     * with these names sign it.
     */
    public static Action webhook(String url, Object payload, String... signWith) {
        Action.Builder action = Action.builder("webhook").target(url).payload(payload);
        return signWith.length == 0
                ? action.build()
                : action.metadata(Map.of("webhook.sign_with", String.join(",", signWith))).build();
    }

    /** Returns an action that enqueues a work item, for {@link Refrain#consume}. */
    public static Action queue(String name, Object payload) {
        return Action.builder("queue").target(name).payload(payload).build();
    }

    /** Returns an action that writes a log record on the server, to try a schedule. */
    public static Action log(Object payload) {
        return Action.builder("log").payload(payload).build();
    }
}
