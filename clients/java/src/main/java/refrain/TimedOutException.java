package refrain;

/** The server did not answer within the timeout. */
public final class TimedOutException extends UnavailableException {
    private static final long serialVersionUID = 1L;

    TimedOutException(String message, Throwable cause) {
        super(Facts.of(message, cause));
    }
}
