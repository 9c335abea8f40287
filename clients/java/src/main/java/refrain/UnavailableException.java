package refrain;

/**
 * The server cannot be reached, or cannot work at the moment (502, 503, 504).
 *
 * <p>The same request may succeed later. Its effect is unknown, unless it is an {@link UnreachableException}.
 */
public class UnavailableException extends RefrainException {
    private static final long serialVersionUID = 1L;

    UnavailableException(Facts facts) {
        super(facts);
    }

    UnavailableException(String message, Throwable cause) {
        super(Facts.of(message, cause));
    }
}
