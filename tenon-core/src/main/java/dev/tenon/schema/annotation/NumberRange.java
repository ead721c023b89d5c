package dev.tenon.schema.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The least and the greatest value of a number, both allowed: {@code minimum} and {@code maximum}. Values that a double
 * cannot hold exactly must be written with {@link Keyword}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface NumberRange {
    /** The least value; none unless given. */
    double min() default Double.NEGATIVE_INFINITY;

    /** The greatest value; none unless given. */
    double max() default Double.POSITIVE_INFINITY;
}
