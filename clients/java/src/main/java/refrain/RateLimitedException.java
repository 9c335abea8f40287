package refrain;

/** A limit is reached (429). */
public final class RateLimitedException extends RefrainException {
    private static final long serialVersionUID = 1L;

    RateLimitedException(Facts facts) {
        super(facts);
    }
}
