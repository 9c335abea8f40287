package refrain;

import java.time.Duration;

/** One message of an event stream, as text. */
final class ServerMessage {
    private String name = "";
    private String data;
    private String id;
    private Duration reconnect;

    String name() {
        return name;
    }

    String data() {
        return data;
    }

    String id() {
        return id;
    }

    Duration reconnect() {
        return reconnect;
    }

    /** Adds a line such as {@code event: open}. A line that begins with a colon is a comment. */
    void add(String line) {
        int colon = line.indexOf(':');
        String field = colon < 0 ? line : line.substring(0, colon);
        String value = colon < 0 ? "" : line.substring(colon + 1).replaceFirst("^ ", "");
        switch (field) {
            case "event" -> name = value;
            case "id" -> id = value;
            case "data" -> data = data == null ? value : data + "\n" + value;
            case "retry" -> reconnect = value.matches("\\d{1,9}") ? Duration.ofMillis(Long.parseLong(value)) : reconnect;
            default -> { }
        }
    }
}
