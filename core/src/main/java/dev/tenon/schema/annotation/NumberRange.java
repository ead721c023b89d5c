package dev.tenon.schema.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets the inclusive range of a number: {@code minimum} and {@code maximum}. Limits that a {@code double} cannot
 * represent exactly must be set with {@link Keyword}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface NumberRange {
    /** Returns the minimum; unlimited by default. */
    double min() default Double.NEGATIVE_INFINITY;

    /** Returns the maximum; unlimited by default. */
    double max() default Double.POSITIVE_INFINITY;
}
