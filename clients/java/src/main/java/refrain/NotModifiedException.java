package refrain;

/** The version that the caller has is the current one (304). */
public final class NotModifiedException extends RefrainException {
    private static final long serialVersionUID = 1L;

    NotModifiedException(Facts facts) {
        super(facts);
    }
}
