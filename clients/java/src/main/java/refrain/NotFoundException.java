package refrain;

/** The resource does not exist, or belongs to another tenant (404). */
public final class NotFoundException extends RefrainException {
    private static final long serialVersionUID = 1L;

    NotFoundException(Facts facts) {
        super(facts);
    }
}
