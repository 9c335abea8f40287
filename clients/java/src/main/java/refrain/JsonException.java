package refrain;

/** A text that is not the JSON that was expected. */
public final class JsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    JsonException(String message) {
        super(message);
    }
}
