package refrain;

/** A request that is no authentic webhook. Answer it with 400, and do not process it. */
public final class NotAuthenticException extends Exception {
    private static final long serialVersionUID = 1L;

    NotAuthenticException(String message) {
        super(message);
    }
}
