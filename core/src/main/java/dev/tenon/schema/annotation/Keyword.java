package dev.tenon.schema.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Adds a keyword to the schema of a type or member, with its value written as JSON: {@code @Keyword(name =
 * "multipleOf", json = "0.05")}. It is applied last and replaces a generated keyword of the same name.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Keyword.Keywords.class)
@Target({ElementType.TYPE, ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Keyword {
    /** Returns the name of the keyword. */
    String name();

    /** Returns the value of the keyword as JSON text. */
    String json();

    /** Contains multiple {@link Keyword} annotations. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({
        ElementType.TYPE,
        ElementType.FIELD,
        ElementType.METHOD,
        ElementType.PARAMETER,
        ElementType.RECORD_COMPONENT
    })
    @interface Keywords {
        /** Returns the annotations. */
        Keyword[] value();
    }
}
