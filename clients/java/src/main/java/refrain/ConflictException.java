package refrain;

/** The request conflicts with the stored state (409), or a precondition failed (412). */
public final class ConflictException extends RefrainException {
    private static final long serialVersionUID = 1L;

    ConflictException(Facts facts) {
        super(facts);
    }
}
