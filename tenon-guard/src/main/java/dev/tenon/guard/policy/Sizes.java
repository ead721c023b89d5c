package dev.tenon.guard.policy;

/**
 * How large messages may be.
 *
 * @param tools the tools it is for
 * @param arguments the arguments of one call, in bytes of JSON
 * @param result the result of one call, in bytes of JSON
 */
public record Sizes(Glob tools, int arguments, int result) {
    public Sizes {
        if (arguments < 1 || result < 1) {
            throw new IllegalArgumentException("Every size must be at least 1 byte");
        }
    }
}
