package dev.tenon.guard.policy.limit;

import dev.tenon.guard.policy.Glob;

/**
 * How large messages may be.
 *
 * @param tools the tools it is for
 * @param maxArgumentBytes the arguments of one call, in bytes of JSON
 * @param maxResultBytes the result of one call, in bytes of JSON
 */
public record SizeLimit(Glob tools, int maxArgumentBytes, int maxResultBytes) {
    public SizeLimit {
        if (maxArgumentBytes < 1 || maxResultBytes < 1) {
            throw new IllegalArgumentException("Every size must be at least 1 byte");
        }
    }
}
