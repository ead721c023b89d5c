package dev.tenon.schema.annotation;

import dev.tenon.schema.Schema;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The {@code format} of a string, such as {@code email}, {@code uri} or {@code hostname}; see {@link
 * Schema#withFormatAssertion()} for those that are checked. On a list of strings it holds for each.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface StringFormat {
    String value();
}
