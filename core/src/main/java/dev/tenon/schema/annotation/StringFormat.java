package dev.tenon.schema.annotation;

import dev.tenon.schema.Schema;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets the {@code format} of a string, such as {@code email}, {@code uri} or {@code hostname}; {@link
 * Schema#withFormatAssertion()} lists the asserted formats. On a list of strings it applies to each element.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface StringFormat {
    String value();
}
