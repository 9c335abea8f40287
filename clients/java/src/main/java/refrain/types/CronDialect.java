// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * The cron dialect an expression is written in. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record CronDialect(String value) implements TextValue {
    /** The value {@code unix}. */
    public static final CronDialect UNIX = new CronDialect("unix");
    /** The value {@code quartz}. */
    public static final CronDialect QUARTZ = new CronDialect("quartz");
    /** The value {@code cronos}. */
    public static final CronDialect CRONOS = new CronDialect("cronos");
    /** The value {@code robfig}. */
    public static final CronDialect ROBFIG = new CronDialect("robfig");
    /** The value {@code croniter}. */
    public static final CronDialect CRONITER = new CronDialect("croniter");
    /** The value {@code croner}. */
    public static final CronDialect CRONER = new CronDialect("croner");
    /** The value {@code temporal}. */
    public static final CronDialect TEMPORAL = new CronDialect("temporal");

    @Override
    public String toString() {
        return value;
    }
}
