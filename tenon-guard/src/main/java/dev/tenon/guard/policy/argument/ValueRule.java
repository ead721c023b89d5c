package dev.tenon.guard.policy.argument;

import dev.tenon.json.Json;
import java.util.Optional;

/** What the value of an argument must be. */
public interface ValueRule {
    /** The word that stands for it in the names of findings: {@code path}, {@code url}, {@code value}. */
    String name();

    /**
     * What is wrong with a value: it continues a sentence that begins with the name of the argument, such as <em>must
     * be a path below /data, but "/etc/passwd" was given.</em>; empty when nothing is.
     */
    Optional<String> findProblem(Json value);

    /** Whether it never waits for anything, such as a file. By default it may. */
    default boolean isNonBlocking() {
        return false;
    }
}
