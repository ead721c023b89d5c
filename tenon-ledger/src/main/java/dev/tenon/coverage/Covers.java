package dev.tenon.coverage;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The requirements that a test proves, by their ids in {@code ledger/ids.txt}.
 *
 * <p>On a test class the ids hold for every test in it, nested classes included. An id counts as proven when at least
 * one test that carries it ran and passed and none failed; skipped tests count for nothing. An id that is not in the
 * list fails the build.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Covers {

    /** Ids of the requirements, such as {@code core/jsonrpc/version-member}. */
    String[] value();
}
