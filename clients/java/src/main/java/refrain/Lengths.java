package refrain;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as the API writes them, such as {@code 90s} or {@code 1h 30m}. */
final class Lengths {
    private static final Pattern TEXT =
            Pattern.compile("(?=\\d)(?:(\\d{1,8})h ?)?(?:(\\d{1,8})m ?)?(?:(\\d{1,11})s)?(?<! )");

    private Lengths() {}

    static Duration parse(String text) {
        Matcher match = TEXT.matcher(text);
        if (!match.matches()) {
            throw new JsonException("expected a length of time such as \"90s\" or \"1h 30m\", found \"" + text + "\"");
        }
        return Duration.ofHours(part(match, 1)).plusMinutes(part(match, 2)).plusSeconds(part(match, 3));
    }

    private static long part(Matcher match, int group) {
        return match.group(group) == null ? 0 : Long.parseLong(match.group(group));
    }

    /** Returns a length of time, rounded down to seconds. */
    static String format(Duration length) {
        StringBuilder text = new StringBuilder();
        append(text, length.toHours(), 'h');
        append(text, length.toMinutesPart(), 'm');
        append(text, length.toSecondsPart(), 's');
        return text.isEmpty() ? "0s" : text.toString();
    }

    private static void append(StringBuilder text, long count, char unit) {
        if (count != 0) {
            text.append(text.isEmpty() ? "" : " ").append(count).append(unit);
        }
    }
}
