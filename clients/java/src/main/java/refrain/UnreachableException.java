package refrain;

/** The server cannot be reached: the request was certainly not processed. */
public final class UnreachableException extends UnavailableException {
    private static final long serialVersionUID = 1L;

    UnreachableException(String message, Throwable cause) {
        super(Facts.of(message, cause));
    }
}
