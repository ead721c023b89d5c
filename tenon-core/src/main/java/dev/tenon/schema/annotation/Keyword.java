package dev.tenon.schema.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Any other keyword for the schema of a type or member, its value written as JSON: {@code @Keyword(name = "multipleOf",
 * json = "0.05")}. It comes last and replaces what the generator wrote under the same name.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Keyword.Keywords.class)
@Target({ElementType.TYPE, ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Keyword {
    /** The keyword. */
    String name();

    /** Its value, as JSON text. */
    String json();

    /** Several of them. */
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
        /** The keywords. */
        Keyword[] value();
    }
}
