package refrain;

/**
 * A field of a merge patch: a value to set, or null, which clears what is stored. A field without a patch is unchanged.
 *
 * @param value Value to set, or null.
 */
public record Patch<T>(T value) {
    /** Returns a field that sets a value. */
    public static <T> Patch<T> set(T value) {
        return new Patch<>(value);
    }

    /** Returns a field that clears what is stored. */
    public static <T> Patch<T> clear() {
        return new Patch<>(null);
    }
}
