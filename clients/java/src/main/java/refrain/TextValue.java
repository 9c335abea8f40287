package refrain;

/** A text with known values, such as a policy. A newer server may have further ones. */
public interface TextValue {
    /** Returns the text in JSON. */
    String value();
}
