package refrain;

/** The key is missing, unknown, expired or revoked (401). */
public final class UnauthorizedException extends RefrainException {
    private static final long serialVersionUID = 1L;

    UnauthorizedException(Facts facts) {
        super(facts);
    }
}
