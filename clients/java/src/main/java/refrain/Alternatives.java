package refrain;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a type with several alternatives, each of which is a record. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Alternatives {
    /** Returns the field whose value names the alternative. Empty if a field of its own does. */
    String tag() default "";

    /** Returns the record for alternatives of a newer server. It has the value as it was read. */
    Class<? extends Record> unknown();
}
