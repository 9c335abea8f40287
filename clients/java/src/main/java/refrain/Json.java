package refrain;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;

/**
 * Reads and writes JSON. Objects are {@link Map}s in their order, lists are {@link java.util.List}s, and numbers are
 * {@link Long}, {@link java.math.BigInteger} or {@link java.math.BigDecimal}, so that no digit is lost.
 */
public final class Json {
    private Json() {}

    /** Reads a text. */
    public static Object parse(String text) {
        return new JsonReader(text).document();
    }

    /** Writes a value: what {@link #parse} returns, and values of the types of the API. */
    public static String write(Object value) {
        StringBuilder text = new StringBuilder();
        append(text, value);
        return text.toString();
    }

    private static void append(StringBuilder text, Object value) {
        if (value == null || value instanceof Boolean || isFinite(value)) {
            text.append(value);
        } else if (value instanceof CharSequence || value instanceof Instant || value instanceof LocalDate) {
            quote(text, value.toString());
        } else if (value instanceof TextValue known) {
            quote(text, known.value());
        } else if (value instanceof Duration length) {
            quote(text, Lengths.format(length));
        } else if (value instanceof Patch<?> patch) {
            append(text, patch.value());
        } else if (value instanceof Record record) {
            append(text, Records.toJson(record));
        } else if (value instanceof Map<?, ?> fields) {
            appendObject(text, fields);
        } else if (value instanceof Iterable<?> items) {
            appendList(text, items);
        } else {
            throw new JsonException("a value of " + value.getClass() + " cannot be written as JSON: " + value);
        }
    }

    private static boolean isFinite(Object value) {
        return value instanceof Number number && Double.isFinite(number.doubleValue())
                || value instanceof java.math.BigInteger
                || value instanceof java.math.BigDecimal;
    }

    private static void appendObject(StringBuilder text, Map<?, ?> fields) {
        String separator = "";
        text.append('{');
        for (Map.Entry<?, ?> field : fields.entrySet()) {
            text.append(separator);
            quote(text, String.valueOf(field.getKey()));
            text.append(':');
            append(text, field.getValue());
            separator = ",";
        }
        text.append('}');
    }

    private static void appendList(StringBuilder text, Iterable<?> items) {
        String separator = "";
        text.append('[');
        for (Object item : items) {
            text.append(separator);
            append(text, item);
            separator = ",";
        }
        text.append(']');
    }

    private static void quote(StringBuilder text, String value) {
        text.append('"');
        for (int index = 0; index < value.length(); index++) {
            char letter = value.charAt(index);
            if (letter == '"' || letter == '\\') {
                text.append('\\').append(letter);
            } else if (letter < ' ' || Character.isSurrogate(letter)) {
                // Escaped, a lone surrogate is valid JSON.
                text.append(String.format("\\u%04x", (int) letter));
            } else {
                text.append(letter);
            }
        }
        text.append('"');
    }
}
