package refrain;

/** The request is invalid (400), or could not be built. */
public final class InvalidRequestException extends RefrainException {
    private static final long serialVersionUID = 1L;

    InvalidRequestException(Facts facts) {
        super(facts);
    }

    InvalidRequestException(String message) {
        super(Facts.of(message, null));
    }
}
