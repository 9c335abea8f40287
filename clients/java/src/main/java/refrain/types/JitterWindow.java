// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Alternatives;

/** Maximum delay of jitter: a duration, or a part of the time to the next occurrence such as {@code 50%}. */
@Alternatives(unknown = UnknownJitterWindow.class)
public sealed interface JitterWindow permits JitterWindowText, JitterWindowInteger, UnknownJitterWindow {
    /** Returns the alternative that is a text. */
    static JitterWindow of(String value) {
        return new JitterWindowText(value);
    }

    /** Returns the alternative that is an integer. */
    static JitterWindow of(long value) {
        return new JitterWindowInteger(value);
    }
}
