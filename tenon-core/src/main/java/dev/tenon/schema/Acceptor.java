package dev.tenon.schema;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * The short way to the answer that most values get: it can say of a value that it is valid, without a tree of it and without
 * the validator. What it does not accept may be valid or not; the validator finds out, and finds the words.
 *
 * <p>There are schemas for which it accepts nothing: those with a keyword that it does not know, or would not judge exactly
 * as the validator does. It is bounded by an {@link Allowance}.
 */
final class Acceptor {
    private final @Nullable Check check;
    private final SchemaLimits limits;

    private Acceptor(@Nullable Check check, SchemaLimits limits) {
        this.check = check;
        this.limits = limits;
    }

    /** @param formats whether these are asserted */
    static Acceptor of(SchemaTree tree, SchemaLimits limits, boolean formats) {
        return new Acceptor(new CheckCompiler(tree, formats).compile(), limits);
    }

    /** Whether there are values that it might accept. */
    boolean isUseful() {
        return check != null;
    }

    /** Whether the value is valid for certain. */
    boolean accepts(Json value) {
        if (check == null) {
            return false;
        }
        Allowance allowance = new Allowance(limits);
        return check.holds(value, allowance) && !allowance.isSpent();
    }
}
