package refrain;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks one of several alternatives that are objects. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Alternative {
    /** Returns the value of the tag, or the name of the field that only this alternative has. */
    String value();
}
