package refrain;

/** The lease of the work item has expired, and another worker may have claimed the item. */
public final class LeaseLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LeaseLostException(long id, Throwable cause) {
        super("the lease of work item " + id + " is lost", cause);
    }
}
