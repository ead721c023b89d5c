package dev.tenon.guard.policy.argument;

import dev.tenon.json.Json;
import java.util.Optional;

/** Checks the value of an argument. */
public interface ValueRule {
    /**
     * Returns the part of the names of findings that stands for this rule, such as {@code path}, {@code url} or {@code
     * value}.
     */
    String name();

    /**
     * Returns the problem of a value: the rest of a sentence that begins with the name of the argument, such as
     * <em>must be a path below /data, but "/etc/passwd" was given.</em> Empty if the value is valid.
     */
    Optional<String> findProblem(Json value);

    /** Returns whether the rule never blocks, for example on a file. The default is false. */
    default boolean isNonBlocking() {
        return false;
    }
}
