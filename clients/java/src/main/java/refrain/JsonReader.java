package refrain;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads one text as JSON. */
final class JsonReader {
    /** Maximum depth of lists and objects, so that a hostile text cannot exhaust the stack. */
    private static final int DEPTH_MAX = 500;

    /** Number of digits that every {@code long} can have. */
    private static final int LONG_DIGITS = 18;

    private final String text;
    private int position;
    private int depth;

    JsonReader(String text) {
        this.text = text;
    }

    Object document() {
        Object value = value();
        skipSpace();
        if (position < text.length()) {
            throw unexpected("the end of the text");
        }
        return value;
    }

    private Object value() {
        skipSpace();
        char first = position < text.length() ? text.charAt(position) : 0;
        return switch (first) {
            case '{' -> nested(this::object);
            case '[' -> nested(this::list);
            case '"' -> string();
            case 't' -> word("true", Boolean.TRUE);
            case 'f' -> word("false", Boolean.FALSE);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Object nested(java.util.function.Supplier<Object> read) {
        if (++depth > DEPTH_MAX) {
            throw unexpected("at most " + DEPTH_MAX + " nested values");
        }
        position++;
        Object value = read.get();
        depth--;
        return value;
    }

    private Map<String, Object> object() {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (skips('}')) {
            return fields;
        }
        do {
            skipSpace();
            if (position >= text.length() || text.charAt(position) != '"') {
                throw unexpected("a name");
            }
            String name = string();
            expect(':');
            fields.put(name, value());
        } while (skips(','));
        expect('}');
        return fields;
    }

    private List<Object> list() {
        List<Object> items = new ArrayList<>();
        if (skips(']')) {
            return items;
        }
        do {
            items.add(value());
        } while (skips(','));
        expect(']');
        return items;
    }

    private String string() {
        StringBuilder value = new StringBuilder();
        for (position++; position < text.length(); position++) {
            char letter = text.charAt(position);
            if (letter == '"') {
                position++;
                return value.toString();
            }
            if (letter < ' ') {
                break;
            }
            value.append(letter == '\\' ? escaped() : letter);
        }
        throw unexpected("the end of a text");
    }

    private char escaped() {
        position++;
        char letter = position < text.length() ? text.charAt(position) : 0;
        switch (letter) {
            case '"', '\\', '/':
                return letter;
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'u':
                break;
            default:
                throw unexpected("an escape sequence");
        }
        int code = 0;
        for (int digit = 0; digit < 4; digit++) {
            position++;
            int value = position < text.length() ? Character.digit(text.charAt(position), 16) : -1;
            if (value < 0) {
                throw unexpected("a hexadecimal digit");
            }
            code = code * 16 + value;
        }
        return (char) code;
    }

    private Number number() {
        int start = position;
        while (position < text.length() && "+-.eE0123456789".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        String digits = text.substring(start, position);
        if (!digits.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d{1,9})?")) {
            position = start;
            throw unexpected("a value");
        }
        if (!digits.matches("-?\\d+")) {
            return new BigDecimal(digits);
        }
        if (digits.length() <= LONG_DIGITS) {
            return Long.valueOf(digits);
        }
        BigInteger number = new BigInteger(digits);
        return number.bitLength() < Long.SIZE ? (Number) number.longValue() : number;
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, position)) {
            throw unexpected("a value");
        }
        position += word.length();
        return value;
    }

    private void skipSpace() {
        while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
    }

    private boolean skips(char sign) {
        skipSpace();
        boolean isHere = position < text.length() && text.charAt(position) == sign;
        position += isHere ? 1 : 0;
        return isHere;
    }

    private void expect(char sign) {
        if (!skips(sign)) {
            throw unexpected("\"" + sign + "\"");
        }
    }

    private JsonException unexpected(String expected) {
        String found = position < text.length() ? "\"" + text.charAt(position) + "\"" : "the end";
        return new JsonException("expected " + expected + " at character " + (position + 1) + ", found " + found);
    }
}
