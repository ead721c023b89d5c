package dev.tenon.schema.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Sets the range of the size of a string in characters, a list in elements, or a map in members. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface SizeRange {
    /** Returns the minimum size; 0 by default. */
    int min() default 0;

    /** Returns the maximum size; unlimited by default. */
    int max() default Integer.MAX_VALUE;
}
