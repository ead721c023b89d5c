package dev.tenon.schema.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets the {@code description} in the schema of a type, member or enum constant. Language models read it to choose
 * values. Jackson's {@code @JsonPropertyDescription} and {@code @JsonClassDescription} have the same effect.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Description {
    String value();
}
