package dev.tenon.coverage;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares the requirements that a test proves, by their ids in {@code ledger/ids.txt}.
 *
 * <p>On a test class the ids apply to all of its tests, including those of nested classes. An id counts as proven when
 * at least one test with it passed and none failed; skipped tests do not count. An unknown id fails the build.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Covers {

    /** Returns the ids of the requirements, such as {@code core/jsonrpc/version-member}. */
    String[] value();
}
