package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * A request: its name and the types of its two ends. The constants are in {@link Methods}.
 *
 * @param name the name in messages
 * @param params what is sent
 * @param result what comes back
 */
public record Method<P extends Params, R extends Result>(String name, Class<P> params, Class<R> result) {
    public Method {
        Preconditions.requireNotBlank("name", name);
    }

    /** Whether the server may answer with {@link InputRequired} instead of the result (2026-07-28 only). */
    public boolean mayRequireInput() {
        return ResumableParams.class.isAssignableFrom(params);
    }

    // Those that a record is given are made at run time, in the middle of a server's start.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof Method<?, ?> that
                        && name.equals(that.name)
                        && params == that.params
                        && result == that.result;
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
