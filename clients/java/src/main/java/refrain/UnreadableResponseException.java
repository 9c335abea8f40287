package refrain;

/** The response cannot be read. */
public final class UnreadableResponseException extends RefrainException {
    private static final long serialVersionUID = 1L;

    UnreadableResponseException(String message, Response response) {
        super(new Facts(message, response.status(), null, response.requestId().orElse(null), null, null));
    }

    UnreadableResponseException(String message, Throwable cause) {
        super(Facts.of(message, cause));
    }
}
