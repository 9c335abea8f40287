package refrain;

/** Thrown by a handler for a work item that no retry can help: the item becomes a dead letter. */
public final class RejectException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with the error to store. */
    public RejectException(String message) {
        super(message);
    }
}
