package refrain;

import refrain.types.Event;

/** An item of an {@link EventStream}. */
public sealed interface StreamItem {
    /**
     * An event.
     *
     * @param event Event of the server.
     */
    record Occurred(Event event) implements StreamItem {}

    /**
     * The stream is connected, for the first time or again.
     *
     * @param node Node that the stream is connected to.
     */
    record Opened(String node) implements StreamItem {}

    /**
     * Events are lost. Read the ledger to learn what happened.
     *
     * @param count Maximum number of lost events, or null if it is not known.
     */
    record Missed(Long count) implements StreamItem {}

    /**
     * A message of a newer server.
     *
     * @param name Name of the message.
     * @param data Content of the message.
     */
    record Other(String name, String data) implements StreamItem {}
}
