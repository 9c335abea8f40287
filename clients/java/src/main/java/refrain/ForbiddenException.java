package refrain;

/** The key does not allow the operation (403). */
public final class ForbiddenException extends RefrainException {
    private static final long serialVersionUID = 1L;

    ForbiddenException(Facts facts) {
        super(facts);
    }
}
