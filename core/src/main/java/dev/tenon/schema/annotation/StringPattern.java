package dev.tenon.schema.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets the {@code pattern} of a string: an ECMA-262 regular expression that must match a part of it. Write {@code
 * ^...$} to match the whole string. On a list of strings it applies to each element.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface StringPattern {
    String value();
}
