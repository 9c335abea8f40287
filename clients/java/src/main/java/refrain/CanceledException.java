package refrain;

/** The thread was interrupted. The effect of the request is unknown. */
public final class CanceledException extends RefrainException {
    private static final long serialVersionUID = 1L;

    CanceledException(String message, Throwable cause) {
        super(Facts.of(message, cause));
    }
}
