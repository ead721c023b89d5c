package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * A request method: its name and the types of its parameters and its result. The constants are in {@link Methods}.
 *
 * @param name the name in messages
 * @param params the type of the parameters
 * @param result the type of the result
 */
public record Method<P extends Params, R extends Result>(String name, Class<P> params, Class<R> result) {
    public Method {
        Preconditions.requireNotBlank("name", name);
    }

    /** Returns whether the server may respond with {@link InputRequired} instead of the result (2026-07-28 only). */
    public boolean mayRequireInput() {
        return ResumableParams.class.isAssignableFrom(params);
    }

    // Written by hand: the generated methods of a record are linked at run time, which would slow down the start of a
    // server.
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
